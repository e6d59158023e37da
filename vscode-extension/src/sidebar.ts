// The settings in the sidebar.

import type { WebviewView, WebviewViewProvider } from "vscode";
import { Session, type Parts } from "./session";

export const SIDEBAR = "belay.sidebar";

export class Sidebar implements WebviewViewProvider {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async resolveWebviewView(view: WebviewView): Promise<void> {
    const session = new Session(view.webview, this.#parts);
    view.onDidDispose(() => session.dispose());
    await session.open();
  }
}
