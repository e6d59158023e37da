// The three lines of the README, bundled by what people bundle with, run in a real Chromium.
// `BELAY_BUNDLERS` names the folder that holds the bundlers' packages.
import assert from "node:assert/strict";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { open } from "./chromium.mjs";

const bundlers = createRequire(join(process.env.BELAY_BUNDLERS, "package.json"));
const project = mkdtempSync(join(tmpdir(), "belay-bundlers-"));
after(() => rmSync(project, { recursive: true, force: true }));
cpSync(
  fileURLToPath(new URL("../../dist", import.meta.url)),
  join(project, "node_modules/belay-policy"),
  { recursive: true },
);

const ANSWER = `
const verdict = new Engine().judge({ command: "git reset --hard && rm -rf ../x", shell: "/bin/bash" });
const rule = explainRule(verdict.findings[0].rule);
await fetch("/done", { method: "POST", body: JSON.stringify([verdict.risk, verdict.permission, rule.id === verdict.findings[0].rule]) });
`;
const BESIDE = `import { load } from "belay-policy";
const { Engine, explainRule } = await load();${ANSWER}`;
const HANDED_OVER = `import { load } from "belay-policy";
import module from "belay-policy/policy.wasm";
const { Engine, explainRule } = await load(new URL(module, import.meta.url));${ANSWER}`;

async function answers(name, main, build) {
  const folder = join(project, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "main.js"), main);
  const page =
    '<!doctype html><meta charset="utf-8"><script type="module" src="./main.js"></script>';
  writeFileSync(join(folder, "index.html"), page);
  const out = join(folder, "out");
  await build(folder, out);
  const more = { [`/${name}/index.html`]: page };
  for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    more[`/${name}/${file.slice(out.length + 1)}`] = readFileSync(file);
  }
  assert.ok(
    Object.keys(more).some((path) => path.endsWith(".wasm")),
    "the engine was not taken along",
  );
  assert.deepEqual(await open(`${name}/index.html`, { more }), ["critical", "ask", true]);
}

test("Vite", () =>
  answers("vite", BESIDE, async (root, outDir) => {
    const { build } = await import(pathToFileURL(bundlers.resolve("vite")));
    await build({
      root,
      base: "./",
      logLevel: "error",
      configFile: false,
      build: { outDir, target: "esnext" },
    });
  }));

test("webpack", () =>
  answers("webpack", BESIDE, (context, path) => {
    const configuration = {
      context,
      entry: "./main.js",
      mode: "production",
      experiments: { outputModule: true },
      output: { path, filename: "main.js", module: true, publicPath: "auto" },
      performance: { hints: false },
    };
    return new Promise((resolve, reject) =>
      bundlers("webpack")(configuration, (error, stats) =>
        error || stats.hasErrors() ? reject(error ?? new Error(stats.toString())) : resolve(),
      ),
    );
  }));

test("esbuild, which is handed the module", () =>
  answers("esbuild", HANDED_OVER, (folder, outdir) =>
    bundlers("esbuild").build({
      entryPoints: [join(folder, "main.js")],
      bundle: true,
      format: "esm",
      outdir,
      loader: { ".wasm": "file" },
      logLevel: "error",
    }),
  ));
