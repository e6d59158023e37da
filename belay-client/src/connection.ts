import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import type { Socket } from "node:net";
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  ParameterStructures,
  ProgressType,
  ResponseError,
} from "vscode-jsonrpc/node";

import { findBelay } from "./binary.js";
import { BelayError, isErrorCode } from "./error.js";
import {
  type BelayEvent,
  type Initialized,
  type MethodName,
  type Methods,
  PROTOCOL_VERSION,
  type ProgressValue,
} from "./generated/protocol.js";

/** How a conversation is opened. */
export interface ConnectOptions {
  /** The program; else BELAY_BIN, the one in this package, the one in PATH. */
  readonly binary?: string | undefined;
  /** The workspace; that of the current folder, where it is not given. */
  readonly workspace?: string | undefined;
  /** Who asks, for the log. */
  readonly client?: string | undefined;
  /** The program's environment; this process's own, where it is not given. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Hears what the program says on its error output, a line each. */
  readonly onLog?: ((line: string) => void) | undefined;
}

/** What a single request may have. */
export interface RequestOptions {
  /** Takes the request back. It fails with `ErrorCode.Cancelled`, unless it was done already. */
  readonly signal?: AbortSignal | undefined;
  /** Hears how far it is, about ten times a second. */
  readonly onProgress?: ((value: ProgressValue) => void) | undefined;
}

/** An event of one type. */
export type EventOf<T extends BelayEvent["type"]> = Extract<BelayEvent, { type: T }>;

/** Parameters may be left out where none of them is needed. */
type Arguments<M extends MethodName> =
  Record<string, never> extends Methods[M]["params"]
    ? [params?: Methods[M]["params"], options?: RequestOptions]
    : [params: Methods[M]["params"], options?: RequestOptions];

/** How long the program may take to end after it was asked to. */
const GRACE_MS = 5_000;
/** As much of the error output as an error quotes. */
const QUOTED = 2_000;

/**
 * One conversation with `belay rpc`. Requests are done in the order they are made.
 *
 * It does not keep the process alive: where nothing is waited for and nobody listens to events,
 * Node ends, and the program with it.
 */
export class BelayConnection {
  /** Starts the program and agrees on the version of the protocol. */
  static async open(options: ConnectOptions = {}): Promise<BelayConnection> {
    const { env = process.env } = options;
    const binary = findBelay(options.binary, env);
    const child = spawn(binary, ["rpc"], { env, windowsHide: true });
    const connection = new BelayConnection(child, options.onLog);
    try {
      connection.#server = await connection.request("initialize", {
        protocolVersions: [PROTOCOL_VERSION],
        client: options.client ?? "belay-client",
        workspace: options.workspace ?? process.cwd(),
      });
    } catch (error) {
      // What went wrong first is what a person has to know.
      await connection.close().catch(() => undefined);
      throw error;
    }
    return connection;
  }

  readonly #child: ChildProcessWithoutNullStreams;
  readonly #messages: MessageConnection;
  readonly #listeners = new Set<(event: BelayEvent) => void>();
  readonly #ended: Promise<void>;
  #server: Initialized | undefined;
  #waiting = 0;
  #tokens = 0;
  #said = "";
  #end: string | undefined;
  #closing: Promise<void> | undefined;

  private constructor(child: ChildProcessWithoutNullStreams, onLog?: (line: string) => void) {
    this.#child = child;
    // A program that died is told by its end, not by the pipe that broke because of it.
    child.stdin.on("error", () => undefined);
    this.#listenToLog(onLog);
    this.#messages = createMessageConnection(child.stdout, child.stdin);
    this.#messages.onNotification("event", (event: BelayEvent) => {
      for (const listener of [...this.#listeners]) listener(event);
    });
    this.#ended = new Promise((resolve) => {
      child.once("error", (error) => {
        this.#broken(`belay cannot be started: ${error.message}`);
        resolve();
      });
      child.once("close", (code, signal) => {
        this.#broken(`belay rpc has ended (${signal ?? `exit code ${code ?? "unknown"}`})`);
        resolve();
      });
    });
    this.#messages.listen();
    this.#keepAlive();
  }

  /** What the program said of itself when the conversation was opened. */
  get server(): Initialized {
    if (this.#server === undefined) throw new BelayError("not initialized", undefined);
    return this.#server;
  }

  /** Whether requests can still be made. */
  get open(): boolean {
    return this.#end === undefined && this.#closing === undefined;
  }

  /** Fulfilled when the program has ended, for whatever reason. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** Asks for something. Fails with a {@link BelayError}. */
  async request<M extends MethodName>(
    method: M,
    ...[params, options = {}]: Arguments<M>
  ): Promise<Methods[M]["result"]> {
    if (this.#end !== undefined) throw new BelayError(this.#end, undefined);
    const cancel = new CancellationTokenSource();
    const onAbort = (): void => {
      cancel.cancel();
    };
    const { signal, onProgress } = options;
    if (signal?.aborted === true) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    const asked: Record<string, unknown> = { ...params };
    const progress = onProgress === undefined ? undefined : this.#progress(asked, onProgress);
    this.#waiting += 1;
    this.#keepAlive();
    try {
      return await this.#messages.sendRequest<Methods[M]["result"]>(
        method,
        ParameterStructures.byName,
        asked,
        cancel.token,
      );
    } catch (error) {
      throw this.#explained(error);
    } finally {
      this.#waiting -= 1;
      this.#keepAlive();
      progress?.dispose();
      signal?.removeEventListener("abort", onAbort);
      cancel.dispose();
    }
  }

  /** Hears everything that is pushed; the function that is given back ends it. */
  onEvent(listener: (event: BelayEvent) => void): () => void;
  /** Hears events of one type. */
  onEvent<T extends BelayEvent["type"]>(type: T, listener: (event: EventOf<T>) => void): () => void;
  onEvent<T extends BelayEvent["type"]>(
    first: T | ((event: BelayEvent) => void),
    second?: (event: EventOf<T>) => void,
  ): () => void {
    const listener =
      typeof first === "function"
        ? first
        : (event: BelayEvent): void => {
            if (isOf(event, first)) second?.(event);
          };
    this.#listeners.add(listener);
    this.#keepAlive();
    return () => {
      this.#listeners.delete(listener);
      this.#keepAlive();
    };
  }

  /** Ends the conversation: what was asked for before is done first. May be called twice. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    if (this.#end === undefined) {
      // A program that is broken in any way is ended below all the same.
      await Promise.race([this.request("shutdown").catch(() => undefined), this.#ended]);
      await this.#messages.sendNotification("exit").catch(() => undefined);
    }
    this.#child.stdin.end();
    const late = setTimeout(() => this.#child.kill(), GRACE_MS);
    await this.#ended;
    clearTimeout(late);
  }

  #progress(
    asked: Record<string, unknown>,
    onProgress: (value: ProgressValue) => void,
  ): { dispose(): void } {
    this.#tokens += 1;
    const token = `progress-${this.#tokens}`;
    asked["progressToken"] = token;
    return this.#messages.onProgress(new ProgressType<ProgressValue>(), token, onProgress);
  }

  /** While nothing is waited for and nobody listens, the program keeps nobody from ending. */
  #keepAlive(): void {
    const call = this.#waiting > 0 || this.#listeners.size > 0 ? "ref" : "unref";
    this.#child[call]();
    for (const pipe of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) {
      // Pipes of a child are sockets, which the types do not say.
      (pipe as Socket)[call]();
    }
  }

  #listenToLog(onLog?: (line: string) => void): void {
    let line = "";
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#said = (this.#said + text).slice(-QUOTED);
      const lines = (line + text).split("\n");
      line = lines.pop() ?? "";
      lines.forEach((whole) => onLog?.(whole));
    });
  }

  #broken(end: string): void {
    if (this.#end !== undefined) return;
    const said = this.#said.trim();
    this.#end = said === "" ? end : `${end}: ${said}`;
    this.#messages.dispose();
  }

  #explained(error: unknown): BelayError {
    if (error instanceof ResponseError && isErrorCode(error.code)) {
      return new BelayError(error.message, error.code, error.data);
    }
    const why = this.#end ?? (error instanceof Error ? error.message : String(error));
    return new BelayError(why, undefined);
  }
}

function isOf<T extends BelayEvent["type"]>(event: BelayEvent, type: T): event is EventOf<T> {
  return event.type === type;
}
