// What is said to a person about the program `belay`.

import { l10n } from "vscode";
import type { ProgramState } from "./program";

/** Why nothing is saved, in a sentence or two; nothing where all is well. */
export function whyNothingIsSaved(state: ProgramState): string | undefined {
  switch (state.kind) {
    case "ready":
    case "starting":
      return undefined;
    case "missing":
      return state.named === undefined
        ? l10n.t(
            "The program belay was not found: commands are judged, but no checkpoints are saved. Install it, or name its path in the settings.",
          )
        : l10n.t(
            "The settings name {0} as the program belay, but it does not answer.",
            state.named,
          );
    case "failed":
      return l10n.t("The program belay cannot be used: {0}", state.why);
    case "absent":
      switch (state.why) {
        case "browser":
          return l10n.t("In a browser Belay judges commands and saves no checkpoints.");
        case "restricted":
          return l10n.t("In restricted mode Belay starts no program and saves no checkpoints.");
        case "folder":
          return l10n.t("Open a folder to save checkpoints of it.");
      }
  }
}

/** What is said where an agent is to be started and must not be. */
export function noAgentInRestrictedMode(): string {
  return l10n.t("In restricted mode Belay starts no agent. Trust this workspace first.");
}

/** An error in words. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
