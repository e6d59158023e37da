import { BelayError } from "./error.js";
import { ErrorCode } from "./generated/protocol.js";
import { LazyConnection, type ServiceOptions } from "./lazy.js";
import {
  type AgentMessage,
  checkpointingOptions,
  type CheckpointingOptions,
  describe,
  isFromPerson,
} from "./sdk-message.js";

/** A message that can be gone back to. */
export interface CheckpointMetadata {
  /** The id of the person's message. */
  readonly id: string;
  readonly timestamp: Date;
  /** The first words of the message. */
  readonly description: string;
  readonly sessionId: string;
}

/** What of the Claude Agent SDK's `Query` is used. */
export interface Query {
  rewindFiles(userMessageId: string): Promise<unknown>;
}

/** Options for the SDK's `query`, with a hook that lets no tool run before a save is done. */
export interface ManagedOptions extends CheckpointingOptions {
  hooks: { PreToolUse: { hooks: (() => Promise<{ continue: true }>)[] }[] };
}

/** How messages are kept and gone back to. */
export interface CheckpointManagerOptions extends ServiceOptions {
  /** The session whose messages are loaded by {@link CheckpointManager.initialize}. */
  readonly sessionId: string;
  /** How many are offered; `checkpointKeepCount` of the settings is how many are kept. */
  readonly maxCheckpoints?: number | undefined;
  /**
   * Who brings files back. `sdk` is the SDK's own `rewindFiles`, and Belay where that has nothing
   * saved; it knows of files that the SDK's tools wrote. `belay` goes back with the whole
   * workspace, whatever changed it, and needs no query.
   */
  readonly rewind?: "sdk" | "belay" | undefined;
  /** Hears that a message could not be saved; the console, where it is not given. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const NO_QUERY = "No active query session. Cannot restore checkpoint.";
const NO_DATA =
  "Checkpoint data not found in SDK. " +
  "This may happen if the session was not properly completed or " +
  "CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING was not set.";
const DEFAULT_MAX = 10;

/** Remembers each message of a person as a point to go back to, newest first. */
export class CheckpointManager {
  readonly #options: CheckpointManagerOptions;
  readonly #connection: LazyConnection;
  readonly #max: number;
  #checkpoints: CheckpointMetadata[] = [];
  #saving: Promise<void> = Promise.resolve();

  constructor(options: CheckpointManagerOptions) {
    this.#options = options;
    this.#connection = new LazyConnection(options);
    this.#max = options.maxCheckpoints ?? DEFAULT_MAX;
  }

  /** Loads what earlier runs of the session have saved. */
  async initialize(): Promise<void> {
    const connection = await this.#connection.get();
    const { sessionId } = this.#options;
    const saved = await connection
      .request("message:list", { sessionId })
      .catch((error: unknown) => {
        // A session that has saved nothing yet is a new one.
        if (error instanceof BelayError && error.code === ErrorCode.NotFound) return [];
        throw error;
      });
    this.#checkpoints = saved.slice(0, this.#max).map((one) => ({
      id: one.id,
      timestamp: new Date(one.timestamp),
      description: one.description,
      sessionId: one.sessionId,
    }));
  }

  /**
   * Takes note of a person's message and saves the workspace as it is now. Returns at once;
   * {@link CheckpointManager.saved} waits for it.
   */
  captureCheckpoint(uuid: string, description: string, sessionId: string): void {
    const known = this.#checkpoints.filter(({ id }) => id !== uuid);
    const taken = { id: uuid, timestamp: new Date(), description, sessionId };
    this.#checkpoints = [taken, ...known].slice(0, this.#max);
    this.#saving = this.#saving.then(() => this.#save(taken)).catch(this.#failed);
  }

  /** The same for a message as the SDK streams it; whatever is not a person's message is left alone. */
  handleSDKMessage(message: AgentMessage): void {
    if (!isFromPerson(message)) return;
    const { uuid, session_id: sessionId = this.#options.sessionId } = message;
    if (uuid !== undefined) this.captureCheckpoint(uuid, describe(message), sessionId);
  }

  /**
   * Options for the SDK's `query`: it saves files itself, tells the ids of messages, and runs no
   * tool before what a message found is on the disk.
   */
  sdkOptions(options: Parameters<typeof checkpointingOptions>[0] = {}): ManagedOptions {
    const waits = async (): Promise<{ continue: true }> => {
      // The message is in the stream already; its reader gets to see it first.
      await new Promise((resolve) => setImmediate(resolve));
      await this.saved();
      return { continue: true };
    };
    return { ...checkpointingOptions(options), hooks: { PreToolUse: [{ hooks: [waits] }] } };
  }

  /** Fulfilled when everything that was captured is on the disk. */
  saved(): Promise<void> {
    return this.#saving;
  }

  /** The messages one can go back to, newest first. */
  listCheckpoints(): CheckpointMetadata[] {
    return [...this.#checkpoints];
  }

  /** Brings files back to where a message found them. */
  async restoreCheckpoint(checkpointId: string, queryInstance?: Query | null): Promise<void> {
    await this.#saving;
    if (this.#options.rewind === "belay") return this.#rewind(checkpointId);
    if (queryInstance == null) throw new Error(NO_QUERY);
    const without = await rewound(queryInstance, checkpointId);
    if (without === undefined) return;
    await this.#rewind(checkpointId).catch((error: unknown) => {
      // Neither of the two has it; the SDK is the one that was asked.
      if (error instanceof BelayError && error.code === ErrorCode.NotFound) {
        throw new Error(NO_DATA, { cause: without });
      }
      throw error;
    });
  }

  /** Ends the conversation, if it was opened here. */
  async close(): Promise<void> {
    await this.#saving;
    await this.#connection.close();
  }

  async #save({ id, description, sessionId }: CheckpointMetadata): Promise<void> {
    const connection = await this.#connection.get();
    await connection.request("message:capture", { messageId: id, description, sessionId });
  }

  readonly #failed = (error: unknown): void => {
    const { onError } = this.#options;
    if (onError === undefined) console.error("Failed to save checkpoints:", error);
    else onError(error);
  };

  async #rewind(messageId: string): Promise<void> {
    const connection = await this.#connection.get();
    const known = this.#checkpoints.find(({ id }) => id === messageId);
    const sessionId = known?.sessionId ?? this.#options.sessionId;
    await connection.request("message:rewind", { sessionId, messageId, all: true });
  }
}

/** Lets the SDK do it; what it gives back is why it had nothing to go back to. */
async function rewound(query: Query, id: string): Promise<Error | undefined> {
  try {
    const result = await query.rewindFiles(id);
    const refused = refusal(result);
    if (refused !== undefined) throw new Error(refused);
    return undefined;
  } catch (error) {
    if (error instanceof Error && /No file checkpoint found/i.test(error.message)) return error;
    throw error;
  }
}

/** Newer SDKs answer instead of failing. */
function refusal(result: unknown): string | undefined {
  if (typeof result !== "object" || result === null || !("canRewind" in result)) return undefined;
  if (result.canRewind !== false) return undefined;
  return "error" in result && typeof result.error === "string"
    ? result.error
    : "the SDK cannot rewind to this message";
}
