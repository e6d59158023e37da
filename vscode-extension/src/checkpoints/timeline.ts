// The checkpoints of the workspace, read from the program and read again when something changed.

import * as vscode from "vscode";
import { attempt, type ErrorLog } from "../attempt";
import { oneByOne } from "../oneByOne";
import type { Program } from "../program/program";
import { known, type Entry, type Group, type Known, type Message } from "./model";

/** Agents save through processes of their own, which tell this window nothing. */
const BETWEEN_LOOKS = 15_000;
/** As many checkpoints are read until somebody wants older ones; of the log twice as many lines. */
const AT_FIRST = 1_000;
/** Several events in a row are answered by one look. */
const PAUSE = 150;

const NOTHING: Known = { groups: [], messages: [], newest: undefined };

export class Timeline implements vscode.Disposable {
  readonly #program: Program;
  readonly #log: ErrorLog;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #looks: ReturnType<typeof setInterval>;
  #known = NOTHING;
  #limit: number | undefined = AT_FIRST;
  #partial = false;
  #pause: ReturnType<typeof setTimeout> | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(program: Program, log: ErrorLog) {
    this.#program = program;
    this.#log = log;
    this.#subscriptions = [
      this.#changed,
      program.onDidChangeState(() => this.#readSoon()),
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

  /** Whether the program has said what there is. */
  get isRead(): boolean {
    return this.#known !== NOTHING;
  }

  /** Whether there are older ones that were not read. */
  get partial(): boolean {
    return this.#partial;
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
    this.#pause = setTimeout(() => this.#readSoon(), PAUSE);
  }

  /** Reads everything anew. */
  readonly read = oneByOne(() => this.#read());

  /** Reads the older ones as well, now and from now on. */
  async readAll(): Promise<void> {
    this.#limit = undefined;
    await this.read();
  }

  #readSoon(): void {
    attempt(this.#log, "read the checkpoints", () => this.read());
  }

  async #read(): Promise<void> {
    const { kind } = this.#program.state;
    if (kind !== "ready") {
      // One that is being started tells in a moment what there is.
      if (kind !== "starting") this.#know(NOTHING);
      return;
    }
    const limit = this.#limit;
    const lines = limit === undefined ? {} : { limit: 2 * limit };
    const [checkpoints, log, sessions] = await Promise.all([
      // One more tells whether there are more.
      this.#program.request("workspace:list", limit === undefined ? {} : { limit: limit + 1 }),
      this.#program.request("timeline:list", lines),
      this.#program.request("session:list", {}),
    ]);
    this.#partial = limit !== undefined && checkpoints.length > limit;
    this.#know(known(checkpoints, log, sessions));
  }

  /** VS Code puts off what a view shows if it is told to show something new twice in a row. */
  #know(known: Known): void {
    if (known === NOTHING && this.#known === NOTHING) return;
    this.#known = known;
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
