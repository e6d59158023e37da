// Made by `cargo xtask wasm types` from policy-core.

/** Settings as a person writes them; whatever is absent is left to the built-in default. */
export interface Settings {
  /** Save checkpoints. When off, nothing is saved, and Belay asks before every dangerous command. When absent: `true`. */
  checkpointEnabled?: boolean | null;
  /** Save a checkpoint even when files are only read. When absent: `false`. */
  alwaysCheckpointReadOnly?: boolean | null;
  /** Save a checkpoint of the workspace before every write to a file. When absent: `false`. */
  alwaysCheckpointWrite?: boolean | null;
  /** Save a checkpoint before every command that may change anything. When absent: `true`. */
  alwaysCheckpointExecute?: boolean | null;
  /** Save a checkpoint before every action in a browser. When absent: `false`. */
  alwaysCheckpointBrowser?: boolean | null;
  /** Save a checkpoint before every call of an MCP tool. When absent: `false`. */
  alwaysCheckpointMcp?: boolean | null;
  /** Commands that always get a checkpoint, in every shell. When absent: `["rm -rf","git reset --hard","chmod -R 777","Remove-Item -Recurse -Force","del /s /q /f"]`. */
  checkpointCommands?: string[] | null;
  /** Commands that get no checkpoint, in any shell. When absent: `[]`. */
  noCheckpointCommands?: string[] | null;
  /** Save the checkpoint before a command that needs one. When absent: `true`. */
  checkpointBeforeHighRisk?: boolean | null;
  /** Save another checkpoint after a command that needed one has succeeded. When absent: `false`. */
  checkpointAfterHighRisk?: boolean | null;
  /** Save a checkpoint when a command that may change anything has failed. When absent: `false`. */
  checkpointOnError?: boolean | null;
  /** Save each single file before an agent writes it. When absent: `true`. */
  enableFileCheckpointing?: boolean | null;
  /** How many checkpoints of messages are kept for a session. When absent: `10`. */
  checkpointKeepCount?: number | null;
  /** The size in bytes up to which a single file is saved. When absent: `1048576`. */
  maxFileSize?: number | null;
  /** How many checkpoints of files are kept for a session. When absent: `50`. */
  maxCheckpointsPerSession?: number | null;
  /** How many days checkpoints are kept. When absent: `7`. */
  retentionDays?: number | null;
  /** Files that checkpoints leave out, written as in a `.gitignore`. When absent: `[]`. */
  excludePatterns?: string[] | null;
  /** Folders whose own settings may also loosen yours, as full paths. When absent: `[]`. */
  trustedWorkspaces?: string[] | null;
  /** When a person is asked, and which commands are always or never run. */
  permissions?: Permissions | null;
  /** What differs from shell to shell. */
  shellSpecificCheckpoints?: {
    powershell?: ShellSettings | null;
    bash?: ShellSettings | null;
    zsh?: ShellSettings | null;
    cmd?: ShellSettings | null;
  } | null;
  /** The schema of the file, for editors. */
  $schema?: string;
}

/** When a person is asked, and which commands are always or never run. */
export interface Permissions {
  /** Run commands that only read without asking. When absent: `true`. */
  autoApproveSafeCommands?: boolean | null;
  /** Ask before commands of high or critical risk that no checkpoint would undo. When absent: `true`. */
  confirmDangerousCommands?: boolean | null;
  /** Ask before commands of medium risk as well. When absent: `false`. */
  confirmMediumRisk?: boolean | null;
  /** Ask before dangerous commands even when a checkpoint would undo them. When absent: `false`. */
  askWhenRecoverable?: boolean | null;
  /** Commands that run without asking. When absent: `[]`. */
  allowedCommands?: CommandEntry[] | null;
  /** Commands that never run; the agent gets the reason. When absent: `[]`. */
  deniedCommands?: CommandEntry[] | null;
}

/** What one shell does differently. */
export interface ShellSettings {
  /** Commands that always get a checkpoint in this shell, besides those for every shell. */
  checkpointCommands?: string[] | null;
  /** Commands that get no checkpoint in this shell, besides those for every shell. */
  noCheckpointCommands?: string[] | null;
  /** Save the checkpoint before a command that needs one in this shell. When absent: `checkpointBeforeHighRisk` holds. */
  checkpointBeforeHighRisk?: boolean | null;
  /** Save another checkpoint after a command that needed one has succeeded in this shell. When absent: `checkpointAfterHighRisk` holds. */
  checkpointAfterHighRisk?: boolean | null;
  /** Commands that count as high risk in this shell. */
  shellSpecificRiskRules?: string[] | null;
}

/** An entry of `allowedCommands` or `deniedCommands`; the reason of a refusal reaches the agent. */
export type CommandEntry = string | { pattern: string; reason?: string | null };

/**
 * Something an agent wants to do, as a host writes it.
 */
export type Action = { "action": "execute", 
/**
 * The text as it would be handed to the shell.
 */
command: string, 
/**
 * The shell's name or path. When absent: `bash`, or `powershell` on Windows.
 */
shell?: Shell | (string & {}) | null, 
/**
 * The kind of machine. When absent: `unix`.
 */
platform?: Platform | null, } | { "action": "read", 
/**
 * Its path.
 */
path: string, } | { "action": "write", 
/**
 * Its path.
 */
path: string, } | { "action": "browser", 
/**
 * Where to.
 */
url: string, } | { "action": "mcp", 
/**
 * The tool, as the host names it.
 */
tool: string, };

/**
 * The kind of an action.
 */
export type ActionKind = "execute" | "read" | "write" | "browser" | "mcp";

/**
 * Only whether a checkpoint is taken, and why.
 */
export type CheckpointDecision = { 
/**
 * Whether a checkpoint is taken.
 */
shouldCheckpoint: boolean, 
/**
 * Why, or why not.
 */
reason: CheckpointReason, };

/**
 * Why a checkpoint is taken or not.
 */
export type CheckpointReason = "checkpoint_disabled" | "command_required" | "command_exempted" | "high_risk" | "always_execute" | "read_only" | "low_risk" | "always_read_only" | "always_write" | "always_browser" | "always_mcp" | "not_configured";

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
 * The list entry that decided.
 */
export type DecidedBy = { 
/**
 * The entry as written.
 */
pattern: string, 
/**
 * Its JSON path in the settings.
 */
path: string, 
/**
 * The layer it comes from.
 */
layer: Layer, 
/**
 * The reason written with it.
 */
reason?: string, };

/**
 * Whether an action may run. The strictest wins: combine with `max`.
 */
export type Decision = "allow" | "ask" | "deny";

/**
 * The kind of thing something would be done to.
 */
export type Domain = "files" | "repository" | "disk" | "process" | "service" | "package" | "code" | "system" | "account" | "network" | "schedule" | "container" | "cluster" | "infrastructure" | "cloud" | "database" | "storage" | "backup" | "queue" | "search" | "hosting" | "pipeline" | "registry" | "edge" | "secret" | "web" | "flag" | "payment" | "mail" | "monitoring" | "windows_registry" | "boot" | "protection" | "guard" | "virtual_machine";

/**
 * What would be done, in order of declaration only; how bad it is, the rules say.
 */
export type Effect = "creates" | "appends" | "overwrites" | "deletes" | "moves" | "discards" | "rewrites_history" | "drops_refs" | "forces_remote" | "changes_rights" | "changes_owner" | "kills" | "stops" | "powers_off" | "installs" | "uninstalls" | "formats" | "writes_device" | "runs_download" | "runs_unknown" | "schedules" | "configures" | "publishes" | "changes_remote" | "sends" | "exhausts" | "hides_traces" | "opens";

/**
 * What happens, why that matters, what to do instead.
 */
export type Explanation = { 
/**
 * What happens.
 */
what: string, 
/**
 * Why that matters.
 */
why: string, 
/**
 * What to do instead.
 */
instead: string, };

/**
 * One thing worth telling a person.
 */
export type Finding = { 
/**
 * The id of the rule that applies; `explainRule` knows more.
 */
rule: string, 
/**
 * The rule in a line.
 */
title: string, 
/**
 * How dangerous this part is.
 */
risk: Risk, 
/**
 * Whether a checkpoint would bring it back.
 */
recovery: Recovery, 
/**
 * What would be done; absent for something wrong with the text itself.
 */
effect?: Effect, 
/**
 * The kind of thing it would be done to.
 */
domain?: Domain, 
/**
 * Where that thing is.
 */
place?: Place, 
/**
 * It may happen, but the text does not say so for certain.
 */
possible?: boolean, 
/**
 * Where it is in the text that was judged.
 */
span: Span, 
/**
 * The nested text it is in, counted from 1.
 */
nested?: number, 
/**
 * Where in that text.
 */
innerSpan?: Span, 
/**
 * What happens.
 */
what: string, 
/**
 * Why that matters.
 */
why: string, 
/**
 * What to do instead.
 */
instead: string, };

/**
 * Who said so. Later layers lie over earlier ones.
 */
export type Layer = "default" | "user" | "workspace" | "managed";

/**
 * A problem and the layer it is in.
 */
export type LayerProblem = { 
/**
 * The layer.
 */
layer: Layer, 
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
 * A remark about settings that are valid.
 */
export type Lint = { 
/**
 * The JSON path of the entry.
 */
path: string, 
/**
 * The sort of remark, for programs.
 */
code: LintCode, 
/**
 * What is the matter, in lower case, with the person's own words in backticks.
 */
message: string, 
/**
 * What to do about it.
 */
help: string, 
/**
 * Whether removing the entry changes nothing but the remark.
 */
removable: boolean, };

/**
 * The sorts of remarks about settings.
 */
export type LintCode = "duplicate" | "shadowed" | "contradicted" | "exempts_high_risk" | "allows_critical";

/**
 * A settings document after an update.
 */
export type Merged = { 
/**
 * The document; nothing where the one before could not be read.
 */
settings: Settings | null, 
/**
 * What is wrong with the keys that were not applied.
 */
problems: Array<Problem>, 
/**
 * The top-level keys whose value is another than before.
 */
changed: Array<string>, };

/**
 * A text found inside the command.
 */
export type Nested = { 
/**
 * The text.
 */
text: string, 
/**
 * The shell that would read it.
 */
shell: Shell, 
/**
 * Where in the command it comes from.
 */
span: Span, 
/**
 * The file it stands in, for a text that was read from one.
 */
file?: string, 
/**
 * The line of that file it begins in, counted from 1.
 */
line?: number, };

/**
 * Why an action is allowed, asked about or denied.
 */
export type PermissionReason = "denied_by_list" | "allowed_by_list" | "allowed_too_generally" | "unknown_program" | "safe" | "safe_not_approved" | "low_risk" | "medium_risk" | "medium_risk_asked" | "recoverable" | "unrecoverable" | "not_confirmed";

/**
 * Where that thing is.
 */
export type Place = "nowhere" | "temporary" | "build_output" | "cache" | "workspace" | "workspace_root" | "version_control" | "temporary_root" | "outside" | "home" | "protected" | "system" | "home_root" | "root" | "device" | "elsewhere" | "machine" | "unknown";

/**
 * When the workspace is saved.
 */
export type Plan = { 
/**
 * Before it runs.
 */
before: boolean, 
/**
 * After it has run well.
 */
after: boolean, 
/**
 * After it has failed.
 */
onError: boolean, };

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
 * Whether a checkpoint would bring everything back. The worst wins: combine with `max`.
 */
export type Recovery = "full" | "partial" | "unknown" | "none";

/**
 * How dangerous something is. The strictest wins: combine with `max`.
 */
export type Risk = "safe" | "low" | "medium" | "high" | "critical";

/**
 * Everything about a rule.
 */
export type Rule = { 
/**
 * `family/name`, stable for ever.
 */
id: string, 
/**
 * A short line.
 */
title: string, 
/**
 * How dangerous it is.
 */
level: Risk, 
/**
 * Commands it applies to; one for another shell than bash is written behind `cmd>` or the
 * like.
 */
matches: Array<string>, 
/**
 * Commands that look alike and that it leaves alone.
 */
nonMatches: Array<string>, 
/**
 * All of it as a page of Markdown.
 */
page: string, 
/**
 * What happens.
 */
what: string, 
/**
 * Why that matters.
 */
why: string, 
/**
 * What to do instead.
 */
instead: string, };

/**
 * A rule in a line.
 */
export type RuleLine = { 
/**
 * `family/name`, stable for ever.
 */
id: string, 
/**
 * A short line.
 */
title: string, 
/**
 * How dangerous it is.
 */
level: Risk, };

/**
 * A file that was read to judge a command which runs it.
 */
export type SeenFile = { 
/**
 * Its full path.
 */
path: string, 
/**
 * BLAKE3 of the text that was judged, in hexadecimal.
 */
hash: string, };

/**
 * How a command is read. Shells that read alike share one.
 */
export type Shell = "bash" | "sh" | "zsh" | "fish" | "powershell" | "cmd";

/**
 * A stretch of text, in the units of whoever asked: bytes natively, and in JavaScript such that
 * `text.slice(start, end)` cuts it out.
 */
export type Span = { 
/**
 * Where it begins.
 */
start: number, 
/**
 * Where it ends.
 */
end: number, };

/**
 * Where a command would run and what the host's checkpoints cover.
 */
export type Surroundings = { 
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
 * A file or folder that the command would change or delete.
 */
export type Target = { 
/**
 * Its full path, with `/` between the parts.
 */
path: string, 
/**
 * How the path is to be read.
 */
kind: TargetKind, 
/**
 * What would be done to it.
 */
effect: Effect, };

/**
 * How the path of a target is to be read.
 */
export type TargetKind = "path" | "pattern" | "below" | "tracked";

/**
 * The answer about one action, with its reasons.
 */
export type Verdict = { 
/**
 * The kind of action.
 */
action: ActionKind, 
/**
 * The shell that would read it, for commands.
 */
shell: Shell | null, 
/**
 * How dangerous it is.
 */
risk: Risk, 
/**
 * Whether a checkpoint would bring everything back.
 */
recovery: Recovery, 
/**
 * Whether a part could not be read with certainty.
 */
unverified: boolean, 
/**
 * Whether a checkpoint is taken.
 */
shouldCheckpoint: boolean, 
/**
 * Why, or why not.
 */
reason: CheckpointReason, 
/**
 * When.
 */
plan: Plan, 
/**
 * The list entry that decided about the checkpoint.
 */
checkpointDecidedBy: DecidedBy | null, 
/**
 * Whether it may run.
 */
permission: Decision, 
/**
 * Why, or why not.
 */
permissionReason: PermissionReason, 
/**
 * The list entry that decided about that.
 */
permissionDecidedBy: DecidedBy | null, 
/**
 * The whole in three sentences.
 */
explanation: Explanation, 
/**
 * What was found, in the order of the text.
 */
findings: Array<Finding>, 
/**
 * Texts found inside the command, which findings count from 1.
 */
nested: Array<Nested>, 
/**
 * What the host has to save beside the workspace; only for hosts that say they do.
 */
targets?: Array<Target>, 
/**
 * The files the answer depends on; only where the host let them be read.
 */
files?: Array<SeenFile>, };
