// What a checkpoint is called where a person reads it.

import { l10n } from "vscode";
import { titleOf, type Entry } from "./model";

export function shownTitle(entry: Entry): string {
  const { label, before } = entry;
  if (label !== undefined || before === undefined) return titleOf(entry);
  return l10n.t("Before going back to {0}", before);
}
