// Messages of the app, looked at before they are believed.

import { isDocument } from "./documents";
import type { ToHost } from "./messages";

/** A message, or what is wrong with it. */
export type Incoming = { readonly message: ToHost } | { readonly problem: string };

/** Reads a message of the app. Anything else is reported and does nothing. */
export function incoming(value: unknown): Incoming {
  if (!isDocument(value)) return { problem: `a message must be an object, not ${kindOf(value)}` };
  switch (value["type"]) {
    case "launched":
      return { message: { type: "launched" } };
    case "openSettingsJson":
      return { message: { type: "openSettingsJson" } };
    case "updateSettings": {
      const { updatedSettings, id } = value;
      if (!isDocument(updatedSettings)) {
        return {
          problem: `updateSettings.updatedSettings must be an object, not ${kindOf(updatedSettings)}`,
        };
      }
      if (typeof id !== "number" || !Number.isSafeInteger(id)) {
        return { problem: `updateSettings.id must be a whole number, not ${kindOf(id)}` };
      }
      return { message: { type: "updateSettings", updatedSettings, id } };
    }
    default: {
      const type: unknown = value["type"];
      const shown = typeof type === "string" ? JSON.stringify(type.slice(0, 60)) : kindOf(type);
      return { problem: `no message has the type ${shown}` };
    }
  }
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
}
