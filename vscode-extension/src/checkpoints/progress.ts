// Long work: shows how far it is, can be taken back, and tells what went wrong.

import { ErrorCode, type MethodName, type Methods } from "belay-client";
import * as vscode from "vscode";
import type { Program } from "../program/program";
import { wordsOf } from "../program/says";

/** Asks for something that may take a while, with a notification that can take it back. */
export function withProgress<M extends MethodName>(
  program: Program,
  title: string,
  method: M,
  params: Methods[M]["params"],
): Thenable<Methods[M]["result"]> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (progress, token) => {
    let reached = 0;
    return program.request(method, params, {
      token,
      onProgress: ({ done, total }) => {
        if (total === 0) return;
        const percent = Math.floor((100 * done) / total);
        // Each stage begins anew; the bar does not go back.
        if (percent > reached) progress.report({ increment: percent - reached });
        reached = Math.max(reached, percent);
      },
    });
  });
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
  return (
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    error.code === ErrorCode.Cancelled
  );
}
