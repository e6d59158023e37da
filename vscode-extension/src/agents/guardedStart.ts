// Asks the guard whether a program may start for an agent.

import { randomUUID } from "node:crypto";
import { workspace } from "vscode";
import { PermissionResult } from "../../api";
import { Guard } from "../terminal/guard";
import type { AgentParts } from "./parts";
import type { Exit } from "./processTerminal";

/** What an agent wants to start. */
export interface Wanted {
  readonly agent: string;
  readonly sessionId: string;
  /** The program and its words as a shell would have to be told them. */
  readonly line: string;
  readonly cwd: string | undefined;
}

/** The guard that lets it start, or the reason why it must not. */
export async function guardedStart(
  parts: AgentParts,
  { agent, sessionId, line, cwd }: Wanted,
): Promise<{ readonly guard: Guard } | { readonly refused: string }> {
  if (!workspace.isTrusted) return { refused: "In restricted mode nothing is started." };
  const place = cwd === undefined ? {} : { cwd };
  const guard = new Guard(parts, {
    sessionId,
    callId: randomUUID(),
    agent,
    action: { action: "execute", command: line, platform: parts.platform },
    canAsk: true,
    ...place,
  });
  const { result, reason } = await guard.mayRun({ command: line, ...place });
  if (result === PermissionResult.Allow) return { guard };
  return { refused: reason ?? "this command was refused" };
}

/** How a program ended, as the guard is told. */
export function outcomeOf({ exitCode, signal }: Exit) {
  return { failed: exitCode !== 0, interrupted: signal !== undefined, exitCode };
}
