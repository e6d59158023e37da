import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

/** Says where the program was looked for, and what to do. */
export class BelayNotFoundError extends Error {
  override readonly name = "BelayNotFoundError";
}

const NAME = process.platform === "win32" ? "belay.exe" : "belay";
const ADVICE =
  "install it (https://github.com/belay-dev/belay#readme), put it into PATH, " +
  "set BELAY_BIN to its path, or pass `binary`";

/** Where the program is: the option, BELAY_BIN, the one in this package, the one in PATH. */
export function findBelay(binary?: string, env: NodeJS.ProcessEnv = process.env): string {
  const told = [
    { by: "the option `binary`", path: binary },
    { by: "BELAY_BIN", path: env["BELAY_BIN"] },
  ].find(({ path }) => path !== undefined && path !== "");
  if (told?.path !== undefined) {
    // Whoever names a program means that one; another in its place would be a surprise.
    const path = resolve(told.path);
    if (isProgram(path)) return path;
    throw new BelayNotFoundError(`${told.by} names ${path}, where there is no program; ${ADVICE}`);
  }
  const bundled = join(__dirname, "..", "..", "bin", NAME);
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = [bundled, ...folders.map((folder) => resolve(folder, NAME))].find(isProgram);
  if (found !== undefined) return found;
  throw new BelayNotFoundError(
    `the program \`belay\` was not found: BELAY_BIN is not set, this package does not bring it, ` +
      `and no folder of PATH has it; ${ADVICE}`,
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
