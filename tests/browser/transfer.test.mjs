// Import and export: nothing is applied before a person has seen what it does.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { becomes, says, stored, together, visit } from "./app.mjs";

const shared = together();

async function dialog(t, options) {
  const page = await visit(t, shared, options);
  await page.getByRole("button", { name: "Import / Export", exact: true }).click();
  await page.getByRole("dialog", { name: "Import and export", exact: true }).waitFor();
  return page;
}

test("what is exported is what is stored", async (t) => {
  const page = await dialog(t, {
    stored: { retentionDays: 3, checkpointCommands: ["make deploy"] },
  });
  const text = await page.getByRole("textbox", { name: "Export", exact: true }).inputValue();
  assert.deepEqual(JSON.parse(text), { retentionDays: 3, checkpointCommands: ["make deploy"] });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Save as file", exact: true }).click(),
  ]);
  assert.equal(readFileSync(await download.path(), "utf8"), text);
});

test("text that is no JSON is told with its place and changes nothing", async (t) => {
  const page = await dialog(t, { stored: { retentionDays: 3 } });
  await page.getByRole("textbox", { name: "Import", exact: true }).fill('{ "retentionDays": 5, ');
  await says(page.getByTestId("import-preview"), /cannot be imported/);
  assert.equal(await page.getByRole("button", { name: "Apply", exact: true }).isDisabled(), true);
  assert.deepEqual(await stored(page), { retentionDays: 3 });
});

test("problems are shown beside what would change, and only the good part is taken", async (t) => {
  const page = await dialog(t, { stored: { retentionDays: 3 } });
  await page
    .getByRole("textbox", { name: "Import", exact: true })
    .fill(JSON.stringify({ retentionDays: 5, chekpointEnabled: false, maxFileSize: "big" }));
  const preview = page.getByTestId("import-preview");
  await says(preview, /2 problems/);
  await says(preview, /checkpointEnabled/);
  await says(preview, /1 setting will change/);
  assert.deepEqual(await stored(page), { retentionDays: 3 });
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await becomes(() => stored(page), { retentionDays: 5 });
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await becomes(() => stored(page), { retentionDays: 3 });
});

test("an import may also put back what it leaves out", async (t) => {
  const page = await dialog(t, { stored: { retentionDays: 3, alwaysCheckpointMcp: true } });
  await page.getByRole("textbox", { name: "Import", exact: true }).fill('{"retentionDays": 9}');
  await page
    .getByRole("checkbox", { name: "Also reset settings that are not in the file", exact: true })
    .check();
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await becomes(() => stored(page), { retentionDays: 9 });
});

test("a file is read like pasted text", async (t) => {
  const page = await dialog(t);
  const buffer = Buffer.from('{"alwaysCheckpointMcp": true}');
  await page
    .getByTestId("import-file")
    .setInputFiles({ name: "settings.json", mimeType: "application/json", buffer });
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await becomes(() => stored(page), { alwaysCheckpointMcp: true });
});
