// Belay in the status bar: on, off or broken, and how old the last checkpoint is. Its menu leads to
// everything else.

import * as vscode from "vscode";
import { ago } from "./checkpoints/model";
import type { Timeline } from "./checkpoints/timeline";
import type { Judge } from "./permission/judge";
import type { Program } from "./program/program";
import { whyNothingIsSaved } from "./program/says";

/** The age of a checkpoint is told in minutes. */
const BETWEEN_LOOKS = 30_000;

export class StatusBar implements vscode.Disposable {
  readonly #program: Program;
  readonly #timeline: Timeline;
  readonly #judge: Judge;
  readonly #item: vscode.StatusBarItem;
  readonly #subscriptions: vscode.Disposable[];
  readonly #looks: ReturnType<typeof setInterval>;

  constructor(program: Program, timeline: Timeline, judge: Judge) {
    this.#program = program;
    this.#timeline = timeline;
    this.#judge = judge;
    this.#item = vscode.window.createStatusBarItem("belay", vscode.StatusBarAlignment.Right, 40);
    this.#item.name = "Belay";
    this.#item.command = "belay.menu";
    const show = () => this.#show();
    this.#subscriptions = [
      this.#item,
      program.onDidChangeState(show),
      timeline.onDidChange(show),
      judge.onDidChange(show),
    ];
    this.#looks = setInterval(show, BETWEEN_LOOKS);
    this.#show();
    this.#item.show();
  }

  dispose(): void {
    clearInterval(this.#looks);
    for (const each of this.#subscriptions) each.dispose();
  }

  #show(): void {
    const { text, tooltip, broken } = this.#look();
    this.#item.text = text;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: `Belay: ${tooltip}`, role: "button" };
    this.#item.backgroundColor = broken
      ? new vscode.ThemeColor("statusBarItem.warningBackground")
      : undefined;
  }

  #look(): { text: string; tooltip: string; broken: boolean } {
    const { state } = this.#program;
    const why = whyNothingIsSaved(state);
    if (why !== undefined) {
      const broken = state.kind === "failed" || state.kind === "missing";
      const icon = broken ? "$(warning)" : "$(circle-slash)";
      return { text: `${icon} Belay`, tooltip: why, broken };
    }
    if (!this.#judge.isOn("checkpointEnabled")) {
      const tooltip = vscode.l10n.t("Checkpoint protection is off in the settings.");
      return { text: "$(circle-slash) Belay", tooltip, broken: false };
    }
    const newest = this.#timeline.newest?.checkpoint;
    if (newest === undefined) {
      const tooltip = vscode.l10n.t("No checkpoints of this workspace yet.");
      return { text: "$(shield) Belay", tooltip, broken: false };
    }
    const age = (style: "long" | "narrow") =>
      ago(Date.parse(newest.created), Date.now(), vscode.env.language, style);
    const tooltip = vscode.l10n.t("Last checkpoint: {0}", age("long"));
    return { text: `$(shield) Belay: ${age("narrow")}`, tooltip, broken: false };
  }
}

interface MenuItem extends vscode.QuickPickItem {
  readonly command: string;
}

/** The menu of the status bar. */
export async function showMenu(program: Program): Promise<void> {
  const item = (icon: string, label: string, command: string): MenuItem => ({
    label: `$(${icon}) ${label}`,
    command,
  });
  const works = program.state.kind === "ready";
  const items = [
    ...(works
      ? [
          item("save", vscode.l10n.t("Save a checkpoint now"), "belay.saveNow"),
          item("history", vscode.l10n.t("Rewind"), "belay.rewind"),
          item("list-tree", vscode.l10n.t("Show the checkpoints"), "belay.showCheckpoints"),
          item("play", vscode.l10n.t("Run a command guarded"), "belay.runGuarded"),
          item("pulse", vscode.l10n.t("Check the installation"), "belay.doctor"),
        ]
      : [item("refresh", vscode.l10n.t("Look for the program belay again"), "belay.restart")]),
    item("settings-gear", vscode.l10n.t("Open Belay settings"), "belay.openSettings"),
  ];
  const why = whyNothingIsSaved(program.state);
  const chosen = await vscode.window.showQuickPick(items, {
    title: "Belay",
    ...(why === undefined ? {} : { placeHolder: why }),
  });
  if (chosen !== undefined) await vscode.commands.executeCommand(chosen.command);
}
