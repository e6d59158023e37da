// "Explain this command": what is selected in an editor, what was run in a terminal.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, startEditor } from "./vscode.mjs";

let editor;
before(async () => {
  editor = await startEditor({ files: { "clean.ps1": "Remove-Item -Recurse -Force build\n" } });
});
after(() => editor?.close());

async function asked(command, shell) {
  const app = await editor.frameWith("[data-testid='try-command-input']");
  await eventually(async () =>
    assert.equal(await app.getByTestId("try-command-input").inputValue(), command),
  );
  assert.equal(await app.getByTestId("try-shell-select").inputValue(), shell);
  await app.getByTestId("verdict").waitFor();
  return app;
}

test("nothing selected, nothing run: a sentence says what to do", async () => {
  await editor.command("Belay: Explain This Command");
  await eventually(async () =>
    assert.match((await editor.notifications()).join(), /Select a command/),
  );
  await editor.command("Belay: Explain the Last Terminal Command");
  await eventually(async () =>
    assert.match((await editor.notifications()).join(), /shell integration/),
  );
  await editor.command("Notifications: Clear All Notifications");
});

test("a selection is judged as the shell of its file reads it", async () => {
  await editor.page.locator(".explorer-folders-view").getByText("clean.ps1").dblclick();
  await editor.page.locator(".editor-instance .view-line").first().click();
  await editor.page.keyboard.press("Home");
  await editor.page.keyboard.press("Shift+End");
  await editor.command("Belay: Explain This Command");
  const app = await asked("Remove-Item -Recurse -Force build", "powershell");
  assert.equal(await app.getByTestId("try-folder-input").inputValue(), editor.paths.folder);
  await editor.picture("explain");
});

test("the last command of a terminal is judged as that terminal's shell reads it", async () => {
  await editor.command("Terminal: Create New Terminal");
  const terminal = editor.page.locator(".terminal-wrapper .xterm-screen");
  const shown = async () => (await terminal.innerText()).replaceAll("\u00a0", " ");
  await eventually(async () => assert.match(await shown(), /[#$]\s*$/));
  await terminal.click();
  await editor.page.keyboard.type("true 'git push --force'\n");
  await eventually(async () => assert.match(await shown(), /git push --force'\s[^]*[#$]\s*$/));
  await editor.picture("terminal");
  await editor.command("Belay: Explain the Last Terminal Command");
  await asked("true 'git push --force'", "bash");
});
