// Everything by keyboard: looking, comparing, answering, going back and undoing that, the settings.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PROJECT, work } from "./program.mjs";
import { eventually, startEditor } from "./vscode.mjs";

let editor;
before(async () => {
  editor = await startEditor({ files: PROJECT, prepare: work });
  // Its commands are there as soon as it has started.
  const said = () => editor.status.getAttribute("aria-label");
  await eventually(async () => assert.match(await said(), /Last checkpoint/), 60);
});
after(() => editor?.close());

const press = async (...keys) => {
  for (const key of keys) await editor.page.keyboard.press(key);
};

/** Runs a command from the palette. */
async function command(name) {
  await press("F1");
  const input = editor.page.locator(".quick-input-widget input");
  await input.waitFor();
  await editor.page.keyboard.type(name);
  const first = editor.page.locator(".quick-input-list .monaco-list-row.focused");
  await eventually(async () => assert.match(await first.innerText(), new RegExp(name)));
  await press("Enter");
}

const docs = () => existsSync(join(editor.paths.folder, "docs/guide.md"));
const focused = (text) =>
  eventually(async () => {
    const row = editor.page.locator(".pane-body .monaco-list-row.focused");
    assert.match(await row.innerText(), text);
  });
const question = () => editor.page.locator(".quick-input-title");

test("the view is walked through to a comparison", async () => {
  await command("Belay: Show the Checkpoints");
  await editor.row("rm -rf docs").waitFor();
  await press("Home", "ArrowDown");
  await focused(/rm -rf docs/);
  await press("ArrowRight");
  await editor.row("guide.md").waitFor();
  await press("ArrowDown");
  await focused(/guide\.md/);
  await press("Enter");
  await editor.page.locator(".monaco-diff-editor").waitFor();
});

test("a question is answered: Enter alone runs nothing", async () => {
  for (const [keys, ran] of [
    [["Enter"], false],
    [["ArrowUp", "ArrowUp", "Enter"], true],
  ]) {
    await command("Belay: Run a Command Guarded");
    await question().filter({ hasText: "guarded" }).waitFor();
    await editor.page.keyboard.type("git push --force");
    await press("Enter");
    await question().filter({ hasText: "git push --force" }).waitFor();
    await press(...keys);
    await editor.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    if (ran) await eventually(async () => assert.match(await editor.terminalText(), /fatal/), 60);
    else assert.equal(await editor.page.locator(".terminal-wrapper").count(), 0);
  }
});

test("what was deleted comes back, and the way back is undone", async () => {
  assert.equal(docs(), false);
  await command("Belay: Rewind");
  await question().filter({ hasText: "Rewind" }).waitFor();
  await editor.page.keyboard.type("Tidy up");
  await eventually(async () => {
    const row = editor.page.locator(".quick-input-list .monaco-list-row.focused");
    assert.match(await row.innerText(), /Tidy up/);
  });
  await press("Enter");
  await question().filter({ hasText: "Restore:" }).waitFor();
  await press("Enter");
  await eventually(() => assert.equal(docs(), true));
  await command("Belay: Undo the Last Rewind");
  await eventually(() => assert.equal(docs(), false));
});

test("a setting is found, changed, and taken back", async () => {
  await command("Belay: Open Settings");
  const app = await editor.app();
  // The tab that was opened has the focus, so the first Tab is in the page.
  const stands = () => app.evaluate(() => document.activeElement?.getAttribute("data-testid"));
  const at = async (id) => {
    for (let tabs = 0; (await stands()) !== id; tabs += 1) {
      assert.ok(tabs < 60, `${id} cannot be reached`);
      await press("Tab");
    }
  };
  await at("always-checkpoint-write-toggle");
  await press("Space");
  const stored = (expected) =>
    eventually(async () => assert.deepEqual(await editor.userSettings(), expected));
  await stored({ "belay.alwaysCheckpointWrite": true });
  await at("reset-alwaysCheckpointWrite");
  await press("Enter");
  await stored({});
});
