// What people see, in four themes and two languages: the view, the question, the plan, the choice of
// a point to go back to, the menu of the status bar, the settings. The pictures are in target/editor-pictures. Those that end in `close` show a
// part only; in English, dark and light, they are the ones of vscode-extension/media/walkthrough.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible } from "./accessible.mjs";
import { PROJECT, work } from "./program.mjs";
import { eventually, QUIET, startEditor } from "./vscode.mjs";

const THEMES = [
  ["Default Dark Modern", "vs-dark", "dark"],
  ["Default Light Modern", "vs", "light"],
  ["Default High Contrast", "hc-black", "contrast-dark"],
  ["Default High Contrast Light", "hc-light", "contrast-light"],
];

/** What each language calls things; VS Code's own words stay English. */
const LANGUAGES = [
  {
    language: undefined,
    checkpoints: "Belay: Show the Checkpoints",
    guarded: "Belay: Run a Command Guarded",
    refuse: "Refuse it",
    restore: "Restore This Checkpoint",
    plan: "Restore:",
    rewind: "Belay: Rewind",
    save: "Save a checkpoint now",
    settings: "Belay: Open Settings",
  },
  {
    language: "de",
    checkpoints: "Belay: Prüfpunkte anzeigen",
    guarded: "Belay: Befehl abgesichert ausführen",
    refuse: "Ablehnen",
    restore: "Diesen Prüfpunkt wiederherstellen",
    plan: "Wiederherstellen",
    rewind: "Belay: Zurückspulen",
    save: "Jetzt einen Prüfpunkt speichern",
    settings: "Belay: Einstellungen öffnen",
  },
];

let editor;
after(() => editor?.close());

/** Switches to a theme. */
async function paint([theme, kind]) {
  await editor.typeUserSettings({ ...QUIET, "workbench.colorTheme": theme });
  const workbench = editor.page.locator(".monaco-workbench");
  await eventually(async () =>
    assert.ok((await workbench.getAttribute("class")).split(" ").includes(kind), theme),
  );
}

/** Takes the pointer away, and with it what VS Code says about whatever is under it. */
async function pointAtNothing() {
  const { width, height } = editor.page.viewportSize();
  await editor.page.mouse.move(width / 2, height - 5);
  await eventually(async () =>
    assert.equal(await editor.page.locator(".monaco-hover:visible").count(), 0),
  );
}

const title = (text) => editor.page.locator(".quick-input-title").filter({ hasText: text });
const closed = () => editor.page.locator(".quick-input-widget").waitFor({ state: "hidden" });

for (const words of LANGUAGES) {
  const name = words.language ?? "en";
  test(`everything has its words and its colours: ${name}`, async () => {
    await editor?.close();
    editor = await startEditor({ files: PROJECT, prepare: work, language: words.language });
    await editor.command(words.checkpoints);
    const checkpoint = editor.row("rm -rf docs");
    await checkpoint.click();
    await editor.row("guide.md").waitFor();
    const pictures = (theme) => async (what, part, height) => {
      await pointAtNothing();
      await editor.picture(`${what}-${theme[2]}-${name}`);
      await editor.picture(`${what}-${theme[2]}-${name}-close`, part, height);
    };
    // Before anything else is saved, so that the view is the same in all of them.
    for (const theme of THEMES) {
      await paint(theme);
      await pictures(theme)("view", ".part.sidebar", 194);
    }
    for (const theme of THEMES) {
      const picture = pictures(theme);
      await paint(theme);

      await editor.command(words.guarded);
      await editor.answer("git push --force");
      await editor.choice(words.refuse).waitFor();
      await picture("question", ".quick-input-widget");
      await editor.page.keyboard.press("Escape");
      await closed();

      await checkpoint.hover();
      await checkpoint.locator(`.action-label[aria-label='${words.restore}']`).click();
      await title(words.plan).waitFor();
      await picture("plan", ".quick-input-widget");
      await editor.page.keyboard.press("Escape");
      await closed();

      await editor.command(words.rewind);
      await editor.choice("Tidy up the documentation").waitFor();
      await picture("rewind", ".quick-input-widget");
      await editor.page.keyboard.press("Escape");
      await closed();

      await editor.status.locator("a").click();
      await editor.choice(words.save).waitFor();
      await picture("menu", ".quick-input-widget");
      await editor.page.keyboard.press("Escape");
      await closed();

      await editor.command(words.settings);
      const app = await editor.app();
      assert.equal(await app.locator("html").getAttribute("lang"), name);
      await accessible(app, `${theme[0]}, ${name}`);
      await picture("settings", ".part.editor");
      await editor.command("View: Close Editor");
    }
  });
}
