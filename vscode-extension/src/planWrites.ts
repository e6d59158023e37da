// What an update of the app means for VS Code's settings, decided before anything is written.

import type { Engine, mergeSettings, Problem } from "belay-policy";
import { documentOf, same, valueAt, type Document } from "./documents";
import { FIELDS } from "./fields";

/** The part of the engine that looks at settings. */
export interface SettingsEngine {
  readonly mergeSettings: typeof mergeSettings;
  readonly Engine: typeof Engine;
}

/** One key of VS Code's settings and its new value; `undefined` removes the key. */
export interface Write {
  readonly key: string;
  readonly value: unknown;
}

/** What to write, or why nothing may be written. */
export type Decision =
  | { readonly writes: readonly Write[]; readonly after: Document }
  | { readonly problems: readonly Problem[] };

/** Looks at an update with the engine. Nothing of an update with a problem is stored. */
export function decide(engine: SettingsEngine, before: Document, update: Document): Decision {
  const merged = engine.mergeSettings(before, update);
  if (merged.problems.length > 0 || merged.settings === null) {
    return { problems: merged.problems };
  }
  const after = documentOf(merged.settings);
  const problems = newProblems(engine, before, after);
  if (problems.length > 0) return { problems };
  return { writes: writes(before, after, merged.changed), after };
}

/** Problems with patterns are found by compiling; those that were there before are not news. */
function newProblems(engine: SettingsEngine, before: Document, after: Document): Problem[] {
  const known = new Set(compiled(engine, before).map((problem) => problem.message));
  return compiled(engine, after).filter((problem) => !known.has(problem.message));
}

function compiled({ Engine }: SettingsEngine, document: Document): Problem[] {
  const engine = new Engine(document);
  try {
    return engine.problems.map(({ path, code, message, help }) => ({ path, code, message, help }));
  } finally {
    engine.free();
  }
}

/** The keys that differ, each as VS Code knows it. */
function writes(before: Document, after: Document, changed: readonly string[]): Write[] {
  const differing: Write[] = [];
  for (const { path } of FIELDS) {
    const [top = ""] = path.split(".");
    if (!changed.includes(top)) continue;
    const value = valueAt(after, path) ?? undefined;
    // `null` in a file means the same as nothing, and is only taken away where something changes.
    if (!same(valueAt(before, path) ?? undefined, value)) differing.push({ key: path, value });
  }
  return differing;
}

/**
 * The keys that are not in force as they were written. VS Code's settings may also hold a whole
 * group as one object (`"belay.permissions": { … }`), which a single key does not reach.
 */
export function unwritten(writes: readonly Write[], now: Document): string[] {
  return writes
    .filter(({ key, value }) => !same(valueAt(now, key) ?? undefined, value))
    .map(({ key }) => key);
}

/** The names under which a key may be hidden in an object, the nearest first. */
export function groupsAbove(key: string): string[] {
  const keys = key.split(".");
  return keys.slice(1).map((_, index) => keys.slice(0, keys.length - 1 - index).join("."));
}

/** Every field's value in a group, for writing a group's object as single keys. */
export function fieldsOf(group: string, document: Document): Write[] {
  return FIELDS.filter(({ path }) => path.startsWith(`${group}.`))
    .map(({ path }) => ({ key: path, value: valueAt(document, path) ?? undefined }))
    .filter(({ value }) => value !== undefined);
}
