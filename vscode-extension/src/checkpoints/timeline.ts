// The checkpoints of the workspace, read from the program and read again when something changed.

import * as vscode from "vscode";
import { attempt, type ErrorLog } from "../attempt";
import type { Program } from "../program/program";
import { known, type Entry, type Group, type Known, type Message } from "./model";

/** Agents save through processes of their own, which tell this window nothing. */
const BETWEEN_LOOKS = 15_000;
/** Several events in a row are answered by one look. */
const PAUSE = 150;

export class Timeline implements vscode.Disposable {
  readonly #program: Program;
  readonly #log: ErrorLog;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #looks: ReturnType<typeof setInterval>;
  #known: Known = { groups: [], messages: [], newest: undefined };
  #pause: ReturnType<typeof setTimeout> | undefined;
  #reading: Promise<void> | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(program: Program, log: ErrorLog) {
    this.#program = program;
    this.#log = log;
    this.#subscriptions = [
      this.#changed,
      program.onDidChangeState(() => this.refresh()),
      program.onDidChangeStore(() => this.refresh()),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#look();
      }),
    ];
    this.#looks = setInterval(() => {
      if (vscode.window.state.focused) this.#look();
    }, BETWEEN_LOOKS);
  }

  dispose(): void {
    clearInterval(this.#looks);
    clearTimeout(this.#pause);
    for (const each of this.#subscriptions) each.dispose();
  }

  get groups(): readonly Group[] {
    return this.#known.groups;
  }

  get newest(): Entry | undefined {
    return this.#known.newest;
  }

  get messages(): readonly Message[] {
    return this.#known.messages;
  }

  get entries(): readonly Entry[] {
    const all = this.groups.flatMap(({ entries }) => entries);
    return all.sort((a, b) => (a.checkpoint.created < b.checkpoint.created ? 1 : -1));
  }

  /** Reads everything anew, a moment later. */
  refresh(): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      attempt(this.#log, "read the checkpoints", () => this.read());
    }, PAUSE);
  }

  /** Reads everything anew. */
  read(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    if (this.#program.state.kind === "ready") {
      const [checkpoints, log, sessions] = await Promise.all([
        this.#program.request("workspace:list", {}),
        this.#program.request("timeline:list", {}),
        this.#program.request("session:list", {}),
      ]);
      this.#known = known(checkpoints, log, sessions);
    } else {
      this.#known = { groups: [], messages: [], newest: undefined };
    }
    this.#changed.fire();
  }

  /** Looks whether somebody else has saved. */
  #look(): void {
    if (this.#program.state.kind !== "ready") return;
    attempt(this.#log, "look for checkpoints", async () => {
      const [newest] = await this.#program.request("workspace:list", { limit: 1 });
      if (newest?.id !== this.newest?.checkpoint.id) await this.read();
      else this.#changed.fire();
    });
  }
}
