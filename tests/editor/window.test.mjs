// The panel as a part of VS Code's window: one at a time, hidden and shown, reloaded, in the sidebar.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, startEditor } from "./vscode.mjs";

let editor;
before(async () => {
  editor = await startEditor({ files: { "notes.md": "# Notes\n" } });
});
after(() => editor?.close());

const tabs = () => editor.page.locator(".tabs-container .tab").filter({ hasText: "Belay" });

test("there is one panel at a time", async () => {
  await editor.openSettings();
  await editor.command("Belay: Open Settings");
  await editor.app();
  assert.equal(await tabs().count(), 1);
});

test("a panel that was hidden comes back with what was being typed", async () => {
  let app = await editor.app();
  await app.getByTestId("nav-commands").click();
  await app.getByTestId("checkpoint-command-input").fill("terraform des");
  await editor.page.locator(".explorer-folders-view").getByText("notes.md").dblclick();
  await eventually(async () =>
    assert.equal(await editor.shows("[data-testid='checkpoint-command-input']"), false),
  );
  await tabs().click();
  app = await editor.frameWith("[data-testid='checkpoint-command-input']");
  assert.equal(await app.getByTestId("checkpoint-command-input").inputValue(), "terraform des");
  assert.deepEqual(await editor.userSettings(), {});
});

test("a reload of the window brings the panel back, and what was being typed", async () => {
  await editor.reload();
  const app = await editor.frameWith("[data-testid='checkpoint-command-input']");
  assert.equal(await tabs().count(), 1);
  assert.equal(await app.getByTestId("checkpoint-command-input").inputValue(), "terraform des");
  await app.getByTestId("checkpoint-command-input").press("Enter");
  await eventually(async () => {
    const { "belay.checkpointCommands": list } = await editor.userSettings();
    assert.equal(list?.at(-1), "terraform des");
  });
});

test("the sidebar shows the same settings, and each follows the other", async () => {
  await editor.command("View: Show Belay");
  // The checkpoints above it have the room until somebody opens it.
  await editor.page.locator(".pane-header[aria-expanded='false']").getByText("Settings").click();
  const frames = await eventually(async () => {
    const all = [];
    for (const frame of editor.page.frames()) {
      const visible = frame.locator("[data-testid='undo-button']").isVisible();
      if (await visible.catch(() => false)) all.push(frame);
    }
    assert.equal(all.length, 2);
    return all;
  });
  await editor.picture("sidebar");
  for (const frame of frames) await frame.getByTestId("nav-checkpoint").click();
  const boxes = frames.map((frame) => frame.getByTestId("checkpoint-on-error-checkbox"));
  await boxes[0].click();
  await eventually(async () =>
    assert.deepEqual(await Promise.all(boxes.map((box) => box.isChecked())), [true, true]),
  );
  await boxes[1].click();
  await eventually(async () =>
    assert.deepEqual(await Promise.all(boxes.map((box) => box.isChecked())), [false, false]),
  );
});
