// What everything about agents stands on.

import type { CancellationToken, LogOutputChannel } from "vscode";
import type { GuardedCommand, GuardedResult } from "../../api";
import type { TerminalPermissionService } from "../permission/terminalPermissionService";
import type { Program } from "../program/program";
import type { TerminalServiceImpl } from "../terminal/terminalServiceImpl";

export interface AgentParts {
  readonly program: Program;
  readonly permissions: TerminalPermissionService;
  readonly terminals: TerminalServiceImpl;
  readonly log: LogOutputChannel;
  readonly platform: "unix" | "windows";
  execute(command: GuardedCommand, token?: CancellationToken): Promise<GuardedResult>;
}
