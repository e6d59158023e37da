// The list of panels: where it leads, what it marks, and where the focus goes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { becomes, together, verdictOn, visit } from "./app.mjs";

const shared = together();

const list = (page) => page.getByRole("navigation");
const link = (page, name) => list(page).getByRole("link", { name, exact: true });
const marked = (page) => list(page).locator("[aria-current]").allTextContents();
/** Whether the element with the focus has a ring around it. */
const ring = (page) =>
  page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle !== "none");
/** Waits for the focus. The link has the heading's text too, and keeps the focus for a moment. */
const onHeading = (page) =>
  becomes(() => page.evaluate(() => document.activeElement.tagName), "H2");
const focused = (page) => page.evaluate(() => document.activeElement.textContent);

test("the panel that was clicked on is marked, whatever else is in sight", async (t) => {
  for (const height of [900, 2400]) {
    const page = await visit(t, shared, { viewport: { width: 1200, height } });
    assert.equal((await marked(page)).length, 1);
    for (const name of await list(page).getByRole("link").allTextContents()) {
      await link(page, name).click();
      await onHeading(page);
      // Scrolling tells the page where it is a frame later.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      assert.deepEqual(await marked(page), [name], `${name} at ${height} pixels`);
    }
  }
});

test("who scrolls sees where they are, also beside a panel that is always in sight", async (t) => {
  const page = await visit(t, shared);
  await verdictOn(page, "git push --force");
  const names = await list(page).getByRole("link").allTextContents();
  await link(page, names.at(-1)).click();
  await becomes(() => marked(page), [names.at(-1)]);
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, 200);
  await becomes(
    async () => (await marked(page)).length === 1 && !(await marked(page)).includes(names.at(-1)),
    true,
  );
  await page.locator("#permissions").evaluate((panel) => window.scrollTo(0, panel.offsetTop - 40));
  await becomes(() => marked(page), [names[3]]);
});

test("on a narrow page every panel is reached by scrolling", async (t) => {
  const page = await visit(t, shared, { viewport: { width: 600, height: 700 } });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const names = await list(page).getByRole("link").allTextContents();
  await becomes(() => marked(page), [names.at(-1)]);
});

test("a click draws no ring around the heading, a key does", async (t) => {
  const page = await visit(t, shared);
  const permissions = link(page, "Permissions");
  await permissions.click();
  await onHeading(page);
  assert.equal(await focused(page), "Permissions");
  assert.equal(await ring(page), false);
  await permissions.focus();
  await page.keyboard.press("Enter");
  await onHeading(page);
  assert.equal(await ring(page), true);
});
