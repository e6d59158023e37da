// What the package holds, and that it can be used by its name.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
const repository = fileURLToPath(new URL("../../../", import.meta.url));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

test("npm pack holds what a user needs and nothing else", () => {
  const text = execFileSync(npm, ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: dist,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ files, version }] = JSON.parse(text);
  assert.deepEqual(files.map(({ path }) => path).sort(), [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "api.d.ts",
    "esm/api.d.ts",
    "esm/index.d.ts",
    "esm/index.js",
    "esm/load.d.ts",
    "esm/node.js",
    "esm/package.json",
    "esm/wire.d.ts",
    "index.d.ts",
    "index.js",
    "load.d.ts",
    "package.json",
    "policy.wasm",
    "wire.d.ts",
  ]);
  assert.notEqual(version, "0.0.0");
});

test("nothing in it needs eval, and no path of this machine is in it", () => {
  for (const name of ["index.js", "esm/index.js", "policy.wasm"]) {
    const text = readFileSync(join(dist, name), "latin1");
    assert.doesNotMatch(text, /\beval\(|new Function\b/);
    assert.ok(!/registry.src|\.rustup/.test(text) && !text.includes(repository), name);
  }
});

test("the three lines of the README run, in both kinds of Node", () => {
  const folder = mkdtempSync(join(tmpdir(), "belay-policy-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(dist, join(folder, "node_modules", "belay-policy"), "junction");
    const readme = readFileSync(join(dist, "README.md"), "utf8");
    const [, start] = readme.match(/```js\n([^]*?)```/);
    assert.equal(start.trim().split("\n").length, 3);
    writeFileSync(
      join(folder, "start.mjs"),
      `${start}console.log(verdict.risk, verdict.permission);\n`,
    );
    writeFileSync(
      join(folder, "start.cjs"),
      `const { shouldCreateCheckpoint } = require("belay-policy");
console.log(JSON.stringify(shouldCreateCheckpoint("rm -rf src", { checkpointEnabled: true }, "/bin/zsh")));\n`,
    );
    const run = (file) =>
      execFileSync(process.execPath, [file], { cwd: folder, encoding: "utf8" }).trim();
    assert.equal(run("start.mjs"), "critical ask");
    assert.equal(run("start.cjs"), '{"shouldCheckpoint":true,"reason":"command_required"}');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
