// Agents that speak ACP: those that extensions register, and those that the settings name.

import * as vscode from "vscode";
import type { ACPClientConfig, ACPParticipantOptions } from "../../api";
import { isDocument } from "../documents";
import { noAgentInRestrictedMode, wordsOf } from "../program/says";
import { SECTION } from "../store";
import type { Agent } from "./acpConversation";
import { answerInChat } from "./chat";
import { openConsole } from "./console";
import { Conversation } from "./conversation";
import type { AgentParts } from "./parts";

/** The setting that names agents. */
const SETTING = "editor.agents";

interface Participant extends Agent {
  readonly name: string;
}

export class Participants implements vscode.Disposable {
  readonly #parts: AgentParts;
  readonly #registered = new Map<string, Participant>();
  readonly #subscriptions = new Set<vscode.Disposable>();

  constructor(parts: AgentParts) {
    this.#parts = parts;
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
    this.#subscriptions.clear();
  }

  /** An agent with a name, in the chat where that is possible. */
  add(id: string, name: string, options: ACPParticipantOptions): vscode.Disposable {
    const { chat, extensionContext } = options;
    const added: Participant = {
      name,
      config: located(options),
      secrets: extensionContext?.secrets,
    };
    this.#registered.set(id, added);
    const conversation = this.#conversation(added);
    const participant = chat?.createChatParticipant(id, (request, _, stream, token) =>
      answerInChat(conversation, request, stream, token),
    );
    const registration = new vscode.Disposable(() => {
      this.#registered.delete(id);
      this.#subscriptions.delete(registration);
      participant?.dispose();
      conversation.dispose();
    });
    this.#subscriptions.add(registration);
    return registration;
  }

  /** Lets the person choose an agent and talks to it in a terminal. */
  async talk(given: unknown): Promise<void> {
    const all = this.#all();
    if (all.size === 0) {
      const open = vscode.l10n.t("Open the setting");
      const said = vscode.l10n.t("No agent is known yet. Name one in the settings.");
      if ((await vscode.window.showInformationMessage(said, open)) === open) {
        const query = `${SECTION}.${SETTING}`;
        await vscode.commands.executeCommand("workbench.action.openSettings", query);
      }
      return;
    }
    if (!vscode.workspace.isTrusted) {
      void vscode.window.showWarningMessage(noAgentInRestrictedMode());
      return;
    }
    const id = typeof given === "string" ? given : await choose(all);
    const participant = id === undefined ? undefined : all.get(id);
    if (participant === undefined) return;
    openConsole(participant.name, this.#conversation(participant));
  }

  /** The agent that the chat view of this extension itself talks to: the first of the settings. */
  chatHandler(): vscode.ChatRequestHandler {
    let current: { readonly key: string; readonly conversation: Conversation } | undefined;
    return async (request, _, stream, token) => {
      const [first] = this.#all().values();
      if (first === undefined) {
        stream.markdown(vscode.l10n.t("No agent is known yet. Name one in the settings."));
        stream.button({
          command: "workbench.action.openSettings",
          title: vscode.l10n.t("Open the setting"),
          arguments: [`${SECTION}.${SETTING}`],
        });
        return;
      }
      const key = JSON.stringify(first.config);
      if (current?.key !== key) {
        current?.conversation.dispose();
        current = { key, conversation: this.#conversation(first) };
      }
      try {
        await answerInChat(current.conversation, request, stream, token);
      } catch (error) {
        stream.markdown(wordsOf(error));
      }
    };
  }

  #conversation(participant: Participant): Conversation {
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file");
    const cwd = participant.config.cwd ?? folder?.uri.fsPath ?? process.cwd();
    return new Conversation(this.#parts, participant.name, participant, cwd);
  }

  #all(): ReadonlyMap<string, Participant> {
    return new Map([...named(), ...this.#registered]);
  }
}

/** How it is started, with its path where the extension that registers it lies. */
function located({ clientConfig, extensionContext }: ACPParticipantOptions): ACPClientConfig {
  const { agentPath } = clientConfig;
  if (extensionContext === undefined || !/^\.\.?[\\/]/.test(agentPath)) return clientConfig;
  const extension = vscode.Uri.parse(extensionContext.extensionUri);
  return { ...clientConfig, agentPath: vscode.Uri.joinPath(extension, agentPath).fsPath };
}

/** The agents of the settings: a name, a program and its words. */
function named(): [string, Participant][] {
  const agents: unknown = vscode.workspace.getConfiguration(SECTION).get(SETTING);
  if (!isDocument(agents)) return [];
  return Object.entries(agents).flatMap(([name, value]): [string, Participant][] => {
    if (!isDocument(value) || typeof value["command"] !== "string") return [];
    const strings = (list: unknown) =>
      Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
    const env = isDocument(value["env"]) ? value["env"] : {};
    const config: ACPClientConfig = {
      agentMode: "stdio",
      agentPath: value["command"],
      agentArgs: strings(value["args"]),
      env: Object.fromEntries(
        Object.entries(env).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
      ),
    };
    return [[name, { name, config, secrets: undefined }]];
  });
}

async function choose(all: ReadonlyMap<string, Participant>): Promise<string | undefined> {
  const items = [...all].map(([id, { name, config }]) => ({
    id,
    label: name,
    description: [config.agentPath, ...(config.agentArgs ?? [])].join(" "),
  }));
  if (items.length === 1) return items[0]?.id;
  const title = vscode.l10n.t("Talk to an agent");
  return (await vscode.window.showQuickPick(items, { title }))?.id;
}
