// A command that is run guarded: judged, asked about where no checkpoint could undo it, saved for.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, startEditor } from "./vscode.mjs";

/** Asked about, because no checkpoint takes back what another machine was sent; fails harmlessly. */
const ASKED = "git push --force";

let editor;
before(async () => {
  editor = await startEditor({
    user: { "belay.permissions.deniedCommands": ["shutdown"] },
    files: { "src/a.txt": "a\n", "src/b.txt": "b\n", "keep.txt": "keep\n" },
  });
});
after(() => editor?.close());

const typed = (pattern) =>
  eventually(async () => assert.match(await editor.terminalText(), pattern), 60);

test("what only reads runs at once, in a terminal that is to be seen", async () => {
  await editor.runGuarded("echo one-$((1+1))-three");
  await typed(/one-2-three/);
});

test("what cannot be undone is asked about: skipped, refused, closed, it does not run", async () => {
  for (const word of ["Skip it", "Refuse it"]) {
    await editor.runGuarded(ASKED);
    await editor.choice(word).waitFor();
    await editor.picture(`asked-${word.split(" ")[0].toLowerCase()}`);
    await editor.choice(word).click();
    await editor.choice(word).waitFor({ state: "detached" });
  }
  await editor.runGuarded(ASKED);
  await editor.choice("Run it once").waitFor();
  await editor.page.keyboard.press("Escape");
  await editor.choice("Run it once").waitFor({ state: "detached" });
  assert.doesNotMatch(await editor.terminalText(), /git push/);
});

test("allowed, it runs", async () => {
  await editor.runGuarded(ASKED);
  await editor.choice("Run it once").click();
  await typed(/git push --force[^]*fatal/);
});

test("always allowed, it is an entry of the settings and not asked about again", async () => {
  await editor.runGuarded(`${ASKED} origin`);
  await editor.choice("Always run it").click();
  await eventually(async () => {
    const settings = await editor.userSettings();
    assert.deepEqual(settings["belay.permissions.allowedCommands"], [`${ASKED} origin`]);
  });
  await typed(/git push --force origin[^]*fatal/);
  await editor.command("Terminal: Clear");
  await editor.runGuarded(`${ASKED} origin`);
  await typed(/git push --force origin[^]*fatal/);
});

test("what the settings deny does not run, and is not asked about", async () => {
  await editor.runGuarded("shutdown now");
  await eventually(async () =>
    assert.match(
      (await editor.notifications()).join(),
      /Your settings deny this command: shutdown/,
    ),
  );
  assert.doesNotMatch(await editor.terminalText(), /shutdown/);
});

test("what a checkpoint undoes runs without a question, and its checkpoint is in the view", async () => {
  await editor.command("Notifications: Clear All Notifications");
  // Where nothing has changed since the last checkpoint, that one is enough.
  await writeFile(join(editor.paths.folder, "keep.txt"), "changed\n");
  await editor.runGuarded("rm -rf src");
  const src = join(editor.paths.folder, "src");
  await eventually(() => assert.equal(existsSync(src), false), 60);
  await editor.command("Belay: Show the Checkpoints");
  await editor.row("rm -rf src").waitFor();
  await mkdir(src);
  await writeFile(join(src, "c.txt"), "c\n");
  await editor.picture("view");
});
