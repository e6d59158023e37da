// Shells that tell VS Code about their commands and shells that do not: what a guarded command
// printed and how it ended comes back from all of them.

import assert from "node:assert/strict";
import { realpath } from "node:fs/promises";
import { after, test } from "node:test";
import { SAMPLE, startEditor } from "./vscode.mjs";

/** VS Code may not pass on what a command prints that ends at once, so it takes a moment. */
const COMMAND = `echo "it's $((40+2))"; sleep 0.3; (exit 7)`;

let editor;
after(() => editor?.close());

async function start(user) {
  await editor?.close();
  // A zsh without any file of its own asks what to put into it.
  editor = await startEditor({ extensions: [SAMPLE], user, home: { ".zshrc": "" } });
}

/** Runs the command in a shell; what is known of it afterwards comes back. */
async function runIn(shell) {
  await editor.command("Sample: Run a Command in a Shell");
  await editor.answer(`${shell} ${COMMAND}`);
  const done = await editor.told("shell");
  assert.equal(done.permission, "allow");
  assert.equal(done.exitCode, 7, JSON.stringify(done));
  assert.match(done.output, /it's 42/);
  assert.match(done.buffer, /it's 42/);
  assert.deepEqual(
    done.history.map(({ commandLine, exitCode }) => [commandLine, exitCode]),
    [[COMMAND, 7]],
  );
  return done;
}

test("with shell integration, bash and zsh tell everything, and sh is asked", async () => {
  await start({});
  const folder = await realpath(editor.paths.folder);
  for (const [shell, quality] of [
    ["/bin/bash", "rich"],
    ["/usr/bin/zsh", "rich"],
    ["/bin/sh", "none"],
  ]) {
    const done = await runIn(shell);
    assert.equal(done.quality, quality, shell);
    if (quality === "rich") assert.equal(done.folder, folder, shell);
  }
});

test("without shell integration, all of them are asked", async () => {
  await start({ "terminal.integrated.shellIntegration.enabled": false });
  for (const shell of ["/bin/bash", "/usr/bin/zsh", "/bin/sh"]) {
    assert.equal((await runIn(shell)).quality, "none", shell);
  }
});
