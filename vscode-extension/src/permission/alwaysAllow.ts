// "Always run it": remembered as an entry of the person's own settings.

import { documentOf, isDocument, valueAt, withValue, type Document } from "../documents";
import type { Saved, Store } from "../store";

const LIST = "permissions.allowedCommands";

/** The settings with a command among those that are allowed; nothing where it is there already. */
export function withAllowed(settings: Document, command: string): Document | undefined {
  const list: unknown = valueAt(settings, LIST);
  const entries: unknown[] = Array.isArray(list) ? list : [];
  const known = entries.some(
    (each) => each === command || (isDocument(each) && each["pattern"] === command),
  );
  return known ? undefined : withValue(settings, LIST, [...entries, command]);
}

/** The part of a document that changes, as an update takes it. */
export function allowedUpdate(settings: Document, command: string): Document | undefined {
  const after = withAllowed(settings, command);
  return after === undefined ? undefined : { permissions: after["permissions"] };
}

/** Stores it in VS Code's settings. */
export async function alwaysAllow(store: Store, command: string): Promise<Saved> {
  const { user } = await store.layers();
  const update = allowedUpdate(documentOf(user), command);
  return update === undefined ? "stored" : store.save(update);
}
