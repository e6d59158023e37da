// Terminals where there are none, as in a browser's worker.

import { EventEmitter, type Terminal } from "vscode";
import type { IKnownTerminal, ITerminalService, IVsCodeTerminal } from "../../api";

export class NullTerminalService implements ITerminalService, IVsCodeTerminal {
  readonly #closed = new EventEmitter<Terminal>();
  readonly terminalBuffer = "";
  readonly terminalSelection = "";
  readonly terminalShellType = "";
  readonly terminalLastCommand = undefined;
  readonly onDidCloseTerminal = this.#closed.event;
  readonly onDidWriteTerminalData: ITerminalService["onDidWriteTerminalData"] = nothing;
  readonly onDidExecuteTerminalCommand: ITerminalService["onDidExecuteTerminalCommand"] = nothing;

  dispose(): void {
    this.#closed.dispose();
  }

  createTerminal(): Terminal {
    throw new Error("this VS Code has no terminals");
  }

  getBufferForTerminal(): string {
    return "";
  }

  getTerminalOutput(): string {
    return "";
  }

  releaseTerminal(): void {
    // There is none.
  }

  waitForTerminalExit(): Promise<number> {
    return Promise.reject(new Error("this VS Code has no terminals"));
  }

  killTerminal(): void {
    // There is none.
  }

  getHistoryForTerminal(): readonly [] {
    return [];
  }

  getLastCommandForTerminal(): undefined {
    // There is none.
  }

  contributePath(): void {
    // There is no PATH to put it into.
  }

  removePathContribution(): void {
    // Nothing was put there.
  }

  readTerminalSelection(): Promise<string> {
    return Promise.resolve("");
  }

  associateTerminalWithSession(): Promise<void> {
    return Promise.resolve();
  }

  getCopilotTerminals(): Promise<IKnownTerminal[]> {
    return Promise.resolve([]);
  }

  getCwdForSession(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

/** An event that never happens. */
function nothing(): { dispose(): void } {
  return { dispose: () => undefined };
}
