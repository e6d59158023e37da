// The panel looks like the editor around it: its theme, live, and its language.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible } from "./accessible.mjs";
import { QUIET, eventually, startEditor } from "./vscode.mjs";

const THEMES = [
  ["Default Dark Modern", "vscode-dark"],
  ["Default Light Modern", "vscode-light"],
  ["Default High Contrast", "vscode-high-contrast"],
  ["Default High Contrast Light", "vscode-high-contrast-light"],
];

let editor;
after(() => editor?.close());

test("the page follows the theme while it is open", async () => {
  editor = await startEditor({
    user: { "workbench.colorTheme": THEMES[0][0] },
    workspace: { "belay.checkpointOnError": true },
  });
  let app = await editor.openSettings();
  const seen = new Set();
  for (const [theme, kind] of THEMES) {
    await editor.typeUserSettings({ ...QUIET, "workbench.colorTheme": theme });
    app = await editor.app();
    await eventually(async () =>
      assert.ok((await app.locator("body").getAttribute("class")).split(" ").includes(kind)),
    );
    const colours = await app.locator("body").evaluate((body) => {
      const { backgroundColor, color } = getComputedStyle(body);
      return `${backgroundColor} ${color}`;
    });
    assert.ok(!seen.has(colours), `${theme} looks like another: ${colours}`);
    seen.add(colours);
    await editor.picture(`theme-${kind}`);
    await accessible(app, theme);
    await app.getByTestId("nav-try").click();
    await app.getByTestId("try-command-input").fill("git push --force && rm -rf ../other");
    await app.getByTestId("verdict").waitFor();
    await editor.picture(`theme-${kind}-try`);
    await accessible(app, `${theme}, a verdict`);
    await app.getByTestId("nav-checkpoint").click();
  }
});

test("the sidebar is as accessible as the panel", async () => {
  await editor.command("View: Close Editor");
  await editor.command("View: Show Belay");
  await editor.page.locator(".pane-header[aria-expanded='false']").getByText("Settings").click();
  await accessible(await editor.app(), "the sidebar");
});

test("the page speaks VS Code's display language, and so do its commands and notifications", async () => {
  await editor.close();
  editor = await startEditor({
    language: "zh-cn",
    workspace: { "belay.checkpointEnabled": false },
  });
  await eventually(async () =>
    assert.match((await editor.notifications()).join(), /此工作区的设置/),
  );
  await editor.command("Belay: 打开设置");
  const app = await editor.app();
  assert.equal(await app.locator("html").getAttribute("lang"), "zh-CN");
  assert.match(await app.locator("body").innerText(), /启用检查点保护/);
  await editor.picture("language-zh-cn");
});
