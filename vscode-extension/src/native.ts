// What needs processes and terminals: the program, guarded commands, checkpoints, agents.

import * as vscode from "vscode";
import type { BelayApi, GuardedCommand } from "../api";
import { registerAgents } from "./agents/register";
import { registerCheckpointCommands } from "./checkpoints/commands";
import { CheckpointDocuments, SCHEME } from "./checkpoints/documents";
import { Gutter } from "./checkpoints/gutter";
import { Restorer } from "./checkpoints/restore";
import { Timeline } from "./checkpoints/timeline";
import { CheckpointTree } from "./checkpoints/tree";
import type { Common } from "./extension";
import { languageOf } from "./language";
import { TerminalPermissionService } from "./permission/terminalPermissionService";
import { NodeProgram } from "./program/nodeProgram";
import { tellWhatIsMissing } from "./program/notice";
import { rememberAllowed } from "./program/remember";
import { showMenu, StatusBar } from "./statusBar";
import { SECTION } from "./store";
import { executeInTerminal, type ExecutionParts } from "./terminal/executeInTerminal";
import { runGuarded } from "./terminal/runGuarded";
import { TerminalServiceImpl } from "./terminal/terminalServiceImpl";

/** The program where it can be started. */
export function startProgram(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
  return new NodeProgram(context.extensionPath, log);
}

/** Starts everything that needs a process, and gives back what other extensions may use. */
export function startNative(context: vscode.ExtensionContext, common: Common): BelayApi {
  const { program, log, judge, parts } = common;
  const terminals = new TerminalServiceImpl(context, log, () => ({
    records: vscode.workspace.getConfiguration(SECTION).get<number>("editor.bufferRecords", 40),
  }));
  const permissions = new TerminalPermissionService(
    {},
    {
      judge,
      store: parts.store,
      explain: (question) => common.explain(question),
      rules: () => parts.files.rules(languageOf(vscode.env.language)),
      remember: (command) => rememberAllowed(program, command),
    },
  );
  const execution: ExecutionParts = {
    program,
    permissions,
    terminals,
    log,
    platform: parts.environment.platform,
  };
  const execute = (command: GuardedCommand, token?: vscode.CancellationToken) =>
    executeInTerminal(execution, command, token);

  // What is only contributed for hosts like this one is shown from here on.
  void vscode.commands.executeCommand("setContext", "belay.native", true);
  const timeline = new Timeline(program, log);
  const tree = new CheckpointTree(program, timeline);
  const restorer = new Restorer(program);
  const agents = registerAgents(context, { ...execution, execute });
  context.subscriptions.push(
    terminals,
    timeline,
    tree,
    new Gutter(program, timeline),
    new StatusBar(program, timeline, judge),
    tellWhatIsMissing(program, context.globalState),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, new CheckpointDocuments(program)),
    ...registerCheckpointCommands({ program, timeline, tree, restorer }),
    vscode.commands.registerCommand("belay.menu", () => showMenu(program)),
    vscode.commands.registerCommand("belay.restart", () => program.restart()),
    vscode.commands.registerCommand("belay.runGuarded", (given: unknown) =>
      runGuarded(execute, given),
    ),
  );
  return {
    version: 1,
    ready: Promise.all([judge.ready, program.settled]).then(() => undefined),
    terminals,
    permissions,
    agentTerminals: agents.terminals,
    executeInTerminal: execute,
    registerACPChatParticipant: (id, name, options) => agents.add(id, name, options),
  };
}
