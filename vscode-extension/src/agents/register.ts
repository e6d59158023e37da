// Registers what agents inside VS Code use: a tool, an MCP server, a kind of task, conversations.

import * as vscode from "vscode";
import type { ACPParticipantOptions, IVsCodeTerminal } from "../../api";
import { currentFolder } from "../store";
import { GuardedCommandTool, TOOL } from "./languageModelTool";
import { McpServer, PROVIDER } from "./mcpServer";
import { Participants } from "./participants";
import type { AgentParts } from "./parts";
import { GuardedTasks, TASK } from "./tasks";
import { VsCodeTerminals } from "./vsCodeTerminals";

/** The chat participant of the manifest. */
const PARTICIPANT = "belay.agent";

export interface Agents {
  readonly terminals: IVsCodeTerminal;
  add(id: string, name: string, options: ACPParticipantOptions): vscode.Disposable;
}

export function registerAgents(context: vscode.ExtensionContext, parts: AgentParts): Agents {
  const participants = new Participants(parts);
  const terminals = new VsCodeTerminals(parts);
  const mcp = new McpServer(parts.program);
  const chat = vscode.chat.createChatParticipant(PARTICIPANT, participants.chatHandler());
  chat.iconPath = new vscode.ThemeIcon("shield");
  context.subscriptions.push(
    participants,
    terminals,
    mcp,
    chat,
    vscode.lm.registerTool(TOOL, new GuardedCommandTool(parts)),
    vscode.lm.registerMcpServerDefinitionProvider(PROVIDER, mcp),
    vscode.tasks.registerTaskProvider(TASK, new GuardedTasks(parts.program)),
    vscode.commands.registerCommand("belay.talkToAgent", (given: unknown) =>
      participants.talk(given),
    ),
    vscode.commands.registerCommand("belay.doctor", () => inTerminal(parts, ["doctor"])),
    vscode.commands.registerCommand("belay.setUpAgents", () => inTerminal(parts, ["init"])),
  );
  return { terminals, add: (id, name, options) => participants.add(id, name, options) };
}

/** Commands that ask and explain have their place in a terminal. */
async function inTerminal({ program }: AgentParts, words: string[]): Promise<void> {
  await program.settled;
  const { state } = program;
  if (state.kind !== "ready") {
    await vscode.commands.executeCommand("belay.menu");
    return;
  }
  const cwd = currentFolder()?.uri;
  const name = `belay ${words.join(" ")}`;
  const execution = new vscode.ProcessExecution(state.path, words, {
    ...(cwd?.scheme === "file" ? { cwd: cwd.fsPath } : {}),
  });
  const task = new vscode.Task(
    { type: TASK },
    vscode.TaskScope.Workspace,
    name,
    "belay",
    execution,
    [],
  );
  task.presentationOptions = { focus: true, clear: true };
  await vscode.tasks.executeTask(task);
}
