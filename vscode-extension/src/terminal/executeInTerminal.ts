// Runs a command guarded: permission, checkpoint, the command in a visible terminal, what it
// printed and how it ended, and a checkpoint afterwards where the settings ask for one.

import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import * as vscode from "vscode";
import { PermissionResult, type GuardedCommand, type GuardedResult } from "../../api";
import type { TerminalPermissionService } from "../permission/terminalPermissionService";
import { oneLine } from "../permission/question";
import type { Program } from "../program/program";
import { wordsOf } from "../program/says";
import { currentFolder } from "../store";
import { Guard } from "./guard";
import { runInShell, type Ended } from "./runInShell";
import { shellOf } from "./shell";
import { patienceWith } from "./shellKind";
import { qualityOf, type Taken, type TerminalServiceImpl } from "./terminalServiceImpl";

/** How long a command is waited for where nobody says how long. */
const PATIENCE = 10 * 60_000;
/** The session of commands that belong to none. */
const OWN_SESSION = "vscode";

/** What a guarded command needs. */
export interface ExecutionParts {
  readonly program: Program;
  readonly permissions: TerminalPermissionService;
  readonly terminals: TerminalServiceImpl;
  readonly log: vscode.LogOutputChannel;
  readonly platform: "unix" | "windows";
}

export async function executeInTerminal(
  parts: ExecutionParts,
  wanted: GuardedCommand,
  token?: vscode.CancellationToken,
): Promise<GuardedResult> {
  const { command } = wanted;
  const sessionId = wanted.sessionId ?? OWN_SESSION;
  // A command is judged where it will run: a session's shell may have gone elsewhere.
  const kept = await keptTerminal(parts, sessionId, wanted);
  const there = kept === undefined ? undefined : parts.terminals.cwdOf(kept.terminal);
  const cwd = there ?? wanted.cwd ?? folderPath();
  const shell = kept === undefined ? vscode.env.shell : shellOf(kept.terminal);
  const place = {
    ...(cwd === undefined ? {} : { cwd }),
    ...(shell ? { shell } : {}),
  };
  const guard = new Guard(parts, {
    sessionId,
    callId: randomUUID(),
    agent: wanted.agent ?? "vscode",
    action: {
      action: "execute",
      command,
      platform: parts.platform,
      ...(shell ? { shell } : {}),
    },
    canAsk: true,
    ...(cwd === undefined ? {} : { cwd }),
  });
  const { result, reason, checkpoint } = await guard.mayRun({ ...wanted, ...place }, token);
  if (result !== PermissionResult.Allow) {
    kept?.taken.dispose();
    const { terminal } = wanted;
    return { ...NOTHING, permission: result, reason, checkpoint, terminal };
  }
  const used = kept ?? created(parts, sessionId, cwd);
  try {
    const ended = await run(parts, used, sessionId, wanted, token);
    await guard.ended({
      failed: ended.exitCode !== undefined && ended.exitCode !== 0,
      interrupted: ended.timedOut,
      exitCode: ended.exitCode,
    });
    const { terminal } = used;
    return { permission: result, reason: undefined, checkpoint, terminal, ...ended };
  } catch (error) {
    parts.log.error(`"${oneLine(command)}" could not be run: ${wordsOf(error)}`);
    await guard.ended({ failed: true, interrupted: true, exitCode: undefined });
    throw error;
  }
}

const NOTHING = {
  exitCode: undefined,
  output: undefined,
  timedOut: false,
} as const;

/** Runs it in a terminal that nobody else gets until it is over. */
async function run(
  { terminals }: ExecutionParts,
  { terminal, taken }: Taken,
  sessionId: string,
  { command, timeout = PATIENCE }: GuardedCommand,
  token: vscode.CancellationToken | undefined,
): Promise<Ended> {
  terminal.show(true);
  await terminals.associateTerminalWithSession(terminal, sessionId, qualityOf(terminal));
  const tell = () => terminals.tell(terminal, command, terminals.cwdOf(terminal));
  const waiting = { timeout, shellTimeout: shellTimeout(terminal), token };
  const running = runInShell(terminal, command, waiting, tell);
  void running.over.then(() => {
    taken.dispose();
  });
  const ended = await running.ended;
  await terminals.associateTerminalWithSession(terminal, sessionId, qualityOf(terminal));
  return ended;
}

function shellTimeout(terminal: vscode.Terminal): number {
  const loads = vscode.workspace
    .getConfiguration("terminal.integrated")
    .get("shellIntegration.enabled", true);
  return patienceWith(shellOf(terminal), loads);
}

/** The terminal that somebody names, or one of the session that waits for a command. */
async function keptTerminal(
  { terminals }: ExecutionParts,
  sessionId: string,
  { terminal, cwd }: GuardedCommand,
): Promise<Taken | undefined> {
  if (terminal !== undefined) return { terminal, taken: terminals.take(terminal) };
  return terminals.takeFree(sessionId, cwd);
}

function created({ terminals }: ExecutionParts, sessionId: string, cwd: string | undefined): Taken {
  const name = sessionId === OWN_SESSION ? "Belay" : `Belay: ${oneLine(sessionId, 24)}`;
  const terminal = terminals.createTerminal({
    name,
    iconPath: new vscode.ThemeIcon("shield"),
    env: unhurried(),
    ...(cwd === undefined ? {} : { cwd }),
  });
  return { terminal, taken: terminals.take(terminal) };
}

/**
 * VS Code does not pass on what a command prints that ends within a few milliseconds. In bash, a
 * moment before each prompt is enough; what a person has put there themselves is left alone.
 */
function unhurried(): Record<string, string> {
  const isBash = basename(vscode.env.shell) === "bash";
  return isBash && process.env["PROMPT_COMMAND"] === undefined
    ? { PROMPT_COMMAND: "sleep 0.1" }
    : {};
}

function folderPath(): string | undefined {
  const folder = currentFolder()?.uri;
  return folder?.scheme === "file" ? folder.fsPath : undefined;
}
