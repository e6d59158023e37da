// The extension on a desktop or a remote machine.

import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import type { ExtensionContext } from "vscode";
import { start } from "./extension";

export function activate(context: ExtensionContext): void {
  start(context, {
    platform: process.platform === "win32" ? "windows" : "unix",
    home: homedir(),
    realPath: (path) => realpath(path).catch(() => path),
  });
}
