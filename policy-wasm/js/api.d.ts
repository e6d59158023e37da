/** An entry of `allowedCommands` or `deniedCommands`; the reason of a refusal reaches the agent. */
export type CommandEntry = string | { pattern: string; reason?: string | null };

/** The kind of machine, for shells that cannot be recognised: bash on one, PowerShell on the other. */
export type Platform = "unix" | "windows";

/** Something an agent wants to do. */
export type Action =
  | {
      action?: "execute";
      /** The text as it would be handed to the shell. */
      command: string;
      /** The shell's name or path. When absent: `bash`, or `powershell` on Windows. */
      shell?: Shell | (string & {});
      /** When absent: `unix`. */
      platform?: Platform;
    }
  | { action: "read" | "write"; path: string }
  | { action: "browser"; url: string }
  | { action: "mcp"; tool: string };

/** Where an action would happen. What is not told is assumed in the careful direction. */
export interface Surroundings {
  /** The directory a command starts in. When absent: the workspace. */
  cwd?: string | null;
  /** The root of what checkpoints save. When absent: the starting directory. */
  workspace?: string | null;
  /** The user's home directory. */
  home?: string | null;
  /** What is saved before running. When absent: a checkpoint never answers a question. */
  saves?: { ignoredFiles?: boolean; repository?: boolean } | null;
}

/** A stretch of text, counted as JavaScript counts: `text.slice(start, end)`. */
export interface Span {
  start: number;
  end: number;
}

/** The answer about one action, with its reasons. */
export interface Verdict {
  action: "execute" | "read" | "write" | "browser" | "mcp";
  /** The shell that would read it, for commands. */
  shell: Shell | null;
  risk: Risk;
  recovery: Recovery;
  /** Whether a part could not be read with certainty. */
  unverified: boolean;
  shouldCheckpoint: boolean;
  reason: CheckpointReason;
  /** When to save. */
  plan: { before: boolean; after: boolean; onError: boolean };
  checkpointDecidedBy: DecidedBy | null;
  permission: Decision;
  permissionReason: PermissionReason;
  permissionDecidedBy: DecidedBy | null;
  explanation: Explanation;
  /** What was found, in the order of the text. */
  findings: Finding[];
  /** Texts found inside the command, which findings count from 1. */
  nested: { text: string; shell: Shell; span: Span }[];
}

/** The entry of a list that decided. */
export interface DecidedBy {
  pattern: string;
  /** Its JSON path in the settings. */
  path: string;
  layer: Layer;
  reason?: string;
}

/** What happens, why that matters, what to do instead. */
export interface Explanation {
  what: string;
  why: string;
  instead: string;
}

/** One thing worth telling a person. */
export interface Finding extends Partial<Explanation> {
  /** The rule that speaks; `explainRule` knows more. */
  rule?: string;
  title?: string;
  risk: Risk;
  recovery: Recovery;
  effect?: Effect;
  domain?: Domain;
  place?: Place;
  /** It may happen, but the text does not say so for certain. */
  possible?: true;
  span: Span;
  /** The nested text it stands in, counted from 1. */
  nested?: number;
  /** Where in that text. */
  innerSpan?: Span;
}

/** What is wrong with settings, where, and what to do about it. */
export interface Problem {
  /** The JSON path, like `$.permissions.allowedCommands[2]`. */
  path: string;
  code: ProblemCode;
  message: string;
  help: string;
}

/** A remark about settings that are valid. */
export interface Lint {
  path: string;
  code: LintCode;
  message: string;
  help: string;
  /** Whether removing the entry changes nothing but the remark. */
  removable: boolean;
}

/** A rule in a line. */
export interface RuleLine {
  id: string;
  title: string;
  level: Risk;
}

/** Everything about a rule. */
export interface Rule extends RuleLine, Explanation {
  /** Commands it speaks up about; one for another shell than bash stands behind `cmd>` or the like. */
  matches: string[];
  /** Commands that look alike and that it leaves alone. */
  spares: string[];
  /** All of it as a page of Markdown. */
  page: string;
}

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
  readonly problems: readonly (Problem & { layer: Layer })[];
  /** The settings could not be read at all and the built-in ones judge: keep your last engine. */
  readonly fallback: boolean;
  judge(action: Action, surroundings?: Surroundings | null): Verdict;
  /** The verdict as JSON, for hosts that pass it on. */
  judgeJson(action: Action, surroundings?: Surroundings | null): string;
  shouldCreateCheckpoint(command: string, shellPath?: string, platform?: Platform): CheckpointDecision;
  /** What a careful colleague would say about settings that are valid. */
  lint(): Lint[];
  /** Gives the memory back; the engine cannot be used afterwards. */
  free(): void;
  [Symbol.dispose](): void;
}

export interface CheckpointDecision {
  shouldCheckpoint: boolean;
  reason: CheckpointReason;
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
): { settings: Settings | null; problems: Problem[]; changed: string[] };

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
