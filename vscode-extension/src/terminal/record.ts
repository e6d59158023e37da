// What is kept of one terminal: what its last commands printed, and which commands they were.

import type { TerminalHistoryEntry } from "../../api";
import { plainText } from "./plainText";

/** A terminal's record as it is stored. */
export interface StoredRecord {
  readonly printed: readonly string[];
  readonly history: readonly TerminalHistoryEntry[];
}

/** How much is kept. */
export interface Limits {
  /** Commands whose output is kept, for each terminal. */
  readonly records: number;
}

/** The longest output of one command that is kept while it is open, in characters. */
const LONGEST = 200_000;
/** The longest output of one command that outlives the window. */
const LONGEST_STORED = 8_000;
/** How many commands of a terminal are remembered. */
const HISTORY = 200;

/** A command that runs. */
export interface Running {
  readonly commandLine: string;
  readonly cwd: string | undefined;
  readonly shell: string | undefined;
  readonly started: number;
}

export class TerminalRecord {
  readonly #limits: () => Limits;
  #printed: string[] = [];
  #history: TerminalHistoryEntry[] = [];
  #running: Running | undefined;

  constructor(limits: () => Limits) {
    this.#limits = limits;
  }

  /** Puts what was kept of before the window was reloaded in front of what has come since. */
  adopt(stored: StoredRecord): void {
    this.#printed = [...stored.printed, ...this.#printed];
    this.#history = [...stored.history, ...this.#history].slice(-HISTORY);
    this.#shorten();
  }

  /** A command begins. */
  begin(running: Running): void {
    this.#running = running;
    this.#printed.push("");
    this.#shorten();
  }

  /** It has printed something. What comes before any command is kept as well. */
  write(data: string): void {
    const last = this.#printed.length - 1;
    if (last < 0) this.#printed.push(data.slice(-LONGEST));
    else this.#printed[last] = ((this.#printed[last] ?? "") + data).slice(-LONGEST);
  }

  /** It has ended. What comes back is what history remembers of it. */
  end(commandLine: string, exitCode: number | undefined, now: number): TerminalHistoryEntry {
    const running = this.#running;
    this.#running = undefined;
    const entry: TerminalHistoryEntry = {
      commandLine,
      cwd: running?.cwd,
      exitCode,
      duration: running === undefined ? undefined : now - running.started,
      shell: running?.shell,
      started: running?.started ?? now,
    };
    this.#history.push(entry);
    this.#history = this.#history.slice(-HISTORY);
    return entry;
  }

  /** Whether a command runs. */
  get busy(): boolean {
    return this.#running !== undefined;
  }

  /** What the last command has printed. */
  get lastOutput(): string {
    return plainText(this.#printed.at(-1) ?? "");
  }

  /** The commands, oldest first. */
  get history(): readonly TerminalHistoryEntry[] {
    return this.#history;
  }

  /** The end of everything that was printed. */
  text(most: number): string {
    return plainText(this.#printed.join("")).slice(-most);
  }

  stored(): StoredRecord {
    const printed = this.#printed.map((each) => plainText(each).slice(-LONGEST_STORED));
    return { printed, history: this.#history };
  }

  #shorten(): void {
    const { records } = this.#limits();
    if (this.#printed.length > records) this.#printed = this.#printed.slice(-records);
  }
}
