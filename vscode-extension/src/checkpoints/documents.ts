// Files as a checkpoint has them: documents that can be read and compared, and not written.

import * as vscode from "vscode";
import type { Program } from "../program/program";

/** The scheme of a file of a checkpoint: `belay-checkpoint:/src/main.rs?ID`. */
export const SCHEME = "belay-checkpoint";

/** A document that is always empty, for a side on which there is no file. */
export const EMPTY = vscode.Uri.from({ scheme: SCHEME, path: "/", query: "" });

/** The file of a checkpoint as a document. `path` is below the workspace. */
export function documentUri(checkpoint: string, path: string): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${path}`, query: checkpoint });
}

export class CheckpointDocuments implements vscode.TextDocumentContentProvider {
  readonly #program: Program;

  constructor(program: Program) {
    this.#program = program;
  }

  async provideTextDocumentContent(
    uri: vscode.Uri,
    token: vscode.CancellationToken,
  ): Promise<string> {
    if (uri.query === "") return "";
    await this.#program.settled;
    const text = await this.#program.request(
      "workspace:read",
      { checkpoint: uri.query, path: uri.path.slice(1) },
      { token },
    );
    return text ?? "";
  }
}
