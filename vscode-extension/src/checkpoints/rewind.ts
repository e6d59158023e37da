// "Rewind": the checkpoints of the workspace in a quick pick, the newest first.

import * as vscode from "vscode";
import { ago, shortId, type Entry } from "./model";
import type { Restorer } from "./restore";
import type { Timeline } from "./timeline";
import { shownTitle } from "./title";

interface Item extends vscode.QuickPickItem {
  readonly entry?: Entry;
  /** What the person chose it by. */
  readonly words?: string;
}

/** Lets a person choose a message or a checkpoint, and goes back to it. */
export async function rewind(timeline: Timeline, restorer: Restorer): Promise<void> {
  const items = itemsOf(timeline);
  if (items.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("No checkpoints of this workspace yet."),
    );
    return;
  }
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("Rewind"),
    placeHolder: vscode.l10n.t("Go back to the workspace as it was…"),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen?.entry === undefined) return;
  await restorer.restore(chosen.entry.checkpoint.id, chosen.words ?? shownTitle(chosen.entry));
}

/** A line for each message and each checkpoint, the newest first, under a heading for each day. */
function itemsOf(timeline: Timeline): Item[] {
  const messages = timeline.messages.map(({ text, session, created, target }) =>
    item("comment", text, created, session, target),
  );
  // A message and the checkpoint that was made for it are one point.
  const said = new Set(timeline.messages.map(({ text, target }) => text + target.checkpoint.id));
  const checkpoints = timeline.entries
    .filter((entry) => {
      const { kind, id } = entry.checkpoint;
      return kind !== "capture" && !said.has(shownTitle(entry) + id);
    })
    .map((entry) => {
      const { created, session } = entry.checkpoint;
      const icon = entry.pinned ? "pinned" : "history";
      return item(icon, shownTitle(entry), created, session, entry);
    });
  const all = [...messages, ...checkpoints].sort((a, b) => b.time - a.time);
  const items: Item[] = [];
  let day = "";
  for (const each of all) {
    const its = new Date(each.time).toLocaleDateString(vscode.env.language, { dateStyle: "full" });
    if (its !== day) {
      items.push({ label: its, kind: vscode.QuickPickItemKind.Separator });
    }
    day = its;
    items.push(each);
  }
  return items;
}

function item(
  icon: string,
  words: string,
  created: string,
  session: string | null | undefined,
  entry: Entry,
): Item & { readonly time: number } {
  const time = Date.parse(created);
  const age = ago(time, Date.now(), vscode.env.language, "long");
  const { added, modified, deleted } = entry.checkpoint.changed;
  const changes = added + modified + deleted === 0 ? [] : [`+${added} ~${modified} −${deleted}`];
  return {
    entry,
    words,
    time,
    label: `$(${icon}) ${words}`,
    description: [age, session].filter((part) => part != null).join(" · "),
    detail: [shortId(entry.checkpoint.id), ...changes].join(" · "),
  };
}
