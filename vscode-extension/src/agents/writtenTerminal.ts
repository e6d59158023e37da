// A terminal of the panel without a shell in it: we write what it shows.

import * as vscode from "vscode";

/** What is done about a person's keys. */
export interface Keys {
  typed(data: string): void;
  /** The person has closed it, or VS Code has. */
  closed(): void;
}

export class WrittenTerminal implements vscode.Disposable {
  readonly terminal: vscode.Terminal;
  readonly #shown = new vscode.EventEmitter<string>();
  #early = "";
  #opened = false;

  constructor(name: string, icon: string, keys: Keys) {
    this.terminal = vscode.window.createTerminal({
      name,
      iconPath: new vscode.ThemeIcon(icon),
      pty: {
        onDidWrite: this.#shown.event,
        open: () => {
          this.#opened = true;
          this.#shown.fire(this.#early);
          this.#early = "";
        },
        close: () => keys.closed(),
        handleInput: (data: string) => keys.typed(data),
      },
    });
  }

  dispose(): void {
    this.terminal.dispose();
    this.#shown.dispose();
  }

  /** Shows a text; what comes before the terminal is there is shown as soon as it is. */
  write(text: string): void {
    const lines = text.replace(/\r?\n/g, "\r\n");
    if (this.#opened) this.#shown.fire(lines);
    else this.#early += lines;
  }
}
