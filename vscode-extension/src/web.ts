// The extension in a browser's worker, where no disk, no home folder and no processes are known.

import type { ExtensionContext } from "vscode";
import { PermissionResult, type BelayApi } from "../api";
import { start } from "./extension";
import { NullTerminalPermissionService } from "./permission/nullTerminalPermissionService";
import { NoProgram } from "./program/noProgram";
import { NullTerminalService } from "./terminal/nullTerminalService";

export function activate(context: ExtensionContext): BelayApi {
  const environment = {
    platform: "unix",
    realPath: (path: string) => Promise.resolve(path),
  } as const;
  const { judge } = start(context, environment, () => new NoProgram());
  const terminals = new NullTerminalService();
  context.subscriptions.push(terminals);
  return {
    version: 1,
    ready: judge.ready,
    terminals,
    permissions: new NullTerminalPermissionService(),
    agentTerminals: terminals,
    executeInTerminal: () =>
      Promise.resolve({
        permission: PermissionResult.Deny,
        reason: "In a browser no command can be run.",
        exitCode: undefined,
        output: undefined,
        timedOut: false,
        checkpoint: undefined,
        terminal: undefined,
      }),
    registerACPChatParticipant: () => ({ dispose: () => undefined }),
  };
}
