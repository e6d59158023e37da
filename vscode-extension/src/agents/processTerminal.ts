// A program in a terminal of the panel that we start ourselves: everybody sees it work, its output
// and its end are known for certain, and it can be stopped.

import { spawn, type ChildProcess } from "node:child_process";
import type { Disposable, Terminal } from "vscode";
import { plainText } from "../terminal/plainText";
import { WrittenTerminal } from "./writtenTerminal";

/** What to start. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/** How it ended. */
export interface Exit {
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
}

/** Who is told what it prints and how it ends. */
export interface Listener {
  write(data: string): void;
  end(exitCode: number | undefined): void;
}

/** What a shell answers for a command that it may not run. */
const MAY_NOT_RUN = 126;
/** What a shell answers for a command that there is not. */
const NOT_FOUND = 127;

export class ProcessTerminal implements Disposable {
  readonly exited: Promise<Exit>;
  readonly #shown: WrittenTerminal;
  readonly #limit: number;
  #child: ChildProcess | undefined;
  #listener: Listener | undefined;
  #output = "";
  #truncated = false;
  #exit: Exit | undefined;
  #end: (exit: Exit) => void = () => undefined;

  /** Opens a terminal in which nothing runs yet; `limit` is the most that is kept, in bytes. */
  constructor(name: string, limit: number) {
    this.#limit = limit;
    this.exited = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#shown = new WrittenTerminal(name, "shield", {
      typed: (data) => {
        if (data === "\u0003") this.kill("SIGINT");
        else this.#child?.stdin?.write(data.replaceAll("\r", "\n"));
      },
      // Closing the terminal ends what runs in it, as with any other.
      closed: () => this.kill(),
    });
  }

  dispose(): void {
    this.kill();
    this.#shown.dispose();
  }

  get terminal(): Terminal {
    return this.#shown.terminal;
  }

  /** Starts a program in it. */
  run({ command, args, cwd, env }: Start, listener: Listener): void {
    this.#listener = listener;
    // Whoever closes the terminal before anything runs in it does not want it.
    if (this.#exit !== undefined) return;
    this.#shown.write(`$ ${[command, ...args].join(" ")}\n`);
    const child = spawn(command, [...args], {
      cwd,
      env: { ...process.env, ...env },
      // A line for a shell comes without words of its own.
      shell: args.length === 0,
      // A group of its own, so that all of it can be stopped.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    this.#child = child;
    child.once("error", (error) => {
      this.#take(`${error.message}\n`);
      this.#ended({ exitCode: NOT_FOUND, signal: undefined });
    });
    child.once("close", (code, signal) =>
      this.#ended({ exitCode: code ?? undefined, signal: signal ?? undefined }),
    );
    for (const pipe of [child.stdout, child.stderr]) {
      pipe.setEncoding("utf8").on("data", (text: string) => this.#take(text));
    }
  }

  /** Starts nothing, and says why. */
  refuse(reason: string): void {
    this.#take(`${reason}\n`);
    this.#ended({ exitCode: MAY_NOT_RUN, signal: undefined });
  }

  get output(): { readonly text: string; readonly truncated: boolean } {
    return { text: plainText(this.#output), truncated: this.#truncated };
  }

  get exit(): Exit | undefined {
    return this.#exit;
  }

  kill(signal: NodeJS.Signals = "SIGTERM"): void {
    if (this.#exit !== undefined) return;
    const child = this.#child;
    if (child?.pid === undefined) {
      this.#ended({ exitCode: undefined, signal });
      return;
    }
    try {
      if (process.platform === "win32") child.kill(signal);
      else process.kill(-child.pid, signal);
    } catch {
      // It has ended in the meantime.
    }
  }

  #ended(exit: Exit): void {
    if (this.#exit !== undefined) return;
    this.#exit = exit;
    this.#shown.write(`\n[${exit.signal ?? exit.exitCode ?? "?"}]\n`);
    this.#listener?.end(exit.exitCode);
    this.#end(exit);
  }

  #take(text: string): void {
    this.#output += text;
    if (this.#output.length > this.#limit) {
      this.#output = this.#output.slice(-this.#limit);
      this.#truncated = true;
    }
    this.#listener?.write(text);
    this.#shown.write(text);
  }
}
