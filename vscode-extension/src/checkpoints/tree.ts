// The view: sessions, their checkpoints, and the files that have changed since each.

import type { FileDiff } from "belay-client";
import * as vscode from "vscode";
import type { Program } from "../program/program";
import { whyNothingIsSaved } from "../program/says";
import { ago, filtered, shortId, type Entry, type Group } from "./model";
import type { Timeline } from "./timeline";
import { shownTitle } from "./title";

export const VIEW = "belay.checkpoints";

/** What stands in the view. */
export type Node =
  | { readonly kind: "session"; readonly group: Group }
  | { readonly kind: "checkpoint"; readonly entry: Entry }
  | { readonly kind: "file"; readonly entry: Entry; readonly file: FileDiff }
  /** More than what is shown; `of` says of what. */
  | { readonly kind: "more"; readonly of: string; readonly count: number | undefined }
  | { readonly kind: "remark"; readonly text: string };

/** More files than anybody opens one by one. */
const MOST_FILES = 500;
/** As many sessions, and checkpoints of each, are shown at first. */
const AT_FIRST = 100;
/** As many are shown in addition each time that somebody wants more. */
const AT_ONCE = 1_000;
/** What stands for the list of sessions, and for what was not read yet. */
const SESSIONS = "sessions";
const UNREAD = "unread";

export class CheckpointTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #program: Program;
  readonly #timeline: Timeline;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #view: vscode.TreeView<Node>;
  readonly #limits = new Map<string, number>();
  #filter = "";

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(program: Program, timeline: Timeline) {
    this.#program = program;
    this.#timeline = timeline;
    this.#view = vscode.window.createTreeView(VIEW, {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
    });
    this.#subscriptions = [
      this.#changed,
      this.#view,
      timeline.onDidChange(() => this.#show()),
      program.onDidChangeState(() => this.#say()),
    ];
    this.#say();
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
  }

  /** Shows only what has a text in it. */
  async filter(text: string): Promise<void> {
    this.#filter = text;
    void vscode.commands.executeCommand("setContext", "belay.filtered", text !== "");
    this.#show();
    if (text !== "") await this.#readAll();
  }

  /** Shows more of what only a part is shown of. */
  async more(of: string): Promise<void> {
    if (of === UNREAD) {
      await this.#readAll();
      return;
    }
    this.#limits.set(of, this.#limit(of) + AT_ONCE);
    this.#changed.fire(undefined);
  }

  get filterText(): string {
    return this.#filter;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    switch (node.kind) {
      case "session":
        return sessionItem(node.group, this.#opens(node.group));
      case "checkpoint":
        return checkpointItem(node.entry);
      case "file":
        return fileItem(node);
      case "more":
        return moreItem(node);
      case "remark":
        return new vscode.TreeItem(node.text);
    }
  }

  /** What stands beside a checkpoint while somebody points at it; made when VS Code wants it. */
  resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
    if (node.kind === "checkpoint") item.tooltip = checkpointTooltip(node.entry);
    return item;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node === undefined) {
      const groups = filtered(this.#timeline.groups, this.#filter);
      const shown = this.#some(SESSIONS, groups, (group) => ({ kind: "session", group }));
      return this.#timeline.partial
        ? [...shown, { kind: "more", of: UNREAD, count: undefined }]
        : shown;
    }
    switch (node.kind) {
      case "session":
        return this.#some(idOf(node.group), node.group.entries, (entry) => ({
          kind: "checkpoint",
          entry,
        }));
      case "checkpoint":
        return this.#files(node.entry);
      default:
        return [];
    }
  }

  /** The newest session shows its checkpoints, and so does what was looked for. */
  #opens({ session }: Group): boolean {
    return this.#filter !== "" || session === this.#timeline.groups[0]?.session;
  }

  /** As many as are to be shown, and a line for the others. */
  #some<T>(of: string, all: readonly T[], node: (each: T) => Node): Node[] {
    const limit = this.#limit(of);
    const shown = all.slice(0, limit).map(node);
    return all.length <= limit
      ? shown
      : [...shown, { kind: "more", of, count: all.length - limit }];
  }

  /** The older ones as well, which may take a moment. */
  async #readAll(): Promise<void> {
    if (!this.#timeline.partial) return;
    const location = { viewId: VIEW };
    await vscode.window.withProgress({ location }, () => this.#timeline.readAll());
  }

  #limit(of: string): number {
    return this.#limits.get(of) ?? AT_FIRST;
  }

  async #files(entry: Entry): Promise<Node[]> {
    const files = await this.#program.request("workspace:diff", { from: entry.checkpoint.id });
    if (files.length === 0) {
      return [{ kind: "remark", text: vscode.l10n.t("Nothing has changed since.") }];
    }
    const shown = files.slice(0, MOST_FILES).map((file): Node => ({ kind: "file", entry, file }));
    const more = files.length - shown.length;
    if (more === 0) return shown;
    return [
      ...shown,
      { kind: "remark", text: vscode.l10n.t("{0} more files have changed.", more) },
    ];
  }

  #show(): void {
    this.#say();
    this.#changed.fire(undefined);
  }

  /** What is said above the list. */
  #say(): void {
    const why = whyNothingIsSaved(this.#program.state);
    const count = filtered(this.#timeline.groups, this.#filter).length;
    const none =
      this.#filter === ""
        ? vscode.l10n.t("No checkpoints of this workspace yet.")
        : vscode.l10n.t("No checkpoint matches {0}.", `“${this.#filter}”`);
    if (why !== undefined) this.#view.message = why;
    else if (count === 0 && this.#timeline.isRead) this.#view.message = none;
    else this.#view.message = this.#filter === "" ? "" : `“${this.#filter}”`;
  }
}

function sessionItem(group: Group, opens: boolean): vscode.TreeItem {
  const { session, agent, entries } = group;
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const name = session ?? vscode.l10n.t("Saved by hand");
  const item = new vscode.TreeItem(name, opens ? Expanded : Collapsed);
  item.id = idOf(group);
  const [last] = entries;
  const age = last && since(last);
  const who = agent === session ? undefined : agent;
  item.description = [who, age].filter((part) => part !== undefined).join(" · ");
  item.iconPath = new vscode.ThemeIcon(session === undefined ? "person" : "comment-discussion");
  item.contextValue = session === undefined ? "sessionNone" : "session";
  return item;
}

function idOf({ session }: Group): string {
  return `session:${session ?? ""}`;
}

function moreItem(node: Extract<Node, { kind: "more" }>): vscode.TreeItem {
  const title = vscode.l10n.t("Show older ones: {0} more", node.count ?? "…");
  const item = new vscode.TreeItem(title);
  item.id = `more:${node.of}`;
  item.iconPath = new vscode.ThemeIcon("ellipsis");
  item.command = { command: "belay.showMore", title, arguments: [node] };
  return item;
}

function checkpointItem(entry: Entry): vscode.TreeItem {
  const { checkpoint, pinned } = entry;
  const item = new vscode.TreeItem(shownTitle(entry), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `checkpoint:${checkpoint.id}`;
  item.description = since(entry);
  item.iconPath = new vscode.ThemeIcon(iconOf(entry));
  item.contextValue = checkpoint.kind === "capture" ? "capture" : pinned ? "pinned" : "checkpoint";
  return item;
}

function checkpointTooltip(entry: Entry): vscode.MarkdownString {
  const { checkpoint, abandoned } = entry;
  const { added, modified, deleted } = checkpoint.changed;
  const tooltip = new vscode.MarkdownString("", true);
  tooltip.appendText(shownTitle(entry));
  tooltip.appendMarkdown(`\n\n$(history) ${created(entry)} · \`${shortId(checkpoint.id)}\``);
  if (added + modified + deleted > 0) {
    const files = vscode.l10n.t(
      "Files since the checkpoint before it: {0} new, {1} changed, {2} deleted",
      added,
      modified,
      deleted,
    );
    tooltip.appendMarkdown(`\n\n$(diff) ${files}`);
  }
  if (!checkpoint.complete) {
    tooltip.appendMarkdown(`\n\n$(warning) ${vscode.l10n.t("Some files are not in it.")}`);
  }
  if (abandoned) {
    tooltip.appendMarkdown(`\n\n$(history) ${vscode.l10n.t("A rewind has left it behind.")}`);
  }
  return tooltip;
}

function iconOf({ checkpoint, pinned, abandoned }: Entry): string {
  if (pinned) return "pinned";
  if (abandoned) return "history";
  if (!checkpoint.complete) return "warning";
  return checkpoint.kind === "safety" ? "discard" : "save";
}

const FILE_ICONS: Readonly<Record<FileDiff["status"], string>> = {
  added: "diff-added",
  modified: "diff-modified",
  deleted: "diff-removed",
  mode: "diff-modified",
};

function fileItem(node: Extract<Node, { kind: "file" }>): vscode.TreeItem {
  const { entry, file } = node;
  const parts = file.path.split("/");
  const item = new vscode.TreeItem(parts.at(-1) ?? file.path);
  item.id = `file:${entry.checkpoint.id}:${file.path}`;
  item.description = parts.slice(0, -1).join("/");
  item.tooltip = file.path;
  item.iconPath = new vscode.ThemeIcon(FILE_ICONS[file.status]);
  item.contextValue = "file";
  item.command = { command: "belay.compareFile", title: "", arguments: [node] };
  return item;
}

function since(entry: Entry): string {
  return ago(Date.parse(entry.checkpoint.created), Date.now(), vscode.env.language, "long");
}

function created(entry: Entry): string {
  return new Date(entry.checkpoint.created).toLocaleString(vscode.env.language);
}
