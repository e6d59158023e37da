// What a workspace tried to loosen, in words for a notification that comes once.

import type { Problem } from "belay-policy";
import { valueAt } from "./documents";
import type { Layers } from "./layers";

type Told = Problem & { readonly layer: string };

/** What a workspace was refused, among everything that is wrong with settings. */
export function refusals(problems: readonly Told[]): Problem[] {
  return problems.filter(
    ({ layer, code }) =>
      layer === "workspace" && (code === "workspace_may_only_tighten" || code === "user_only"),
  );
}

/**
 * A switch as it is in effect, of those that are on where nobody has said anything. VS Code's own
 * answer would count what a workspace was refused.
 */
export function isOn(
  name: string,
  { user, workspace }: Layers,
  refused: readonly Problem[],
): boolean {
  const theirs = workspace === undefined ? undefined : valueAt(workspace.settings, name);
  const applies = theirs !== undefined && !refused.some(({ path }) => path === `$.${name}`);
  return (applies ? theirs : valueAt(user, name)) !== false;
}

/** A mark that identifies the same refusals, so that nobody is warned twice. */
export function markOf(refused: readonly Problem[]): string {
  return JSON.stringify(refused.map(({ path, message }) => [path, message]));
}

/** The settings that were refused, as they are called in VS Code, each once. */
export function namesOf(refused: readonly Problem[]): string {
  const names = refused.map(({ path }) => path.replace(/^\$\.?/, "belay.").replace(/\[.*$/, ""));
  return [...new Set(names)].join(", ");
}
