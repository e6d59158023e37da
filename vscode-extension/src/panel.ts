// The settings as a tab among the editors: one at a time, and there again after a reload.

import * as vscode from "vscode";
import type { Question } from "./explain";
import { Session, type Parts } from "./session";

const KIND = "belay.settings";

export class Panel implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #parts: Parts;
  readonly #restoring: vscode.Disposable;
  #open: { readonly panel: vscode.WebviewPanel; readonly session: Session } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#restoring = vscode.window.registerWebviewPanelSerializer(KIND, this);
  }

  dispose(): void {
    this.#restoring.dispose();
    this.#open?.panel.dispose();
  }

  /** Shows the tab, and a command in it. */
  async show(question?: Question): Promise<void> {
    if (this.#open === undefined) {
      const column = vscode.ViewColumn.Active;
      await this.#take(vscode.window.createWebviewPanel(KIND, "Belay", column), question);
      return;
    }
    this.#open.panel.reveal();
    if (question !== undefined) this.#open.session.explain(question);
  }

  /** VS Code passes a tab that was open before the window was reloaded. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    if (this.#open !== undefined) {
      panel.dispose();
      return;
    }
    await this.#take(panel);
  }

  async #take(panel: vscode.WebviewPanel, question?: Question): Promise<void> {
    const session = new Session(panel.webview, this.#parts);
    this.#open = { panel, session };
    panel.iconPath = vscode.Uri.joinPath(this.#parts.files.extension, "media", "icon.png");
    panel.onDidDispose(() => {
      session.dispose();
      this.#open = undefined;
    });
    if (question !== undefined) session.explain(question);
    await session.open();
  }
}
