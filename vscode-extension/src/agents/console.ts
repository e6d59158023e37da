// A conversation in a terminal of the panel, for a VS Code without a chat view.

import * as vscode from "vscode";
import { wordsOf } from "../program/says";
import type { Conversation } from "./conversation";
import { LineEditor } from "./lineEditor";
import { Pieces, type Piece } from "./updates";
import { WrittenTerminal } from "./writtenTerminal";

const FAINT = "\u001b[2m";
const GREEN = "\u001b[32m";
const RED = "\u001b[31m";
const PLAIN = "\u001b[0m";
const PROMPT = `${GREEN}› ${PLAIN}`;

/** Opens a terminal in which a person talks to an agent; closing it ends the conversation. */
export function openConsole(name: string, conversation: Conversation): vscode.Terminal {
  const editor = new LineEditor();
  let working: AbortController | undefined;
  // What is typed while the agent works comes after it.
  let early = "";
  const write = (text: string) => shown.write(text);

  const say = async (text: string) => {
    const pieces = new Pieces();
    working = new AbortController();
    try {
      const hear = (piece: Piece | undefined) => write(piece === undefined ? "" : painted(piece));
      const stop = await conversation.prompt(
        text,
        (update) => hear(pieces.of(update)),
        working.signal,
      );
      if (stop !== "end_turn") write(`\n${FAINT}[${stop}]${PLAIN}`);
    } catch (error) {
      write(`\n${RED}${wordsOf(error)}${PLAIN}`);
    } finally {
      working = undefined;
      write(`\n${PROMPT}`);
    }
    const typed = early;
    early = "";
    type(typed);
  };

  const type = (data: string) => {
    const { echo, line } = editor.type(data);
    write(echo);
    if (line !== undefined && line.trim() !== "") void say(line);
    else if (line !== undefined) write(PROMPT);
  };

  const shown = new WrittenTerminal(name, "comment-discussion", {
    closed: () => {
      working?.abort();
      conversation.dispose();
    },
    typed: (data) => {
      // Ctrl+C stops the agent, not the conversation.
      if (data === "\u0003") working?.abort();
      else if (working === undefined) type(data);
      else early += data;
    },
  });
  write(`${FAINT}${vscode.l10n.t("Ctrl+C stops the agent.")}${PLAIN}\n${PROMPT}`);
  shown.terminal.show();
  return shown.terminal;
}

function painted(piece: Piece): string {
  switch (piece.kind) {
    case "text":
      return piece.text;
    case "thought":
      return `${FAINT}${piece.text}${PLAIN}`;
    case "tool": {
      const [colour, mark] =
        piece.status === "running"
          ? [FAINT, "…"]
          : piece.status === "done"
            ? [GREEN, "✓"]
            : [RED, "✗"];
      return `\n${colour}${mark} ${piece.title}${PLAIN}\n`;
    }
    case "plan":
      return `\n${piece.steps.map(({ text, done }) => `${done ? "[x]" : "[ ]"} ${text}`).join("\n")}\n`;
  }
}
