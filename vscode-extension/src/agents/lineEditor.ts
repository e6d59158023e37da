// A line that is typed into a terminal: letters, rubbing out, Enter. Keys that move are left alone.

/** What to show for what was typed, and the line where it is finished. */
export interface Typed {
  readonly echo: string;
  readonly line: string | undefined;
}

export class LineEditor {
  #line: string[] = [];

  type(data: string): Typed {
    // Arrows and the like come as a sequence of their own.
    if (data.startsWith("\u001b")) return { echo: "", line: undefined };
    let echo = "";
    let line: string | undefined;
    for (const letter of data) {
      if (letter === "\r" || letter === "\n") {
        line = (line === undefined ? "" : `${line}\n`) + this.#line.join("");
        this.#line = [];
        echo += "\n";
      } else if (letter === "\u007f" || letter === "\b") {
        if (this.#line.pop() !== undefined) echo += "\b \b";
      } else if (letter >= " " || letter === "\t") {
        this.#line.push(letter);
        echo += letter;
      }
    }
    return { echo, line };
  }
}
