// What Belay offers to other extensions, used by one: terminals, permission, the tool for models.

import assert from "node:assert/strict";
import { realpath } from "node:fs/promises";
import { after, before, test } from "node:test";
import { eventually, SAMPLE, startEditor } from "./vscode.mjs";

/** VS Code may not pass on what a command prints that ends at once, so this one takes a moment. */
const SECOND = "echo second; sleep 0.5";

const FIRST = "mkdir deep; cd deep; echo here-$((40+2)); sleep 0.5; false";

let editor;
before(async () => {
  editor = await startEditor({ extensions: [SAMPLE], files: { "a.txt": "a\n" } });
});
after(() => editor?.close());

/** Runs a command of the example extension that asks for a line. */
async function ask(command, line) {
  await editor.command(`Sample: ${command}`);
  await editor.answer(line);
}

async function look() {
  await editor.command("Sample: Look at Terminals");
  return editor.told("look");
}

test("a guarded command hands back what it printed and how it ended", async () => {
  await ask("Run a Command Through Belay", FIRST);
  const done = await editor.told("run");
  assert.equal(done.permission, "allow");
  assert.match(done.output, /here-42/);
  assert.equal(done.exitCode, 1);
  assert.equal(done.timedOut, false);
});

test("a session keeps its terminal, its folder, its history and what was printed", async () => {
  await ask("Run a Command Through Belay", SECOND);
  await editor.told("run");
  const seen = await look();
  assert.equal(seen.sessions.length, 1);
  assert.equal(seen.sessions[0].quality, "rich");
  assert.equal(seen.cwd, `${await realpath(editor.paths.folder)}/deep`);
  assert.match(seen.mine, /here-42[^]*second/);
  assert.deepEqual(
    seen.history.map(({ commandLine, exitCode }) => [commandLine, exitCode]),
    [
      [FIRST, 1],
      [SECOND, 0],
    ],
  );
  assert.ok(seen.history.every(({ duration, shell }) => duration >= 0 && /bash/.test(shell)));
  assert.equal(seen.executed.at(-1).commandLine, SECOND);
  assert.match(seen.executed.at(-1).output, /second/);
  assert.ok(seen.written > 0);
  assert.match(seen.shell, /bash/);
  assert.equal(seen.last, SECOND);
  assert.deepEqual([seen.dangerous, seen.harmless, seen.confirms], [true, false, true]);
});

test("all of that outlives a reload of the window", async () => {
  const before = await look();
  await editor.reload();
  // Its terminals come back a moment after the window.
  const seen = await eventually(async () => {
    const seen = await look();
    assert.equal(seen.sessions.length, 1);
    return seen;
  });
  assert.deepEqual(seen.sessions, before.sessions);
  assert.deepEqual(seen.history, before.history);
  assert.match(seen.mine, /here-42[^]*second/);
  assert.equal(seen.last, SECOND);
});

test("a shell that tells nothing still hands back output and exit code", async () => {
  await ask("Run a Command in sh", "echo 'it''s plain'; (exit 7)");
  const done = await editor.told("sh");
  assert.equal(done.permission, "allow");
  assert.equal(done.exitCode, 7);
  assert.match(done.output, /its plain/);
});

test("a model runs a command through the tool, and reads why one was refused", async () => {
  await ask("Use the Tool", "echo for-the-model; sleep 0.5");
  const { text } = await editor.told("tool");
  assert.match(text, /for-the-model[^]*Exit code: 0/);
  await ask("Use the Tool", "git push --force");
  await editor.choice("Refuse it").click();
  assert.match((await editor.told("tool")).text, /refused this command: it did not run/);
});
