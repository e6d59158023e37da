// Changes since the last checkpoint in the gutter of an editor. VS Code offers that to what it calls
// source controls, so Belay is one, without any list of its own.

import { isAbsolute, relative, sep } from "node:path";
import * as vscode from "vscode";
import type { Program } from "../program/program";
import { SECTION } from "../store";
import { documentUri } from "./documents";
import type { Timeline } from "./timeline";

export const GUTTER = "editor.gutter";

export class Gutter implements vscode.Disposable {
  readonly #program: Program;
  readonly #timeline: Timeline;
  readonly #subscriptions: vscode.Disposable[];
  #shown: { readonly control: vscode.SourceControl; readonly since: string } | undefined;

  constructor(program: Program, timeline: Timeline) {
    this.#program = program;
    this.#timeline = timeline;
    this.#subscriptions = [
      timeline.onDidChange(() => this.#follow()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${SECTION}.${GUTTER}`)) this.#follow();
      }),
    ];
  }

  dispose(): void {
    this.#shown?.control.dispose();
    for (const each of this.#subscriptions) each.dispose();
  }

  /** Compares with the newest checkpoint; a new one needs a new control, for VS Code asks once. */
  #follow(): void {
    const wanted = vscode.workspace.getConfiguration(SECTION).get<boolean>(GUTTER, true);
    const since = wanted ? this.#timeline.newest?.checkpoint.id : undefined;
    if (since === this.#shown?.since) return;
    this.#shown?.control.dispose();
    const { state } = this.#program;
    this.#shown =
      since === undefined || state.kind !== "ready"
        ? undefined
        : { control: control(state.root, since), since };
  }
}

function control(root: string, checkpoint: string): vscode.SourceControl {
  const control = vscode.scm.createSourceControl("belay", "Belay", vscode.Uri.file(root));
  control.inputBox.visible = false;
  control.quickDiffProvider = {
    provideOriginalResource(uri) {
      if (uri.scheme !== "file") return undefined;
      const path = relative(root, uri.fsPath);
      if (path === "" || path.startsWith("..") || isAbsolute(path)) return undefined;
      return documentUri(checkpoint, path.split(sep).join("/"));
    },
  };
  return control;
}
