// Files that an agent reads and writes through the editor. A write passes the guard first, which
// saves what is there.

import { randomUUID } from "node:crypto";
import {
  RequestError,
  type ReadTextFileRequest,
  type WriteTextFileRequest,
} from "@agentclientprotocol/sdk";
import * as vscode from "vscode";
import { PermissionResult } from "../../api";
import { wordsOf } from "../program/says";
import { Guard } from "../terminal/guard";
import type { AgentParts } from "./parts";

/** What stands in an editor counts, saved or not. */
export async function readFile({ path, line, limit }: ReadTextFileRequest): Promise<string> {
  const uri = vscode.Uri.file(path);
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === path);
  const text = open?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  if (line == null && limit == null) return text;
  const start = Math.max(0, (line ?? 1) - 1);
  const end = limit == null ? undefined : start + limit;
  return text
    .split(/(?<=\n)/)
    .slice(start, end)
    .join("");
}

export async function writeFile(
  parts: AgentParts,
  agent: string,
  { sessionId, path, content }: WriteTextFileRequest,
): Promise<void> {
  const guard = new Guard(parts, {
    sessionId,
    callId: randomUUID(),
    agent,
    action: { action: "write", path },
    canAsk: true,
  });
  const { result, reason } = await guard.mayRun({ command: path, writes: path });
  if (result !== PermissionResult.Allow) {
    throw new RequestError(-32000, reason ?? "writing this file was refused");
  }
  try {
    await vscode.workspace.fs.writeFile(vscode.Uri.file(path), new TextEncoder().encode(content));
    await guard.ended({ failed: false, interrupted: false, exitCode: undefined });
  } catch (error) {
    await guard.ended({ failed: true, interrupted: false, exitCode: undefined });
    throw new RequestError(-32000, wordsOf(error));
  }
}
