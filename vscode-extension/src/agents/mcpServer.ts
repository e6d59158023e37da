// Offers `belay mcp` to whatever in VS Code speaks MCP, where the program has it.

import * as vscode from "vscode";
import type { Program } from "../program/program";
import { runProgram } from "../program/run";

/** Its name in the manifest. */
export const PROVIDER = "belay.mcp";

export class McpServer implements vscode.McpServerDefinitionProvider, vscode.Disposable {
  readonly #program: Program;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listening: vscode.Disposable;

  readonly onDidChangeMcpServerDefinitions = this.#changed.event;

  constructor(program: Program) {
    this.#program = program;
    this.#listening = program.onDidChangeState(() => this.#changed.fire());
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  async provideMcpServerDefinitions(): Promise<vscode.McpServerDefinition[]> {
    await this.#program.settled;
    const { state } = this.#program;
    if (state.kind !== "ready" || !(await speaksMcp(state.path, state.root))) return [];
    const { path, root, version } = state;
    const server = new vscode.McpStdioServerDefinition("Belay", path, ["mcp"], {}, version);
    server.cwd = vscode.Uri.file(root);
    return [server];
  }
}

/** An older program has no such command. */
function speaksMcp(path: string, cwd: string): Promise<boolean> {
  return runProgram(path, ["mcp", "--help"], cwd).then(
    () => true,
    () => false,
  );
}
