// The terminals of an agent: judged before they start, shown in the panel, tied to the session.

import { randomUUID } from "node:crypto";
import {
  RequestError,
  type CreateTerminalRequest,
  type TerminalOutputResponse,
  type WaitForTerminalExitResponse,
} from "@agentclientprotocol/sdk";
import type { Disposable } from "vscode";
import { ShellIntegrationQuality } from "../../api";
import type { Guard } from "../terminal/guard";
import { commandLine } from "./commandLine";
import { guardedStart, outcomeOf } from "./guardedStart";
import type { AgentParts } from "./parts";
import { ProcessTerminal, type Exit } from "./processTerminal";

/** What is kept of a terminal's output where the agent does not say how much. */
const USUAL_LIMIT = 1 << 20;

export class ACPTerminalProvider implements Disposable {
  readonly #parts: AgentParts;
  readonly #agent: string;
  readonly #open = new Map<string, ProcessTerminal>();
  /** Commands that the person has allowed a moment ago, each for one terminal. */
  readonly #allowed = new Map<string, Guard>();

  constructor(parts: AgentParts, agent: string) {
    this.#parts = parts;
    this.#agent = agent;
  }

  dispose(): void {
    for (const terminal of this.#open.values()) terminal.dispose();
    this.#open.clear();
  }

  /** The next terminal with this command is not asked about again. */
  allow(command: string, guard: Guard): void {
    this.#allowed.set(command, guard);
  }

  async createTerminal(asked: CreateTerminalRequest): Promise<string> {
    const { command, args = [], sessionId } = asked;
    const cwd = asked.cwd ?? undefined;
    const line = commandLine(command, args);
    const guard = await this.#guard(line, sessionId, cwd);
    const started = new ProcessTerminal(this.#agent, asked.outputByteLimit ?? USUAL_LIMIT);
    const { terminal } = started;
    terminal.show(true);
    const id = randomUUID();
    this.#open.set(id, started);
    const { terminals } = this.#parts;
    await terminals.associateTerminalWithSession(terminal, sessionId, ShellIntegrationQuality.None);
    const env = Object.fromEntries((asked.env ?? []).map(({ name, value }) => [name, value]));
    started.run({ command, args, cwd, env }, terminals.tell(terminal, line, cwd));
    void started.exited.then((exit) => guard.ended(outcomeOf(exit)));
    return id;
  }

  getTerminalOutput(id: string): TerminalOutputResponse {
    const { output, exit } = this.#of(id);
    const exitStatus = exit === undefined ? null : statusOf(exit);
    return { output: output.text, truncated: output.truncated, exitStatus };
  }

  async waitForTerminalExit(id: string): Promise<WaitForTerminalExitResponse> {
    return statusOf(await this.#of(id).exited);
  }

  killTerminal(id: string): void {
    this.#of(id).kill();
  }

  /** The agent needs it no more; what it printed stays to be read until the person closes it. */
  releaseTerminal(id: string): void {
    this.#of(id).kill();
    this.#open.delete(id);
  }

  async #guard(line: string, sessionId: string, cwd: string | undefined): Promise<Guard> {
    const allowed = this.#allowed.get(line);
    this.#allowed.delete(line);
    if (allowed !== undefined) return allowed;
    const asked = { agent: this.#agent, sessionId, line, cwd };
    const answer = await guardedStart(this.#parts, asked);
    if ("guard" in answer) return answer.guard;
    throw new RequestError(-32000, answer.refused);
  }

  #of(id: string): ProcessTerminal {
    const terminal = this.#open.get(id);
    if (terminal === undefined) throw RequestError.resourceNotFound(id);
    return terminal;
  }
}

function statusOf({ exitCode, signal }: Exit): WaitForTerminalExitResponse {
  return { exitCode: exitCode ?? null, signal: signal ?? null };
}
