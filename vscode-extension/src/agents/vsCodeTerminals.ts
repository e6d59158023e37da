// Terminals for agents of other extensions: with a program to run it is judged before it starts;
// without one it is the person's own shell.

import { randomUUID } from "node:crypto";
import { constants } from "node:os";
import * as vscode from "vscode";
import { ShellIntegrationQuality, type IVsCodeTerminal } from "../../api";
import { attempt } from "../attempt";
import { commandLine } from "./commandLine";
import { guardedStart, outcomeOf } from "./guardedStart";
import type { AgentParts } from "./parts";
import { ProcessTerminal, type Exit } from "./processTerminal";

/** The most that is kept of what a program prints, in bytes. */
const LIMIT = 1 << 20;
/** What a shell answers for a command that ended without a word. */
const UNKNOWN = 255;

export class VsCodeTerminals implements IVsCodeTerminal, vscode.Disposable {
  readonly #parts: AgentParts;
  readonly #programs = new Map<vscode.Terminal, ProcessTerminal>();

  constructor(parts: AgentParts) {
    this.#parts = parts;
  }

  dispose(): void {
    for (const program of this.#programs.values()) program.dispose();
    this.#programs.clear();
  }

  createTerminal(name = "Belay", options: vscode.TerminalOptions = {}): vscode.Terminal {
    const { shellPath, shellArgs = [] } = options;
    if (shellPath === undefined) {
      return this.#parts.terminals.createTerminal({ ...options, name });
    }
    const args = typeof shellArgs === "string" ? shellArgs.split(" ") : shellArgs;
    const program = new ProcessTerminal(name, LIMIT);
    this.#programs.set(program.terminal, program);
    program.terminal.show(true);
    attempt(this.#parts.log, `start ${shellPath}`, () =>
      this.#start(program, name, shellPath, args, options),
    );
    return program.terminal;
  }

  getTerminalOutput(terminal: vscode.Terminal): string {
    const program = this.#programs.get(terminal);
    return program?.output.text ?? this.#parts.terminals.getBufferForTerminal(terminal);
  }

  releaseTerminal(terminal: vscode.Terminal): void {
    this.#programs.get(terminal)?.kill();
    this.#programs.delete(terminal);
  }

  waitForTerminalExit(terminal: vscode.Terminal): Promise<number> {
    const program = this.#programs.get(terminal);
    if (program !== undefined) return program.exited.then(numberOf);
    if (terminal.exitStatus !== undefined) {
      return Promise.resolve(terminal.exitStatus.code ?? UNKNOWN);
    }
    return new Promise((resolve) => {
      const listening = vscode.window.onDidCloseTerminal((closed) => {
        if (closed !== terminal) return;
        listening.dispose();
        resolve(closed.exitStatus?.code ?? UNKNOWN);
      });
    });
  }

  killTerminal(terminal: vscode.Terminal): void {
    const program = this.#programs.get(terminal);
    if (program === undefined) terminal.dispose();
    else program.kill();
  }

  async #start(
    program: ProcessTerminal,
    agent: string,
    command: string,
    args: readonly string[],
    options: vscode.TerminalOptions,
  ): Promise<void> {
    const { terminal } = program;
    const { terminals } = this.#parts;
    const cwd = typeof options.cwd === "string" ? options.cwd : options.cwd?.fsPath;
    const line = commandLine(command, args);
    const sessionId = randomUUID();
    await terminals.associateTerminalWithSession(terminal, sessionId, ShellIntegrationQuality.None);
    const answer = await guardedStart(this.#parts, { agent, sessionId, line, cwd });
    if ("refused" in answer) {
      program.refuse(answer.refused);
      return;
    }
    void program.exited.then((exit) => answer.guard.ended(outcomeOf(exit)));
    const env = Object.fromEntries(
      Object.entries(options.env ?? {}).map(([name, value]) => [name, value ?? undefined]),
    );
    program.run({ command, args, cwd, env }, terminals.tell(terminal, line, cwd));
  }
}

/** An exit as one number, as shells put it. */
function numberOf({ exitCode, signal }: Exit): number {
  if (exitCode !== undefined) return exitCode;
  const numbers: Readonly<Record<string, number>> = constants.signals;
  const number = signal === undefined ? undefined : numbers[signal];
  return number === undefined ? UNKNOWN : 128 + number;
}
