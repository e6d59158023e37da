// The program `belay` as the rest of the extension sees it: how it is, and what it can be asked.

import type { MethodName, Methods } from "belay-client";
import type { CancellationToken, Disposable, Event } from "vscode";

/** How the program is. */
export type ProgramState =
  /** It is being looked for or started. */
  | { readonly kind: "starting" }
  /** There is no place for it here: a browser, restricted mode, a window without a folder. */
  | { readonly kind: "absent"; readonly why: "browser" | "restricted" | "folder" }
  /** It was not found; `named` is where the settings say that it is. */
  | { readonly kind: "missing"; readonly named?: string }
  /** It was found and cannot be used. */
  | { readonly kind: "failed"; readonly why: string }
  /** It answers; `root` is the workspace that it saves, which may lie above the open folder. */
  | {
      readonly kind: "ready";
      readonly path: string;
      readonly version: string;
      readonly root: string;
    };

/** How far a request is. */
export interface HowFar {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

/** What goes with a request. */
export interface RequestOptions {
  readonly token?: CancellationToken | undefined;
  readonly onProgress?: (far: HowFar) => void;
}

export interface Program extends Disposable {
  readonly state: ProgramState;
  readonly onDidChangeState: Event<ProgramState>;
  /** Something was saved, restored or changed in the store. */
  readonly onDidChangeStore: Event<void>;
  /** Resolves when it is known whether there is a program. */
  readonly settled: Promise<void>;
  /** Asks; fails with a sentence for people where there is no program. */
  request<M extends MethodName>(
    method: M,
    params: Methods[M]["params"],
    options?: RequestOptions,
  ): Promise<Methods[M]["result"]>;
  /** Looks for it again and starts it anew. */
  restart(): Promise<void>;
}
