// The extension's own files: the built app with its languages, and the engine.

import { load, type Api } from "belay-policy";
import { Uri, workspace } from "vscode";
import type { Language } from "./language";
import type { Built } from "./page";
import type { RuleTexts } from "./permission/question";

/** The app's WebAssembly, compressed and in letters: how a page can hold it. */
const PACKED_APP = "app.wasm.txt";

/** The files that were packed along. */
export class Files {
  /** The folder of the extension. */
  readonly extension: Uri;
  readonly #read = new Map<string, Promise<string>>();
  #engine: Promise<Api> | undefined;

  constructor(extension: Uri) {
    this.extension = extension;
  }

  /** The folder of the built app. */
  get app(): Uri {
    return Uri.joinPath(this.extension, "dist", "app");
  }

  /** The app's page as it was built, and what is put into it. */
  async built(): Promise<Built> {
    const names = ["index.html", "style.css", "app.js", PACKED_APP];
    const texts = await Promise.all(names.map((name) => this.#text(name)));
    const [index = "", style = "", script = "", app = ""] = texts;
    return { index, style, script, app };
  }

  /** The texts of a language as JSON, where the app has some; English is part of the app itself. */
  async texts(language: Language): Promise<string | undefined> {
    if (language === "en") return undefined;
    return this.#text(`locales/${language}/settings.json`).catch(() => undefined);
  }

  /** What rules say in a language; nothing for English, which the engine itself speaks. */
  async rules(language: Language): Promise<RuleTexts> {
    if (language === "en") return {};
    const text = await this.#text(`locales/${language}/rules.json`).catch(() => "{}");
    return JSON.parse(text) as RuleTexts;
  }

  /** Reads what the app's page is made of, before anybody asks for it. */
  async warm(language: Language): Promise<void> {
    await Promise.all([this.built().catch(() => undefined), this.texts(language)]);
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

  /** A text of the app, read once. One that could not be read is tried again. */
  #text(name: string): Promise<string> {
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    const text = this.#decoded(name).catch((error: unknown) => {
      this.#read.delete(name);
      throw error;
    });
    this.#read.set(name, text);
    return text;
  }

  async #decoded(name: string): Promise<string> {
    const bytes = await workspace.fs.readFile(Uri.joinPath(this.app, name));
    return new TextDecoder().decode(bytes);
  }
}
