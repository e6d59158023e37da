// Who said what: VS Code's layers as the two layers Belay knows, the person's and the workspace's.

import { isDocument, same, valueAt, withValue, type Document } from "./documents";
import { FIELDS, type Field } from "./fields";

/** What VS Code's `inspect("belay")` returns, layer by layer. */
export interface Inspected {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** The layers as the engine and the app take them. */
export interface Layers {
  readonly user: Document;
  readonly workspace?: { readonly settings: Document; readonly path: string };
}

/**
 * Makes two layers of VS Code's. `path` is the folder that the person may have listed as trusted;
 * an empty one is never trusted, so nothing of the workspace can loosen.
 */
export function layers(inspected: Inspected, path: string): Layers {
  const user = document(inspected.globalValue);
  const settings = joined(
    document(inspected.workspaceValue),
    document(inspected.workspaceFolderValue),
  );
  return Object.keys(settings).length === 0 ? { user } : { user, workspace: { settings, path } };
}

/** What is known about the folders of a window. */
export interface Window {
  /** The full paths of the folders; a folder that is not on a disk has none. */
  readonly folders: readonly (string | undefined)[];
  /** Whether the settings of several folders come from a file of their own. */
  readonly multiRoot: boolean;
  /** VS Code's own workspace trust. */
  readonly trusted: boolean;
}

/**
 * The path under which the workspace may be trusted by `trustedWorkspaces`. VS Code's own trust is
 * needed and never enough. A window of several folders takes settings from a file that may lie
 * anywhere, which trust in one of its folders does not cover.
 */
export function trustablePath(window: Window): string {
  const [folder] = window.folders;
  return window.trusted && !window.multiRoot ? (folder ?? "") : "";
}

/** What is about the editor itself (`belay.editor.…`) is no part of what the engine reads. */
function document(value: unknown): Document {
  if (!isDocument(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== "editor"));
}

/**
 * The file of a window with several folders, and a folder's own. Neither may take back what the
 * other made stricter: lists are joined, and of two values the careful one counts.
 */
function joined(window: Document, folder: Document): Document {
  // In a window with one folder VS Code may report the same file twice.
  if (same(window, folder)) return window;
  return FIELDS.reduce(
    (both, field) => {
      const [first, second] = [valueAt(window, field.path), valueAt(folder, field.path)];
      if (first === undefined || second === undefined) return both;
      return withValue(both, field.path, stricter(field, first, second));
    },
    merged(window, folder),
  );
}

function merged(below: Document, above: Document): Document {
  const both: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const other = both[key];
    both[key] = isDocument(other) && isDocument(value) ? merged(other, value) : value;
  }
  return both;
}

function stricter(field: Field, first: unknown, second: unknown): unknown {
  if (Array.isArray(first) && Array.isArray(second)) {
    const [known, more]: [unknown[], unknown[]] = [first, second];
    return [...known, ...more.filter((each) => !known.some((other) => same(other, each)))];
  }
  switch (field.tighter) {
    case "whenTrue":
      return first === true ? first : second;
    case "whenFalse":
      return first === false ? first : second;
    case "higher":
      return typeof first === "number" && typeof second === "number"
        ? Math.max(first, second)
        : second;
    default:
      return second;
  }
}
