// What to hand to "Try a command" for a piece of text in an editor or a line of a terminal.

/** A command to explain, and the shell it is for where that is known. */
export interface Question {
  readonly command: string;
  readonly shell?: string;
}

/** More than anyone reads; the engine itself stops at a mebibyte. */
const LONGEST = 100_000;

/** The languages of VS Code that are a shell's. */
const SHELLS: { readonly [languageId: string]: string } = {
  shellscript: "bash",
  powershell: "powershell",
  bat: "cmd",
  fish: "bash",
};

/** The question about what is selected; nothing where only blanks are. */
export function fromSelection(text: string, languageId: string): Question | undefined {
  const command = tidied(text);
  if (command === "") return undefined;
  const shell = Object.hasOwn(SHELLS, languageId) ? SHELLS[languageId] : undefined;
  return shell === undefined ? { command } : { command, shell };
}

/** The question about a line that was run in a terminal. */
export function fromTerminal(line: string, shell: string | undefined): Question | undefined {
  const command = tidied(line);
  if (command === "") return undefined;
  return shell === undefined ? { command } : { command, shell };
}

/**
 * A prompt that was selected along with the command is no part of it: `$ rm -rf build` in a README.
 * A `#` is left alone, for in a script it begins a remark.
 */
function tidied(text: string): string {
  const lines = text.slice(0, LONGEST).trim().split(/\r?\n/);
  const prompted = lines.every((line) => /^\s*(\$|PS[^>]*>|[A-Za-z]:\\[^>]*>)\s/.test(line));
  if (!prompted) return lines.join("\n");
  return lines.map((line) => line.replace(/^\s*(\$|PS[^>]*>|[A-Za-z]:\\[^>]*>)\s+/, "")).join("\n");
}
