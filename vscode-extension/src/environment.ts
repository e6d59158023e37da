// What differs between the extension hosts: one runs in Node, one in a browser's worker.

/** What an extension host knows of the machine it runs on. */
export interface Environment {
  readonly platform: "unix" | "windows";
  /** The person's home folder, where there is one. */
  readonly home?: string;
  /** The path with its links followed, or the path itself where that cannot be done. */
  realPath(path: string): Promise<string>;
}
