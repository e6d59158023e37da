// The conversation with one webview that shows the app.

import * as vscode from "vscode";
import { attempt } from "./attempt";
import type { Environment } from "./environment";
import type { Question } from "./explain";
import type { Files } from "./files";
import { incoming } from "./incoming";
import { languageOf } from "./language";
import type { ToHost, ToApp } from "./messages";
import { freshNonce, page } from "./page";
import type { Program } from "./program/program";
import { currentFolder, type Store } from "./store";

/** What every webview shares. */
export interface Parts {
  readonly files: Files;
  readonly store: Store;
  readonly environment: Environment;
  readonly log: vscode.LogOutputChannel;
  readonly program: Program;
}

export class Session implements vscode.Disposable {
  readonly #parts: Parts;
  readonly #webview: vscode.Webview;
  readonly #subscriptions: vscode.Disposable[];
  #launched = false;
  /** What is to be shown once the app is there. */
  #question: Question | undefined;

  constructor(webview: vscode.Webview, parts: Parts) {
    this.#parts = parts;
    this.#webview = webview;
    webview.options = { enableScripts: true, localResourceRoots: [parts.files.app] };
    this.#subscriptions = [
      webview.onDidReceiveMessage((value: unknown) => this.#receive(value)),
      parts.store.onDidChange(() => {
        attempt(parts.log, "send the settings", () => this.#sendSettings());
      }),
      parts.program.onDidChangeState(() => this.#sendSurroundings()),
      vscode.env.onDidChangeShell(() => this.#sendSurroundings()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#sendSurroundings()),
    ];
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
  }

  /** Puts the app's page into the webview. */
  async open(): Promise<void> {
    const { files } = this.#parts;
    const language = languageOf(vscode.env.language);
    const [built, texts, settings] = await Promise.all([
      files.built(),
      files.texts(language),
      this.#settings(),
    ]);
    this.#webview.html = page(built, {
      source: this.#webview.cspSource,
      base: this.#webview.asWebviewUri(files.app).toString(),
      nonce: freshNonce(),
      name: freshNonce(),
      messages: [this.#surroundings(), settings],
      language,
      ...(texts === undefined ? {} : { texts }),
    });
  }

  /** Shows a command in "Try a command", at once or as soon as the app is there. */
  explain(question: Question): void {
    this.#question = question;
    if (this.#launched) this.#ask();
  }

  #receive(value: unknown): void {
    const read = incoming(value);
    if ("problem" in read) {
      this.#parts.log.warn(`a message of the settings page was left alone: ${read.problem}`);
      return;
    }
    const { message } = read;
    attempt(this.#parts.log, `answer ${message.type}`, () => this.#answer(message));
  }

  async #answer(message: ToHost): Promise<void> {
    switch (message.type) {
      case "launched":
        this.#launched = true;
        this.#sendSurroundings();
        await this.#sendSettings();
        this.#ask();
        return;
      case "openSettingsJson":
        await vscode.commands.executeCommand("workbench.action.openSettingsJson");
        return;
      case "updateSettings": {
        const { id, updatedSettings } = message;
        const saved = await this.#parts.store.save(updatedSettings);
        if (saved === "stored") this.#send({ type: "saved", id });
        else if (saved === "unwritable")
          this.#send({ type: "refused", id, problems: [], cause: "other" });
        else this.#send({ type: "refused", id, problems: [...saved.problems] });
        return;
      }
    }
  }

  async #sendSettings(): Promise<void> {
    if (this.#launched) this.#send(await this.#settings());
  }

  async #settings(): Promise<ToApp> {
    const { user, workspace } = await this.#parts.store.layers();
    return { type: "settings", user, ...(workspace === undefined ? {} : { workspace }) };
  }

  #sendSurroundings(): void {
    if (this.#launched) this.#send(this.#surroundings());
  }

  #surroundings(): ToApp {
    const { platform, home } = this.#parts.environment;
    const folder = currentFolder()?.uri;
    const path = folder?.scheme === "file" ? folder.fsPath : undefined;
    return {
      type: "surroundings",
      language: languageOf(vscode.env.language),
      platform,
      // Without the program nothing is saved, so that no checkpoint could undo anything.
      saves: this.#parts.program.state.kind === "ready" ? { targets: true } : null,
      ...(vscode.env.shell === "" ? {} : { shell: vscode.env.shell }),
      ...(path === undefined ? {} : { cwd: path, workspace: path }),
      ...(home === undefined ? {} : { home }),
    };
  }

  #ask(): void {
    if (this.#question === undefined) return;
    this.#send({ type: "show", panel: "try", ...this.#question });
    this.#question = undefined;
  }

  #send(message: ToApp): void {
    void this.#webview.postMessage(message);
  }
}
