// How long VS Code waits for the extension to start, beside an extension that does nothing, in the
// same run. `cargo xtask bench editor` runs it.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, startEditor } from "../../tests/editor/vscode.mjs";

const ROUNDS = Number(process.env.BELAY_ROUNDS ?? 5);

const folder = await mkdtemp(join(tmpdir(), "belay-empty-"));
const empty = join(folder, "empty-extension");
await mkdir(empty);
await writeFile(join(empty, "extension.js"), "exports.activate = () => undefined;\n");
await writeFile(join(empty, "README.md"), "Nothing.\n");
const manifest = {
  name: "empty",
  displayName: "Nothing at all",
  version: "0.0.1",
  publisher: "belay-bench",
  engines: { vscode: "^1.106.0" },
  extensionKind: ["workspace"],
  main: "./extension.js",
  activationEvents: ["onStartupFinished"],
};
await writeFile(join(empty, "package.json"), JSON.stringify(manifest));

const times = { Belay: [], "Nothing at all": [] };
for (let round = 0; round < ROUNDS; round += 1) {
  const editor = await startEditor({ extensions: [empty] });
  try {
    // Written into the status bar once everything has started.
    await eventually(async () =>
      assert.match(await editor.status.getAttribute("aria-label"), /No checkpoints/),
    );
    await editor.command("Developer: Show Running Extensions");
    for (const name of Object.keys(times)) {
      const row = editor.page
        .locator(".runtime-extensions-editor .extension")
        .filter({ has: editor.page.locator(".name").getByText(name, { exact: true }) })
        .first();
      const time = await eventually(async () => {
        const found = /Activation:\s*([\d,.]+)\s*ms/.exec(await row.innerText());
        assert.ok(found, "no time of its activation");
        return Number(found[1].replaceAll(",", ""));
      });
      times[name].push(time);
    }
  } finally {
    await editor.close();
  }
}
await rm(folder, { recursive: true });

console.log(
  `\nactivation, as VS Code itself tells it; medians of ${ROUNDS} rounds (most in brackets)`,
);
for (const [name, values] of Object.entries(times)) {
  const sorted = values.toSorted((left, right) => left - right);
  console.log(`${name.padEnd(20)} ${sorted[sorted.length >> 1]} ms (${sorted.at(-1)})`);
}
