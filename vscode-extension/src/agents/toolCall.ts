// What a tool call of an agent would do, read from what agents put into it.

import type { ToolCallUpdate } from "@agentclientprotocol/sdk";
import { isDocument } from "../documents";

/** The command that a tool would run, as agents write it. */
export function commandOf({ kind, rawInput }: ToolCallUpdate): string | undefined {
  if (!isDocument(rawInput)) return undefined;
  const { command, cmd } = rawInput;
  for (const value of [command, cmd]) {
    if (typeof value === "string" && value !== "") return value;
    // `["bash", "-lc", "rm -rf build"]`: the last word is the line.
    if (Array.isArray(value) && value.every((word) => typeof word === "string")) {
      const words: string[] = value;
      const shell = words.length === 3 && /^-\w*c$/.test(words[1] ?? "");
      return shell ? words[2] : words.join(" ");
    }
  }
  return kind === "execute" && typeof rawInput["script"] === "string"
    ? rawInput["script"]
    : undefined;
}

/** The file that a tool would change. */
export function pathOf({ kind, locations, rawInput }: ToolCallUpdate): string | undefined {
  if (kind !== "edit" && kind !== "delete" && kind !== "move") return undefined;
  const [first] = locations ?? [];
  if (first !== undefined) return first.path;
  const named = isDocument(rawInput) ? (rawInput["file_path"] ?? rawInput["path"]) : undefined;
  return typeof named === "string" ? named : undefined;
}
