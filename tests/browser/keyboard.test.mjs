// Everything a person can do, without a mouse; and what a screen reader announces.
import assert from "node:assert/strict";
import { test } from "node:test";
import { becomes, entriesOf, says, stored, together, visit } from "./app.mjs";

const shared = together();

const focused = (page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute("data-testid") ?? document.activeElement?.tagName,
  );

async function tabTo(page, id) {
  for (let presses = 0; presses < 120; presses += 1) {
    if ((await focused(page)) === id) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab never reaches ${id}`);
}

test("from the first Tab to an added and removed entry", async (t) => {
  const page = await visit(t, shared);
  await page.keyboard.press("Tab");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Skip/);
  await tabTo(page, "always-checkpoint-mcp-toggle");
  await page.keyboard.press("Space");
  await becomes(async () => (await stored(page)).alwaysCheckpointMcp, true);
  await says(page.getByTestId("live"), /MCP tools: on/);
  await tabTo(page, "no-checkpoint-command-input");
  await page.keyboard.type("ls");
  await page.keyboard.press("Enter");
  await says(page.getByTestId("live"), /Added ls/);
  await tabTo(page, "remove-no-checkpoint-command-0");
  await page.keyboard.press("Enter");
  await says(page.getByTestId("live"), /Removed ls/);
  // The focus is not lost with the entry.
  await becomes(() => focused(page), "no-checkpoint-command-input");
  await page.getByRole("checkbox", { name: "MCP tools", exact: true }).focus();
  await page.keyboard.press("Control+z");
  await becomes(() => entriesOf(page, "noCheckpointCommands"), ["ls"]);
  await page.keyboard.press("Control+Shift+z");
  await becomes(() => entriesOf(page, "noCheckpointCommands"), []);
});

test("in a text, Ctrl+Z belongs to the text", async (t) => {
  const page = await visit(t, shared);
  await page.getByRole("checkbox", { name: "MCP tools", exact: true }).check();
  await page.getByTestId("checkpoint-command-input").pressSequentially("abc");
  await page.keyboard.press("Control+z");
  assert.equal((await stored(page)).alwaysCheckpointMcp, true);
});

test("dialogs keep the focus and close with Escape", async (t) => {
  const page = await visit(t, shared);
  await tabTo(page, "presets-button");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Presets", exact: true }).waitFor();
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press("Tab");
    const outside = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement.closest("dialog"),
    );
    assert.equal(outside, false);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Presets", exact: true }).waitFor({ state: "detached" });
  await becomes(() => focused(page), "presets-button");
});

test("the focus can be seen", async (t) => {
  const page = await visit(t, shared);
  for (const id of [
    "checkpoint-enabled-checkbox",
    "add-checkpoint-command-button",
    "checkpoint-command-input",
    "shell-select",
  ]) {
    await tabTo(page, id);
    const outline = await page.evaluate(() => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
      return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 1) || boxShadow !== "none";
    });
    assert.ok(outline, id);
  }
});
