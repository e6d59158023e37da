// Says once what is missing. Afterwards the status bar and the view say it for as long as it lasts.

import * as vscode from "vscode";
import { SECTION } from "../store";
import { PATH_SETTING } from "./nodeProgram";
import type { Program, ProgramState } from "./program";
import { whyNothingIsSaved } from "./says";

const TOLD = "missingTold";

/** Watches the program for as long as the extension runs. */
export function tellWhatIsMissing(program: Program, memory: vscode.Memento): vscode.Disposable {
  const look = (state: ProgramState) => {
    if (state.kind === "missing" || state.kind === "failed") void tell(state, memory);
    else if (state.kind === "ready") void memory.update(TOLD, undefined);
  };
  look(program.state);
  return program.onDidChangeState(look);
}

async function tell(state: ProgramState, memory: vscode.Memento): Promise<void> {
  const said = whyNothingIsSaved(state);
  if (said === undefined || memory.get<string>(TOLD) === said) return;
  await memory.update(TOLD, said);
  const open = vscode.l10n.t("Open the setting");
  if ((await vscode.window.showWarningMessage(said, open)) === open) {
    const query = `${SECTION}.${PATH_SETTING}`;
    await vscode.commands.executeCommand("workbench.action.openSettings", query);
  }
}
