// How it looks and whether everybody can use it: an accessibility scan in every theme, widths from
// 320 pixels on, pictures of each panel for people to look at.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { THEMES, pictures, says, together, verdictOn, violations, visit } from "./app.mjs";

const shared = together();
const BUSY = {
  alwaysCheckpointWrite: true,
  noCheckpointCommands: ["git", "git status", "/git (push/"],
  permissions: {
    deniedCommands: [{ pattern: "git push --force", reason: "ask the team" }],
    allowedCommands: ["npm test"],
  },
};
const PANELS = ["checkpoint", "commands", "shells", "permissions", "files", "workspaces", "try"];

for (const theme of THEMES) {
  test(`no accessibility violations: ${theme}`, async (t) => {
    const page = await visit(t, shared, {
      path: `?theme=${theme}`,
      stored: BUSY,
      reducedMotion: "reduce",
    });
    await verdictOn(page, "git reset --hard && rm -rf ../x");
    await says(page.getByTestId("verdict-headline"), /./);
    assert.deepEqual(await violations(page), []);
    for (const panel of PANELS)
      await page.locator(`#${panel}`).screenshot({ path: join(pictures, `${theme}-${panel}.png`) });
    await page.screenshot({ path: join(pictures, `${theme}-page.png`) });
    for (const dialog of ["presets", "transfer"]) {
      await page.getByTestId(`${dialog}-button`).click();
      await page.getByTestId(`${dialog}-dialog`).waitFor();
      assert.deepEqual(await violations(page), []);
      await page
        .getByTestId(`${dialog}-dialog`)
        .screenshot({ path: join(pictures, `${theme}-${dialog}.png`) });
      await page.keyboard.press("Escape");
    }
  });
}

for (const [name, width, scale] of [
  ["320", 320, 1],
  ["600", 600, 1],
  ["zoomed", 640, 2],
]) {
  test(`nothing is cut off: ${name}`, async (t) => {
    const page = await visit(t, shared, {
      path: "?theme=light",
      stored: BUSY,
      viewport: { width, height: 800 },
      deviceScaleFactor: scale,
    });
    await verdictOn(page, "git reset --hard && rm -rf ../x");
    await says(page.getByTestId("verdict-headline"), /./);
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(wide, 0, "the page scrolls sideways");
    await page.screenshot({ path: join(pictures, `width-${name}.png`), fullPage: true });
  });
}

test("the system's wish for dark is followed", async (t) => {
  const colour = async (colorScheme) => {
    const page = await visit(t, shared, { colorScheme });
    return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  };
  assert.notEqual(await colour("light"), await colour("dark"));
});

test("the picture of the README", async (t) => {
  const page = await visit(t, shared, {
    path: "?theme=dark",
    viewport: { width: 1280, height: 860 },
    deviceScaleFactor: 1,
  });
  await verdictOn(page, "git reset --hard && rm -rf ../x");
  await says(page.getByTestId("verdict-headline"), /./);
  await page.screenshot({ path: join(pictures, "readme.png") });
});
