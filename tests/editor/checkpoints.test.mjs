// The view of checkpoints: what a script destroyed comes back from it, partly and wholly.

import assert from "node:assert/strict";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, startEditor } from "./vscode.mjs";

const FILES = {
  "src/main.txt": "first\nsecond\nthird\n",
  "src/other.txt": "other\n",
  "notes.md": "# Notes\n",
};

/** A name that a checkpoint is given; those before a restore have it further back in theirs. */
const STORM = /^\s*before the storm/;

let editor;
before(async () => {
  editor = await startEditor({
    files: FILES,
    // Both sides of a comparison are to be seen.
    user: { "diffEditor.useInlineViewWhenSpaceIsLimited": false },
  });
  await editor.command("Belay: Save a Checkpoint Now");
  await editor.command("Belay: Show the Checkpoints");
  await editor.row("Saved by hand").waitFor();
});
after(() => editor?.close());

const at = (name) => join(editor.paths.folder, name);
const text = (name) => readFile(at(name), "utf8").catch(() => undefined);
const is = (name, expected) =>
  eventually(async () => assert.equal(await text(name), expected, name));
const checkpoint = () =>
  editor.page
    .locator(".pane-body .monaco-list-row[aria-level='2']")
    .filter({ hasText: "Saved by hand" })
    .last();

/** Does with the checkpoint what its inline button does. */
async function restore() {
  // While the view is read anew the row may move, and a click on the old one does nothing.
  const button = checkpoint().locator(".action-label[aria-label='Restore This Checkpoint']");
  const plan = editor.page.locator(".quick-input-title").filter({ hasText: "Restore:" });
  await eventually(async () => {
    if (!(await plan.isVisible())) {
      await checkpoint().hover({ timeout: 2000 });
      await button.click({ timeout: 2000 });
    }
    await plan.waitFor({ timeout: 5000 });
  });
}

/**
 * Chooses from the menu of a row until that has an effect: the view may be read anew meanwhile. With
 * the keyboard, because a menu takes no click before it has been there for a tenth of a second.
 */
async function choose(row, words, effect) {
  await eventually(async () => {
    await editor.page.keyboard.press("Escape");
    await row.click({ button: "right", timeout: 2000 });
    const item = editor.page.locator(".monaco-menu .action-item").filter({ hasText: words });
    await item.hover({ timeout: 2000 });
    await editor.page
      .locator(".monaco-menu .action-item.focused")
      .filter({ hasText: words })
      .waitFor({ timeout: 2000 });
    await editor.page.keyboard.press("Enter");
    await effect().waitFor({ timeout: 3000 });
  });
}

async function accept() {
  await editor.page.locator(".quick-input-action .monaco-button").first().click();
}

async function destroy() {
  await writeFile(at("src/main.txt"), "first\nchanged\nthird\nfourth\n");
  await rm(at("src/other.txt"), { force: true });
  await writeFile(at("new.txt"), "new\n");
}

test("a checkpoint opens on the files that have changed since, and each on its comparison", async () => {
  await destroy();
  await editor.command("Belay: Refresh");
  await checkpoint().click();
  for (const name of ["main.txt", "other.txt", "new.txt"]) await editor.row(name).waitFor();
  await editor.row("main.txt").click();
  const diff = editor.page.locator(".monaco-diff-editor");
  await diff.waitFor();
  await eventually(async () => {
    assert.match(await diff.locator(".editor.original .view-lines").innerText(), /second/);
    assert.match(await diff.locator(".editor.modified .view-lines").innerText(), /changed/);
  });
  await editor.picture("diff");
  await editor.command("View: Close Editor");
});

test("a part is restored, and the restore undone from its notification", async () => {
  await restore();
  await editor.picture("plan");
  await editor.choice("new.txt").click();
  await editor.choice("other.txt").click();
  await accept();
  await is("src/main.txt", FILES["src/main.txt"]);
  assert.equal(await text("src/other.txt"), undefined);
  assert.equal(await text("new.txt"), "new\n");
  await editor.press("Undo");
  await is("src/main.txt", "first\nchanged\nthird\nfourth\n");
  await editor.offered("Redo");
  await editor.command("Notifications: Clear All Notifications");
});

test("all of it is restored, and undone, and done again", async () => {
  await restore();
  await accept();
  for (const [name, content] of Object.entries(FILES)) await is(name, content);
  await is("new.txt", undefined);
  await editor.picture("restored");
  await editor.press("Undo");
  await is("new.txt", "new\n");
  await is("src/other.txt", undefined);
  await editor.press("Redo");
  for (const [name, content] of Object.entries(FILES)) await is(name, content);
  await is("new.txt", undefined);
  await editor.offered("Undo");
  await editor.command("Notifications: Clear All Notifications");
});

test("a checkpoint gets a name, is kept, and is found by its name", async () => {
  await choose(checkpoint(), "Name This Checkpoint", () =>
    editor.page.locator(".quick-input-title").filter({ hasText: "A name for" }),
  );
  await editor.answer("before the storm");
  const named = editor.row(STORM);
  await named.waitFor();
  await choose(named, "Keep This Checkpoint", () => named.locator(".codicon-pinned").first());
  await editor.command("Belay: Filter");
  await editor.answer("storm");
  await eventually(async () =>
    assert.equal(
      await editor.page.locator(".pane-body .monaco-list-row[aria-level='2']").count(),
      1,
    ),
  );
  await editor.picture("filtered");
  await editor.command("Belay: Clear the Filter");
});

test("changes since the last checkpoint are in the gutter", async () => {
  await editor.command("Belay: Save a Checkpoint Now");
  await editor.command("View: Show Explorer");
  await editor.page.locator(".explorer-folders-view").getByText("notes.md").dblclick();
  await editor.page.locator(".editor-instance .view-line").first().click();
  await editor.page.keyboard.press("Control+End");
  await editor.page.keyboard.type("more");
  await editor.page.locator(".editor-instance .dirty-diff-glyph").first().waitFor();
  await editor.picture("gutter");
  await editor.command("File: Revert File");
  await editor.command("View: Close Editor");
});

test("rewind lists the checkpoints and goes back to one", async () => {
  await rm(at("src"), { recursive: true });
  await editor.command("Belay: Rewind");
  await editor.choice(STORM).waitFor();
  await editor.picture("rewind");
  await editor.choice(STORM).click();
  await editor.page.locator(".quick-input-title").filter({ hasText: "Restore:" }).waitFor();
  await accept();
  await is("src/main.txt", FILES["src/main.txt"]);
});

test("a second window on the same workspace sees what the first saves, and goes back to it", async () => {
  const page = await editor.page.context().newPage();
  const second = editor.window(page);
  await page.goto(`${editor.address}/?folder=${encodeURIComponent(editor.paths.folder)}`);
  await second.ready();
  await second.command("Belay: Show the Checkpoints");
  await second.row(STORM).waitFor();
  await editor.page.bringToFront();
  await writeFile(at("notes.md"), "# Two windows\n");
  await editor.runGuarded("rm -rf src");
  await is("src/main.txt", undefined);
  await page.bringToFront();
  // It looks when it is in front again, and from time to time.
  await second.row("rm -rf src").waitFor({ timeout: 60_000 });
  await second.command("Belay: Rewind");
  await second.choice("rm -rf src").click();
  await page.locator(".quick-input-title").filter({ hasText: "Restore:" }).waitFor();
  await page.locator(".quick-input-action .monaco-button").first().click();
  await is("src/main.txt", FILES["src/main.txt"]);
  await is("notes.md", "# Two windows\n");
  await page.close();
  // Nothing but the files of the workspace is in the workspace.
  assert.deepEqual((await readdir(editor.paths.folder)).sort(), ["notes.md", "src"]);
});
