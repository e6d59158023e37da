// Which shell a terminal runs.

import { env, type Terminal } from "vscode";

/** The shell of a terminal as a name or a path, where that is known. */
export function shellOf(terminal: Terminal): string | undefined {
  const { creationOptions, state } = terminal;
  const path = "shellPath" in creationOptions ? creationOptions.shellPath : undefined;
  return state.shell ?? path ?? (env.shell === "" ? undefined : env.shell);
}
