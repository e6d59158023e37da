// What a terminal prints, without what only moves its cursor or paints.

const SEQUENCES =
  // Titles and marks of the shell, up to their end; then colours and movements; then single marks.
  // eslint-disable-next-line no-control-regex -- these characters are what is looked for
  /\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b\[[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]|[\u0000-\u0008\u000b\u000c\u000e-\u001a\u007f]/g;

/** The text that a person would read. */
export function plainText(printed: string): string {
  return printed
    .replace(SEQUENCES, "")
    .replaceAll("\r\n", "\n")
    .replace(/^.*\r(?!$)/gm, "");
}
