// Where no program can be started: a browser's worker.

import type { Program, ProgramState } from "./program";

export class NoProgram implements Program {
  readonly state: ProgramState = { kind: "absent", why: "browser" };
  readonly settled = Promise.resolve();
  readonly onDidChangeState: Program["onDidChangeState"] = () => ({ dispose: () => undefined });
  readonly onDidChangeStore: Program["onDidChangeStore"] = () => ({ dispose: () => undefined });

  dispose(): void {
    // Nothing was started.
  }

  request(): Promise<never> {
    return Promise.reject(new Error("no program can be started in a browser"));
  }

  restart(): Promise<void> {
    return Promise.resolve();
  }
}
