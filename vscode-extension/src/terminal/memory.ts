// What outlives a window: the records of terminals and whose they are, by the number of their
// process, which is the same after a reload.

import type { Memento } from "vscode";
import type { ShellIntegrationQuality } from "../../api";
import { isDocument } from "../documents";
import type { StoredRecord } from "./record";

/** One terminal as it is stored. */
export interface Remembered {
  readonly process: number;
  readonly record: StoredRecord;
  /** The sessions it belongs to. */
  readonly sessions: Readonly<Record<string, ShellIntegrationQuality>>;
  /** When it was stored, so that the oldest can go. */
  readonly at: number;
}

const KEY = "terminals";
/** Terminals that are remembered in one workspace. */
const MOST = 20;

export class TerminalMemory {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  of(process: number): Remembered | undefined {
    return this.#all().find((each) => each.process === process);
  }

  async store(remembered: Remembered): Promise<void> {
    const others = this.#all().filter((each) => each.process !== remembered.process);
    const all = [...others, remembered].sort((a, b) => a.at - b.at).slice(-MOST);
    await this.#state.update(KEY, all);
  }

  async forget(process: number): Promise<void> {
    await this.#state.update(
      KEY,
      this.#all().filter((each) => each.process !== process),
    );
  }

  #all(): Remembered[] {
    const stored = this.#state.get<unknown>(KEY);
    // An older version may have stored something else.
    return Array.isArray(stored) ? stored.filter(isRemembered) : [];
  }
}

function isRemembered(value: unknown): value is Remembered {
  return (
    isDocument(value) &&
    typeof value["process"] === "number" &&
    typeof value["at"] === "number" &&
    isDocument(value["sessions"]) &&
    isDocument(value["record"]) &&
    Array.isArray(value["record"]["printed"]) &&
    Array.isArray(value["record"]["history"])
  );
}
