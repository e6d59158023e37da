// Runs the tests of the host's logic, without an editor: bundles each and hands it to Node's runner.
// `cargo xtask extension test` runs it.

import { spawnSync } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const out = join(root, "target", "vscode-extension-tests");

const engine = join(root, "policy-wasm", "dist", "esm", "node.js");
const suites = (await readdir(here)).filter((name) => name.endsWith(".test.ts"));
await rm(out, { recursive: true, force: true });
await build({
  entryPoints: suites.map((name) => join(here, name)),
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "es2022",
  alias: { "belay-policy": engine },
  external: [engine],
  sourcemap: "inline",
  logLevel: "warning",
});
const files = suites.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
const flags = ["--enable-source-maps", "--test", "--test-reporter=spec"];
const env = { ...process.env, BELAY_ROOT: root };
process.exitCode =
  spawnSync(process.execPath, [...flags, ...files], { env, stdio: "inherit" }).status ?? 1;
