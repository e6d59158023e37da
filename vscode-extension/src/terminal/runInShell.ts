// Runs a command in the shell of a terminal and waits for its end.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import * as vscode from "vscode";
import { plainText } from "./plainText";
import { shellOf } from "./shell";
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
/** How often an exit code is looked for where no event tells of it. */
const BETWEEN_LOOKS = 100;

export async function runInShell(
  terminal: vscode.Terminal,
  command: string,
  waiting: Waiting,
): Promise<Ended> {
  const integration = await integrationOf(terminal, waiting.shellTimeout);
  return integration === undefined
    ? runBlind(terminal, command, waiting)
    : runSeen(terminal, integration, command, waiting);
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
    };
  });
  const reading = (async () => {
    for await (const data of execution.read()) output = (output + data).slice(-MOST);
  })();
  const end = await within(waiting, ended);
  if (end.inTime) await reading;
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
): Promise<Ended> {
  if (!isPosix(shellOf(terminal))) {
    terminal.sendText(command);
    return { exitCode: undefined, output: undefined, timedOut: false };
  }
  const folder = await mkdtemp(join(tmpdir(), "belay-run-"));
  try {
    const [printed, code] = [join(folder, "printed"), join(folder, "code")];
    terminal.sendText(wrapped(command, printed, code));
    const looking = new AbortController();
    const end = await within(waiting, written(code, terminal, looking.signal));
    looking.abort();
    const output = await readFile(printed, "utf8").catch(() => "");
    return {
      exitCode: end.inTime ? end.value : undefined,
      output: plainText(output.slice(-MOST)),
      timedOut: !end.inTime,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isPosix(shell: string | undefined): boolean {
  const name = basename(shell ?? "").replace(/\.exe$/, "");
  return ["sh", "bash", "dash", "zsh", "ash", "ksh", "busybox"].includes(name);
}

/** Waits until the exit code is written. */
async function written(
  file: string,
  terminal: vscode.Terminal,
  signal: AbortSignal,
): Promise<number | undefined> {
  while (terminal.exitStatus === undefined && !signal.aborted) {
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text !== undefined) return Number.parseInt(text, 10);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
  }
  return terminal.exitStatus?.code;
}

type InTime<T> = { readonly inTime: true; readonly value: T } | { readonly inTime: false };

/** The value, unless time is up or nobody wants it any longer. */
function within<T>({ timeout, token }: Waiting, value: Promise<T>): Promise<InTime<T>> {
  return new Promise((resolve, reject) => {
    const late = () => done({ inTime: false });
    const timer = setTimeout(late, timeout);
    const listening = token?.onCancellationRequested(late);
    const done = (end: InTime<T>) => {
      clearTimeout(timer);
      listening?.dispose();
      resolve(end);
    };
    value.then((value) => done({ inTime: true, value }), reject);
  });
}
