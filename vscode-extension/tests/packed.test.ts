import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { LANGUAGES } from "../src/language";

const root = process.env["BELAY_ROOT"] ?? "";
const vsix = join(root, "target", "belay.vsix");

interface Zip {
  on(event: "entry", then: (entry: { fileName: string }) => void): void;
  on(event: "end", then: () => void): void;
}
interface Yauzl {
  open(file: string, then: (error: Error | null, zip: Zip) => void): void;
}

function packed(): Promise<string[]> {
  // The packer's own library, so that nothing more has to be brought in.
  const require = createRequire(join(root, "vscode-extension", "package.json"));
  const yauzl = require("yauzl") as Yauzl;
  return new Promise((resolve, reject) => {
    yauzl.open(vsix, (error, zip) => {
      if (error) {
        reject(error);
        return;
      }
      const names: string[] = [];
      zip.on("entry", ({ fileName }) => names.push(fileName));
      zip.on("end", () => resolve(names));
    });
  });
}

/** Files whose names depend on the languages there are. */
const LANGUAGE =
  /^extension\/(package\.nls\.[\w-]+\.json|l10n\/bundle\.l10n\.[\w-]+\.json|dist\/app\/locales\/[\w-]+\/(settings|rules)\.json)$/;

test("the package holds what it needs and nothing else", async () => {
  const names = await packed();
  assert.deepEqual(names.filter((name) => !LANGUAGE.test(name)).sort(), [
    "[Content_Types].xml",
    "extension.vsixmanifest",
    "extension/changelog.md",
    "extension/dist/LICENSE-APACHE",
    "extension/dist/LICENSE-MIT",
    "extension/dist/acp.js",
    "extension/dist/app/app.js",
    "extension/dist/app/app.wasm.txt",
    "extension/dist/app/engine/index.js",
    "extension/dist/app/engine/policy.wasm",
    "extension/dist/app/index.html",
    "extension/dist/app/style.css",
    "extension/dist/client.js",
    "extension/dist/node.js",
    "extension/dist/web.js",
    "extension/media/icon.png",
    "extension/media/rope.svg",
    "extension/media/walkthrough/plan-dark.png",
    "extension/media/walkthrough/plan-light.png",
    "extension/media/walkthrough/question-dark.png",
    "extension/media/walkthrough/question-light.png",
    "extension/media/walkthrough/view-dark.png",
    "extension/media/walkthrough/view-light.png",
    "extension/package.json",
    "extension/package.nls.json",
    "extension/readme.md",
  ]);
  // Besides English: two files for VS Code a language, and two for the app where it speaks it.
  const app = readdirSync(join(root, "locales")).length - 1;
  assert.equal(
    names.filter((name) => LANGUAGE.test(name)).length,
    2 * (LANGUAGES.length - 1) + 2 * app,
  );
});

test("the package stays small", () => {
  assert.ok(statSync(vsix).size < 2_000_000, `${statSync(vsix).size} bytes`);
});
