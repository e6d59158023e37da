// A throw-away project with a Belay of its own, for every suite here.

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";

export const client = createRequire(import.meta.url)("../dist/cjs/index.js");

/** Makes one; it goes when the test ends. */
export function project(test, files = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "belay-client-")));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, "project");
  mkdirSync(join(root, ".git"), { recursive: true });
  const write = (name, text) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  return {
    root,
    home: join(folder, "home"),
    write,
    path: (name) => join(root, name),
    read: (name) => readFileSync(join(root, name), "utf8"),
    /** What every class here takes. */
    options: { workspace: root, env: { ...process.env, BELAY_HOME: join(folder, "home") } },
  };
}

/** A conversation in a project, closed when the test ends. */
export async function connected(test, place) {
  const connection = await client.BelayConnection.open(place.options);
  test.after(() => connection.close());
  return connection;
}
