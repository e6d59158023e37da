// Finds the program `belay`: the one the person names, or the newest of the one that came with this
// extension and the one on the PATH.

import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { compareVersions, versionIn } from "./versions";

/** A program that answered. */
export interface Found {
  readonly path: string;
  readonly version: string;
}

/** Where to look. */
export interface Places {
  /** What the settings name; nothing else is taken then. */
  readonly named: string | undefined;
  /** What came with this extension. */
  readonly bundled: string;
  /** The folders of the PATH, as the environment has them. */
  readonly searchPath: string | undefined;
}

/** What was found, or why nothing was. */
export type Search =
  | { readonly found: Found }
  | { readonly missing: "nowhere" }
  | { readonly missing: "named"; readonly path: string };

/** How long a program may take to say its version. */
const PATIENCE = 10_000;

const NAME = process.platform === "win32" ? "belay.exe" : "belay";

/** Looks for the program. */
export async function find(places: Places): Promise<Search> {
  if (places.named !== undefined) {
    const found = await ask(places.named);
    return found === undefined ? { missing: "named", path: places.named } : { found };
  }
  const candidates = [places.bundled, await onPath(places.searchPath)];
  const answers = await Promise.all(
    candidates.map(async (path) => (path === undefined ? undefined : ask(path))),
  );
  const found = answers.filter((answer) => answer !== undefined);
  const newest = found.sort((a, b) => compareVersions(b.version, a.version))[0];
  return newest === undefined ? { missing: "nowhere" } : { found: newest };
}

/** The first `belay` on the PATH. Relative folders are left out: they mean the workspace's. */
async function onPath(searchPath: string | undefined): Promise<string | undefined> {
  const absolute = process.platform === "win32" ? /^[A-Za-z]:[\\/]|^\\\\/ : /^\//;
  for (const folder of (searchPath ?? "").split(delimiter)) {
    if (!absolute.test(folder)) continue;
    const path = join(folder, NAME);
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return path;
  }
  return undefined;
}

/** Asks a program for its version; nothing where it is not `belay`. */
function ask(path: string): Promise<Found | undefined> {
  return new Promise((resolve) => {
    execFile(path, ["--version"], { timeout: PATIENCE, windowsHide: true }, (error, printed) => {
      const version = error === null && /^belay\b/.test(printed) ? versionIn(printed) : undefined;
      resolve(version === undefined ? undefined : { path, version });
    });
  });
}

/** Where the program lies in a platform's package. */
export function bundledIn(extension: string): string {
  return join(extension, "bin", NAME);
}
