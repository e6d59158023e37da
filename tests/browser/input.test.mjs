// What people and programs put in by mistake or on purpose: it is reported, and nothing is lost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { becomes, entriesOf, says, stored, together, visit } from "./app.mjs";

const shared = together();

async function add(page, text) {
  await page.getByTestId("no-checkpoint-command-input").fill(text);
  await page.getByTestId("no-checkpoint-command-input").press("Enter");
}

test("HTML is text", async (t) => {
  const page = await visit(t, shared);
  const entry = '<img src=x onerror="document.title=1"><b>rm</b>';
  await add(page, entry);
  await becomes(() => entriesOf(page, "noCheckpointCommands"), [entry]);
  await page.getByTestId("try-command-input").fill(`echo ${entry}`);
  await says(page.getByTestId("verdict-stretches"), /onerror/);
  assert.equal(await page.locator('img[src="x"]').count(), 0);
  assert.equal(await page.title(), "Belay settings");
});

test("what hides or turns the text is made visible", async (t) => {
  const page = await visit(t, shared, {
    stored: { noCheckpointCommands: ["ls \u202e\u200bx\u0007"] },
  });
  await becomes(() => entriesOf(page, "noCheckpointCommands"), ["ls [U+202E][U+200B]x␇"]);
});

test("an entry of 10,000 characters is refused with its length and stays in the input", async (t) => {
  const page = await visit(t, shared);
  await add(page, "x".repeat(10_000));
  await says(
    page.locator('[data-field="noCheckpointCommands"]'),
    /up to [\d,]+ bytes; this one has 10,?000/,
  );
  assert.equal((await page.getByTestId("no-checkpoint-command-input").inputValue()).length, 10_000);
  assert.deepEqual(await stored(page), {});
});

test("settings of a newer version are kept as they are", async (t) => {
  const newer = { telepathy: { level: 3 }, retentionDays: 3 };
  const page = await visit(t, shared, { stored: newer });
  await says(page.getByTestId("problems-notice"), /unknown to this version/);
  await page.getByRole("checkbox", { name: "MCP tools", exact: true }).check();
  await becomes(() => stored(page), { ...newer, alwaysCheckpointMcp: true });
});

test("stored settings that cannot be read are told and not written over by a look", async (t) => {
  const page = await visit(t, shared, { stored: "{ not json" });
  await says(page.getByTestId("fallback-notice"), /cannot be read/);
  assert.equal(await page.evaluate(() => localStorage.getItem("belay.settings")), "{ not json");
});

test("a full storage keeps the draft and says so", async (t) => {
  const page = await visit(t, shared, {
    setUp: () => {
      const set = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key, value) {
        if (window.full && this === localStorage)
          throw new DOMException("full", "QuotaExceededError");
        return set.call(this, key, value);
      };
      window.full = true;
    },
  });
  await page.getByRole("checkbox", { name: "MCP tools", exact: true }).check();
  await says(page.getByTestId("notice"), /storage is full/);
  assert.equal(
    await page.getByRole("checkbox", { name: "MCP tools", exact: true }).isChecked(),
    true,
  );
  await page.evaluate(() => (window.full = false));
  await page.getByRole("button", { name: "Save again", exact: true }).click();
  await becomes(() => stored(page), { alwaysCheckpointMcp: true });
  await becomes(() => page.getByTestId("notice").count(), 0);
});

test("a forbidden storage is told, and the page works for this visit", async (t) => {
  const page = await visit(t, shared, {
    setUp: () =>
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("no", "SecurityError");
        },
      }),
  });
  await page.getByRole("checkbox", { name: "MCP tools", exact: true }).check();
  await says(page.getByTestId("notice"), /does not allow/);
  assert.equal(
    await page.getByRole("checkbox", { name: "MCP tools", exact: true }).isChecked(),
    true,
  );
});

test("5,000 entries: filtered, scrolled to the end, one removed, one added", async (t) => {
  const many = Array.from({ length: 5000 }, (_, index) => `tool-${index} run`);
  const page = await visit(t, shared, { stored: { checkpointCommands: many } });
  const field = page.locator('[data-field="checkpointCommands"]');
  const rows = page.getByTestId("checkpoint-command-rows");
  await rows.waitFor();
  assert.ok((await rows.locator('[data-testid^="remove-checkpoint-command-"]').count()) < 200);
  await rows.evaluate((element) => (element.scrollTop = element.scrollHeight));
  await page.getByTestId("remove-checkpoint-command-4999").click();
  await becomes(async () => (await stored(page)).checkpointCommands.length, 4999);
  await field.getByRole("searchbox").or(field.locator(".filter input")).first().fill("tool-4321 ");
  await becomes(() => field.locator(".entry bdi").allTextContents(), ["tool-4321 run"]);
  await page.getByTestId("checkpoint-command-input").fill("one more");
  await page.getByTestId("checkpoint-command-input").press("Enter");
  await becomes(async () => (await stored(page)).checkpointCommands.at(-1), "one more");
});
