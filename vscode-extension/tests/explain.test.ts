import assert from "node:assert/strict";
import { test } from "node:test";
import { fromSelection, fromTerminal } from "../src/explain";

test("a selection is the command, the language says the shell", () => {
  assert.deepEqual(fromSelection("  rm -rf build\n", "shellscript"), {
    command: "rm -rf build",
    shell: "bash",
  });
  assert.deepEqual(fromSelection("del /s x", "bat"), { command: "del /s x", shell: "cmd" });
  assert.deepEqual(fromSelection("rm x", "markdown"), { command: "rm x" });
  assert.deepEqual(fromSelection("rm x", "constructor"), { command: "rm x" });
  assert.equal(fromSelection(" \n\t", "shellscript"), undefined);
});

test("a prompt is no part of a command, a remark in a script is", () => {
  assert.deepEqual(fromSelection("$ rm -rf build\n$ ls", "markdown"), {
    command: "rm -rf build\nls",
  });
  assert.deepEqual(fromSelection("PS C:\\> del x", "markdown"), { command: "del x" });
  assert.deepEqual(fromSelection("# rm -rf build", "markdown"), { command: "# rm -rf build" });
  assert.deepEqual(fromSelection("$HOME/bin/x", "shellscript"), {
    command: "$HOME/bin/x",
    shell: "bash",
  });
  assert.deepEqual(fromSelection("$ ls\nrm x", "markdown"), { command: "$ ls\nrm x" });
});

test("a line of a terminal brings its shell", () => {
  assert.deepEqual(fromTerminal("git push --force", "zsh"), {
    command: "git push --force",
    shell: "zsh",
  });
  assert.deepEqual(fromTerminal("ls", undefined), { command: "ls" });
  assert.equal(fromTerminal("", "zsh"), undefined);
});
