// The extension's own files: the built app with its languages, and the engine.

import { load, type Api } from "belay-policy";
import { Uri, workspace } from "vscode";
import type { Language } from "./language";

/** The files that were packed along. */
export class Files {
  /** The folder of the extension. */
  readonly extension: Uri;
  #engine: Promise<Api> | undefined;

  constructor(extension: Uri) {
    this.extension = extension;
  }

  /** The folder of the built app. */
  get app(): Uri {
    return Uri.joinPath(this.extension, "dist", "app");
  }

  /** The app's page as it was built. */
  index(): Promise<string> {
    return text(Uri.joinPath(this.app, "index.html"));
  }

  /** The texts of a language as JSON, where the app has some; English is part of the app itself. */
  async texts(language: Language): Promise<string | undefined> {
    if (language === "en") return undefined;
    return text(Uri.joinPath(this.app, "locales", language, "settings.json")).catch(
      () => undefined,
    );
  }

  /** The engine, loaded when it is first needed. One that failed is tried again. */
  engine(): Promise<Api> {
    this.#engine ??= this.#load().catch((error: unknown) => {
      this.#engine = undefined;
      throw error;
    });
    return this.#engine;
  }

  async #load(): Promise<Api> {
    return load(await workspace.fs.readFile(Uri.joinPath(this.app, "engine", "policy.wasm")));
  }
}

async function text(file: Uri): Promise<string> {
  return new TextDecoder().decode(await workspace.fs.readFile(file));
}
