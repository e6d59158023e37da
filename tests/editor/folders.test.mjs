// Windows with no folder and with several: what is saved, what is said, and where a command counts as run.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { eventually, SAMPLE, startEditor, writeJson } from "./vscode.mjs";

let editor;
afterEach(() => editor?.close());

const status = async (pattern) =>
  eventually(async () => assert.match(await editor.status.getAttribute("aria-label"), pattern));

test("without a folder nothing is saved, which is said, and commands are judged all the same", async () => {
  editor = await startEditor({ opens: () => "ew=true" });
  await status(/Open a folder to save checkpoints of it/);
  await editor.runGuarded("git push --force");
  await editor.choice("Skip it").click();
  await editor.runGuarded("echo no-$((1+1))-folder");
  await eventually(async () => assert.match(await editor.terminalText(), /no-2-folder/), 60);
  const app = await editor.openSettings();
  await app.getByTestId("checkpoint-on-error-checkbox").click();
  await eventually(async () =>
    assert.deepEqual(await editor.userSettings(), { "belay.checkpointOnError": true }),
  );
  await editor.command("Belay: Show the Checkpoints");
  await editor.page.locator(".pane-body").getByText("Open a folder").first().waitFor();
  await editor.picture("no-folder");
});

test("of several folders the first is saved, and a command runs in the one of the open file", async () => {
  const names = ["first", "second"];
  editor = await startEditor({
    files: Object.fromEntries(names.map((name) => [`${name}/${name}.txt`, `${name}\n`])),
    prepare: (folder) =>
      writeJson(join(folder, "both.code-workspace"), {
        folders: names.map((path) => ({ path })),
        // It may lie anywhere, so that trust in a folder does not cover it: this is refused.
        settings: { "belay.checkpointEnabled": false },
      }),
    opens: (folder) => `workspace=${encodeURIComponent(join(folder, "both.code-workspace"))}`,
  });
  await eventually(async () => assert.match((await editor.notifications()).join(), /less careful/));
  await editor.command("Notifications: Clear All Notifications");
  const at = (name) => join(editor.paths.folder, name);
  await editor.command("Belay: Save a Checkpoint Now");
  await status(/Last checkpoint/);
  const explorer = editor.page.locator(".explorer-folders-view");
  const file = explorer.getByText("second.txt");
  if (!(await file.isVisible())) await explorer.getByText("second", { exact: true }).click();
  await file.dblclick();
  await editor.page.locator(".editor-instance .view-line").first().waitFor();
  await editor.runGuarded("touch here.txt");
  await eventually(() => assert.ok(existsSync(at("second/here.txt"))), 60);
  assert.equal(existsSync(at("first/here.txt")), false);
  await writeFile(at("first/first.txt"), "changed\n");
  await editor.command("Belay: Rewind");
  await editor.choice("Saved by hand").click();
  await editor.page.locator(".quick-input-title").filter({ hasText: "Restore:" }).waitFor();
  await editor.choice("first.txt").waitFor();
  assert.equal(await editor.choice("here.txt").count(), 0);
});

test("a command is judged in the folder that its session's shell has gone to", async () => {
  editor = await startEditor({
    extensions: [SAMPLE],
    files: { "a.txt": "a\n", "deep/b.txt": "b\n" },
  });
  const run = async (line) => {
    await editor.command("Sample: Run a Command Through Belay");
    await editor.answer(line);
    return editor.told("run");
  };
  assert.equal((await run("cd deep")).exitCode, 0);
  await writeFile(join(editor.paths.folder, "a.txt"), "changed\n");
  // Seen from the folder that is open, this is a temporary file outside of it, which needs no checkpoint.
  const done = await run("rm ../a.txt");
  assert.equal(done.exitCode, 0);
  assert.equal(existsSync(join(editor.paths.folder, "a.txt")), false);
  assert.ok(done.checkpoint, "no checkpoint before a file of the workspace was deleted");
});
