// Commands that an agent runs by itself. Agents tell of them in the way that editors have agreed on
// (`terminal_output` and `terminal_exit`), and one terminal for each conversation shows them.

import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { Disposable } from "vscode";
import { ShellIntegrationQuality } from "../../api";
import { isDocument } from "../documents";
import type { Told } from "../terminal/terminalServiceImpl";
import type { AgentParts } from "./parts";
import { commandOf } from "./toolCall";
import { WrittenTerminal } from "./writtenTerminal";

/** What to put among a client's capabilities, so that agents tell. */
export const TELLS = { terminal_output: true };

export class ShownCommands implements Disposable {
  readonly #parts: AgentParts;
  readonly #agent: string;
  readonly #lines = new Map<string, string>();
  readonly #running = new Map<string, Told>();
  #shown: WrittenTerminal | undefined;

  constructor(parts: AgentParts, agent: string) {
    this.#parts = parts;
    this.#agent = agent;
  }

  dispose(): void {
    this.#shown?.dispose();
  }

  hear(sessionId: string, update: SessionUpdate): void {
    if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") return;
    const { toolCallId, _meta: meta } = update;
    const line = commandOf(update);
    if (line !== undefined) this.#lines.set(toolCallId, line);
    const output = meta?.["terminal_output"];
    if (isDocument(output) && typeof output["data"] === "string") {
      this.#write(sessionId, toolCallId, output["data"]);
    }
    const exit = meta?.["terminal_exit"];
    if (isDocument(exit)) this.#end(toolCallId, exit["exit_code"]);
  }

  #write(sessionId: string, id: string, data: string): void {
    const shown = this.#terminal(sessionId);
    let told = this.#running.get(id);
    if (told === undefined) {
      const line = this.#lines.get(id) ?? "";
      told = this.#parts.terminals.tell(shown.terminal, line, undefined);
      this.#running.set(id, told);
      shown.write(`$ ${line}\n`);
    }
    told.write(data);
    shown.write(data.endsWith("\n") || data === "" ? data : `${data}\n`);
  }

  /** A call that was refused ends as well, without having printed anything. */
  #end(id: string, exitCode: unknown): void {
    const told = this.#running.get(id);
    this.#lines.delete(id);
    if (told === undefined) return;
    this.#running.delete(id);
    const code = typeof exitCode === "number" ? exitCode : undefined;
    told.end(code);
    if (code !== undefined) this.#shown?.write(`[${code}]\n`);
  }

  #terminal(sessionId: string): WrittenTerminal {
    if (this.#shown !== undefined) return this.#shown;
    const shown = new WrittenTerminal(this.#agent, "shield", {
      typed: () => undefined,
      closed: () => {
        this.#shown = undefined;
      },
    });
    this.#shown = shown;
    shown.terminal.show(true);
    const none = ShellIntegrationQuality.None;
    void this.#parts.terminals.associateTerminalWithSession(shown.terminal, sessionId, none);
    return shown;
  }
}
