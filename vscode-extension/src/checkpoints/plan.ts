// What a restore would do, as lines of a list: what is ticked is done.

import type { RestorePlan } from "belay-client";

/** One file of a plan. */
export interface Line {
  readonly path: string;
  readonly does: "write" | "delete";
  /** Somebody else has changed it since. */
  readonly conflict: boolean;
}

/** The files of a plan, by their names. */
export function linesOf(plan: RestorePlan): Line[] {
  const conflicts = new Set(plan.conflicts.map(({ path }) => path));
  const line = (path: string, does: Line["does"]): Line => ({
    path,
    does,
    conflict: conflicts.has(path),
  });
  const lines = [
    ...plan.writes.map(({ path }) => line(path, "write")),
    ...plan.deletes.map((path) => line(path, "delete")),
  ];
  return lines.sort((a, b) => (a.path < b.path ? -1 : 1));
}
