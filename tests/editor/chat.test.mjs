// VS Code's own chat view: `@belay` hands what a person says to the first agent of the settings, whose
// commands pass the guard. VS Code wants a language model before it sends anything to a participant;
// people's come from the network, here it is one that is never asked.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, startEditor } from "./vscode.mjs";

const here = (name) => join(import.meta.dirname, name);

let editor;
before(async () => {
  const agent = { command: process.execPath, args: [here("acp-agent.mjs")] };
  editor = await startEditor({
    extensions: [here("model-extension")],
    user: { "chat.disableAIFeatures": false },
    machine: { "belay.editor.agents": { "Stand-in": agent } },
    files: { "src/a.txt": "a\n" },
  });
  await editor.command("Chat: Open Chat");
  await editor.page.locator(".interactive-session").getByText("Silent").first().waitFor();
});
after(() => editor?.close());

const input = () =>
  editor.page.locator(".interactive-session .interactive-input-part .monaco-editor");

/** What stands in the box. */
const typed = async () => (await input().first().innerText()).replaceAll("\u00a0", " ");

/** Says something to the participant, as a person types it; from the second time on it is addressed. */
async function say(text) {
  await input().first().click();
  if (!(await typed()).includes("@belay")) await editor.page.keyboard.type("@belay ");
  await editor.page.keyboard.type(text);
  await eventually(async () =>
    assert.ok((await typed()).includes(`@belay ${text}`), await typed()),
  );
  // A list of what could be meant may lie over the text.
  await editor.page.keyboard.press("Escape");
  await editor.page.keyboard.press("Enter");
}

const hears = (pattern) =>
  eventually(async () => {
    const answers = editor.page.locator(".interactive-session .interactive-response");
    assert.match(await answers.last().innerText(), pattern);
  }, 60);

test("it answers in the chat view", async () => {
  await say("hello there");
  await hears(/You said: hello there/);
  await editor.picture("chat");
});

test("what its tools did is shown; VS Code folds the steps before away", async () => {
  await say("plan find the door");
  await hears(/✓\s*Looking around/);
});

test("its command runs guarded, and one that cannot be undone is asked about and refused", async () => {
  await say("run rm -rf src");
  await hears(/Ended with 0/);
  assert.equal(existsSync(join(editor.paths.folder, "src")), false);
  await say("run git push --force");
  await editor.choice("Refuse it").click();
  await hears(/Refused: The person refused this command/);
  await editor.picture("chat-refused");
});
