// Asks a person about a command, in a quick pick: what it would do, why that matters, what to do
// instead, and whether a checkpoint could undo it.

import * as vscode from "vscode";
import { inTwo, oneLine, type Told } from "./question";

/** What a person can say. */
export type Word = "allow" | "always" | "skip" | "deny";

/** A line of the question: an answer, or something that is known, which leads to the whole verdict. */
interface Line extends vscode.QuickPickItem {
  readonly word?: Word;
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
    const pick = vscode.window.createQuickPick<Line>();
    const explain: vscode.QuickInputButton = {
      iconPath: new vscode.ThemeIcon("question"),
      tooltip: vscode.l10n.t("Explain"),
    };
    const { allow, always, skip, deny } = choices(asked);
    pick.title = oneLine(asked.command);
    pick.placeholder = vscode.l10n.t("Belay: run this command?");
    pick.items = [allow, always, skip, deny, ...known(asked)];
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
      pick.onDidAccept(() => {
        const word = pick.selectedItems[0]?.word;
        if (word === undefined) asked.explain();
        else answer(word);
      }),
      pick.onDidHide(() => answer("skip")),
      pick.onDidTriggerButton(() => {
        asked.explain();
      }),
    );
    if (token !== undefined) listening.push(token.onCancellationRequested(() => answer("skip")));
    pick.show();
  });
}

function choices(asked: Asked): Record<Word, Line> {
  const choice = (word: Word, label: string, detail: string): Line => ({
    word,
    label,
    detail,
    alwaysShow: true,
  });
  return {
    allow: choice("allow", vscode.l10n.t("$(play) Run it once"), recovery(asked)),
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
      vscode.l10n.t("The agent is told that you refused it."),
    ),
  };
}

/** What is known about it, below the answers: why it is wanted, what it does, what to do instead. */
function known({ description, told }: Asked): Line[] {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["comment", description],
    ["warning", told?.what],
    ["info", told?.why],
    ["lightbulb", told?.instead],
  ];
  const lines = facts.flatMap(([icon, text]): Line[] => {
    if (text === undefined || text.trim() === "") return [];
    const [first, rest] = inTwo(text);
    const more = rest === "" ? {} : { detail: rest };
    return [{ label: `$(${icon}) ${first}`, alwaysShow: true, ...more }];
  });
  if (lines.length === 0) return [];
  const heading = { label: vscode.l10n.t("Explain"), kind: vscode.QuickPickItemKind.Separator };
  return [heading, ...lines];
}

function recovery({ told, saved }: Asked): string {
  if (told === undefined) return vscode.l10n.t("It could not be judged.");
  if (told.recovery === "none") return vscode.l10n.t("A checkpoint cannot undo it.");
  if (!saved) return vscode.l10n.t("No checkpoint was saved for it.");
  return told.recovery === "full"
    ? vscode.l10n.t("A checkpoint was saved and can undo it.")
    : vscode.l10n.t("A checkpoint was saved and can undo a part of it.");
}
