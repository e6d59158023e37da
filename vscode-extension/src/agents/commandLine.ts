// A program and its words in one line.

/** A program and its words as a shell would have to be told them. */
export function commandLine(command: string, args: readonly string[]): string {
  const word = (text: string) =>
    /^[\w/.\-+=:,@%^]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
  // Without words of its own it is a whole line for a shell.
  return args.length === 0 ? command : [command, ...args].map(word).join(" ");
}
