// Folders that extensions put into the PATH of new terminals, each under its own name.

import { delimiter } from "node:path";
import type { EnvironmentVariableCollection } from "vscode";

export class ContributedPaths {
  readonly #variables: EnvironmentVariableCollection;
  readonly #folders = new Map<string, string>();

  constructor(variables: EnvironmentVariableCollection) {
    this.#variables = variables;
    // Who contributes is here again in each session; what the last one left is not counted on.
    variables.persistent = false;
  }

  add(contributor: string, folder: string, description: string | undefined): void {
    this.#folders.set(contributor, folder);
    if (description !== undefined) this.#variables.description = description;
    this.#write();
  }

  remove(contributor: string): void {
    if (this.#folders.delete(contributor)) this.#write();
  }

  #write(): void {
    const folders = [...new Set(this.#folders.values())];
    if (folders.length === 0) this.#variables.delete("PATH");
    else this.#variables.append("PATH", folders.map((folder) => delimiter + folder).join(""));
  }
}
