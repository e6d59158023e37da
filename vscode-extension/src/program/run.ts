// Runs the program `belay` once for something that the conversation does not offer.

import { execFile } from "node:child_process";
import type { CancellationToken } from "vscode";

/** Runs it in a folder; fails with what it printed on its error output. */
export function runProgram(
  path: string,
  words: readonly string[],
  cwd: string,
  token?: CancellationToken,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(path, [...words], { cwd, windowsHide: true }, (error, out, said) => {
      listening?.dispose();
      if (error === null) resolve(out);
      else reject(new Error(said.trim() === "" ? error.message : said.trim()));
    });
    const listening = token?.onCancellationRequested(() => child.kill());
  });
}
