// Made by `cargo xtask extension generate` from policy-core/src/wire/message.rs.

/**
 * What prevented storing.
 */
export type Cause = "storageFull" | "storageForbidden" | "other";

/**
 * What a host's snapshot holds besides the workspace's ordinary files.
 */
export type Coverage = { 
/**
 * Files that version control ignores (`node_modules`, `.env`).
 */
ignoredFiles?: boolean, 
/**
 * The repository's own state: refs, stashes, index, hooks.
 */
repository?: boolean, 
/**
 * The files and folders a command names, wherever they lie: the host saves the verdict's
 * targets before it runs.
 */
targets?: boolean, };

/**
 * Where the host is and what it does.
 */
export type HostInfo = { 
/**
 * The language of the host, like `zh-cn`.
 */
language: string, 
/**
 * The kind of machine.
 */
platform: Platform, 
/**
 * The shell of its terminals, as a name or path.
 */
shell?: string | null, 
/**
 * The directory the command starts in; the workspace where it is not given.
 */
cwd?: string | null, 
/**
 * The root of the workspace that checkpoints save; the starting directory where it is not
 * given.
 */
workspace?: string | null, 
/**
 * The user's home directory.
 */
home?: string | null, 
/**
 * What the host saves before running. Not given: recovery counts as `none` for permission.
 */
saves?: Coverage | null, };

/**
 * The kind of machine, for shells that cannot be recognised: bash on one, PowerShell on the
 * other.
 */
export type Platform = "unix" | "windows";

/**
 * One thing that is wrong, where it is, and what to do about it.
 */
export type Problem = { 
/**
 * The JSON path, like `$.permissions.allowedCommands[2]`.
 */
path: string, 
/**
 * The sort of problem, for programs.
 */
code: ProblemCode, 
/**
 * What is wrong, in lower case, with the person's own words in backticks.
 */
message: string, 
/**
 * What to do about it.
 */
help: string, };

/**
 * The sorts of problems with settings.
 */
export type ProblemCode = "text_too_long" | "not_json" | "not_an_object" | "duplicate_key" | "unknown_key" | "wrong_type" | "out_of_range" | "list_too_long" | "empty_pattern" | "missing_pattern" | "entry_too_long" | "bad_pattern" | "not_a_full_path" | "workspace_may_only_tighten" | "managed_may_only_tighten" | "user_only" | "too_many_problems";

/**
 * From the host to the app.
 */
export type ToApp = { "type": "settings", 
/**
 * The user's document, with everything that is in it.
 */
user: object, 
/**
 * The workspace's document, if there is one.
 */
workspace?: Workspace, 
/**
 * Why the stored text could not be read; `user` are then the last good settings.
 */
fallback?: string, } | { "type": "surroundings" } & HostInfo | { "type": "saved", 
/**
 * The change's number.
 */
id: number, } | { "type": "refused", 
/**
 * The change's number.
 */
id: number, 
/**
 * What is wrong with it.
 */
problems: Array<Problem>, 
/**
 * What prevented it, where nothing is wrong with the change.
 */
cause?: Cause, } | { "type": "show", 
/**
 * A panel by its id.
 */
panel?: string, 
/**
 * A command to explain.
 */
command?: string, 
/**
 * The shell it is for.
 */
shell?: string, };

/**
 * From the app to its host.
 */
export type ToHost = { "type": "launched", } | { "type": "updateSettings", 
/**
 * The top-level keys to replace; `null` removes one.
 */
updatedSettings: Record<string, unknown>, 
/**
 * The number to answer to.
 */
id: number, } | { "type": "openSettingsJson", };

/**
 * The settings found in a workspace.
 */
export type Workspace = { 
/**
 * The document.
 */
settings: object, 
/**
 * The workspace's full path.
 */
path: string, };
