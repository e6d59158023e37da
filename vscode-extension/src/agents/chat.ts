// A conversation in VS Code's chat view.

import type * as vscode from "vscode";
import type { Conversation } from "./conversation";
import { Pieces, type Piece } from "./updates";

/** Answers a request of the chat with what an agent says. */
export async function answerInChat(
  conversation: Conversation,
  request: vscode.ChatRequest,
  stream: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
): Promise<void> {
  const pieces = new Pieces();
  const stop = new AbortController();
  const listening = token.onCancellationRequested(() => stop.abort());
  try {
    await conversation.prompt(
      request.prompt,
      (update) => {
        const piece = pieces.of(update);
        if (piece !== undefined) show(piece, stream);
      },
      stop.signal,
    );
  } finally {
    listening.dispose();
  }
}

function show(piece: Piece, stream: vscode.ChatResponseStream): void {
  switch (piece.kind) {
    case "text":
      stream.markdown(piece.text);
      return;
    case "thought":
      stream.progress(piece.text.trim());
      return;
    case "tool":
      if (piece.status === "running") stream.progress(piece.title);
      else stream.markdown(`\n\n${piece.status === "done" ? "✓" : "✗"} ${code(piece.title)}\n\n`);
      return;
    case "plan":
      stream.markdown(
        `\n\n${piece.steps.map(({ text, done }) => `- [${done ? "x" : " "}] ${text}`).join("\n")}\n\n`,
      );
  }
}

/** Text as code, whatever is in it. */
function code(text: string): string {
  return `\`${text.replaceAll("`", "ˋ").replace(/\s+/g, " ")}\``;
}
