// Asks a person about a command, in a quick pick: what it would do, why that matters, what to do
// instead, and whether a checkpoint could undo it.

import * as vscode from "vscode";
import { oneLine, type Told } from "./question";

/** What a person can say. */
export type Word = "allow" | "always" | "skip" | "deny";

interface Choice extends vscode.QuickPickItem {
  readonly word: Word;
}

/** What is asked. */
export interface Asked {
  readonly command: string;
  /** Why somebody wants to run it. */
  readonly description: string | undefined;
  /** What is known about it; nothing where it could not be judged. */
  readonly told: Told | undefined;
  /** Whether a checkpoint was saved for it. */
  readonly saved: boolean;
  /** Shows the whole verdict. */
  explain(): void;
}

/** Asks. Closing the question runs nothing. */
export function ask(asked: Asked, token?: vscode.CancellationToken): Promise<Word> {
  return new Promise((resolve) => {
    const pick = vscode.window.createQuickPick<Choice>();
    const explain: vscode.QuickInputButton = {
      iconPath: new vscode.ThemeIcon("question"),
      tooltip: vscode.l10n.t("Explain"),
    };
    const { allow, always, skip, deny } = choices(asked);
    pick.title = vscode.l10n.t("Belay: run this command?");
    pick.placeholder = oneLine(asked.command);
    pick.items = [allow, always, skip, deny];
    // Enter alone runs nothing.
    pick.activeItems = [skip];
    pick.buttons = [explain];
    pick.ignoreFocusOut = true;
    const listening: vscode.Disposable[] = [pick];
    const answer = (word: Word) => {
      resolve(word);
      for (const each of listening.splice(0)) each.dispose();
    };
    listening.push(
      pick.onDidAccept(() => answer(pick.selectedItems[0]?.word ?? "skip")),
      pick.onDidHide(() => answer("skip")),
      pick.onDidTriggerButton(() => {
        asked.explain();
      }),
    );
    if (token !== undefined) listening.push(token.onCancellationRequested(() => answer("skip")));
    pick.show();
  });
}

function choices(asked: Asked): Record<Word, Choice> {
  const { told } = asked;
  const choice = (word: Word, label: string, detail: string): Choice => ({
    word,
    label,
    detail,
    alwaysShow: true,
  });
  const effects = [asked.description, told?.what, told?.why, recovery(asked)];
  return {
    allow: choice("allow", vscode.l10n.t("$(play) Run it once"), sentences(effects)),
    always: choice(
      "always",
      vscode.l10n.t("$(check-all) Always run it"),
      vscode.l10n.t("Adds it to the allowed commands in your settings."),
    ),
    skip: choice(
      "skip",
      vscode.l10n.t("$(debug-step-over) Skip it"),
      vscode.l10n.t("It does not run; the agent goes on without it."),
    ),
    deny: choice(
      "deny",
      vscode.l10n.t("$(circle-slash) Refuse it"),
      sentences([told?.instead]) || vscode.l10n.t("The agent is told that you refused it."),
    ),
  };
}

function recovery({ told, saved }: Asked): string {
  if (told === undefined) return vscode.l10n.t("It could not be judged.");
  if (told.recovery === "none") return vscode.l10n.t("A checkpoint cannot undo it.");
  if (!saved) return vscode.l10n.t("No checkpoint was saved for it.");
  return told.recovery === "full"
    ? vscode.l10n.t("A checkpoint was saved and can undo it.")
    : vscode.l10n.t("A checkpoint was saved and can undo a part of it.");
}

function sentences(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join(" ");
}
