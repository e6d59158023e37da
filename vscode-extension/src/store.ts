// Belay's settings in VS Code's: read layer by layer, written to the person's own.

import type { Problem } from "belay-policy";
import * as vscode from "vscode";
import type { Document } from "./documents";
import type { Environment } from "./environment";
import type { Files } from "./files";
import { layers, trustablePath, type Layers } from "./layers";
import { decide, fieldsOf, groupsAbove, unwritten, type Write } from "./planWrites";

/** The key all of Belay's settings begin with. */
export const SECTION = "belay";

/** How saving ended: well, with problems that the engine found, or with VS Code unable to write. */
export type Saved = "stored" | "unwritable" | { readonly problems: readonly Problem[] };

export class Store implements vscode.Disposable {
  readonly #files: Files;
  readonly #environment: Environment;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  /** Saving is done one after another, so that each sees what the one before has written. */
  #saving: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** The settings are others than before, and nothing is being written. */
  readonly onDidChange = this.#changed.event;

  constructor(files: Files, environment: Environment) {
    this.#files = files;
    this.#environment = environment;
    const told = () => this.#announce();
    this.#subscriptions = [
      this.#changed,
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(SECTION)) told();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(told),
      vscode.workspace.onDidGrantWorkspaceTrust(told),
    ];
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
  }

  /** What is stored now, layer by layer. */
  async layers(): Promise<Layers> {
    const folder = currentFolder();
    const inspected = vscode.workspace.getConfiguration(undefined, folder?.uri).inspect(SECTION);
    const path =
      folder?.uri.scheme === "file"
        ? await this.#environment.realPath(folder.uri.fsPath)
        : undefined;
    return layers(
      inspected ?? {},
      trustablePath({
        folders: [path],
        multiRoot: vscode.workspace.workspaceFile !== undefined,
        trusted: vscode.workspace.isTrusted,
      }),
    );
  }

  /** Stores an update of the person's settings, all of it or nothing. */
  save(update: Document): Promise<Saved> {
    this.#waiting += 1;
    const saved = this.#saving.then(() => this.#save(update));
    this.#saving = saved
      .catch(() => undefined)
      .finally(() => {
        this.#waiting -= 1;
        this.#announce();
      });
    return saved;
  }

  async #save(update: Document): Promise<Saved> {
    try {
      const { user } = await this.layers();
      const decision = decide(await this.#files.engine(), user, update);
      if ("problems" in decision) return decision;
      await this.#write(decision.writes);
      await this.#unfold(unwritten(decision.writes, (await this.layers()).user), decision.after);
      return "stored";
    } catch (error) {
      void sayNotStored(error);
      return "unwritable";
    }
  }

  async #write(writes: readonly Write[]): Promise<void> {
    for (const { key, value } of writes) {
      const settings = vscode.workspace.getConfiguration(SECTION);
      await settings.update(key, value, vscode.ConfigurationTarget.Global);
    }
  }

  /** Writes groups that stand as one object in settings.json as single keys. */
  async #unfold(keys: readonly string[], after: Document): Promise<void> {
    const groups = [...new Set(keys.flatMap(groupsAbove))];
    const tops = groups.filter((group) => !group.includes("."));
    await this.#write(groups.map((key) => ({ key, value: undefined })));
    await this.#write(tops.flatMap((top) => fieldsOf(top, after)));
  }

  /** Reports a change once everything is written, not half-way. */
  #announce(): void {
    if (this.#waiting === 0) this.#changed.fire();
  }
}

/** The folder a person works in: the one of the open file, or the first. */
export function currentFolder(): vscode.WorkspaceFolder | undefined {
  const open = vscode.window.activeTextEditor?.document.uri;
  const folder = open === undefined ? undefined : vscode.workspace.getWorkspaceFolder(open);
  return folder ?? vscode.workspace.workspaceFolders?.[0];
}

/** VS Code says why it cannot write, most often because settings.json itself has a slip. */
async function sayNotStored(error: unknown): Promise<void> {
  const why = error instanceof Error ? error.message : String(error);
  const open = vscode.l10n.t("Open settings.json");
  const said = vscode.l10n.t("The Belay settings could not be saved: {0}", why);
  if ((await vscode.window.showErrorMessage(said, open)) === open) {
    await vscode.commands.executeCommand("workbench.action.openSettingsJson");
  }
}
