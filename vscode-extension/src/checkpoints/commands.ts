// What can be done with checkpoints, as commands.

import { join } from "node:path";
import * as vscode from "vscode";
import type { Program } from "../program/program";
import { runProgram } from "../program/run";
import { documentUri, EMPTY } from "./documents";
import { shortId, type Entry } from "./model";
import { reported, withProgress } from "./progress";
import type { Restorer } from "./restore";
import { rewind } from "./rewind";
import type { Timeline } from "./timeline";
import { shownTitle } from "./title";
import { VIEW, type CheckpointTree, type Node } from "./tree";

/** What the commands work with. */
export interface CheckpointParts {
  readonly program: Program;
  readonly timeline: Timeline;
  readonly tree: CheckpointTree;
  readonly restorer: Restorer;
}

type FileNode = Extract<Node, { kind: "file" }>;

/** Registers all of them. */
export function registerCheckpointCommands(parts: CheckpointParts): vscode.Disposable[] {
  const { program, timeline, tree, restorer } = parts;
  const register = (name: string, run: (node?: Node, all?: readonly Node[]) => Promise<void>) =>
    vscode.commands.registerCommand(name, run);
  const ofEntry = (name: string, run: (entry: Entry) => Promise<void>) =>
    register(name, async (node) => {
      if (node?.kind === "checkpoint") await run(node.entry);
    });
  return [
    register("belay.saveNow", () => saveNow(program)),
    register("belay.rewind", () => rewind(timeline, restorer)),
    register("belay.undoRestore", () => restorer.undo()),
    register("belay.showCheckpoints", async () => {
      await vscode.commands.executeCommand(`${VIEW}.focus`);
    }),
    register("belay.refreshCheckpoints", () => timeline.read()),
    register("belay.filterCheckpoints", async () => {
      const text = await vscode.window.showInputBox({
        title: vscode.l10n.t("Show only checkpoints with this text"),
        value: tree.filterText,
      });
      if (text !== undefined) await tree.filter(text);
    }),
    register("belay.clearFilter", () => tree.filter("")),
    register("belay.showMore", async (node) => {
      if (node?.kind === "more") await tree.more(node.of);
    }),
    register("belay.compareFile", async (node) => {
      if (node?.kind === "file") await compare(program, node);
    }),
    ofEntry("belay.restoreCheckpoint", (entry) =>
      restorer.restore(entry.checkpoint.id, shownTitle(entry)),
    ),
    register("belay.restoreFile", async (node, all) => {
      const files = (all ?? [node]).filter((each): each is FileNode => each?.kind === "file");
      const [first] = files;
      if (first === undefined) return;
      const same = files.filter(({ entry }) => entry === first.entry);
      const paths = same.map(({ file }) => file.path);
      await restorer.restore(first.entry.checkpoint.id, shownTitle(first.entry), paths);
    }),
    ofEntry("belay.labelCheckpoint", (entry) => label(parts, entry)),
    ofEntry("belay.pinCheckpoint", (entry) => pin(parts, entry, true)),
    ofEntry("belay.unpinCheckpoint", (entry) => pin(parts, entry, false)),
    register("belay.exportSession", async (node) => {
      if (node?.kind === "session" && node.group.session !== undefined) {
        await exportSession(program, node.group.session);
      }
    }),
  ];
}

/** Saves the workspace because the person says so. */
async function saveNow(program: Program): Promise<void> {
  await reported(async () => {
    const message = vscode.l10n.t("Saved by hand");
    const title = vscode.l10n.t("Saving a checkpoint…");
    const saved = await withProgress(program, title, "workspace:save", { message });
    const said =
      saved.checkpoint == null
        ? vscode.l10n.t("Nothing has changed since.")
        : saved.complete
          ? vscode.l10n.t("The checkpoint was saved.")
          : vscode.l10n.t(
              "The checkpoint was saved, without {0} files that could not be read.",
              saved.leftOut.length,
            );
    void vscode.window.showInformationMessage(said);
  });
}

/** Opens VS Code's own comparison of a file then and now. */
async function compare(program: Program, { entry, file }: FileNode): Promise<void> {
  if (program.state.kind !== "ready") return;
  const root = vscode.Uri.file(program.state.root);
  const then = file.status === "added" ? EMPTY : documentUri(entry.checkpoint.id, file.path);
  const now = file.status === "deleted" ? EMPTY : vscode.Uri.joinPath(root, file.path);
  const title = `${file.path} (${shortId(entry.checkpoint.id)} ↔ ${vscode.l10n.t("now")})`;
  await vscode.commands.executeCommand("vscode.diff", then, now, title, { preview: true });
}

async function label({ program, timeline }: CheckpointParts, entry: Entry): Promise<void> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t("A name for this checkpoint; empty takes it away"),
    value: entry.label ?? "",
  });
  if (text === undefined) return;
  await reported(async () => {
    const name = text.trim() === "" ? null : text.trim();
    await program.request("checkpoint:label", { id: entry.checkpoint.id, label: name });
    await timeline.read();
  });
}

async function pin(
  { program, timeline }: CheckpointParts,
  entry: Entry,
  pinned: boolean,
): Promise<void> {
  await reported(async () => {
    await program.request("checkpoint:pin", { id: entry.checkpoint.id, pinned });
    await timeline.read();
  });
}

/** Writes a session with everything it saved into a file that `belay import` reads. */
async function exportSession(program: Program, session: string): Promise<void> {
  const { state } = program;
  if (state.kind !== "ready") return;
  const { root } = state;
  const name = `${session.replace(/[^\w.-]+/g, "-")}.belay`;
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.file(join(root, "..", name)),
  });
  if (target === undefined) return;
  await reported(async () => {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t("Exporting the session…"),
      cancellable: true,
    };
    await vscode.window.withProgress(options, (_, token) =>
      runProgram(state.path, ["export", "--session", session, target.fsPath], root, token),
    );
  });
}
