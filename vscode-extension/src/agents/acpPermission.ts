// An agent asks whether it may use a tool: commands and writes are judged and saved for; about the
// rest the person is asked in the agent's own words.

import { randomUUID } from "node:crypto";
import type {
  PermissionOption,
  RequestPermissionRequest,
  RequestPermissionResponse,
  ToolCallUpdate,
} from "@agentclientprotocol/sdk";
import * as vscode from "vscode";
import { PermissionResult } from "../../api";
import { Guard } from "../terminal/guard";
import type { ACPTerminalProvider } from "./acpTerminals";
import type { AgentParts } from "./parts";
import { commandOf, pathOf } from "./toolCall";

/** Calls that may run, until the agent tells of their end. */
export type OpenCalls = Map<string, Guard>;

export async function answerPermission(
  parts: AgentParts,
  agent: string,
  asked: RequestPermissionRequest,
  open: OpenCalls,
  terminals: ACPTerminalProvider,
): Promise<RequestPermissionResponse> {
  const { toolCall, sessionId, options } = asked;
  const command = commandOf(toolCall);
  const path = pathOf(toolCall);
  if (command === undefined && path === undefined) return asksItself(agent, toolCall, options);
  const guard = new Guard(parts, {
    sessionId,
    callId: toolCall.toolCallId || randomUUID(),
    agent,
    action:
      command === undefined
        ? { action: "write", path: path ?? "" }
        : { action: "execute", command, platform: parts.platform },
    canAsk: true,
  });
  const title = toolCall.title ?? undefined;
  const { result } = await guard.mayRun({
    command: command ?? path ?? "",
    ...(command === undefined && path !== undefined ? { writes: path } : {}),
    ...(title === undefined || title === command ? {} : { description: title }),
  });
  if (result !== PermissionResult.Allow) return selected(options, "reject_once", "reject_always");
  if (command !== undefined) terminals.allow(command, guard);
  open.set(toolCall.toolCallId, guard);
  return selected(options, "allow_once", "allow_always");
}

async function asksItself(
  agent: string,
  toolCall: ToolCallUpdate,
  options: readonly PermissionOption[],
): Promise<RequestPermissionResponse> {
  const items = options.map(({ name, optionId }) => ({ label: name, optionId }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: `Belay: ${agent}`,
    placeHolder: toolCall.title ?? toolCall.name ?? toolCall.toolCallId,
    ignoreFocusOut: true,
  });
  return chosen === undefined
    ? { outcome: { outcome: "cancelled" } }
    : { outcome: { outcome: "selected", optionId: chosen.optionId } };
}

function selected(
  options: readonly PermissionOption[],
  ...kinds: readonly PermissionOption["kind"][]
): RequestPermissionResponse {
  for (const kind of kinds) {
    const option = options.find((each) => each.kind === kind);
    if (option !== undefined) {
      return { outcome: { outcome: "selected", optionId: option.optionId } };
    }
  }
  return { outcome: { outcome: "cancelled" } };
}
