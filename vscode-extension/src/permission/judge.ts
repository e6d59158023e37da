// The engine with the settings in effect: the verdict on a command, at once.

import type { Engine, Verdict } from "belay-policy";
import { EventEmitter, type Disposable } from "vscode";
import { attempt, type ErrorLog } from "../attempt";
import type { Environment } from "../environment";
import type { Files } from "../files";
import type { Layers } from "../layers";
import { isOn, refusals } from "../refusal";
import { currentFolder, type Store } from "../store";

/** A command, and where it would run. */
export interface CommandInPlace {
  readonly command: string;
  readonly shell?: string | undefined;
  readonly cwd?: string | undefined;
  /** The file that is written, where it is not a command. */
  readonly writes?: string | undefined;
}

export class Judge implements Disposable {
  readonly #parts: {
    readonly files: Files;
    readonly store: Store;
    readonly environment: Environment;
  };
  readonly #saves: () => boolean;
  readonly #changed = new EventEmitter<void>();
  readonly #listening: Disposable;
  #engine: Engine | undefined;
  #layers: Layers = { user: {} };

  /** Resolves when the engine was loaded, or could not be. */
  readonly ready: Promise<void>;
  /** Verdicts may be others than before. */
  readonly onDidChange = this.#changed.event;

  /** `saves` says whether something saves before a command runs. */
  constructor(
    parts: { readonly files: Files; readonly store: Store; readonly environment: Environment },
    log: ErrorLog,
    saves: () => boolean,
  ) {
    this.#parts = parts;
    this.#saves = saves;
    const compile = () => attempt(log, "compile the settings", () => this.#compile());
    this.#listening = parts.store.onDidChange(compile);
    this.ready = this.#compile().catch((error: unknown) => {
      log.error(`Belay could not load its engine: ${String(error)}`);
    });
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
    this.#engine?.free();
    this.#engine = undefined;
  }

  /** The verdict on a command; nothing before the engine is there. */
  verdict({ command, shell, cwd, writes }: CommandInPlace): Verdict | undefined {
    const { platform, home } = this.#parts.environment;
    const folder = currentFolder()?.uri;
    const workspace = folder?.scheme === "file" ? folder.fsPath : undefined;
    const start = cwd ?? workspace;
    return this.#engine?.judge(
      writes === undefined
        ? { command, platform, ...(shell === undefined ? {} : { shell }) }
        : { action: "write", path: writes },
      {
        saves: this.#saves() ? { targets: true } : null,
        ...(start === undefined ? {} : { cwd: start }),
        ...(workspace === undefined ? {} : { workspace }),
        ...(home === undefined ? {} : { home }),
      },
    );
  }

  /** Whether a switch of the settings is on, of those that are on unless somebody says otherwise. */
  isOn(name: string): boolean {
    return isOn(name, this.#layers, refusals(this.#engine?.problems ?? []));
  }

  async #compile(): Promise<void> {
    const { Engine } = await this.#parts.files.engine();
    const layers = await this.#parts.store.layers();
    const { user, workspace } = layers;
    const before = this.#engine;
    const engine = new Engine(user, workspace);
    // Settings that cannot be read at all change nothing; the last ones stay in effect.
    if (engine.fallback && before !== undefined) {
      engine.free();
      return;
    }
    this.#engine = engine;
    this.#layers = layers;
    before?.free();
    this.#changed.fire();
  }
}
