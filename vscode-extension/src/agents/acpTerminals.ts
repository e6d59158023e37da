// The terminals of an agent: judged before they start, shown in the panel, tied to the session.

import { randomUUID } from "node:crypto";
import {
  RequestError,
  type CreateTerminalRequest,
  type TerminalOutputResponse,
  type WaitForTerminalExitResponse,
} from "@agentclientprotocol/sdk";
import type { Disposable, Terminal } from "vscode";
import { PermissionResult, ShellIntegrationQuality } from "../../api";
import { Guard } from "../terminal/guard";
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
    const command = commandLine(asked);
    const guard = this.#allowed.get(command) ?? (await this.#guard(asked, command));
    this.#allowed.delete(command);
    const started = new ProcessTerminal({
      name: this.#agent,
      command: asked.command,
      args: asked.args ?? [],
      cwd: asked.cwd ?? undefined,
      env: Object.fromEntries((asked.env ?? []).map(({ name, value }) => [name, value])),
      limit: asked.outputByteLimit ?? USUAL_LIMIT,
    });
    started.terminal.show(true);
    const id = randomUUID();
    this.#open.set(id, started);
    await this.#parts.terminals.associateTerminalWithSession(
      started.terminal,
      asked.sessionId,
      ShellIntegrationQuality.None,
    );
    void started.exited.then((exit) => guard.ended(outcome(exit)));
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

  /** The terminal of the panel. */
  terminal(id: string): Terminal {
    return this.#of(id).terminal;
  }

  async #guard(asked: CreateTerminalRequest, command: string): Promise<Guard> {
    const cwd = asked.cwd ?? undefined;
    const guard = new Guard(this.#parts, {
      sessionId: asked.sessionId,
      callId: randomUUID(),
      agent: this.#agent,
      action: { action: "execute", command, platform: this.#parts.platform },
      canAsk: true,
      ...(cwd === undefined ? {} : { cwd }),
    });
    const { result, reason } = await guard.mayRun({
      command,
      ...(cwd === undefined ? {} : { cwd }),
    });
    if (result === PermissionResult.Allow) return guard;
    throw new RequestError(-32000, reason ?? "this command was refused");
  }

  #of(id: string): ProcessTerminal {
    const terminal = this.#open.get(id);
    if (terminal === undefined) throw RequestError.resourceNotFound(id);
    return terminal;
  }
}

/** A program and its words as a shell would have to be told them. */
export function commandLine({ command, args = [] }: { command: string; args?: string[] }): string {
  const word = (text: string) =>
    /^[\w/.\-+=:,@%^]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
  // Without words of its own it is a whole line for a shell.
  return args.length === 0 ? command : [command, ...args].map(word).join(" ");
}

function statusOf({ exitCode, signal }: Exit): WaitForTerminalExitResponse {
  return { exitCode: exitCode ?? null, signal: signal ?? null };
}

function outcome({ exitCode, signal }: Exit) {
  return { failed: exitCode !== 0, interrupted: signal !== undefined, exitCode };
}
