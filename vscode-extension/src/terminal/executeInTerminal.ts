// Runs a command guarded: permission, checkpoint, the command in a visible terminal, what it
// printed and how it ended, and a checkpoint afterwards where the settings ask for one.

import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { PermissionResult, type GuardedCommand, type GuardedResult } from "../../api";
import type { TerminalPermissionService } from "../permission/terminalPermissionService";
import { oneLine } from "../permission/question";
import type { Program } from "../program/program";
import { wordsOf } from "../program/says";
import { currentFolder } from "../store";
import { Guard } from "./guard";
import { runInShell } from "./runInShell";
import { shellOf } from "./shell";
import { qualityOf, type TerminalServiceImpl } from "./terminalServiceImpl";

/** How long a command is waited for where nobody says how long. */
const PATIENCE = 10 * 60_000;
/** How long a new terminal has to tell of its commands. */
const SHELL_PATIENCE = 5_000;
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
  const sessionId = wanted.sessionId ?? OWN_SESSION;
  const cwd = wanted.cwd ?? folderPath();
  const terminal = wanted.terminal ?? (await terminalOf(parts, sessionId));
  const shell = terminal === undefined ? vscode.env.shell : shellOf(terminal);
  const guard = new Guard(parts, {
    sessionId,
    callId: randomUUID(),
    agent: wanted.agent ?? "vscode",
    action: {
      action: "execute",
      command: wanted.command,
      platform: parts.platform,
      ...(shell ? { shell } : {}),
    },
    canAsk: true,
    ...(cwd === undefined ? {} : { cwd }),
  });
  const { result, reason, checkpoint } = await guard.mayRun(
    { ...wanted, ...(cwd === undefined ? {} : { cwd }), ...(shell ? { shell } : {}) },
    token,
  );
  if (result !== PermissionResult.Allow) {
    return { ...NOTHING, permission: result, reason, checkpoint, terminal };
  }

  const place = terminal ?? created(parts, sessionId, cwd);
  place.show(true);
  await parts.terminals.associateTerminalWithSession(place, sessionId, qualityOf(place));
  try {
    const ended = await runInShell(place, wanted.command, {
      timeout: wanted.timeout ?? PATIENCE,
      shellTimeout: SHELL_PATIENCE,
      token,
    });
    await parts.terminals.associateTerminalWithSession(place, sessionId, qualityOf(place));
    await guard.ended({
      failed: ended.exitCode !== undefined && ended.exitCode !== 0,
      interrupted: ended.timedOut,
      exitCode: ended.exitCode,
    });
    return { permission: result, reason: undefined, checkpoint, terminal: place, ...ended };
  } catch (error) {
    parts.log.error(`"${oneLine(wanted.command)}" could not be run: ${wordsOf(error)}`);
    await guard.ended({ failed: true, interrupted: true, exitCode: undefined });
    throw error;
  }
}

const NOTHING = {
  exitCode: undefined,
  output: undefined,
  timedOut: false,
} as const;

/** The terminal that a session has used before and that is free to be used. */
async function terminalOf(
  { terminals }: ExecutionParts,
  sessionId: string,
): Promise<vscode.Terminal | undefined> {
  const known = await terminals.getCopilotTerminals(sessionId);
  const ids = await Promise.all(known.map((each) => each.processId));
  for (const terminal of vscode.window.terminals) {
    if (ids.includes(await terminal.processId)) return terminal;
  }
  return undefined;
}

function created(
  { terminals }: ExecutionParts,
  sessionId: string,
  cwd: string | undefined,
): vscode.Terminal {
  const name = sessionId === OWN_SESSION ? "Belay" : `Belay: ${oneLine(sessionId, 24)}`;
  return terminals.createTerminal({
    name,
    iconPath: new vscode.ThemeIcon("shield"),
    ...(cwd === undefined ? {} : { cwd }),
  });
}

function folderPath(): string | undefined {
  const folder = currentFolder()?.uri;
  return folder?.scheme === "file" ? folder.fsPath : undefined;
}
