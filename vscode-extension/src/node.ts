// The extension on a desktop or a remote machine.

import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import type { ExtensionContext } from "vscode";
import type { BelayApi } from "../api";
import { start } from "./extension";
import { startNative, startProgram } from "./native";

export function activate(context: ExtensionContext): BelayApi {
  const environment = {
    platform: process.platform === "win32" ? "windows" : "unix",
    home: homedir(),
    realPath: (path: string) => realpath(path).catch(() => path),
  } as const;
  return startNative(
    context,
    start(context, environment, (log) => startProgram(context, log)),
  );
}
