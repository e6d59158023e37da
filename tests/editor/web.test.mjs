// The extension in a browser's worker, as on vscode.dev: no Node, no disk, the same settings.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, startEditor } from "./vscode.mjs";

let editor;
before(async () => {
  editor = await startEditor({
    user: { "remote.extensionKind": { "belay.belay": ["web"] } },
    workspace: { "belay.checkpointEnabled": false },
  });
});
after(() => editor?.close());

test("it runs in the worker and not in Node", async () => {
  await eventually(async () => assert.match((await editor.notifications()).join(), /less careful/));
  await editor.command("Developer: Show Running Extensions");
  const row = editor.page
    .locator(".runtime-extensions-editor .extension")
    .filter({ hasText: "Belay" });
  await row.first().waitFor();
  assert.match(await row.first().innerText(), /web worker/);
  await editor.picture("web-running");
  await editor.command("View: Close Editor");
});

test("settings are looked at by the engine, stored, and shown", async () => {
  const app = await editor.openSettings();
  await app.getByTestId("checkpoint-on-error-checkbox").click();
  await eventually(async () =>
    assert.deepEqual(await editor.userSettings(), { "belay.checkpointOnError": true }),
  );
  await app.getByTestId("nav-try").click();
  await app.getByTestId("try-command-input").fill("git push --force");
  await app.getByTestId("verdict").waitFor();
});
