// What an agent reports while it works, as words that any view can show.

import type { ContentBlock, SessionUpdate } from "@agentclientprotocol/sdk";

/** A piece of an answer. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "thought"; readonly text: string }
  /** A tool begins or has ended; `id` is the same for both. */
  | {
      readonly kind: "tool";
      readonly id: string;
      readonly title: string;
      readonly status: "running" | "done" | "failed";
    }
  | { readonly kind: "plan"; readonly steps: readonly { text: string; done: boolean }[] };

/** Turns reports into pieces; remembers what tools are called. */
export class Pieces {
  readonly #titles = new Map<string, string>();

  of(update: SessionUpdate): Piece | undefined {
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        return textPiece("text", update.content);
      case "agent_thought_chunk":
        return textPiece("thought", update.content);
      case "tool_call":
        this.#titles.set(update.toolCallId, update.title);
        return this.#tool(update.toolCallId, update.status);
      case "tool_call_update":
        if (update.title != null) this.#titles.set(update.toolCallId, update.title);
        return update.status === "completed" || update.status === "failed"
          ? this.#tool(update.toolCallId, update.status)
          : undefined;
      case "plan":
        return {
          kind: "plan",
          steps: update.entries.map(({ content, status }) => ({
            text: content,
            done: status === "completed",
          })),
        };
      default:
        return undefined;
    }
  }

  #tool(id: string, status: string | null | undefined): Piece {
    const ended = status === "completed" ? "done" : status === "failed" ? "failed" : "running";
    return { kind: "tool", id, title: this.#titles.get(id) ?? id, status: ended };
  }
}

function textPiece(kind: "text" | "thought", content: ContentBlock): Piece | undefined {
  if (content.type === "text") return { kind, text: content.text };
  return content.type === "resource_link" ? { kind, text: content.uri } : undefined;
}
