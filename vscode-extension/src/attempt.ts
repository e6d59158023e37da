// Work that nobody waits for: what goes wrong in it is written to the log.

/** The part of a log that is used here. */
export interface ErrorLog {
  error(message: string): void;
}

/** Starts work; if it fails, the log says what was being done. */
export function attempt(log: ErrorLog, doing: string, work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    log.error(
      `Belay could not ${doing}: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
}
