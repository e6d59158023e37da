// Tasks of the type `belay`: a command of tasks.json, judged and saved for by `belay run`.

import * as vscode from "vscode";
import type { Program } from "../program/program";

/** The type in tasks.json. */
export const TASK = "belay";

export class GuardedTasks implements vscode.TaskProvider {
  readonly #program: Program;

  constructor(program: Program) {
    this.#program = program;
  }

  provideTasks(): vscode.Task[] {
    // Which commands there are is for the person to say.
    return [];
  }

  async resolveTask(task: vscode.Task): Promise<vscode.Task | undefined> {
    const command: unknown = task.definition["command"];
    await this.#program.settled;
    const { state } = this.#program;
    if (typeof command !== "string" || state.kind !== "ready") return undefined;
    const { cwd } = task.definition;
    const options = typeof cwd === "string" ? { cwd } : {};
    return new vscode.Task(
      task.definition,
      task.scope ?? vscode.TaskScope.Workspace,
      task.name,
      TASK,
      new vscode.ProcessExecution(state.path, ["run", "-c", command], options),
      [],
    );
  }
}
