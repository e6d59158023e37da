// What the package exports. The engine itself is Rust, in `policy.wasm`; here settings become text,
// and a freed engine says that it was freed.
import * as glue from "../glue/policy.js";
import { asText } from "./document.js";
import { type CompiledModule, type Source, loadModule, loadModuleSync, ready } from "./load.js";
import type {
  Action as NamedAction,
  CheckpointDecision,
  LayerProblem,
  Lint,
  Merged,
  Platform,
  Problem,
  Rule,
  RuleLine,
  Settings,
  Shell,
  Surroundings,
  Verdict,
} from "./wire.js";

export type * from "./wire.js";
export type { CompiledModule, Source } from "./load.js";

/** A command, which needs no word for its kind. */
export type Command = Omit<Extract<NamedAction, { action: "execute" }>, "action"> & {
  action?: "execute";
};

/** Something an agent wants to do. */
export type Action = Command | Exclude<NamedAction, { action: "execute" }>;

/** Hands over the text of a file that a command runs, by its full path; nothing where it has none. */
export type Lookup = (path: string) => string | null | undefined;

/** The settings found in a workspace, which may only save or ask more until the user trusts it. */
export interface WorkspaceSettings {
  settings: Settings | string;
  /** The workspace's full path. */
  path: string;
}

/** Settings compiled once, to judge many actions. */
export class Engine {
  /** What is wrong with the settings; the rest of them judges. */
  readonly problems: readonly LayerProblem[];
  /** The settings could not be read at all and the built-in ones judge: keep your last engine. */
  readonly fallback: boolean;
  #core: glue.Core | undefined;

  /**
   * Bad settings do not throw: see `problems`. A string is read as the text of a settings file.
   * When absent: the built-in settings.
   */
  constructor(settings?: Settings | string, workspace?: WorkspaceSettings | null) {
    ready();
    const user = asText(settings, "settings");
    const own = workspace == null ? undefined : asText(workspace.settings, "workspace.settings");
    if (workspace != null && typeof workspace.path !== "string") {
      throw new TypeError("workspace.path must be a string: the workspace's full path");
    }
    const core = new glue.Core(user.text, own?.text, workspace?.path);
    const ofLayer = (layer: "user" | "workspace", problem?: Problem) =>
      problem === undefined ? [] : [{ layer, ...problem }];
    this.problems = [
      ...ofLayer("user", user.problem),
      ...core.problems(),
      ...ofLayer("workspace", own?.problem),
    ];
    this.fallback = core.fallback() || user.problem !== undefined;
    this.#core = core;
  }

  /** The verdict on an action. */
  judge(action: Action, surroundings?: Surroundings | null, lookup?: Lookup | null): Verdict {
    return this.#alive().judge(bounded(action), surroundings, lookup);
  }

  /** The verdict as JSON, for hosts that pass it on. */
  judgeJson(action: Action, surroundings?: Surroundings | null, lookup?: Lookup | null): string {
    return this.#alive().judgeJson(bounded(action), surroundings, lookup);
  }

  /** Whether to save before a command, and why. */
  shouldCreateCheckpoint(
    command: string,
    shellPath?: string,
    platform?: Platform,
  ): CheckpointDecision {
    return decide(this.#alive(), command, shellPath, platform);
  }

  /** What a careful colleague would say about settings that are valid. */
  lint(): Lint[] {
    return this.#alive().lint();
  }

  /** Gives the memory back; the engine cannot be used afterwards. */
  free(): void {
    this.#core?.free();
    this.#core = undefined;
  }

  [Symbol.dispose](): void {
    this.free();
  }

  #alive(): glue.Core {
    if (this.#core === undefined) throw new Error("this engine was freed; make a new one");
    return this.#core;
  }
}

/** Engines of the settings seen last, by their text: settings may change between two calls. */
const compiled = new Map<string | undefined, glue.Core>();

/** Whether to save before a command, for settings at hand. An `Engine` answers faster. */
export function shouldCreateCheckpoint(
  command: string,
  settings?: Settings,
  shellPath?: string,
  platform?: Platform,
): CheckpointDecision {
  ready();
  const isObject = typeof settings === "object" && settings !== null && !Array.isArray(settings);
  if (settings !== undefined && !isObject) throw new TypeError("settings must be an object");
  const { text, problem } = asText(settings, "settings");
  if (problem !== undefined) throw new TypeError(problem.message);
  let core = compiled.get(text);
  if (core === undefined) {
    core = new glue.Core(text);
    compiled.set(text, core);
    for (const [oldest, old] of compiled) {
      if (compiled.size <= 4) break;
      compiled.delete(oldest);
      old.free();
    }
  }
  return decide(core, command, shellPath, platform);
}

/** The built-in settings, written out. */
export function defaultSettings(): Settings {
  ready();
  return JSON.parse(glue.defaultSettings()) as Settings;
}

/**
 * A settings document with the top-level keys of an update replaced; `null` removes a key. A key
 * with anything wrong in it is not applied. `settings` is `null` when `current` cannot be read.
 */
export function mergeSettings(
  current: Settings | string | null | undefined,
  update: Settings,
): Merged {
  ready();
  const before = asText(current ?? {}, "current");
  const change = asText(update, "update");
  const problem = before.problem ?? change.problem;
  if (problem !== undefined) return { settings: null, problems: [problem], changed: [] };
  return JSON.parse(glue.mergeSettings(before.text ?? "{}", change.text ?? "null")) as Merged;
}

/** Every rule, in the order they are asked. */
export function listRules(): RuleLine[] {
  ready();
  return glue.listRules();
}

/** Everything about one rule, or `null` where none has that id. */
export function explainRule(id: string): Rule | null {
  ready();
  return glue.explainRule(id);
}

/** The shell behind a path or name: any folder, either slash, `.exe` or not. */
export function detectShell(shellPath?: string, platform?: Platform): Shell {
  ready();
  return glue.detectShell(shellPath, platform);
}

/** Loads the engine, once. In Node it loads by itself when first needed. */
export async function load(source?: Source | Promise<Source>): Promise<Api> {
  await loadModule(source);
  return api;
}

/** Loads the engine at once, from bytes or a compiled module. */
export function loadSync(module: BufferSource | CompiledModule): Api {
  loadModuleSync(module);
  return api;
}

const api = Object.freeze({
  load,
  loadSync,
  Engine,
  shouldCreateCheckpoint,
  defaultSettings,
  mergeSettings,
  listRules,
  explainRule,
  detectShell,
});

/** Everything this package exports. */
export interface Api {
  load: typeof load;
  loadSync: typeof loadSync;
  Engine: typeof Engine;
  shouldCreateCheckpoint: typeof shouldCreateCheckpoint;
  defaultSettings: typeof defaultSettings;
  mergeSettings: typeof mergeSettings;
  listRules: typeof listRules;
  explainRule: typeof explainRule;
  detectShell: typeof detectShell;
}

/** The short question is asked often, so its few words cross the border by themselves. */
function decide(
  core: glue.Core,
  command: string,
  shell?: string,
  platform?: Platform,
): CheckpointDecision {
  if (typeof command !== "string") throw new TypeError("command must be a string");
  if (shell != null && typeof shell !== "string") throw new TypeError("shellPath must be a string");
  return core.shouldCreateCheckpoint(cut(command), shell, platform);
}

/** The engine reads a missing kind as `execute`, and says what is wrong with anything else. */
function bounded(action: Action): NamedAction {
  const given = action as NamedAction & { command?: unknown };
  if (typeof given?.command !== "string" || given.command.length <= mostOfCommand()) return given;
  return { ...given, command: cut(given.command) } as NamedAction;
}

/**
 * A command that is far longer than the engine reads is not copied as a whole: what is left is still
 * too long, and is judged as such.
 */
function cut(command: string): string {
  return command.length <= mostOfCommand() ? command : command.slice(0, mostOfCommand());
}

let most: number | undefined;

function mostOfCommand(): number {
  return (most ??= 8 * glue.longestText());
}
