// A program in a terminal of the panel that we started ourselves: everybody sees it work, its output
// and its end are known for certain, and it can be stopped.

import { spawn, type ChildProcess } from "node:child_process";
import * as vscode from "vscode";
import { plainText } from "../terminal/plainText";

/** What to start. */
export interface Start {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** The most that is kept of what it prints, in bytes. */
  readonly limit: number;
}

/** How it ended. */
export interface Exit {
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
}

export class ProcessTerminal implements vscode.Disposable {
  readonly terminal: vscode.Terminal;
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcess;
  readonly #shown = new vscode.EventEmitter<string>();
  readonly #limit: number;
  #early = "";
  #opened = false;
  #output = "";
  #truncated = false;
  #exit: Exit | undefined;

  constructor(start: Start) {
    this.#limit = start.limit;
    // A line for a shell comes without words of its own.
    const shell = start.args.length === 0;
    const own = process.platform !== "win32";
    this.#child = spawn(start.command, [...start.args], {
      cwd: start.cwd,
      env: { ...process.env, ...start.env },
      shell,
      // A group of its own, so that all of it can be stopped.
      detached: own,
      windowsHide: true,
    });
    const line = [start.command, ...start.args].join(" ");
    this.#show(`$ ${line}\r\n`);
    this.exited = new Promise((resolve) => {
      const end = (exit: Exit) => {
        this.#exit ??= exit;
        this.#show(`\r\n[${exit.signal ?? exit.exitCode ?? "?"}]\r\n`);
        resolve(this.#exit);
      };
      this.#child.once("error", (error) => {
        this.#take(`${error.message}\n`);
        end({ exitCode: 127, signal: undefined });
      });
      this.#child.once("close", (code, signal) =>
        end({ exitCode: code ?? undefined, signal: signal ?? undefined }),
      );
    });
    for (const pipe of [this.#child.stdout, this.#child.stderr]) {
      pipe?.setEncoding("utf8").on("data", (text: string) => this.#take(text));
    }
    this.terminal = vscode.window.createTerminal({
      name: start.name,
      iconPath: new vscode.ThemeIcon("shield"),
      pty: {
        onDidWrite: this.#shown.event,
        open: () => {
          this.#opened = true;
          this.#shown.fire(this.#early);
          this.#early = "";
        },
        // Closing the terminal ends what runs in it, as with any other.
        close: () => this.kill(),
        handleInput: (data: string) => {
          if (data === "\u0003") this.kill("SIGINT");
          else this.#child.stdin?.write(data.replaceAll("\r", "\n"));
        },
      },
    });
  }

  dispose(): void {
    this.kill();
    this.terminal.dispose();
    this.#shown.dispose();
  }

  get output(): { readonly text: string; readonly truncated: boolean } {
    return { text: plainText(this.#output), truncated: this.#truncated };
  }

  get exit(): Exit | undefined {
    return this.#exit;
  }

  kill(signal: NodeJS.Signals = "SIGTERM"): void {
    const { pid } = this.#child;
    if (this.#exit !== undefined || pid === undefined) return;
    try {
      if (process.platform === "win32") this.#child.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // It has ended in the meantime.
    }
  }

  #take(text: string): void {
    this.#output += text;
    if (this.#output.length > this.#limit) {
      this.#output = this.#output.slice(-this.#limit);
      this.#truncated = true;
    }
    this.#show(text.replace(/\r?\n/g, "\r\n"));
  }

  #show(text: string): void {
    if (this.#opened) this.#shown.fire(text);
    else this.#early += text;
  }
}
