// Tells a person once that a workspace tried to make Belay less careful.

import * as vscode from "vscode";
import type { Parts } from "./session";
import { markOf, namesOf, refusals } from "./refusal";

/** Where it is remembered, for each workspace, what was reported already. */
const TOLD = "refusalsTold";

/** Watches the workspace's settings for as long as the extension runs. */
export function watchWorkspace(
  parts: Parts,
  memory: vscode.Memento,
  openSettings: () => void,
): vscode.Disposable {
  const look = () =>
    tell(parts, memory, openSettings).catch((error: unknown) => {
      parts.log.error(`the workspace's settings could not be looked at: ${String(error)}`);
    });
  void look();
  return parts.store.onDidChange(() => void look());
}

async function tell(parts: Parts, memory: vscode.Memento, openSettings: () => void): Promise<void> {
  const { user, workspace } = await parts.store.layers();
  if (workspace === undefined) return;
  const { Engine } = await parts.files.engine();
  const engine = new Engine(user, workspace);
  const refused = refusals(engine.problems);
  engine.free();
  const mark = markOf(refused);
  if (memory.get<string>(TOLD) === mark) return;
  await memory.update(TOLD, mark);
  if (refused.length === 0) return;
  const open = vscode.l10n.t("Open Belay settings");
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      "This workspace’s settings would make Belay less careful, so they are not applied: {0}",
      namesOf(refused),
    ),
    open,
  );
  if (chosen === open) openSettings();
}
