// Runs a command in the shell of a terminal and waits for its end.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { plainText } from "./plainText";
import { shellOf } from "./shell";
import { isPosix } from "./shellKind";
import type { Told } from "./terminalServiceImpl";
import { wrapped } from "./wrapped";

export interface Waiting {
  /** Milliseconds after which nobody waits any longer. */
  readonly timeout: number;
  /** Milliseconds that a new terminal has to tell of its commands. */
  readonly shellTimeout: number;
  readonly token?: vscode.CancellationToken | undefined;
}

export interface Ended {
  readonly exitCode: number | undefined;
  readonly output: string | undefined;
  readonly timedOut: boolean;
}

/** The most that is handed over of what a command printed, in characters. */
const MOST = 200_000;
/** What Ctrl+C types. */
const INTERRUPT = "\u0003";
/** How often an exit code is looked for where no event tells of it. */
const BETWEEN_LOOKS = 100;

/** A command that was started. */
export interface Running {
  /** Its end, or that nobody waits any longer. */
  readonly ended: Promise<Ended>;
  /** Resolves when it has ended, whoever waits. */
  readonly over: Promise<void>;
}

/** Runs a command; `tell` is called where VS Code itself does not hear what happens. */
export function runInShell(
  terminal: vscode.Terminal,
  command: string,
  waiting: Waiting,
  tell: () => Told,
): Running {
  let over: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => {
    over = resolve;
  });
  const run = async () => {
    const integration = await integrationOf(terminal, waiting.shellTimeout);
    return integration === undefined
      ? runBlind(terminal, command, waiting, tell, over)
      : runSeen(terminal, integration, command, waiting, over);
  };
  const ended = run().catch((error: unknown) => {
    over();
    throw error;
  });
  return { ended, over: isOver };
}

/** The shell integration of a terminal, if it comes in time. Some shells never have any. */
function integrationOf(
  terminal: vscode.Terminal,
  timeout: number,
): Promise<vscode.TerminalShellIntegration | undefined> {
  if (terminal.shellIntegration !== undefined) return Promise.resolve(terminal.shellIntegration);
  return new Promise((resolve) => {
    const done = (integration: vscode.TerminalShellIntegration | undefined) => {
      clearTimeout(timer);
      for (const each of listening) each.dispose();
      resolve(integration);
    };
    const timer = setTimeout(() => done(undefined), timeout);
    const listening = [
      vscode.window.onDidChangeTerminalShellIntegration((event) => {
        if (event.terminal === terminal) done(event.shellIntegration);
      }),
      vscode.window.onDidCloseTerminal((closed) => {
        if (closed === terminal) done(undefined);
      }),
    ];
  });
}

/** The shell says when the command ends and what it printed. */
async function runSeen(
  terminal: vscode.Terminal,
  integration: vscode.TerminalShellIntegration,
  command: string,
  waiting: Waiting,
  over: () => void,
): Promise<Ended> {
  let output = "";
  const execution = integration.executeCommand(command);
  const ended = new Promise<number | undefined>((resolve) => {
    const listening = [
      vscode.window.onDidEndTerminalShellExecution((event) => {
        if (event.execution === execution) finish(event.exitCode);
      }),
      vscode.window.onDidCloseTerminal((closed) => {
        if (closed === terminal) finish(closed.exitStatus?.code);
      }),
    ];
    const finish = (exitCode: number | undefined) => {
      for (const each of listening.splice(0)) each.dispose();
      resolve(exitCode);
      over();
    };
  });
  const reading = (async () => {
    for await (const data of execution.read()) output = (output + data).slice(-MOST);
  })();
  const end = await within(waiting, ended);
  if (end.inTime) await reading;
  else if (end.unwanted) terminal.sendText(INTERRUPT, false);
  return {
    exitCode: end.inTime ? end.value : undefined,
    output: plainText(output),
    timedOut: !end.inTime,
  };
}

/**
 * The shell tells nothing. A posix shell can be asked to write down what the command prints and how
 * it ends; of any other only the text is sent, and its end stays unknown.
 */
async function runBlind(
  terminal: vscode.Terminal,
  command: string,
  waiting: Waiting,
  tell: () => Told,
  over: () => void,
): Promise<Ended> {
  if (!isPosix(shellOf(terminal))) {
    terminal.sendText(command);
    over();
    return { exitCode: undefined, output: undefined, timedOut: false };
  }
  const folder = await mkdtemp(join(tmpdir(), "belay-run-"));
  const [printed, code] = [join(folder, "printed"), join(folder, "code")];
  const read = async () => {
    const text = await readFile(printed, "utf8").catch(() => "");
    return plainText(text.slice(-MOST));
  };
  const told = tell();
  terminal.sendText(wrapped(command, printed, code));
  // It writes into the folder until it ends, also where nobody waits for that.
  const ended = written(code, terminal).then(async (exitCode) => {
    const output = await read();
    told.write(output);
    told.end(exitCode);
    await rm(folder, { recursive: true, force: true });
    over();
    return { exitCode, output };
  });
  const end = await within(waiting, ended);
  if (end.inTime) return { ...end.value, timedOut: false };
  if (end.unwanted) terminal.sendText(INTERRUPT, false);
  return { exitCode: undefined, output: await read(), timedOut: true };
}

/** Waits until the exit code is written, or the terminal is gone. */
async function written(file: string, terminal: vscode.Terminal): Promise<number | undefined> {
  while (terminal.exitStatus === undefined) {
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text !== undefined) return Number.parseInt(text, 10);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
  }
  return terminal.exitStatus.code;
}

type InTime<T> =
  | { readonly inTime: true; readonly value: T }
  /** Time is up, or whoever asked does not want it any longer. */
  | { readonly inTime: false; readonly unwanted: boolean };

/** The value, unless time is up or nobody wants it any longer. */
function within<T>({ timeout, token }: Waiting, value: Promise<T>): Promise<InTime<T>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => done({ inTime: false, unwanted: false }), timeout);
    const listening = token?.onCancellationRequested(() => done({ inTime: false, unwanted: true }));
    const done = (end: InTime<T>) => {
      clearTimeout(timer);
      listening?.dispose();
      resolve(end);
    };
    value.then((value) => done({ inTime: true, value }), reject);
  });
}
