// What a tool call of an agent would do, read from what agents put into it.

import type { ToolCallUpdate } from "@agentclientprotocol/sdk";
import { isDocument } from "../documents";
import { commandLine } from "./commandLine";

/** The command that a tool would run, as agents write it. */
export function commandOf({
  kind,
  rawInput,
}: Pick<ToolCallUpdate, "kind" | "rawInput">): string | undefined {
  if (!isDocument(rawInput)) return undefined;
  const { command, cmd } = rawInput;
  for (const value of [command, cmd]) {
    if (typeof value === "string" && value !== "") return value;
    // `["bash", "-lc", "rm -rf build"]`: the last word is the line.
    if (Array.isArray(value) && value.every((word) => typeof word === "string")) {
      const [program = "", ...words]: string[] = value;
      const shell = words.length === 2 && /^-\w*c$/.test(words[0] ?? "");
      return shell ? words[1] : commandLine(program, words);
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
