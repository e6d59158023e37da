// A conversation with an agent that speaks ACP, in the terminal-like view: it runs guarded commands
// in visible terminals, is refused one, and writes a file that can be rewound.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Talk } from "./talk.mjs";
import { eventually, SAMPLE, startEditor } from "./vscode.mjs";

let editor, talk;
before(async () => {
  editor = await startEditor({
    extensions: [SAMPLE],
    files: { "a.txt": "first\n", "src/b.txt": "b\n" },
  });
  await editor.command("Sample: Register an Agent");
  await editor.answer(join(import.meta.dirname, "acp-agent.mjs"));
  await editor.told("agent");
  talk = await Talk.open(editor, "Sample Agent");
});
after(() => editor?.close());

test("it answers, and has the secret that the extension kept for it", async () => {
  await talk.say("secret");
  await talk.hears(/Secret: kept-safe/);
  await talk.say("hello there");
  await talk.hears(/You said: hello there/);
  await editor.picture("acp");
});

test("it runs a command that is judged, in a terminal that is to be seen", async () => {
  await talk.say("run echo from-$((1+1))-agents");
  await talk.hears(/Ended with 0: from-2-agents/);
  assert.ok((await editor.page.locator(".terminal-tabs-entry").count()) >= 2);
});

test("a command that cannot be undone is asked about, and the agent hears the refusal", async () => {
  await talk.say("run git push --force");
  await editor.choice("Refuse it").click();
  await talk.hears(/Refused: The person refused this command/);
  await talk.say("ask git push --force");
  await editor.choice("Run it once").click();
  await talk.hears(/Answered: yes/);
  await talk.say("ask git push --force --all");
  await editor.choice("Skip it").click();
  await talk.hears(/Answered: no/);
});

test("what it destroyed and wrote is rewound", async () => {
  const at = (name) => join(editor.paths.folder, name);
  await talk.say("run rm -rf src && echo gone-$((1+1))");
  await talk.hears(/Ended with 0: gone-2/);
  await eventually(() => assert.equal(existsSync(at("src")), false));
  await talk.say("write a.txt second");
  await talk.hears(/Wrote a\.txt/);
  assert.equal(await readFile(at("a.txt"), "utf8"), "second\n");
  await editor.command("Belay: Rewind");
  await editor.choice("run rm -rf src && echo").click();
  await editor.page.locator(".quick-input-title").filter({ hasText: "Restore:" }).waitFor();
  await editor.page.locator(".quick-input-action .monaco-button").first().click();
  await eventually(async () => assert.equal(await readFile(at("a.txt"), "utf8"), "first\n"));
  await eventually(async () => assert.equal(await readFile(at("src/b.txt"), "utf8"), "b\n"));
});

test("in a chat, its plan, its tools and its words are shown as they come", async () => {
  const agent = join(import.meta.dirname, "acp-agent.mjs");
  await editor.command("Sample: Talk in the Chat");
  await editor.answer(`${agent} plan find the door`);
  assert.deepEqual((await editor.told("chat")).said, [
    ["markdown", "\n\n- [x] find the door\n\n"],
    ["progress", "Looking around"],
    ["markdown", "\n\n✓ `Looking around`\n\n"],
    ["disposed"],
  ]);
});
