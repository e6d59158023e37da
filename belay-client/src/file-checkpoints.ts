import type { FileCheckpoint, RewindResult } from "./generated/protocol.js";
import { LazyConnection, type ServiceOptions } from "./lazy.js";

/** Saves single files before they are written, and brings them back by message. */
export class FileCheckpointService {
  readonly #connection: LazyConnection;

  constructor(options: ServiceOptions = {}) {
    this.#connection = new LazyConnection(options);
  }

  /**
   * Saves a file as it is now, or notes that there is none; call it before the write.
   *
   * @returns the checkpoint's id, or null where the file was not saved because it is too large or
   *   the settings say so. The event `skipped` of the connection says why.
   */
  async createCheckpoint(
    sessionId: string,
    messageId: string,
    filePath: string,
  ): Promise<string | null> {
    const connection = await this.#connection.get();
    return connection.request("checkpoint:create", { sessionId, messageId, filePath });
  }

  /** Brings back the files of a message and of everything after it. */
  async rewindFiles(sessionId: string, messageId: string): Promise<RewindResult> {
    const connection = await this.#connection.get();
    return connection.request("checkpoint:rewind", { sessionId, messageId });
  }

  /** Takes back the last rewind. */
  async undoRewind(sessionId: string): Promise<RewindResult> {
    const connection = await this.#connection.get();
    return connection.request("checkpoint:undoRewind", { sessionId });
  }

  /** What a session has saved, oldest first. */
  async getCheckpoints(sessionId: string): Promise<FileCheckpoint[]> {
    const connection = await this.#connection.get();
    return connection.request("checkpoint:list", { sessionId });
  }

  /** Removes what is older than the settings keep; says how many that were. */
  async cleanup(): Promise<number> {
    const connection = await this.#connection.get();
    return connection.request("checkpoint:cleanup");
  }

  /** Ends the conversation, if it was opened here. */
  close(): Promise<void> {
    return this.#connection.close();
  }
}
