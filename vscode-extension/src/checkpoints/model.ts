// Checkpoints as the view shows them: by session, the newest first.

import type { Checkpoint, LogEntry, Session } from "belay-client";

/** A checkpoint with what only the log of everything knows. */
export interface Entry {
  readonly checkpoint: Checkpoint;
  readonly label: string | undefined;
  readonly pinned: boolean;
  /** A rewind has left it behind. */
  readonly abandoned: boolean;
  /** What was gone back to when it was saved. */
  readonly before: string | undefined;
}

/** The checkpoints of a session; of none where somebody saved by hand. */
export interface Group {
  readonly session: string | undefined;
  readonly agent: string | undefined;
  readonly entries: readonly Entry[];
}

/** A message of a person, and the checkpoint that has the workspace as the message found it. */
export interface Message {
  readonly text: string;
  readonly session: string | undefined;
  readonly created: string;
  readonly target: Entry;
}

/** Everything that is known about the workspace, newest first. */
export interface Known {
  readonly messages: readonly Message[];
  readonly groups: readonly Group[];
  readonly newest: Entry | undefined;
}

/** Puts what the store says together. `checkpoints` are the newest first. */
export function known(
  checkpoints: readonly Checkpoint[],
  log: readonly LogEntry[],
  sessions: readonly Session[],
): Known {
  const logged = new Map(log.map((entry) => [entry.id, entry]));
  const agents = new Map(sessions.map(({ id, agent }) => [id, agent ?? undefined]));
  const groups = new Map<string | undefined, Entry[]>();
  const names = new Map(
    checkpoints.map((checkpoint) => [checkpoint.id, nameOf(checkpoint, logged)]),
  );
  let newest: Entry | undefined;
  for (const checkpoint of checkpoints) {
    const more = logged.get(checkpoint.id);
    const entry: Entry = {
      checkpoint,
      label: more?.label ?? undefined,
      pinned: more?.pinned ?? false,
      abandoned: more?.abandoned ?? false,
      before: checkpoint.kind === "safety" ? targetOf(checkpoint, names) : undefined,
    };
    newest ??= entry;
    const session = checkpoint.session ?? undefined;
    const group = groups.get(session);
    if (group === undefined) groups.set(session, [entry]);
    else group.push(entry);
  }
  return {
    newest,
    messages: messagesOf(log, groups),
    groups: [...groups].map(([session, entries]) => ({
      session,
      agent: session === undefined ? undefined : agents.get(session),
      entries,
    })),
  };
}

/** What people know a checkpoint by; those before a restore have no words of their own. */
function nameOf(checkpoint: Checkpoint, logged: ReadonlyMap<string, LogEntry>): string {
  const reason = checkpoint.kind === "safety" ? "" : words(checkpoint.reason);
  return logged.get(checkpoint.id)?.label ?? (reason === "" ? shortId(checkpoint.id) : reason);
}

/** The store writes the id of what was gone back to at the end of the reason. */
function targetOf({ reason }: Checkpoint, names: ReadonlyMap<string, string>): string | undefined {
  const id = /(\S+)\s*$/.exec(reason)?.[1];
  return id === undefined ? undefined : names.get(id);
}

function words(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * The messages of the sessions that have checkpoints here. A message for which nothing had changed
 * made no checkpoint of its own: the one before it has the workspace as it was.
 */
function messagesOf(
  log: readonly LogEntry[],
  groups: ReadonlyMap<string | undefined, readonly Entry[]>,
): Message[] {
  const own = new Map<string, Entry>();
  for (const entry of [...groups.values()].flat()) {
    const { session, message } = entry.checkpoint;
    if (session != null && message != null) own.set(`${session} ${message}`, entry);
  }
  return log.flatMap(({ kind, session, message, created, text }): Message[] => {
    if (kind !== "message" || session == null) return [];
    const target =
      (message == null ? undefined : own.get(`${session} ${message}`)) ??
      lastUntil(groups.get(session) ?? [], Date.parse(created));
    return target === undefined ? [] : [{ text, session, created, target }];
  });
}

/** The newest entry that is not younger than a time, of entries that are the newest first. */
function lastUntil(entries: readonly Entry[], time: number): Entry | undefined {
  let [from, to] = [0, entries.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const entry = entries[middle];
    if (entry !== undefined && Date.parse(entry.checkpoint.created) > time) from = middle + 1;
    else to = middle;
  }
  return entries[from];
}

/** The entries whose words have a text in them, in any case; groups without any go. */
export function filtered(groups: readonly Group[], text: string): readonly Group[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return groups;
  const has = (words: string | undefined) => words?.toLowerCase().includes(wanted) === true;
  return groups
    .map((group) => {
      const whole = has(group.session) || has(group.agent);
      const some = ({ label, checkpoint }: Entry) =>
        whole || has(label) || has(checkpoint.reason) || has(checkpoint.id);
      return { ...group, entries: group.entries.filter(some) };
    })
    .filter(({ entries }) => entries.length > 0);
}

/** What a checkpoint is called: its name, or why it was made. */
export function titleOf({ label, checkpoint }: Entry): string {
  const reason = words(checkpoint.reason);
  return label ?? (reason === "" ? checkpoint.id : reason);
}

/** The end of an id, by which people tell checkpoints apart. */
export function shortId(id: string): string {
  return id.slice(-8);
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Making a formatter takes longer than a hundred uses of it. */
const formats = new Map<string, Intl.RelativeTimeFormat>();

function formatOf(language: string, style: "long" | "narrow"): Intl.RelativeTimeFormat {
  const key = `${language} ${style}`;
  const made =
    formats.get(key) ?? new Intl.RelativeTimeFormat(language, { numeric: "auto", style });
  formats.set(key, made);
  return made;
}

/** How long ago, as the language says it: "3 minutes ago". */
export function ago(then: number, now: number, language: string, style: "long" | "narrow"): string {
  const format = formatOf(language, style);
  const seconds = Math.max(0, Math.round((now - then) / 1000));
  for (const [unit, size] of UNITS) {
    if (seconds >= size) return format.format(-Math.floor(seconds / size), unit);
  }
  return format.format(0, "second");
}
