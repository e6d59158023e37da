import type { FileCheckpointService } from "./file-checkpoints.js";

/** What of a tool is looked at. */
export interface Tool {
  readonly name: string;
}

/** What of a tool's parameters is looked at. */
export interface ToolParams {
  readonly file_path?: unknown;
  readonly path?: unknown;
}

/** Runs a tool. */
export type ToolExecutor<
  T extends Tool = Tool,
  P extends ToolParams = ToolParams,
  C = unknown,
  R = unknown,
> = (tool: T, params: P, context: C) => Promise<R>;

/** On which message of which session an agent works. */
export interface CurrentSession {
  readonly sessionId: string;
  readonly messageId: string;
}

/** Tools that write a file which `file_path` or `path` names. */
export const FILE_WRITE_TOOLS: readonly string[] = ["write_file", "edit_file"];

/** How the middleware is set up. */
export interface FileCheckpointMiddlewareOptions {
  readonly checkpointService: Pick<FileCheckpointService, "createCheckpoint">;
  /** The session, or nothing where files are not to be saved. */
  readonly getCurrentSession: () => CurrentSession | null | undefined;
  /** Other names of tools that write files. */
  readonly tools?: readonly string[] | undefined;
}

/** Saves a file before a tool writes it, whatever the tool is and whoever calls it. */
export class FileCheckpointMiddleware {
  readonly #checkpointService: FileCheckpointMiddlewareOptions["checkpointService"];
  readonly #getCurrentSession: FileCheckpointMiddlewareOptions["getCurrentSession"];
  readonly #tools: ReadonlySet<string>;

  constructor(options: FileCheckpointMiddlewareOptions) {
    this.#checkpointService = options.checkpointService;
    this.#getCurrentSession = options.getCurrentSession;
    this.#tools = new Set(options.tools ?? FILE_WRITE_TOOLS);
  }

  /** The same executor, which saves first. Where a save fails, the tool is not run. */
  wrap<T extends Tool, P extends ToolParams, C, R>(
    executor: ToolExecutor<T, P, C, R>,
  ): ToolExecutor<T, P, C, R> {
    return async (tool, params, context) => {
      // An empty name is not a name: some tools fill in both.
      const file = [params.file_path, params.path].find(isName);
      if (this.#tools.has(tool.name) && file !== undefined) {
        const session = this.#getCurrentSession();
        if (session != null) {
          const { sessionId, messageId } = session;
          await this.#checkpointService.createCheckpoint(sessionId, messageId, file);
        }
      }
      return executor(tool, params, context);
    };
  }
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
