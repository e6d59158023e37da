// A command for a posix shell that tells nothing about what it runs.

/** The command in a line that also writes down what it prints and how it ends. */
export function wrapped(command: string, printed: string, code: string): string {
  const [text, out, end] = [command, printed, code].map(quoted);
  return ` { eval ${text}; echo $? > ${out}.code; } 2>&1 | tee ${out}; mv ${out}.code ${end}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
