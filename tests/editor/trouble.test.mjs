// When things go wrong: messages that are none, an engine that is not there.

import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { eventually, startEditor } from "./vscode.mjs";

let editor;
afterEach(() => editor?.close());

test("messages that are none change nothing, on either side", async () => {
  editor = await startEditor({ user: { "belay.retentionDays": 3 } });
  const app = await editor.openSettings();
  const before = await editor.userSettings();

  // To the extension, as the app itself would send it.
  await app.evaluate(() => {
    const noise = [
      null,
      7,
      "launched",
      [],
      {},
      { type: "nonsense" },
      { type: "updateSettings" },
      { type: "updateSettings", updatedSettings: { retentionDays: 5 } },
      { type: "updateSettings", updatedSettings: [["retentionDays", 5]], id: 1 },
      { type: "updateSettings", updatedSettings: { retentionDays: "five" }, id: 900 },
      { type: "updateSettings", updatedSettings: { "editor.fontSize": 40 }, id: 901 },
    ];
    for (const message of noise) globalThis.vscodeOfTheApp.postMessage(message);
  });

  // To the app, from the frame around it, where VS Code's own messages come from.
  const fromHost = (message) =>
    app.parentFrame().evaluate((message) => {
      document.querySelector("iframe").contentWindow.postMessage(message, location.origin);
    }, message);
  await fromHost({ type: "nonsense" });
  await app.getByTestId("notice").first().waitFor();
  await editor.picture("malformed");
  await fromHost({ type: "settings", user: { retentionDays: 9 }, workspace: 7 });

  // From anywhere else a message is not even looked at.
  const notices = await app.getByTestId("notice").count();
  await app.evaluate(() =>
    window.postMessage({ type: "settings", user: { retentionDays: 8 } }, "*"),
  );

  await app.getByTestId("nav-files").click();
  assert.equal(await app.getByTestId("retention-days-input").inputValue(), "3");
  assert.equal(await app.getByTestId("notice").count(), notices);

  // Both sides still work.
  await app.getByTestId("nav-checkpoint").click();
  await app.getByTestId("checkpoint-on-error-checkbox").click();
  await eventually(async () =>
    assert.deepEqual(await editor.userSettings(), { ...before, "belay.checkpointOnError": true }),
  );
});

test("without its engine the panel says what to do, and stores nothing unlooked at", async () => {
  editor = await startEditor();
  const [extension] = (await readdir(editor.paths.extensions)).filter((name) =>
    name.startsWith("belay.belay-"),
  );
  await rm(join(editor.paths.extensions, extension, "dist", "app", "engine", "policy.wasm"));
  const app = await editor.openSettings();
  await app.getByTestId("nav-try").click();
  await app.getByTestId("engine-failed").waitFor();
  assert.match(await app.getByTestId("engine-failed").innerText(), /\S/);
  await editor.picture("engine-failed");
  await app.getByTestId("nav-checkpoint").click();
  await app.getByTestId("checkpoint-on-error-checkbox").click();
  await app.getByTestId("notice").first().waitFor();
  await eventually(async () =>
    assert.match((await editor.notifications()).join(), /could not be saved/),
  );
  assert.deepEqual(await editor.userSettings(), {});
});
