// Terminals as VS Code's stable interfaces tell of them: shell integration says what runs and what
// it prints.

import { randomUUID } from "node:crypto";
import { realpath } from "node:fs/promises";
import * as vscode from "vscode";
import {
  ShellIntegrationQuality,
  type IKnownTerminal,
  type ITerminalService,
  type TerminalDataWriteEvent,
  type TerminalExecutedCommand,
  type TerminalHistoryEntry,
} from "../../api";
import { attempt, type ErrorLog } from "../attempt";
import { TerminalMemory } from "./memory";
import { ContributedPaths } from "./paths";
import { TerminalRecord, type Limits } from "./record";
import { shellOf } from "./shell";

/** How much of a buffer is handed over where nobody says how much. */
const USUAL = 16_000;

/** What the service needs of the extension it belongs to. */
export interface TerminalContext {
  readonly workspaceState: vscode.Memento;
  readonly environmentVariableCollection: vscode.EnvironmentVariableCollection;
}

/** What is known of a terminal that is open. */
interface Known {
  readonly record: TerminalRecord;
  readonly sessions: Map<string, ShellIntegrationQuality>;
  /** Resolves when what was stored of it is there again. */
  readonly process: Promise<number | undefined>;
  /** What it is called where its process has no number. */
  readonly name: string;
  /** Somebody is about to run something in it, or does. */
  taken: boolean;
  last: TerminalExecutedCommand | undefined;
  /** Resolves when everything that the running command has printed is in the record. */
  reading: Promise<void>;
}

/** A command whose shell tells nothing: whoever runs it tells what it prints and how it ends. */
export interface Told {
  write(data: string): void;
  end(exitCode: number | undefined): void;
}

/** A terminal that nobody else gets until `taken` is disposed of. */
export interface Taken {
  readonly terminal: vscode.Terminal;
  readonly taken: vscode.Disposable;
}

/** A terminal of a session. */
interface OfSession {
  readonly terminal: vscode.Terminal;
  readonly id: string;
  readonly quality: ShellIntegrationQuality;
}

export class TerminalServiceImpl implements ITerminalService {
  readonly #memory: TerminalMemory;
  readonly #paths: ContributedPaths;
  readonly #log: ErrorLog;
  readonly #limits: () => Limits;
  readonly #known = new Map<vscode.Terminal, Known>();
  /** The terminals behind those that were handed out with their sessions. */
  readonly #real = new WeakMap<vscode.Terminal, vscode.Terminal>();
  readonly #wrote = new vscode.EventEmitter<TerminalDataWriteEvent>();
  readonly #executed = new vscode.EventEmitter<TerminalExecutedCommand>();
  readonly #subscriptions: vscode.Disposable[];
  #selection = "";

  readonly onDidCloseTerminal = vscode.window.onDidCloseTerminal;
  readonly onDidWriteTerminalData = this.#wrote.event;
  readonly onDidExecuteTerminalCommand = this.#executed.event;

  constructor(context: TerminalContext, log: ErrorLog, limits: () => Limits) {
    this.#memory = new TerminalMemory(context.workspaceState);
    this.#paths = new ContributedPaths(context.environmentVariableCollection);
    this.#log = log;
    this.#limits = limits;
    for (const terminal of vscode.window.terminals) this.#knownOf(terminal);
    this.#subscriptions = [
      this.#wrote,
      this.#executed,
      vscode.window.onDidOpenTerminal((terminal) => void this.#knownOf(terminal)),
      vscode.window.onDidCloseTerminal((terminal) => this.#forget(terminal)),
      vscode.window.onDidStartTerminalShellExecution((event) => this.#begin(event)),
      vscode.window.onDidEndTerminalShellExecution((event) => this.#end(event)),
    ];
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
  }

  get terminalBuffer(): string {
    const front = vscode.window.activeTerminal;
    return front === undefined ? "" : this.getBufferForTerminal(front);
  }

  get terminalSelection(): string {
    return this.#selection;
  }

  get terminalShellType(): string {
    const front = vscode.window.activeTerminal;
    return (front === undefined ? undefined : shellOf(front)) ?? "";
  }

  get terminalLastCommand(): TerminalExecutedCommand | undefined {
    const front = vscode.window.activeTerminal;
    return front === undefined ? undefined : this.getLastCommandForTerminal(front);
  }

  createTerminal(
    name?: string | vscode.TerminalOptions,
    shellPath?: string,
    shellArgs?: string[],
  ): vscode.Terminal {
    return typeof name === "object"
      ? vscode.window.createTerminal(name)
      : vscode.window.createTerminal(name, shellPath, shellArgs);
  }

  getBufferForTerminal(terminal: vscode.Terminal, maxChars = USUAL): string {
    return this.#knownOf(terminal).record.text(maxChars);
  }

  getHistoryForTerminal(terminal: vscode.Terminal): readonly TerminalHistoryEntry[] {
    return this.#knownOf(terminal).record.history;
  }

  getLastCommandForTerminal(terminal: vscode.Terminal): TerminalExecutedCommand | undefined {
    const { last, record } = this.#knownOf(terminal);
    const before = record.history.at(-1);
    if (last !== undefined || before === undefined) return last;
    return { terminal, ...before, output: record.lastOutput };
  }

  contributePath(
    contributor: string,
    pathLocation: string,
    description?: string | { command: string },
  ): void {
    const words = typeof description === "object" ? `\`${description.command}\`` : description;
    this.#paths.add(contributor, pathLocation, words);
  }

  removePathContribution(contributor: string): void {
    this.#paths.remove(contributor);
  }

  async readTerminalSelection(): Promise<string> {
    const kept = await vscode.env.clipboard.readText();
    await vscode.env.clipboard.writeText("");
    try {
      await vscode.commands.executeCommand("workbench.action.terminal.copySelection");
      this.#selection = await vscode.env.clipboard.readText();
    } finally {
      await vscode.env.clipboard.writeText(kept);
    }
    return this.#selection;
  }

  async associateTerminalWithSession(
    terminal: vscode.Terminal,
    sessionId: string,
    quality: ShellIntegrationQuality,
  ): Promise<void> {
    const known = this.#knownOf(terminal);
    known.sessions.set(sessionId, quality);
    await this.#remember(known);
  }

  async getCopilotTerminals(sessionId: string): Promise<IKnownTerminal[]> {
    const mine = await this.#ofSession(sessionId);
    return mine.map(({ terminal, id, quality }) => {
      const known = knownTerminal(terminal, id, quality);
      this.#real.set(known, terminal);
      return known;
    });
  }

  /** Takes a terminal of a session whose shell waits for a command, in a folder if one is named. */
  async takeFree(sessionId: string, cwd: string | undefined): Promise<Taken | undefined> {
    for (const { terminal } of await this.#ofSession(sessionId)) {
      const known = this.#knownOf(terminal);
      const fits = cwd === undefined || (await isSame(this.cwdOf(terminal), cwd));
      if ((await known.process) === undefined || !fits) continue;
      // From here on nothing is waited for, so that nobody else takes it meanwhile.
      if (!known.record.busy && !known.taken) return { terminal, taken: this.take(terminal) };
    }
    return undefined;
  }

  /** The folder that a terminal's shell is in, as far as that is known. */
  cwdOf(terminal: vscode.Terminal): string | undefined {
    const now = terminal.shellIntegration?.cwd?.fsPath;
    if (now !== undefined) return now;
    const before = this.#knownOf(terminal).record.history.at(-1)?.cwd;
    if (before !== undefined) return before;
    const options = terminal.creationOptions;
    const from = "cwd" in options ? options.cwd : undefined;
    return typeof from === "string" ? from : from?.fsPath;
  }

  /** Keeps a terminal for one command, until what comes back is disposed of. */
  take(terminal: vscode.Terminal): vscode.Disposable {
    const known = this.#knownOf(terminal);
    known.taken = true;
    return new vscode.Disposable(() => {
      known.taken = false;
    });
  }

  /** A command begins in a terminal that VS Code itself hears nothing of. */
  tell(terminal: vscode.Terminal, commandLine: string, cwd: string | undefined): Told {
    const known = this.#knownOf(terminal);
    known.record.begin({ commandLine, cwd, shell: shellOf(terminal), started: Date.now() });
    return {
      write: (data) => this.#write(terminal, known, data),
      end: (exitCode) => this.#ended(terminal, known, commandLine, exitCode),
    };
  }

  async getCwdForSession(sessionId: string): Promise<vscode.Uri | undefined> {
    for (const { terminal } of (await this.#ofSession(sessionId)).reverse()) {
      const path = this.cwdOf(terminal);
      if (path !== undefined) return vscode.Uri.file(path);
    }
    return undefined;
  }

  /** The terminals of a session that are still open, in the order VS Code has them. */
  async #ofSession(sessionId: string): Promise<OfSession[]> {
    const mine: OfSession[] = [];
    for (const terminal of vscode.window.terminals) {
      const known = this.#knownOf(terminal);
      const process = await known.process;
      const quality = known.sessions.get(sessionId);
      if (quality === undefined || terminal.exitStatus !== undefined) continue;
      mine.push({ terminal, id: process === undefined ? known.name : String(process), quality });
    }
    return mine;
  }

  #knownOf(handed: vscode.Terminal): Known {
    const terminal = this.#real.get(handed) ?? handed;
    const known = this.#known.get(terminal);
    if (known !== undefined) return known;
    const record = new TerminalRecord(this.#limits);
    const sessions = new Map<string, ShellIntegrationQuality>();
    const process = Promise.resolve(terminal.processId).then((process) => {
      const stored = process === undefined ? undefined : this.#memory.of(process);
      if (stored !== undefined) {
        record.adopt(stored.record);
        for (const [session, quality] of Object.entries(stored.sessions)) {
          if (!sessions.has(session)) sessions.set(session, quality);
        }
      }
      return process;
    });
    const fresh: Known = {
      record,
      sessions,
      process,
      name: randomUUID(),
      taken: false,
      last: undefined,
      reading: Promise.resolve(),
    };
    this.#known.set(terminal, fresh);
    return fresh;
  }

  #forget(terminal: vscode.Terminal): void {
    const known = this.#known.get(terminal);
    this.#known.delete(terminal);
    // A window that closes or reloads takes its terminals away without their having ended.
    if (known === undefined || terminal.exitStatus?.reason === vscode.TerminalExitReason.Shutdown)
      return;
    attempt(this.#log, "forget a terminal", async () => {
      const process = await known.process;
      if (process !== undefined) await this.#memory.forget(process);
    });
  }

  #begin({ terminal, execution, shellIntegration }: vscode.TerminalShellExecutionStartEvent): void {
    const known = this.#knownOf(terminal);
    known.record.begin({
      commandLine: execution.commandLine.value,
      cwd: (execution.cwd ?? shellIntegration.cwd)?.fsPath,
      shell: shellOf(terminal),
      started: Date.now(),
    });
    const read = async () => {
      for await (const data of execution.read()) this.#write(terminal, known, data);
    };
    known.reading = read().catch((error: unknown) => {
      this.#log.error(`Belay could not read a terminal: ${String(error)}`);
    });
  }

  #end({ terminal, execution, exitCode }: vscode.TerminalShellExecutionEndEvent): void {
    // Only at its end is the text of a command known for certain.
    this.#ended(terminal, this.#knownOf(terminal), execution.commandLine.value, exitCode);
  }

  #write(terminal: vscode.Terminal, known: Known, data: string): void {
    known.record.write(data);
    this.#wrote.fire({ terminal, data });
  }

  #ended(
    terminal: vscode.Terminal,
    known: Known,
    commandLine: string,
    exitCode: number | undefined,
  ): void {
    const entry = known.record.end(commandLine, exitCode, Date.now());
    attempt(this.#log, "remember a terminal", async () => {
      await known.reading;
      known.last = { terminal, ...entry, output: known.record.lastOutput };
      this.#executed.fire(known.last);
      await this.#remember(known);
    });
  }

  async #remember({ record, sessions, process }: Known): Promise<void> {
    const number = await process;
    if (number === undefined) return;
    await this.#memory.store({
      process: number,
      record: record.stored(),
      sessions: Object.fromEntries(sessions),
      at: Date.now(),
    });
  }
}

/** The terminal itself with what is known of it, which VS Code's own object has no place for. */
function knownTerminal(
  terminal: vscode.Terminal,
  id: string,
  quality: ShellIntegrationQuality,
): IKnownTerminal {
  return new Proxy(terminal, {
    get(target, name) {
      if (name === "id") return id;
      if (name === "quality") return quality;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  }) as IKnownTerminal;
}

/** Whether two paths name the same folder. */
async function isSame(one: string | undefined, other: string): Promise<boolean> {
  if (one === undefined) return false;
  const real = (path: string) => realpath(path).catch(() => path);
  return one === other || (await real(one)) === (await real(other));
}

/** How much a terminal's shell tells. */
export function qualityOf(terminal: vscode.Terminal): ShellIntegrationQuality {
  return terminal.shellIntegration === undefined
    ? ShellIntegrationQuality.None
    : ShellIntegrationQuality.Rich;
}
