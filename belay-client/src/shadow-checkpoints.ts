import { EventEmitter } from "node:events";
import { join } from "node:path";

import { BelayConnection } from "./connection.js";
import type {
  ApiCallContextSnapshot,
  CheckpointRestoreOptionsExtended,
  ContextRestore,
  RestoreOutcome,
  SavedContext,
} from "./generated/protocol.js";
import { LazyConnection, type ServiceOptions } from "./lazy.js";

/** A checkpoint that was saved. */
export interface CheckpointResult {
  /** Its id. */
  readonly commit: string;
}

/** A file that differs between two checkpoints. */
export interface CheckpointDiff {
  readonly paths: { readonly relative: string; readonly absolute: string };
  /** The texts of both sides; empty where there is no file, or none that is text. */
  readonly content: { readonly before: string; readonly after: string };
}

/** What is emitted, by name. */
export interface CheckpointEventMap {
  initialize: [
    event: {
      type: "initialize";
      workspaceDir: string;
      baseHash: string;
      /** Whether the checkpoint to start from was made for this. */
      created: boolean;
      duration: number;
    },
  ];
  checkpoint: [event: { type: "checkpoint"; fromHash: string; toHash: string; duration: number }];
  restore: [event: { type: "restore"; commitHash: string; duration: number }];
  error: [event: { type: "error"; error: Error }];
}

/** How a task's checkpoints are made. */
export interface ShadowCheckpointOptions extends ServiceOptions {
  /** The task; checkpoints belong to it. */
  readonly taskId: string;
}

/** A conversation that can be put back, for {@link restoreApiContext}. */
export interface ApiContextTarget {
  setSystemPrompt?(systemPrompt: string): unknown;
  overwriteApiConversationHistory?(history: unknown[]): unknown;
  setTaskMode?(taskMode: string): unknown;
  setTaskToolProtocol?(protocol: "xml" | "native"): unknown;
}

/** What going back did: to files, and to the conversation. */
export interface ExtendedRestore {
  /** What happened to files, or would. */
  readonly files: RestoreOutcome;
  /** What a conversation is afterwards, and what that takes away. */
  readonly context: ContextRestore;
}

/**
 * Saves and restores a whole workspace for a task. The person's own repository is never touched.
 *
 * Where nobody listens for `error`, a failure is only thrown.
 */
export class ShadowCheckpointService extends EventEmitter<CheckpointEventMap> {
  readonly #taskId: string;
  readonly #lazy: LazyConnection;
  #connection: BelayConnection | undefined;
  #baseHash: string | undefined;
  #checkpoints: string[] = [];

  constructor(options: ShadowCheckpointOptions) {
    super();
    this.#taskId = options.taskId;
    this.#lazy = new LazyConnection(options);
  }

  get isInitialized(): boolean {
    return this.#baseHash !== undefined;
  }

  /** The checkpoint that the task started from. */
  get baseHash(): string | undefined {
    return this.#baseHash;
  }

  /** The folder that is saved. */
  get workspaceDir(): string | undefined {
    return this.#connection?.server.workspace;
  }

  /** The task's checkpoints after the first, oldest first. */
  getCheckpoints(): string[] {
    return [...this.#checkpoints];
  }

  /** Saves the workspace as it is, so that there is something to go back to. */
  initShadowGit(onInit?: () => Promise<void>): Promise<{ created: boolean; duration: number }> {
    return this.#telling(async (begun) => {
      if (this.isInitialized)
        throw new Error("the checkpoints of this task are initialized already");
      const connection = (this.#connection = await this.#lazy.get());
      const sessionId = this.#taskId;
      const earlier = await connection.request("workspace:list", { sessionId });
      const known = earlier
        .filter(({ kind }) => kind === "save")
        .map(({ id }) => id)
        .reverse();
      const first =
        known.shift() ?? (await this.#saved(connection, "The task begins", true)).toHash;
      this.#baseHash = first;
      this.#checkpoints = known;
      await onInit?.();
      const [created, duration] = [earlier.length === 0, Date.now() - begun];
      const workspaceDir = connection.server.workspace;
      this.emit("initialize", {
        type: "initialize",
        workspaceDir,
        baseHash: first,
        created,
        duration,
      });
      return { created, duration };
    });
  }

  /** Saves the workspace; nothing comes back where nothing has changed. */
  saveCheckpoint(
    message: string,
    options: { allowEmpty?: boolean } = {},
  ): Promise<CheckpointResult | undefined> {
    return this.#telling(async (begun) => {
      const connection = this.#ready();
      const { saved, toHash } = await this.#saved(connection, message, options.allowEmpty ?? false);
      if (!saved) return undefined;
      const fromHash = this.#checkpoints.at(-1) ?? this.#baseHash ?? toHash;
      this.#checkpoints.push(toHash);
      this.emit("checkpoint", {
        type: "checkpoint",
        fromHash,
        toHash,
        duration: Date.now() - begun,
      });
      return { commit: toHash };
    });
  }

  /** Brings the workspace back to a checkpoint. What is there before is saved, for an undo. */
  restoreCheckpoint(commitHash: string): Promise<void> {
    return this.#telling(async (begun) => {
      await this.#ready().request("workspace:restore", { id: commitHash, all: true });
      this.#restored(commitHash, begun);
    });
  }

  /** What changed between two checkpoints; from the first one, and to the files as they are. */
  getDiff(range: { from?: string; to?: string } = {}): Promise<CheckpointDiff[]> {
    return this.#telling(async () => {
      const connection = this.#ready();
      const from = range.from ?? this.#baseHash ?? "";
      const files = await connection.request("workspace:diff", {
        from,
        to: range.to ?? null,
        contents: true,
      });
      return files.map(({ path, beforeText, afterText }) => ({
        paths: { relative: path, absolute: join(connection.server.workspace, path) },
        content: { before: beforeText ?? "", after: afterText ?? "" },
      }));
    });
  }

  /** Saves what is about to be sent to a model, with the newest checkpoint; gives its id. */
  saveApiContext(snapshot: ApiCallContextSnapshot, apiRequestId?: string): Promise<string> {
    return this.#telling(async () => {
      const saved = await this.#ready().request("context:save", {
        sessionId: this.#taskId,
        snapshot,
        apiRequestId: apiRequestId ?? null,
        commitHash: this.#checkpoints.at(-1) ?? this.#baseHash ?? null,
      });
      return saved.apiRequestId;
    });
  }

  /** The contexts that were saved, oldest first. */
  getApiContexts(): Promise<SavedContext[]> {
    return this.#telling(() => this.#ready().request("context:list", { sessionId: this.#taskId }));
  }

  /** One of them. */
  getApiContext(apiRequestId: string): Promise<ApiCallContextSnapshot> {
    const sessionId = this.#taskId;
    return this.#telling(() => this.#ready().request("context:get", { sessionId, apiRequestId }));
  }

  /**
   * Goes back to a message: files and conversation, or a look at what that would do. What the
   * conversation loses is in `context.metrics`.
   */
  restoreExtended(options: CheckpointRestoreOptionsExtended): Promise<ExtendedRestore> {
    return this.#telling(async (begun) => {
      const connection = this.#ready();
      // The conversation first: where it cannot be brought back, no file is touched.
      const context = await connection.request("context:restore", {
        sessionId: this.#taskId,
        options,
      });
      const { commitHash: id, mode } = options;
      const files = await connection.request("workspace:restore", { id, mode, all: true });
      if (mode === "restore") this.#restored(id, begun);
      return { files, context };
    });
  }

  /** Ends the conversation, if it was opened here. */
  close(): Promise<void> {
    return this.#lazy.close();
  }

  #ready(): BelayConnection {
    if (this.#connection === undefined) {
      throw new Error("the checkpoints of this task are not initialized; call initShadowGit first");
    }
    return this.#connection;
  }

  async #saved(connection: BelayConnection, message: string, allowEmpty: boolean) {
    const sessionId = this.#taskId;
    const saved = await connection.request("workspace:save", { message, allowEmpty, sessionId });
    const toHash = saved.checkpoint ?? saved.sameAs ?? "";
    return { saved: saved.checkpoint !== null, toHash };
  }

  #restored(commitHash: string, begun: number): void {
    const at = this.#checkpoints.indexOf(commitHash);
    if (at !== -1) this.#checkpoints = this.#checkpoints.slice(0, at + 1);
    else if (commitHash === this.#baseHash) this.#checkpoints = [];
    this.emit("restore", { type: "restore", commitHash, duration: Date.now() - begun });
  }

  async #telling<T>(work: (begun: number) => Promise<T>): Promise<T> {
    try {
      return await work(Date.now());
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (this.listenerCount("error") > 0) this.emit("error", { type: "error", error });
      throw error;
    }
  }
}

/** Puts a saved context back into an agent; what the agent cannot take is left out. */
export async function restoreApiContext(
  snapshot: ApiCallContextSnapshot,
  target: ApiContextTarget,
): Promise<void> {
  const { systemPrompt, conversationHistory, taskState } = snapshot;
  await target.setSystemPrompt?.(systemPrompt);
  await target.overwriteApiConversationHistory?.(conversationHistory);
  await target.setTaskMode?.(taskState.taskMode);
  const protocol = taskState.taskToolProtocol;
  if (protocol === "xml" || protocol === "native") await target.setTaskToolProtocol?.(protocol);
}
