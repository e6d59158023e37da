/** An entry of `allowedCommands` or `deniedCommands`; the reason of a refusal reaches the agent. */
export type CommandEntry = string | { pattern: string; reason?: string | null };

/** A command without the word `execute`. */
export type Command = Omit<Extract<Action, { action: "execute" }>, "action">;

/** The settings found in a workspace, which may only save or ask more until the user trusts it. */
export interface WorkspaceSettings {
  settings: Settings | string;
  /** The workspace's full path. */
  path: string;
}

/** Settings compiled once, to judge many actions. */
export declare class Engine {
  /**
   * Bad settings do not throw: see `problems`. A string is read as the text of a settings file.
   * When absent: the built-in settings.
   */
  constructor(settings?: Settings | string, workspace?: WorkspaceSettings | null);
  /** What is wrong with the settings; the rest of them judges. */
  readonly problems: readonly LayerProblem[];
  /** The settings could not be read at all and the built-in ones judge: keep your last engine. */
  readonly fallback: boolean;
  judge(action: Action | Command, surroundings?: Surroundings | null): Verdict;
  /** The verdict as JSON, for hosts that pass it on. */
  judgeJson(action: Action | Command, surroundings?: Surroundings | null): string;
  shouldCreateCheckpoint(command: string, shellPath?: string, platform?: Platform): CheckpointDecision;
  /** What a careful colleague would say about settings that are valid. */
  lint(): Lint[];
  /** Gives the memory back; the engine cannot be used afterwards. */
  free(): void;
  [Symbol.dispose](): void;
}

/** Whether to save before a command, for settings at hand. An `Engine` answers faster. */
export declare function shouldCreateCheckpoint(
  command: string,
  settings?: Settings,
  shellPath?: string,
  platform?: Platform,
): CheckpointDecision;

/** The built-in settings, written out. */
export declare function defaultSettings(): Settings;

/**
 * A settings document with the top-level keys of an update replaced; `null` removes a key. A key
 * with anything wrong in it is not applied. `settings` is `null` when `current` cannot be read.
 */
export declare function mergeSettings(
  current: Settings | string | null | undefined,
  update: Settings,
): Merged;

/** Every rule, in the order they are asked. */
export declare function listRules(): RuleLine[];

/**
 * Everything about one rule, or `null` where none has that id. What no verdict needs lies in
 * `rules.json`, which is loaded when this is first called: from beside the package's own files, or
 * from what is handed over.
 */
export declare function explainRule(id: string, source?: RulesSource | Promise<RulesSource>): Promise<Rule | null>;

/** The shell behind a path or name: any folder, either slash, `.exe` or not. */
export declare function detectShell(shellPath?: string, platform?: Platform): Shell;

/** What `policy.wasm` may be handed over as; when absent, the file beside the package's own. */
export type Source = string | URL | Response | BufferSource | CompiledModule;

/** What `rules.json` may be handed over as: where it is, its bytes, or what is in it. */
export type RulesSource = string | URL | Response | BufferSource | Rule[];

/** TypeScript takes anything for a `WebAssembly.Module`; at least it must be an object. */
export type CompiledModule = object & WebAssembly.Module;

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

/** Loads the engine, once. In Node it loads by itself when first needed. */
export declare function load(source?: Source | Promise<Source>): Promise<Api>;

/** Loads the engine at once, from bytes or a compiled module. */
export declare function loadSync(source: BufferSource | CompiledModule): Api;
