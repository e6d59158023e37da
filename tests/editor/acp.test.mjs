// A conversation with an agent that speaks ACP, in the terminal-like view: it runs guarded commands
// in visible terminals, is refused one, and writes a file that can be rewound.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, SAMPLE, startEditor } from "./vscode.mjs";

let editor;
before(async () => {
  editor = await startEditor({
    extensions: [SAMPLE],
    files: { "a.txt": "first\n", "src/b.txt": "b\n" },
  });
  await editor.command("Sample: Register an Agent");
  await editor.answer(join(import.meta.dirname, "acp-agent.mjs"));
  await editor.told("agent");
  await editor.command("Belay: Talk to an Agent");
  await shows(/stops the agent/);
});
after(() => editor?.close());

/** The conversation's own terminal; those that the agent starts come in front of it. */
async function conversation() {
  const tab = editor.page
    .locator(".terminal-tabs-entry")
    .filter({ hasText: "Sample Agent" })
    .first();
  if (await tab.isVisible()) await tab.click();
}

async function shows(pattern) {
  await eventually(async () => assert.match(await editor.terminalText(), pattern), 60);
}

async function say(text) {
  await conversation();
  await editor.page.locator(".terminal-wrapper.active .xterm-screen").click();
  await editor.page.keyboard.type(`${text}\n`);
}

async function hears(pattern) {
  await eventually(async () => {
    await conversation();
    assert.match(await editor.terminalText(), pattern);
  }, 60);
}

test("it answers", async () => {
  await say("hello there");
  await hears(/You said: hello there/);
  await editor.picture("acp");
});

test("it runs a command that is judged, in a terminal that is to be seen", async () => {
  await say("run echo from-$((1+1))-agents");
  await hears(/Ended with 0: from-2-agents/);
  assert.ok((await editor.page.locator(".terminal-tabs-entry").count()) >= 2);
});

test("a command that cannot be undone is asked about, and the agent hears the refusal", async () => {
  await say("run git push --force");
  await editor.choice("Refuse it").click();
  await hears(/Refused: The person refused this command/);
  await say("ask git push --force");
  await editor.choice("Run it once").click();
  await hears(/Answered: yes/);
  await say("ask git push --force --all");
  await editor.choice("Skip it").click();
  await hears(/Answered: no/);
});

test("what it destroyed and wrote is rewound", async () => {
  const at = (name) => join(editor.paths.folder, name);
  await say("run rm -rf src && echo gone-$((1+1))");
  await hears(/Ended with 0: gone-2/);
  await eventually(() => assert.equal(existsSync(at("src")), false));
  await say("write a.txt second");
  await hears(/Wrote a\.txt/);
  assert.equal(await readFile(at("a.txt"), "utf8"), "second\n");
  await editor.command("Belay: Rewind");
  await editor.choice("run rm -rf src && echo").click();
  await editor.page.locator(".quick-input-title").filter({ hasText: "Restore:" }).waitFor();
  await editor.page.locator(".quick-input-action .monaco-button").first().click();
  await eventually(async () => assert.equal(await readFile(at("a.txt"), "utf8"), "first\n"));
  await eventually(async () => assert.equal(await readFile(at("src/b.txt"), "utf8"), "b\n"));
});
