import { BelayConnection, type ConnectOptions } from "./connection.js";

/** A conversation that several classes share, or how to open one. */
export interface ServiceOptions extends ConnectOptions {
  /** A conversation that is open already. Whoever opened it closes it. */
  readonly connection?: BelayConnection | undefined;
}

/** A conversation that is opened when it is first needed. */
export class LazyConnection {
  readonly #options: ServiceOptions;
  #opened: Promise<BelayConnection> | undefined;

  constructor(options: ServiceOptions) {
    this.#options = options;
  }

  get(): Promise<BelayConnection> {
    const { connection } = this.#options;
    if (connection !== undefined) return Promise.resolve(connection);
    this.#opened ??= BelayConnection.open(this.#options).catch((error: unknown) => {
      // The next call tries again: somebody may have installed the program by then.
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  /** Closes the conversation, if it was opened here. */
  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await (await opened?.catch(() => undefined))?.close();
  }
}
