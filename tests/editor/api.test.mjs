// What Belay offers to other extensions, used by one: terminals, permission, the tool for models.

import assert from "node:assert/strict";
import { realpath } from "node:fs/promises";
import { after, before, test } from "node:test";
import { eventually, SAMPLE, startEditor } from "./vscode.mjs";

/** VS Code may not pass on what a command prints that ends at once, so these take a moment. */
const FIRST = "mkdir deep; cd deep; echo here-$((40+2)); sleep 0.3; false";
const SECOND = "echo second; sleep 0.3";

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
  assert.deepEqual([seen.last, seen.lastOfMine], [SECOND, SECOND]);
  assert.deepEqual([seen.dangerous, seen.harmless], [true, false]);
  assert.deepEqual([seen.confirms, seen.approves], [true, true]);
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
  assert.deepEqual([seen.last, seen.lastOfMine], [SECOND, SECOND]);
});

test("a session whose terminal is busy gets another, and a command is taken back by Ctrl+C", async () => {
  const { sessions } = await look();
  await ask("Run a Command Through Belay", "sleep 61");
  await eventually(async () => assert.match(await editor.terminalText(), /sleep 61/), 60);
  await ask("Run a Command Through Belay", "echo beside");
  const beside = await editor.told("run");
  assert.match(beside.output, /beside/);
  assert.equal((await look()).sessions.length, sessions.length + 1);
  await ask("Run a Command Through Belay", "sleep 62");
  await eventually(async () => assert.match(await editor.terminalText(), /sleep 62/), 60);
  await editor.command("Sample: Cancel the Command");
  const cancelled = await editor.told("run");
  assert.equal(cancelled.timedOut, true);
  assert.equal(cancelled.terminal, beside.terminal);
  await eventually(async () => assert.match(await editor.terminalText(), /sleep 62\s*\^C/));
});

test("a program of an agent is judged before it starts in its terminal", async () => {
  await ask("Start a Program", "echo from-a-program; exit 3");
  assert.deepEqual(await editor.told("program"), { exitCode: 3, output: "from-a-program\n" });
  await ask("Start a Program", "git push --force");
  await editor.choice("Refuse it").click();
  const refused = await editor.told("program");
  assert.equal(refused.exitCode, 126);
  assert.match(refused.output, /refused this command/);
  assert.ok((await look()).closed.includes("Sample program"));
});

test("another extension asks about a command, whatever Belay itself thinks of it", async () => {
  await ask("Ask About a Command", "make deploy");
  await editor.choice("Run it once").click();
  assert.deepEqual(await editor.told("confirm"), { answer: "allow" });
  await ask("Ask About a Command", "make deploy");
  await editor.choice("Skip it").click();
  assert.deepEqual(await editor.told("confirm"), { answer: "skip" });
});

test("a folder that an extension contributes is in the PATH of new terminals", async () => {
  await ask("Run a Command in a Shell", "/bin/sh echo $PATH");
  assert.match((await editor.told("shell")).output, /belay-sample\.sample[^:]*\/bin/);
});

test("a model runs a command through the tool, and reads why one was refused", async () => {
  await ask("Use the Tool", "echo for-the-model");
  const { text } = await editor.told("tool");
  assert.match(text, /for-the-model[^]*Exit code: 0/);
  await ask("Use the Tool", "git push --force");
  await editor.choice("Refuse it").click();
  assert.match((await editor.told("tool")).text, /refused this command: it did not run/);
});
