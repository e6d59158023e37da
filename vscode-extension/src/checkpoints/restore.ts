// Goes back to a checkpoint: shows what that would do, does what is ticked, and can be undone from
// the notification.

import type { RestorePlan, RestoreOutcome } from "belay-client";
import * as vscode from "vscode";
import type { Program } from "../program/program";
import { linesOf, type Line } from "./plan";
import { reported, withProgress } from "./progress";

interface Item extends vscode.QuickPickItem {
  readonly line: Line;
}

export class Restorer {
  readonly #program: Program;

  constructor(program: Program) {
    this.#program = program;
  }

  /** Plans, asks and restores; `paths` narrows it to some files. */
  async restore(id: string, title: string, paths?: readonly string[]): Promise<void> {
    await reported(async () => {
      const outcome = await withProgress(
        this.#program,
        vscode.l10n.t("Looking what would change…"),
        "workspace:restore",
        { id, mode: "preview", all: true, ...(paths === undefined ? {} : { paths: [...paths] }) },
      );
      const lines = linesOf(outcome.plan);
      if (lines.length === 0) {
        void vscode.window.showInformationMessage(
          vscode.l10n.t("Nothing to restore: the files are as in this checkpoint."),
        );
        return;
      }
      const chosen = await choose(title, lines, outcome.plan);
      if (chosen === undefined || chosen.length === 0) return;
      const whole = chosen.length === lines.length && paths === undefined;
      const done = await withProgress(
        this.#program,
        vscode.l10n.t("Restoring…"),
        "workspace:restore",
        {
          id,
          mode: "restore",
          all: true,
          ...(whole ? {} : { paths: chosen.map(({ path }) => path) }),
        },
      );
      this.#tell(done);
    });
  }

  /** Takes back the last restore. */
  async undo(): Promise<void> {
    await reported(async () => {
      const title = vscode.l10n.t("Undoing it…");
      await withProgress(this.#program, title, "workspace:undo", { mode: "restore" });
      const redo = vscode.l10n.t("Redo");
      const said = vscode.l10n.t("It was undone.");
      void vscode.window.showInformationMessage(said, redo).then((chosen) => {
        if (chosen === redo) void this.#redo();
      });
    });
  }

  async #redo(): Promise<void> {
    await reported(async () => {
      const title = vscode.l10n.t("Restoring…");
      this.#tell(await withProgress(this.#program, title, "workspace:redo", { mode: "restore" }));
    });
  }

  #tell({ restored }: RestoreOutcome): void {
    if (restored == null) return;
    const undo = vscode.l10n.t("Undo");
    const said = vscode.l10n.t(
      "Restored. Files written: {0}; files deleted: {1}.",
      restored.written.length,
      restored.deleted.length,
    );
    void vscode.window.showInformationMessage(said, undo).then((chosen) => {
      if (chosen === undo) void this.undo();
    });
  }
}

/** Shows the plan; what stays ticked is what is done. Nothing comes back where it was closed. */
function choose(
  title: string,
  lines: readonly Line[],
  plan: RestorePlan,
): Promise<Line[] | undefined> {
  return new Promise((resolve) => {
    const pick = vscode.window.createQuickPick<Item>();
    const items = lines.map(itemOf);
    pick.title = vscode.l10n.t("Restore: {0}", title);
    pick.placeholder =
      plan.leaves.length === 0
        ? vscode.l10n.t("Ticked files are restored. You can undo it afterwards.")
        : vscode.l10n.t(
            "Ticked files are restored. {0} more differ and stay as they are.",
            plan.leaves.length,
          );
    pick.canSelectMany = true;
    pick.matchOnDescription = true;
    pick.ignoreFocusOut = true;
    pick.items = items;
    // What somebody else has changed since is only overwritten if the person says so.
    pick.selectedItems = items.filter(({ line }) => !line.conflict);
    pick.onDidAccept(() => {
      resolve(pick.selectedItems.map(({ line }) => line));
      pick.dispose();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function itemOf(line: Line): Item {
  const does = line.does === "write" ? vscode.l10n.t("is written") : vscode.l10n.t("is deleted");
  const conflict = vscode.l10n.t("somebody else has changed it since");
  return {
    line,
    label: `${line.does === "write" ? "$(edit)" : "$(trash)"} ${line.path}`,
    description: line.conflict ? `${does} · $(warning) ${conflict}` : does,
  };
}
