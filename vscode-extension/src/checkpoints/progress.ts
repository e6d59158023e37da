// Long work: shows how far it is, can be taken back, and tells what went wrong.

import type { ErrorCode, MethodName, Methods } from "belay-client";
import * as vscode from "vscode";
import type { Program } from "../program/program";
import { wordsOf } from "../program/says";

/** What the program answers to what was taken back. */
const CANCELLED: typeof ErrorCode.Cancelled = -32800;

/** What is done by then needs no notification. */
const UNSEEN = 400;

/** Asks for something; if it takes a while, with a notification that can take it back. */
export async function withProgress<M extends MethodName>(
  program: Program,
  title: string,
  method: M,
  params: Methods[M]["params"],
): Promise<Methods[M]["result"]> {
  const cancel = new vscode.CancellationTokenSource();
  const bar = new Bar();
  const work = program.request(method, params, {
    token: cancel.token,
    onProgress: ({ done, total }) => bar.reach(done, total),
  });
  const later = setTimeout(() => {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void vscode.window.withProgress(options, (progress, token) => {
      token.onCancellationRequested(() => cancel.cancel());
      bar.show(progress);
      return work.then(
        () => undefined,
        () => undefined,
      );
    });
  }, UNSEEN);
  try {
    return await work;
  } finally {
    clearTimeout(later);
    cancel.dispose();
  }
}

/** How far the work is. Each stage of it begins anew; the bar does not go back. */
class Bar {
  #progress: vscode.Progress<{ increment: number }> | undefined;
  #reached = 0;
  #shown = 0;

  show(progress: vscode.Progress<{ increment: number }>): void {
    this.#progress = progress;
    this.#report();
  }

  reach(done: number, total: number): void {
    if (total > 0) this.#reached = Math.max(this.#reached, Math.floor((100 * done) / total));
    this.#report();
  }

  #report(): void {
    if (this.#progress === undefined || this.#reached === this.#shown) return;
    this.#progress.report({ increment: this.#reached - this.#shown });
    this.#shown = this.#reached;
  }
}

/** Does something; where it fails, a sentence with the reason in it says so. */
export async function reported(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isCancelled(error)) return;
    void vscode.window.showErrorMessage(
      vscode.l10n.t("Belay could not do that: {0}", wordsOf(error)),
    );
  }
}

/** Whether the person took it back. */
export function isCancelled(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === CANCELLED;
}
