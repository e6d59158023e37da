// Settings as documents: plain JSON objects, nested as the keys in VS Code's settings are dotted.

import type { Settings } from "belay-policy";

/** A settings document, or a part of one. */
export type Document = { readonly [key: string]: unknown };

/** Settings of the engine as a document. */
export function documentOf(settings: Settings): Document {
  return { ...settings };
}

/** Whether a value is an object with keys, and no list. */
export function isDocument(value: unknown): value is Document {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a dotted path, `undefined` where there is none. */
export function valueAt(document: Document, path: string): unknown {
  let value: unknown = document;
  for (const key of path.split(".")) {
    if (!isDocument(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** A copy of the document with one value put at a dotted path. */
export function withValue(document: Document, path: string, value: unknown): Document {
  const [key = "", ...rest] = path.split(".");
  if (rest.length === 0) return { ...document, [key]: value };
  const below = Object.hasOwn(document, key) ? document[key] : undefined;
  return { ...document, [key]: withValue(isDocument(below) ? below : {}, rest.join("."), value) };
}

/** Whether two JSON values say the same; the order of keys does not matter. */
export function same(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((each, index) => same(each, right[index]));
  }
  if (isDocument(left) && isDocument(right)) {
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && same(left[key], right[key]))
    );
  }
  return left === right;
}
