// The example agent of the protocol's own SDK holds its conversation here: it reads, asks before it
// writes, and takes no for an answer.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Talk } from "./talk.mjs";
import { startEditor } from "./vscode.mjs";

const AGENT = join(import.meta.dirname, "node_modules/acp-example/dist/examples/agent.js");

let editor, talk;
before(async () => {
  const example = { command: process.execPath, args: [AGENT] };
  editor = await startEditor({
    machine: { "belay.editor.agents": { Example: example } },
    // Somebody who wants to be asked about each file.
    user: {
      "belay.permissions.confirmMediumRisk": true,
      "belay.permissions.askWhenRecoverable": true,
    },
  });
  talk = await Talk.open(editor, "Example");
});
after(() => editor?.close());

test("what it would write is asked about in its own words, and refused", async () => {
  await talk.say("help me");
  await talk.hears(/Let me start by reading[^]*✓ Reading project files/);
  const question = editor.page.locator(".quick-input-widget");
  await editor.choice("Refuse it").waitFor();
  assert.match(await question.innerText(), /Modifying critical configuration file/);
  await editor.picture("acp-example");
  await editor.choice("Refuse it").click();
  await talk.hears(/I understand you prefer not to make that change/);
});

test("allowed, it goes on", async () => {
  await talk.say("again");
  await editor.choice("Run it once").click();
  await talk.hears(/✓ Modifying critical configuration file[^]*Perfect!/);
});
