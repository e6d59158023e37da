// A workspace may make Belay more careful and never less, whatever VS Code itself trusts.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { eventually, startEditor } from "./vscode.mjs";

const LOOSE = {
  "belay.checkpointEnabled": false,
  "belay.checkpointOnError": true,
  "belay.permissions.allowedCommands": ["git push"],
};

let editor;
afterEach(() => editor?.close());

/** What the workspace was refused, as the page shows it. */
async function refused(app) {
  await app.getByTestId("nav-workspaces").click();
  return app.getByTestId("workspace-refused").locator("li").allInnerTexts();
}

async function told(times) {
  const all = async () =>
    (await editor.notifications()).filter((text) => text.includes("less careful"));
  await eventually(async () => assert.equal((await all()).length, times));
  return all();
}

test("with VS Code's trust switched off, what loosens is told once and not applied", async () => {
  editor = await startEditor({ workspace: LOOSE });
  const [notification] = await told(1);
  assert.match(notification, /belay\.checkpointEnabled, belay\.permissions\.allowedCommands/);
  let app = await editor.openSettings();
  assert.equal(await app.getByTestId("checkpoint-enabled-checkbox").isChecked(), true);
  const lines = await refused(app);
  assert.equal(lines.length, 2, lines.join("\n"));
  await editor.picture("workspace-refused");

  await editor.reload();
  app = await editor.app();
  assert.equal((await refused(app)).length, 2);
  await told(0);

  // Only the person's own word lifts the fence.
  await app.getByTestId("trust-workspace-button").click();
  await eventually(async () => assert.deepEqual(await refused(app), []));
});

test("in restricted mode nothing loosens, even in a folder that the person has listed", async () => {
  editor = await startEditor({ workspace: LOOSE, trust: true, trusts: true });
  await told(1);
  let app = await editor.openSettings();
  assert.equal((await refused(app)).length, 2);
  assert.equal(await app.getByTestId("trust-workspace-button").count(), 0);

  // VS Code's trust beside the person's own word is enough.
  await editor.trustFolder();
  app = await editor.openSettings();
  await eventually(async () => assert.deepEqual(await refused(app), []));
});

test("VS Code's trust alone changes nothing", async () => {
  editor = await startEditor({ workspace: LOOSE, trust: true });
  await editor.trustFolder();
  const app = await editor.openSettings();
  assert.equal((await refused(app)).length, 2);
  await told(1);
});
