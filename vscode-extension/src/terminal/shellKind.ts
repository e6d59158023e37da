// What is known of a shell by its name.

import { basename } from "node:path";

const POSIX = ["sh", "bash", "dash", "zsh", "ash", "ksh", "busybox"];
/** VS Code has nothing to load into these. */
const SILENT = ["sh", "dash", "ash", "ksh", "busybox", "cmd"];

/** Whether a shell reads what a posix shell reads. */
export function isPosix(shell: string | undefined): boolean {
  return POSIX.includes(nameOf(shell));
}

/**
 * How long a new terminal has to tell of its commands, in milliseconds. Where VS Code loads its part
 * into the shell (`loads`), that comes after the person's own start files, which may take a while.
 */
export function patienceWith(shell: string | undefined, loads: boolean): number {
  if (SILENT.includes(nameOf(shell))) return 0;
  return loads ? 10_000 : 2_000;
}

function nameOf(shell: string | undefined): string {
  return basename((shell ?? "").replaceAll("\\", "/"))
    .toLowerCase()
    .replace(/\.exe$/, "");
}
