// What a person does with the settings: everything ends up in VS Code's own, and comes back from there.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { QUIET, eventually, startEditor } from "./vscode.mjs";

let editor, app;
before(async () => {
  editor = await startEditor();
  app = await editor.openSettings();
});
after(() => editor?.close());

const at = (id) => app.getByTestId(id);
const stored = (expected) =>
  eventually(async () => assert.deepEqual(await editor.userSettings(), expected));
const go = (panel) => at(`nav-${panel}`).click();

test("what nobody has set is the default, and nothing is written", async () => {
  assert.equal(await at("checkpoint-enabled-checkbox").isChecked(), true);
  assert.equal(await at("always-checkpoint-write-toggle").isChecked(), false);
  assert.deepEqual(await editor.userSettings(), {});
});

test("a toggle is stored, and taken away again by its reset", async () => {
  await at("always-checkpoint-write-toggle").click();
  await stored({ "belay.alwaysCheckpointWrite": true });
  await at("reset-alwaysCheckpointWrite").click();
  await stored({});
});

test("entries are added by key and by button, and removed", async () => {
  await go("commands");
  await at("no-checkpoint-command-input").fill("  git status ");
  await at("no-checkpoint-command-input").press("Enter");
  await stored({ "belay.noCheckpointCommands": ["git status"] });
  await at("no-checkpoint-command-input").fill("ls");
  await at("add-no-checkpoint-command-button").click();
  await stored({ "belay.noCheckpointCommands": ["git status", "ls"] });
  await at("remove-no-checkpoint-command-0").click();
  await stored({ "belay.noCheckpointCommands": ["ls"] });
  await at("undo-button").click();
  await stored({ "belay.noCheckpointCommands": ["git status", "ls"] });
  await at("reset-noCheckpointCommands").click();
  await stored({});
});

test("a shell's settings are single keys of VS Code", async () => {
  await go("shells");
  await at("shell-select").selectOption("zsh");
  await at("shell-zsh")
    .getByTestId(/before-high-risk/)
    .selectOption({ index: 2 });
  await stored({ "belay.shellSpecificCheckpoints.zsh.checkpointBeforeHighRisk": false });
  await at("shell-zsh")
    .getByTestId(/risk-rule-input/)
    .fill("kubectl delete");
  await at("shell-zsh")
    .getByTestId(/risk-rule-input/)
    .press("Enter");
  await stored({
    "belay.shellSpecificCheckpoints.zsh.checkpointBeforeHighRisk": false,
    "belay.shellSpecificCheckpoints.zsh.shellSpecificRiskRules": ["kubectl delete"],
  });
  await at("shell-zsh")
    .getByTestId(/before-high-risk/)
    .selectOption({ index: 0 });
  await stored({ "belay.shellSpecificCheckpoints.zsh.shellSpecificRiskRules": ["kubectl delete"] });
});

test("what is typed into settings.json appears at once", async () => {
  await editor.typeUserSettings({
    ...QUIET,
    "belay.checkpointEnabled": false,
    "belay.permissions": { confirmMediumRisk: true, deniedCommands: ["git push --force"] },
  });
  app = await editor.app();
  await eventually(async () =>
    assert.equal(await at("checkpoint-enabled-checkbox").isChecked(), false),
  );
  await go("permissions");
  await eventually(async () => assert.equal(await at("denied-command-input").isVisible(), true));
  assert.match(await app.locator("body").innerText(), /git push --force/);
});

test("a group that somebody wrote as one object is taken apart where a key has to go", async () => {
  await at("reset-permissions.deniedCommands").click();
  await stored({ "belay.checkpointEnabled": false, "belay.permissions.confirmMediumRisk": true });
});

test("VS Code's own settings editor shows the same, each setting with its sentence", async () => {
  await editor.command("Preferences: Open Settings (UI)");
  const search = editor.page.locator(".settings-editor .suggest-input-container");
  await search.click();
  await editor.page.keyboard.insertText("belay.checkpointEnabled");
  const item = editor.page
    .locator(".settings-editor .setting-item-contents")
    .filter({ hasText: "Enable checkpoint protection." });
  await item.waitFor();
  assert.equal(await item.locator(".setting-value-checkbox").getAttribute("aria-checked"), "false");
  await item.locator(".setting-value-checkbox").click();
  await editor.picture("settings-editor");
  await editor.command("View: Close Editor");
  app = await editor.app();
  await go("checkpoint");
  await eventually(async () =>
    assert.equal(await at("checkpoint-enabled-checkbox").isChecked(), true),
  );
});

test("a change that the engine refuses is explained, kept on the page, and not stored", async () => {
  const before = await editor.userSettings();
  await go("commands");
  await at("checkpoint-command-input").fill("/rm (/");
  await at("checkpoint-command-input").press("Enter");
  await at("notice").first().waitFor();
  assert.match(await at("notice").first().innerText(), /checkpointCommands/);
  await editor.picture("refused");
  assert.match(await app.locator("body").innerText(), /\/rm \(\//);
  assert.deepEqual(await editor.userSettings(), before);
  await at("discard-button").first().click();
});
