// From an empty folder: what npm packs is installed, and the README's lines guard an agent.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { project } from "./project.mjs";

const here = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(join(here, "README.md"), "utf8");
const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];

/** Packs the package into a folder. */
function packed(folder) {
  const npm = ["pack", "--json", "--pack-destination", folder];
  const [{ filename, files }] = JSON.parse(
    execFileSync("npm", npm, { cwd: here, encoding: "utf8" }),
  );
  return { file: join(folder, filename), names: files.map(({ path }) => path) };
}

test("the package holds what a user needs and nothing else", (t) => {
  const { names } = packed(project(t).root);
  const expected = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json"];
  assert.deepEqual(
    names.filter((name) => !name.startsWith("dist/")),
    expected,
  );
  const built = names.filter((name) => name.startsWith("dist/"));
  assert.ok(built.includes("dist/cjs/index.js") && built.includes("dist/esm/index.js"));
  assert.ok(built.includes("dist/cjs/index.d.ts") && built.includes("dist/esm/index.d.ts"));
  assert.deepEqual(
    built.filter((name) => !/\.(js|d\.ts)$/.test(name)),
    ["dist/esm/package.json"],
  );
});

test("from an empty folder to a guarded agent", (t) => {
  const place = project(t, { "notes.txt": "mine\n" });
  const folder = join(place.root, "..", "newcomer");
  mkdirSync(folder);
  const { file } = packed(place.root);
  const npm = (...words) => execFileSync("npm", [...words, ...quiet], { cwd: folder });
  npm("init", "-y");
  npm("install", "--prefer-offline", file);

  // The README's lines, and around them what every agent has.
  const [lines] = readme.match(/(?<=```js\n)[^]*?(?=```)/);
  assert.ok(lines.trim().split("\n").length <= 10, "ten lines");
  writeFileSync(
    join(folder, "agent.mjs"),
    `import { execSync } from "node:child_process";
import { writeFileSync } from "node:fs";
const runTool = async ({ name }, { path, text, command }) =>
  name === "run_command" ? String(execSync(command)) : writeFileSync(path, text);
${lines}
await guarded({ name: "write_file" }, { path: "notes.txt", text: "broken\\n" }, {});
console.log(await guarded({ name: "run_command" }, { command: "cat notes.txt" }, {}));
await guarded({ name: "run_command" }, { command: "git push --force" }, {}).catch((error) => console.log(error.message));
const { restoredFiles } = await checkpointService.rewindFiles("my-agent", "message-1");
console.log(restoredFiles.length);
`,
  );
  const run = (script, cwd) =>
    execFileSync(process.execPath, [script], { cwd, env: place.options.env, encoding: "utf8" });
  assert.equal(
    run(join(folder, "agent.mjs"), place.root),
    "broken\n\nrefused: git push --force\n1\n",
  );
  assert.equal(place.read("notes.txt"), "mine\n");

  // Both kinds of module are one package: what one makes is an instance of the other's class.
  writeFileSync(
    join(folder, "both.cjs"),
    `const required = require("belay-client");
import("belay-client").then((imported) => {
  console.log(required.BelayError === imported.BelayError, Object.keys(required).every((name) => name in imported));
});`,
  );
  assert.equal(run(join(folder, "both.cjs"), folder), "true true\n");

  // The types are found from both, by the strictest compiler.
  const program = `import { BelayConnection, FileCheckpointService, type RewindResult } from "belay-client";
export async function rewound(): Promise<RewindResult> {
  const connection: BelayConnection = await BelayConnection.open();
  const answer = await connection.request("guard:before", { sessionId: "s", action: { action: "execute", command: "ls" } });
  const decision: "allow" | "ask" | "deny" = answer.decision;
  // @ts-expect-error the session is missing
  await connection.request("checkpoint:list", {});
  connection.onEvent("settingsChanged", ({ problems }) => problems.map((problem) => problem.length + decision.length));
  return new FileCheckpointService({ connection }).rewindFiles("s", "m");
}
`;
  writeFileSync(join(folder, "typed.mts"), program);
  writeFileSync(join(folder, "typed.cts"), program);
  const tsc = join(here, "node_modules/typescript/bin/tsc");
  const flags = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022"];
  const roots = ["--typeRoots", join(here, "node_modules/@types"), "--types", "node"];
  const files = ["--module", "nodenext", "typed.mts", "typed.cts"];
  execFileSync(process.execPath, [tsc, ...flags, ...roots, ...files], {
    cwd: folder,
    stdio: "inherit",
  });
});
