// Made by `cargo xtask extension generate` from settings-ui/src/message.rs.

export type ToHost = { "type": "launched", } | { "type": "updateSettings", 
/**
 * The top-level keys to replace; `null` removes one.
 */
updatedSettings: Record<string, unknown>, 
/**
 * The number to answer to.
 */
id: number, } | { "type": "openSettingsJson", };

export type ToApp = { "type": "settings", 
/**
 * The user's document, with everything that stands in it.
 */
user: object, 
/**
 * The workspace's document, if there is one.
 */
workspace?: Workspace, 
/**
 * Why the stored text could not be read; `user` are then the last good settings.
 */
fallback?: string, } | { "type": "surroundings" } & Surroundings | { "type": "saved", 
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
problems: Array<Told>, 
/**
 * What stood in the way, where nothing is wrong with the change.
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

export type Workspace = { 
/**
 * What they say.
 */
settings: object, 
/**
 * The workspace's full path.
 */
path: string, };

export type Told = { 
/**
 * The JSON path.
 */
path: string, 
/**
 * What is wrong.
 */
message: string, 
/**
 * What to do about it.
 */
help: string, };

export type Surroundings = { 
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
 * The folder commands start in.
 */
cwd?: string | null, 
/**
 * The root of what checkpoints save.
 */
workspace?: string | null, 
/**
 * The user's home directory.
 */
home?: string | null, 
/**
 * What the host saves before running; nothing where it does not save.
 */
saves?: Saves | null, };

export type Platform = "unix" | "windows";

export type Saves = { 
/**
 * Files that git ignores, too.
 */
ignoredFiles: boolean, 
/**
 * The repository itself, too.
 */
repository: boolean, };

export type Cause = "storageFull" | "storageForbidden" | "other";
