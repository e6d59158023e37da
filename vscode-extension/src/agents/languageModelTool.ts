// A tool for language models in VS Code: runs a command guarded, in a visible terminal.

import * as vscode from "vscode";
import { PermissionResult, type GuardedResult } from "../../api";
import { oneLine } from "../permission/question";
import type { AgentParts } from "./parts";

/** Its name in the manifest. */
export const TOOL = "belay_run_command";

/** What a model hands over. */
export interface ToolInput {
  readonly command: string;
  readonly explanation?: string;
}

/** The most of an output that a model is sent, in characters. */
const MOST = 30_000;

export class GuardedCommandTool implements vscode.LanguageModelTool<ToolInput> {
  readonly #parts: AgentParts;

  constructor(parts: AgentParts) {
    this.#parts = parts;
  }

  prepareInvocation({
    input,
  }: vscode.LanguageModelToolInvocationPrepareOptions<ToolInput>): vscode.PreparedToolInvocation {
    const shown = oneLine(input.command);
    return { invocationMessage: vscode.l10n.t("Running guarded: {0}", shown) };
  }

  async invoke(
    { input }: vscode.LanguageModelToolInvocationOptions<ToolInput>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    if (typeof input.command !== "string" || input.command.trim() === "") {
      throw new Error("`command` must be a line for the shell");
    }
    const done = await this.#parts.execute(
      {
        command: input.command,
        sessionId: "vscode-chat",
        agent: "vscode-chat",
        ...(typeof input.explanation === "string" ? { description: input.explanation } : {}),
      },
      token,
    );
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(words(done))]);
  }
}

/** What a model is told; it reads English best. */
export function words(done: GuardedResult): string {
  if (done.permission !== PermissionResult.Allow) {
    return done.reason ?? "This command was refused: it did not run.";
  }
  const output = (done.output ?? "").slice(-MOST);
  const end = done.timedOut
    ? "It still runs; nobody waits for it any longer."
    : `Exit code: ${done.exitCode ?? "unknown"}.`;
  const undo =
    done.checkpoint === undefined
      ? ""
      : ` The workspace before it is checkpoint ${done.checkpoint}.`;
  return `${output}\n${end}${undo}`;
}
