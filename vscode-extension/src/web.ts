// The extension in a browser's worker, where no disk and no home folder are known.

import type { ExtensionContext } from "vscode";
import { start } from "./extension";

export function activate(context: ExtensionContext): void {
  start(context, { platform: "unix", realPath: (path) => Promise.resolve(path) });
}
