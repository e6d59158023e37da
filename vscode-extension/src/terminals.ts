// The last command that was run in a terminal, as the shell integration reports it.

import * as vscode from "vscode";
import { fromTerminal, type Question } from "./explain";
import { shellOf } from "./terminal/shell";

export class Terminals implements vscode.Disposable {
  readonly #last = new WeakMap<vscode.Terminal, Question>();
  readonly #subscriptions: vscode.Disposable[];
  #latest: Question | undefined;

  constructor() {
    const remember = ({ terminal, execution }: vscode.TerminalShellExecutionStartEvent) => {
      const question = fromTerminal(execution.commandLine.value, shellOf(terminal));
      if (question === undefined) return;
      this.#last.set(terminal, question);
      this.#latest = question;
    };
    this.#subscriptions = [
      vscode.window.onDidStartTerminalShellExecution(remember),
      // Only at its end is the text of a command known for certain.
      vscode.window.onDidEndTerminalShellExecution(remember),
    ];
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
  }

  /** The last command of the terminal in front, or of any. */
  last(): Question | undefined {
    const front = vscode.window.activeTerminal;
    return (front === undefined ? undefined : this.#last.get(front)) ?? this.#latest;
  }
}
