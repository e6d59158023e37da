// Made by `cargo xtask client generate` from belay/src/rpc.

/** The version of the protocol that these types describe. */
export const PROTOCOL_VERSION = 1;

/** The codes of what can go wrong. */
export const ErrorCode = {
  /** The bytes are no JSON. */
  Parse: -32700,
  /** The JSON is not a request. */
  InvalidRequest: -32600,
  /** There is no such method. */
  MethodNotFound: -32601,
  /** The parameters are wrong. */
  InvalidParams: -32602,
  /** Something that should not happen did. */
  Internal: -32603,
  /** `initialize` has not been called. */
  NotInitialized: -32002,
  /** The client has taken the request back. */
  Cancelled: -32800,
  /** The settings have turned this off. */
  NotEnabled: 1,
  /** There is no such checkpoint, session or context. */
  NotFound: 2,
  /** Others have changed the same files since; `data` has the plan. */
  Conflict: 3,
  /** The store, a file or the disk refused. */
  Storage: 4,
  /** Client and program speak no common version; `data` has those of the program. */
  Version: 5,
} as const;
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** Every method with its parameters and its result. */
export interface Methods {
  /** Opens the conversation; nothing else is answered before it. */
  "initialize": { params: Initialize; result: Initialized };
  /** Everything asked for before it is done; `exit` then ends the process. */
  "shutdown": { params: Nothing; result: null };
  /** Judges a call, saves what it puts at risk, and says whether it may go on. */
  "guard:before": { params: Before; result: Guarded };
  /** Takes note of a call's end, and saves where the settings ask for it. */
  "guard:after": { params: After; result: Ended };
  /** Saves a file before it is written; null where it was not saved. */
  "checkpoint:create": { params: CreateCheckpoint; result: string | null };
  /** The files a session has saved, oldest first. */
  "checkpoint:list": { params: OfSession; result: Array<FileCheckpoint> };
  /** Brings back the files of a message and of everything after it. */
  "checkpoint:rewind": { params: OfMessage; result: RewindResult };
  /** Takes back the last rewind of a session. */
  "checkpoint:undoRewind": { params: OfSession; result: RewindResult };
  /** Removes what is older than the settings keep; says how many. */
  "checkpoint:cleanup": { params: Nothing; result: number };
  /** Gives a checkpoint a name, or takes it away. */
  "checkpoint:label": { params: LabelCheckpoint; result: null };
  /** Keeps a checkpoint whatever the limits say, or lets it go. */
  "checkpoint:pin": { params: PinCheckpoint; result: null };
  /** Every session the store knows. */
  "session:list": { params: Nothing; result: Array<Session> };
  /** Archives a session; what it saved is deleted after the days that the settings say. */
  "session:archive": { params: OfSession; result: null };
  /** A person has sent a message: a point to go back to. */
  "message:capture": { params: CaptureMessage; result: MessageCheckpoint };
  /** The messages of a session that can be gone back to, newest first. */
  "message:list": { params: OfSession; result: Array<MessageCheckpoint> };
  /** Brings the workspace back to where a message found it. */
  "message:rewind": { params: RewindMessage; result: RestoreOutcome };
  /** Saves the whole workspace. */
  "workspace:save": { params: SaveWorkspace; result: Saved };
  /** The checkpoints of the workspace, newest first. */
  "workspace:list": { params: ListWorkspace; result: Array<Checkpoint> };
  /** What changed between two checkpoints, or since one. */
  "workspace:diff": { params: DiffWorkspace; result: Array<FileDiff> };
  /** A file of a checkpoint as text; null where it is not text. */
  "workspace:read": { params: ReadFile; result: string | null };
  /** Goes back to a checkpoint, or shows what that would do. */
  "workspace:restore": { params: RestoreWorkspace; result: RestoreOutcome };
  /** Takes back the last restore. */
  "workspace:undo": { params: UndoWorkspace; result: RestoreOutcome };
  /** Does again what was taken back last. */
  "workspace:redo": { params: UndoWorkspace; result: RestoreOutcome };
  /** Everything that happened, newest first. */
  "timeline:list": { params: LogFilter; result: Array<LogEntry> };
  /** Saves what is about to be sent to a model, without its secrets. */
  "context:save": { params: SaveContext; result: SavedContext };
  /** The contexts of a session, oldest first. */
  "context:list": { params: OfSession; result: Array<SavedContext> };
  /** One of them. */
  "context:get": { params: OfContext; result: ApiCallContextSnapshot };
  /** What a conversation is after going back, and what that takes away. */
  "context:restore": { params: RestoreContext; result: ContextRestore };
  /** A message of the settings app; answers with those for it. */
  "settings:message": { params: ToHost; result: Array<ToApp> };
}

/** The name of a method. */
export type MethodName = keyof Methods;

/** Every method, in the order of the protocol's page. */
export const METHODS = [
  "initialize",
  "shutdown",
  "guard:before",
  "guard:after",
  "checkpoint:create",
  "checkpoint:list",
  "checkpoint:rewind",
  "checkpoint:undoRewind",
  "checkpoint:cleanup",
  "checkpoint:label",
  "checkpoint:pin",
  "session:list",
  "session:archive",
  "message:capture",
  "message:list",
  "message:rewind",
  "workspace:save",
  "workspace:list",
  "workspace:diff",
  "workspace:read",
  "workspace:restore",
  "workspace:undo",
  "workspace:redo",
  "timeline:list",
  "context:save",
  "context:list",
  "context:get",
  "context:restore",
  "settings:message",
] as const satisfies readonly MethodName[];

/** What comes without being asked for. */
export interface Notifications {
  event: BelayEvent;
  "$/progress": ProgressReport;
}

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
 * The end of a call.
 */
export type After = { 
/**
 * Whether it failed.
 */
failed?: boolean, 
/**
 * Whether somebody stopped it.
 */
interrupted?: boolean, 
/**
 * Its exit code.
 */
exitCode?: number | null, 
/**
 * The agent's session.
 */
sessionId: SessionId, 
/**
 * What it wants to do.
 */
action: Action, 
/**
 * The call's own name; pairs it with its end.
 */
callId?: string | null, 
/**
 * The message it works on.
 */
messageId?: MessageId | null, 
/**
 * Which agent.
 */
agent?: string | null, 
/**
 * The folder it runs in; the workspace, where it is not given.
 */
cwd?: string | null, 
/**
 * Whether the client can ask a person. If not, what would be asked is refused, with a code.
 */
canAsk?: boolean, 
/**
 * Whether it goes on after the client has reported its end.
 */
background?: boolean, };

/**
 * Everything that goes into one request to a model.
 */
export type ApiCallContextSnapshot = { 
/**
 * When, in milliseconds since 1970.
 */
timestamp: number, 
/**
 * The system prompt in force.
 */
systemPrompt: string, 
/**
 * The conversation so far, as the agent keeps it.
 */
conversationHistory: Array<unknown>, 
/**
 * Provider, model and their settings. Secrets are not kept.
 */
apiConfiguration: unknown, 
/**
 * The task it belongs to.
 */
taskState: TaskState, 
/**
 * The files the agent had read.
 */
fileContextState: FileContextState, 
/**
 * What this call was made with.
 */
apiCallParameters: ApiCallParameters, };

/**
 * What a call was made with.
 */
export type ApiCallParameters = { 
/**
 * The blocks the person or the tools sent.
 */
userContent: Array<unknown>, 
/**
 * Whether details of files went along.
 */
includeFileDetails: boolean, 
/**
 * Which try this was.
 */
retryAttempt?: number, };

/**
 * A call of an agent, before it happens.
 */
export type Before = { 
/**
 * The agent's session.
 */
sessionId: SessionId, 
/**
 * What it wants to do.
 */
action: Action, 
/**
 * The call's own name; pairs it with its end.
 */
callId?: string | null, 
/**
 * The message it works on.
 */
messageId?: MessageId | null, 
/**
 * Which agent.
 */
agent?: string | null, 
/**
 * The folder it runs in; the workspace, where it is not given.
 */
cwd?: string | null, 
/**
 * Whether the client can ask a person. If not, what would be asked is refused, with a code.
 */
canAsk?: boolean, 
/**
 * Whether it goes on after the client has reported its end.
 */
background?: boolean, };

/**
 * What is pushed as `event`, without being asked for.
 */
export type BelayEvent = StoreEvent | HostEvent;

/**
 * A person has sent a message.
 */
export type CaptureMessage = { 
/**
 * The message's id.
 */
messageId: MessageId, 
/**
 * One line of it, or its content as the agent's SDK has it.
 */
description: unknown, 
/**
 * The session.
 */
sessionId: SessionId, };

/**
 * What prevented storing.
 */
export type Cause = "storageFull" | "storageForbidden" | "other";

/**
 * How many files changed.
 */
export type Changes = { 
/**
 * New files.
 */
added: number, 
/**
 * Files with other content or mode.
 */
modified: number, 
/**
 * Files that went.
 */
deleted: number, };

/**
 * A checkpoint, as a list shows it.
 */
export type Checkpoint = { 
/**
 * Its name.
 */
id: CheckpointId, 
/**
 * What it is of.
 */
kind: CheckpointKind, 
/**
 * Whose it is.
 */
session: SessionId | null, 
/**
 * The message it belongs to.
 */
message: MessageId | null, 
/**
 * Why it was made.
 */
reason: string, 
/**
 * When.
 */
created: string, 
/**
 * The one before it in the same session.
 */
parent: CheckpointId | null, 
/**
 * Whether everything that should be in it is.
 */
complete: boolean, 
/**
 * Files in it.
 */
files: number, 
/**
 * What had changed since the checkpoint before it.
 */
changed: Changes, 
/**
 * Git's name of its files: what `git write-tree` would say.
 */
tree: ObjectId, 
/**
 * Git's name of the whole checkpoint in the store.
 */
commit: ObjectId, };

/**
 * Names a checkpoint: twelve letters and digits that sort by time.
 *
 * The first part is the time, so ids of one afternoon begin alike; the last
 * letters differ. A person may therefore type either end of it.
 */
export type CheckpointId = string;

/**
 * What a checkpoint is of.
 */
export type CheckpointKind = "save" | "safety" | "capture";

/**
 * Why a checkpoint is taken or not.
 */
export type CheckpointReason = "checkpoint_disabled" | "command_required" | "command_exempted" | "high_risk" | "always_execute" | "read_only" | "low_risk" | "always_read_only" | "always_write" | "always_browser" | "always_mcp" | "not_configured";

/**
 * How a context is brought back.
 */
export type CheckpointRestoreOptionsExtended = { 
/**
 * The time of the message to go back to, in milliseconds since 1970.
 */
ts: number, 
/**
 * The checkpoint of the files that goes with it.
 */
commitHash: string, 
/**
 * Whether anything is to change.
 */
mode: RestoreMode, 
/**
 * What happens to the message itself: `delete` keeps it and removes what came
 * after it, `edit` removes it too, because it will be sent anew.
 */
operation?: Operation, 
/**
 * Whether the request's whole context comes back.
 */
restoreApiContext?: boolean, 
/**
 * The request whose context it is; absent, the last one up to `ts`.
 */
apiRequestId?: string, };

/**
 * A file in the plan that somebody else changed after the checkpoint.
 */
export type Conflict = { 
/**
 * The file.
 */
path: TreePath, 
/**
 * Who; `None` if it is not known.
 */
session: SessionId | null, 
/**
 * The checkpoint that first had the change.
 */
checkpoint: CheckpointId, };

/**
 * What stands in the `data` of a conflict.
 */
export type ConflictData = { 
/**
 * What the restore would have done; nothing was.
 */
plan: RestorePlan, };

/**
 * What an agent puts back, and what that takes away.
 */
export type ContextRestore = { 
/**
 * Whether this was only a look.
 */
mode: RestoreMode, 
/**
 * The conversation as it is after the restore.
 */
conversationHistory: Array<unknown>, 
/**
 * The request's whole context, if it was asked for.
 */
snapshot?: ApiCallContextSnapshot, 
/**
 * What goes.
 */
metrics: RewindMetrics, };

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
 * A file that is about to be written.
 */
export type CreateCheckpoint = { 
/**
 * The session that writes.
 */
sessionId: SessionId, 
/**
 * The message it works on.
 */
messageId: MessageId, 
/**
 * The file.
 */
filePath: string, };

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
 * Compare two checkpoints, or one with the files as they are.
 */
export type DiffWorkspace = { 
/**
 * The older one: an id, or enough of either end.
 */
from: string, 
/**
 * The newer one; the files as they are, where it is not given.
 */
to?: string | null, 
/**
 * Also send the texts of both sides.
 */
contents?: boolean, };

/**
 * The kind of thing something would be done to.
 */
export type Domain = "files" | "repository" | "disk" | "process" | "service" | "package" | "code" | "system" | "account" | "network" | "schedule" | "container" | "cluster" | "infrastructure" | "cloud" | "database" | "storage" | "backup" | "queue" | "search" | "hosting" | "pipeline" | "registry" | "edge" | "secret" | "web" | "flag" | "payment" | "mail" | "monitoring" | "windows_registry" | "boot" | "protection" | "guard" | "virtual_machine";

/**
 * What would be done, in order of declaration only; how bad it is, the rules say.
 */
export type Effect = "creates" | "appends" | "overwrites" | "deletes" | "moves" | "discards" | "rewrites_history" | "drops_refs" | "forces_remote" | "changes_rights" | "changes_owner" | "kills" | "stops" | "powers_off" | "installs" | "uninstalls" | "formats" | "writes_device" | "runs_download" | "runs_unknown" | "schedules" | "configures" | "publishes" | "changes_remote" | "sends" | "exhausts" | "hides_traces" | "opens";

/**
 * What was saved after a call.
 */
export type Ended = { 
/**
 * The checkpoint, where the settings ask for one.
 */
checkpoint: string | null, 
/**
 * Why it could not be made.
 */
trouble: string | null, };

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
 * A file as it was before a write.
 */
export type FileCheckpoint = { 
/**
 * Its name.
 */
id: CheckpointId, 
/**
 * The session that was about to write.
 */
sessionId: SessionId, 
/**
 * The message it worked on.
 */
messageId: MessageId, 
/**
 * The file.
 */
filePath: string, 
/**
 * Its text. Absent where nothing was, where it is no Unicode text, where it was a
 * link, and where the caller did not ask for contents.
 */
originalContent: string | null, 
/**
 * Whether there was a file. If not, going back deletes it.
 */
fileExisted: boolean, 
/**
 * Milliseconds since 1970.
 */
createdAt: number, 
/**
 * The name git gives its content.
 */
contentId?: ObjectId, 
/**
 * Permission bits, where the platform has them.
 */
mode?: number, 
/**
 * Where it led, if it was a symbolic link.
 */
linkTarget?: string, 
/**
 * What is wrong with the stored content, if anything is. It will not be restored.
 */
damaged?: string, };

/**
 * The files an agent had read.
 */
export type FileContextState = { 
/**
 * Their paths.
 */
trackedFiles: Array<string>, };

/**
 * A file that differs.
 */
export type FileDiff = { 
/**
 * Its text before, where it was asked for and is text of less than 4 MiB.
 */
beforeText?: string, 
/**
 * Its text after.
 */
afterText?: string, 
/**
 * The file.
 */
path: TreePath, 
/**
 * How it differs.
 */
status: Status, 
/**
 * Its content before, by name; `None` if it was not there.
 */
before: ObjectId | null, 
/**
 * Its content after, by name; `None` if it is not there.
 */
after: ObjectId | null, };

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
 * What the guard says, and what it did.
 */
export type Guarded = { 
/**
 * Allow, ask or deny.
 */
decision: Decision, 
/**
 * What is asked about or refused, and why.
 */
reason: string, 
/**
 * What the agent can do instead.
 */
instead: string | null, 
/**
 * The code with which a person allows this one call.
 */
code: string | null, 
/**
 * The whole verdict, with positions in units of UTF-16.
 */
verdicts: Array<Verdict>, 
/**
 * The checkpoint of the workspace as it was.
 */
checkpoint: string | null, 
/**
 * The capture of what lies outside or is ignored.
 */
capture: string | null, 
/**
 * What a person should know, a sentence each.
 */
troubles: Array<string>, };

/**
 * What the program noticed.
 */
export type HostEvent = { "type": "skipped", 
/**
 * The file.
 */
path: string, 
/**
 * Why, as a sentence for people.
 */
reason: string, } | { "type": "settingsChanged", 
/**
 * What is wrong with them, a sentence each.
 */
problems: Array<string>, };

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
 * The first request of a client.
 */
export type Initialize = { 
/**
 * The versions of the protocol the client speaks; all, where it does not say.
 */
protocolVersions?: Array<number> | null, 
/**
 * Who asks: a name for the log.
 */
client?: string | null, 
/**
 * The workspace; the one of the folder the process was started in, where it is not given.
 */
workspace?: string | null, };

/**
 * What the client may count on.
 */
export type Initialized = { 
/**
 * The version of the protocol that is spoken.
 */
protocolVersion: number, 
/**
 * The version of this program.
 */
version: string, 
/**
 * The workspace.
 */
workspace: string, 
/**
 * Whether the settings let files be saved before a write.
 */
fileCheckpointing: boolean, 
/**
 * What a person should know: problems of the settings, a restore that was interrupted.
 */
warnings: Array<string>, };

/**
 * A name for a checkpoint.
 */
export type LabelCheckpoint = { 
/**
 * The checkpoint.
 */
id: CheckpointId, 
/**
 * Its name; nothing takes it away.
 */
label?: string | null, };

/**
 * Who said so. Later layers lie over earlier ones.
 */
export type Layer = "default" | "user" | "workspace" | "managed";

/**
 * A file that differs and stays.
 */
export type Leave = { 
/**
 * The file.
 */
path: TreePath, 
/**
 * Why it stays.
 */
why: LeaveWhy, };

/**
 * Why a file stays.
 */
export type LeaveWhy = "outOfScope" | "notThisSession" | "ignoredThen" | "ignoredNow" | "leftOutThen" | "cannotBeSaved";

/**
 * A path that is not in a checkpoint although it was there.
 */
export type LeftOut = { 
/**
 * The path in the workspace.
 */
path: TreePath, 
/**
 * Why it was left out.
 */
why: Why, 
/**
 * Its size, where known.
 */
bytes: number | null, };

/**
 * Which checkpoints of the workspace.
 */
export type ListWorkspace = { 
/**
 * Of this session.
 */
sessionId?: SessionId | null, 
/**
 * With this text in the reason.
 */
text?: string | null, 
/**
 * At most so many, the newest first.
 */
limit?: number | null, };

/**
 * One line of the list.
 */
export type LogEntry = { 
/**
 * Its place in the order of everything; the name of a snapshot.
 */
id: CheckpointId, 
/**
 * What happened.
 */
kind: LogKind, 
/**
 * Who did it.
 */
session: SessionId | null, 
/**
 * The message it belongs to, or is.
 */
message: MessageId | null, 
/**
 * When.
 */
created: string, 
/**
 * The prompt, the reason or the command.
 */
text: string, 
/**
 * A person's name for it.
 */
label?: string, 
/**
 * Whether it stays whatever the limits say.
 */
pinned: boolean, 
/**
 * Whether all that should be in it is.
 */
complete: boolean, 
/**
 * Whether a rewind has left it behind.
 */
abandoned: boolean, 
/**
 * Files it changed, or files saved for it.
 */
files: number, };

/**
 * Which lines to list. The default is all.
 */
export type LogFilter = { 
/**
 * Of this session.
 */
session?: SessionId | null, 
/**
 * About this file, or something in this folder.
 */
path?: string | null, 
/**
 * At this moment or later.
 */
since?: string | null, 
/**
 * With this text in the prompt, reason, command or label, in any case.
 */
text?: string | null, 
/**
 * At most so many, the newest first.
 */
limit?: number | null, };

/**
 * What happened.
 */
export type LogKind = "message" | "save" | "safety" | "capture" | "rewind";

/**
 * A message checkpoint with what only this store knows of it.
 */
export type MessageCheckpoint = { 
/**
 * A person's name for it.
 */
label?: string, 
/**
 * Whether it stays whatever the limits say.
 */
pinned: boolean, 
/**
 * Whether a rewind has left it behind: it is part of a future that did not happen.
 */
abandoned: boolean, 
/**
 * The message's id.
 */
id: MessageId, 
/**
 * When it came.
 */
timestamp: string, 
/**
 * One line of it.
 */
description: string, 
/**
 * Its session.
 */
sessionId: SessionId, };

/**
 * An agent's name for a message, kept as the agent wrote it.
 */
export type MessageId = string;

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
 * No parameters.
 */
export type Nothing = Record<string, never>;

/**
 * Names content the way git does: the SHA-1 of an object.
 */
export type ObjectId = string;

/**
 * A context that was saved.
 */
export type OfContext = { 
/**
 * The session.
 */
sessionId: SessionId, 
/**
 * The request.
 */
apiRequestId: string, };

/**
 * A message of a session.
 */
export type OfMessage = { 
/**
 * The session.
 */
sessionId: SessionId, 
/**
 * The message.
 */
messageId: MessageId, };

/**
 * A session.
 */
export type OfSession = { 
/**
 * The agent's name for it.
 */
sessionId: SessionId, };

/**
 * What happens to the message one goes back to.
 */
export type Operation = "delete" | "edit";

/**
 * Why an action is allowed, asked about or denied.
 */
export type PermissionReason = "denied_by_list" | "allowed_by_list" | "allowed_too_generally" | "unknown_program" | "safe" | "safe_not_approved" | "low_risk" | "medium_risk" | "medium_risk_asked" | "recoverable" | "unrecoverable" | "not_confirmed";

/**
 * Keep a checkpoint whatever the limits say, or let it go.
 */
export type PinCheckpoint = { 
/**
 * The checkpoint.
 */
id: CheckpointId, 
/**
 * Whether it stays.
 */
pinned: boolean, };

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
 * A file that would be written.
 */
export type PlannedWrite = { 
/**
 * The file.
 */
path: TreePath, 
/**
 * Seen from now: added comes back, modified gets its old content, mode its old rights.
 */
status: Status, };

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
 * How far a request is, pushed as `$/progress`.
 */
export type ProgressReport = { 
/**
 * The `progressToken` of the request's parameters; its id, where it has none.
 */
token: string | number, 
/**
 * How far it is.
 */
value: ProgressValue, };

/**
 * How far a request is.
 */
export type ProgressValue = { 
/**
 * What is being done.
 */
stage: Stage, 
/**
 * Steps that are done.
 */
done: number, 
/**
 * Of so many; zero while that is not known.
 */
total: number, };

/**
 * One file of a checkpoint.
 */
export type ReadFile = { 
/**
 * The checkpoint; the file as it is, where it is not given.
 */
checkpoint?: string | null, 
/**
 * The file, below the workspace.
 */
path: string, };

/**
 * Whether a checkpoint would bring everything back. The worst wins: combine with `max`.
 */
export type Recovery = "full" | "partial" | "unknown" | "none";

/**
 * Bring a context back.
 */
export type RestoreContext = { 
/**
 * The session.
 */
sessionId: SessionId, 
/**
 * To which point, and how.
 */
options: CheckpointRestoreOptionsExtended, };

/**
 * Whether a restore only shows what it would do.
 */
export type RestoreMode = "preview" | "restore";

/**
 * What a restore would do, and what it did.
 */
export type RestoreOutcome = { 
/**
 * What it would do.
 */
plan: RestorePlan, 
/**
 * What it did; nothing for a preview.
 */
restored: Restored | null, };

/**
 * What a restore would do.
 */
export type RestorePlan = { 
/**
 * The checkpoint to go to.
 */
target: CheckpointId, 
/**
 * Whether that checkpoint had everything.
 */
targetComplete: boolean, 
/**
 * Files that would be written.
 */
writes: Array<PlannedWrite>, 
/**
 * Files that would be deleted. All are in the safety checkpoint.
 */
deletes: Array<TreePath>, 
/**
 * Files that differ and would stay as they are, and why.
 */
leaves: Array<Leave>, 
/**
 * Files in the plan that somebody else changed since.
 */
conflicts: Array<Conflict>, };

/**
 * Go back to a checkpoint of the workspace.
 */
export type RestoreWorkspace = { 
/**
 * The checkpoint: an id, or enough of either end.
 */
id: string, 
/**
 * Whether anything is to change.
 */
mode?: RestoreMode, 
/**
 * Only these files and what is below these folders.
 */
paths?: Array<string> | null, 
/**
 * Only what this session has changed since.
 */
sessionId?: SessionId | null, 
/**
 * Also what others have changed since; without it that is a conflict.
 */
all?: boolean, };

/**
 * What a restore did.
 */
export type Restored = { 
/**
 * Where it went.
 */
target: CheckpointId, 
/**
 * What was there before; restoring it undoes everything.
 */
safety: CheckpointId, 
/**
 * Files written.
 */
written: Array<TreePath>, 
/**
 * Files deleted.
 */
deleted: Array<TreePath>, 
/**
 * Files that differ and stayed, and why.
 */
left: Array<Leave>, };

/**
 * Why one file was left alone.
 */
export type RewindError = { 
/**
 * The file.
 */
filePath: string, 
/**
 * What is wrong, as a sentence for people.
 */
error: string, };

/**
 * Go back to a message.
 */
export type RewindMessage = { 
/**
 * The session.
 */
sessionId: SessionId, 
/**
 * The message.
 */
messageId: MessageId, 
/**
 * Whether anything is to change.
 */
mode?: RestoreMode, 
/**
 * Also undo what others have changed since.
 */
all?: boolean, };

/**
 * Sums over what a rewind removes. Tokens and cost are only there where the messages
 * themselves tell.
 */
export type RewindMetrics = { 
/**
 * Messages of the conversation.
 */
messages: number, 
/**
 * Requests to the model.
 */
requests: number, 
/**
 * Tokens sent.
 */
totalTokensIn?: number, 
/**
 * Tokens received.
 */
totalTokensOut?: number, 
/**
 * Tokens written to the provider's cache.
 */
totalCacheWrites?: number, 
/**
 * Tokens read from the provider's cache.
 */
totalCacheReads?: number, 
/**
 * Money, in the provider's currency.
 */
totalCost?: number, };

/**
 * What a rewind did.
 */
export type RewindResult = { 
/**
 * Whether every file is as it was.
 */
success: boolean, 
/**
 * Files that have their old content again.
 */
restoredFiles: Array<string>, 
/**
 * Files that did not exist and are gone again.
 */
deletedFiles: Array<string>, 
/**
 * Files that could not be brought back, and were left alone.
 */
errors: Array<RewindError>, 
/**
 * Files that were as they had been already.
 */
unchangedFiles?: Array<string>, 
/**
 * The message to rewind to in order to undo this. Absent if nothing was to do.
 */
undo?: MessageId, };

/**
 * How dangerous something is. The strictest wins: combine with `max`.
 */
export type Risk = "safe" | "low" | "medium" | "high" | "critical";

/**
 * Save what is about to be sent to a model.
 */
export type SaveContext = { 
/**
 * The session.
 */
sessionId: SessionId, 
/**
 * All of it. Secrets are taken out before it is stored.
 */
snapshot: ApiCallContextSnapshot, 
/**
 * The request's id; a new one, where it is not given.
 */
apiRequestId?: string | null, 
/**
 * The checkpoint of the files that goes with it.
 */
commitHash?: string | null, 
/**
 * The message it belongs to.
 */
messageId?: MessageId | null, };

/**
 * Save the workspace.
 */
export type SaveWorkspace = { 
/**
 * Why, in words a person recognises later.
 */
message?: string, 
/**
 * Record a checkpoint even if nothing changed.
 */
allowEmpty?: boolean, 
/**
 * For whom.
 */
sessionId?: SessionId | null, 
/**
 * The message it belongs to.
 */
messageId?: MessageId | null, };

/**
 * What a save did.
 */
export type Saved = { 
/**
 * The new checkpoint; `None` if nothing changed.
 */
checkpoint: CheckpointId | null, 
/**
 * The checkpoint the workspace equals, if nothing changed.
 */
sameAs: CheckpointId | null, 
/**
 * Whether everything that should be in it is. If not, see `left_out`.
 */
complete: boolean, 
/**
 * What could not be taken, and why.
 */
leftOut: Array<LeftOut>, 
/**
 * Names git ignores; a folder counts once.
 */
ignored: number, 
/**
 * Names the settings exclude; a folder counts once.
 */
excluded: number, 
/**
 * Files in the workspace.
 */
files: number, 
/**
 * Files that were read; the others were known.
 */
read: number, 
/**
 * What changed since the last checkpoint of this workspace.
 */
changed: Changes, 
/**
 * Bytes the store grew by.
 */
stored: number, };

/**
 * A context that was saved.
 */
export type SavedContext = { 
/**
 * The request's id, the caller's or a new one.
 */
apiRequestId: string, 
/**
 * The session it belongs to.
 */
sessionId: SessionId, 
/**
 * The time the agent gave it.
 */
timestamp: number, 
/**
 * The checkpoint of the files that goes with it.
 */
commitHash?: string, };

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
 * One run of an agent.
 */
export type Session = { 
/**
 * The agent's name for it.
 */
id: SessionId, 
/**
 * The folder it works in, if it told.
 */
workspace: string | null, 
/**
 * Which agent, if it told.
 */
agent: string | null, 
/**
 * Milliseconds since 1970.
 */
createdAt: number, 
/**
 * When it was put away, in milliseconds since 1970.
 */
archivedAt: number | null, };

/**
 * An agent's name for a session, kept as the agent wrote it.
 */
export type SessionId = string;

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
 * What is being done.
 */
export type Stage = "walk" | "store" | "sync" | "plan" | "apply" | "verify" | "collect" | "export" | "import" | "check";

/**
 * How a file differs.
 */
export type Status = "added" | "modified" | "deleted" | "mode";

/**
 * Something a store did. Handed to the listeners of [`crate::Store::listen`] after
 * it is on the disk, and kept in the database.
 */
export type StoreEvent = { "type": "initialize", 
/**
 * Its folder.
 */
workspace: string, } | { "type": "checkpoint", 
/**
 * The one before it, in the same session.
 */
from: CheckpointId | null, 
/**
 * The new one.
 */
to: CheckpointId, 
/**
 * Whose it is.
 */
session: SessionId | null, 
/**
 * Whether everything asked for is in it.
 */
complete: boolean, } | { "type": "restore", 
/**
 * The checkpoint they came from.
 */
checkpoint: CheckpointId, 
/**
 * What was there before, to undo it.
 */
safety: CheckpointId | null, } | { "type": "error", 
/**
 * What was tried.
 */
action: string, 
/**
 * The whole message.
 */
message: string, };

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
 * The task a request belongs to.
 */
export type TaskState = { 
/**
 * Its id.
 */
taskId: string, 
/**
 * Its mode.
 */
taskMode: string, 
/**
 * How tools are called: `xml` or `native`.
 */
taskToolProtocol?: string, 
/**
 * Whether the next request starts without the id of the last answer.
 */
skipPrevResponseIdOnce: boolean, };

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
 * A path below a workspace's folder: bytes, parts separated by `/`, as git has it.
 *
 * On Unix any byte but zero and `/` may be part of a name; on Windows names are Unicode.
 */
export type TreePath = string;

/**
 * Take back the last restore, or the last time it was taken back.
 */
export type UndoWorkspace = { 
/**
 * Whether anything is to change.
 */
mode?: RestoreMode, };

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

/**
 * What stands in the `data` where no common version is spoken.
 */
export type VersionData = { 
/**
 * The versions that this program speaks.
 */
protocolVersions: Array<number>, 
/**
 * The version of this program.
 */
version: string, };

/**
 * Why a path was left out.
 */
export type Why = { "reason": "special" } | { "reason": "tooLarge" } | { "reason": "tooMany" } | { "reason": "tooMuch" } | { "reason": "tooLong" } | { "reason": "ownStore" } | { "reason": "unreadable", "message": string };

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
