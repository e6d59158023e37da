// Settings as the text that the engine reads.
import type { Problem } from "./wire.js";

/** A document as text, or what prevents that. */
export type Written =
  { text: string | undefined; problem?: undefined } | { text?: undefined; problem: Problem };

/** Writes a document as text; what is a text already is taken as a file's. */
export function asText(document: unknown, name: string): Written {
  if (document === undefined || typeof document === "string") return { text: document };
  try {
    const text = JSON.stringify(document) ?? "null";
    // Half of a surrogate pair is written as an escape, which is no JSON elsewhere.
    return { text: /\\ud[89a-f]/.test(text) ? JSON.stringify(document, wellFormed) : text };
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return {
      problem: {
        path: "$",
        code: "not_json",
        message: `${name} cannot be written as JSON: ${why}`,
        help: "pass objects, lists, texts, numbers, `true` and `false` only",
      },
    };
  }
}

function wellFormed(_: string, value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  if (entries.every(([key]) => key.isWellFormed())) return value;
  return Object.fromEntries(entries.map(([key, each]) => [key.toWellFormed(), each]));
}
