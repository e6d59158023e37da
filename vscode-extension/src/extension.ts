// Belay in VS Code: puts the parts together.

import * as vscode from "vscode";
import type { Environment } from "./environment";
import { fromSelection, type Question } from "./explain";
import { Files } from "./files";
import { languageOf } from "./language";
import { Panel } from "./panel";
import { Judge } from "./permission/judge";
import type { Program } from "./program/program";
import type { Parts } from "./session";
import { Sidebar, SIDEBAR } from "./sidebar";
import { Store } from "./store";
import { Terminals } from "./terminals";
import { watchWorkspace } from "./workspaceWarning";

/** What every kind of host has. */
export interface Common {
  readonly parts: Parts;
  readonly log: vscode.LogOutputChannel;
  readonly program: Program;
  readonly judge: Judge;
  /** Shows the verdict on a command. */
  explain(question: Question): void;
}

/** Starts what every kind of host has. */
export function start(
  context: vscode.ExtensionContext,
  environment: Environment,
  startProgram: (log: vscode.LogOutputChannel) => Program,
): Common {
  const files = new Files(context.extensionUri);
  const store = new Store(files, environment);
  const log = vscode.window.createOutputChannel("Belay", { log: true });
  const program = startProgram(log);
  const saves = () => program.state.kind === "ready";
  const parts: Parts = { files, store, environment, log, program };
  const judge = new Judge(parts, log, saves);
  const panel = new Panel(parts);
  const terminals = new Terminals();
  // Whoever opens the settings later does not wait for the disk.
  void judge.ready.then(() => files.warm(languageOf(vscode.env.language)));

  const show = async (question?: Question) => {
    try {
      await panel.show(question);
    } catch (error) {
      log.error(String(error));
      void vscode.window.showErrorMessage(
        vscode.l10n.t(
          "The Belay settings cannot be shown; reinstalling the extension may help: {0}",
          String(error),
        ),
      );
    }
  };
  const explain = (question: Question | undefined, otherwise: string) => {
    if (question === undefined) void vscode.window.showInformationMessage(otherwise);
    else void show(question);
  };

  context.subscriptions.push(
    log,
    store,
    program,
    judge,
    panel,
    terminals,
    vscode.window.registerWebviewViewProvider(SIDEBAR, new Sidebar(parts)),
    vscode.commands.registerCommand("belay.openSettings", () => show()),
    vscode.commands.registerCommand("belay.explainSelection", () =>
      explain(selected(), vscode.l10n.t("Select a command in an editor first.")),
    ),
    vscode.commands.registerCommand("belay.explainLastTerminalCommand", () =>
      explain(
        terminals.last(),
        vscode.l10n.t(
          "No terminal command has been seen yet. This needs VS Code’s shell integration.",
        ),
      ),
    ),
    watchWorkspace(parts, context.workspaceState, () => void show()),
  );
  return { parts, log, program, judge, explain: (question) => void show(question) };
}

/** What is selected in the editor in front, or the line the cursor stands in. */
function selected(): Question | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  const range = selection.isEmpty ? document.lineAt(selection.active.line).range : selection;
  return fromSelection(document.getText(range), document.languageId);
}
