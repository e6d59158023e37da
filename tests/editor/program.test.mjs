// The program `belay`: found, missing, broken, not started in restricted mode; and the status bar.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { promisify } from "node:util";
import { eventually, startEditor } from "./vscode.mjs";

let editor;
afterEach(() => editor?.close());

const said = async (pattern) =>
  eventually(async () => assert.match((await editor.notifications()).join("\n"), pattern));
const status = async (pattern) =>
  eventually(async () => assert.match(await editor.status.getAttribute("aria-label"), pattern));

test("with the program, the status bar leads to a checkpoint", async () => {
  editor = await startEditor({ files: { "a.txt": "one\n" } });
  await status(/No checkpoints of this workspace yet/);
  await editor.status.locator("a").click();
  await editor.choice("Save a checkpoint now").click();
  await said(/The checkpoint was saved/);
  await status(/Last checkpoint/);
  await editor.picture("status-bar");
  await editor.command("Notifications: Clear All Notifications");
  await editor.command("Belay: Save a Checkpoint Now");
  await said(/Nothing has changed since/);
});

test("the program that came with the extension is enough", async () => {
  const folder = await mkdtemp(join(tmpdir(), "belay-platform-"));
  const vsix = join(folder, "belay-linux-x64.vsix");
  const pack = join(import.meta.dirname, "../../vscode-extension/pack.mjs");
  const words = [pack, vsix, "linux-x64", process.env.BELAY_PROGRAM];
  await promisify(execFile)(process.execPath, words);
  editor = await startEditor({ program: false, vsix, files: { "a.txt": "one\n" } });
  await rm(folder, { recursive: true });
  await status(/No checkpoints of this workspace yet/);
  await editor.command("Belay: Save a Checkpoint Now");
  await status(/Last checkpoint/);
});

test("without it, one sentence says so once, and judging goes on", async () => {
  editor = await startEditor({ program: false });
  await said(/The program belay was not found/);
  await status(/commands are judged, but no checkpoints are saved/);
  await editor.command("View: Show Belay");
  await editor.row("Checkpoints").waitFor({ state: "detached" });
  await editor.picture("without-program");
  // Judged without it, and asked about, for nothing was saved.
  await editor.runGuarded("git push --force");
  await editor.choice("Skip it").click();
  await editor.reload();
  await status(/was not found/);
  assert.doesNotMatch((await editor.notifications()).join(), /was not found/);
});

test("one that speaks another protocol is named with what to do", async () => {
  const answer = {
    jsonrpc: "2.0",
    id: 0,
    error: { code: -32602, message: "this belay speaks version 9; update the older of the two" },
  };
  const body = JSON.stringify(answer);
  editor = await startEditor({
    program: `#!/bin/sh
[ "$1" = --version ] && { echo "belay 9.9.9"; exit; }
head -c 1 > /dev/null
printf 'Content-Length: %s\\r\\n\\r\\n%s' ${body.length} '${body}'
sleep 2
`,
  });
  await said(/cannot be used: belay 9\.9\.9 .*update the older of the two/);
  await status(/cannot be used/);
});

test("in restricted mode nothing is started until the folder is trusted", async () => {
  editor = await startEditor({ trust: true });
  await status(/In restricted mode Belay starts no program/);
  await editor.trustFolder();
  await status(/No checkpoints of this workspace yet/);
});
