// "Run a command guarded": asks for a command and runs it as an agent's would be.

import * as vscode from "vscode";
import { PermissionResult, type GuardedCommand, type GuardedResult } from "../../api";
import { oneLine } from "../permission/question";

/** Runs a command, after asking for one where none is given. */
export async function runGuarded(
  execute: (command: GuardedCommand) => Promise<GuardedResult>,
  given: unknown,
): Promise<GuardedResult | undefined> {
  const command = typeof given === "string" ? given : await asked();
  if (command === undefined || command.trim() === "") return undefined;
  const done = await execute({ command, agent: "vscode" });
  if (done.permission !== PermissionResult.Allow) {
    const said = vscode.l10n.t("It did not run: {0}", oneLine(command));
    vscode.window.setStatusBarMessage(`$(circle-slash) ${said}`, 8_000);
  }
  return done;
}

function asked(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t("Run a command guarded"),
    prompt: vscode.l10n.t("It is judged, a checkpoint is saved where needed, and it runs."),
    ignoreFocusOut: true,
  });
}
