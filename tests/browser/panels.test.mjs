// Every panel does what the seed's panels do, and every change is stored under its name.
import assert from "node:assert/strict";
import { test } from "node:test";
import { becomes, entriesOf, says, stored, together, visit } from "./app.mjs";

const shared = together();

const SWITCHES = {
  "checkpoint-enabled-checkbox": ["checkpointEnabled", true],
  "always-checkpoint-readonly-toggle": ["alwaysCheckpointReadOnly", false],
  "always-checkpoint-write-toggle": ["alwaysCheckpointWrite", false],
  "always-checkpoint-execute-toggle": ["alwaysCheckpointExecute", true],
  "always-checkpoint-browser-toggle": ["alwaysCheckpointBrowser", false],
  "always-checkpoint-mcp-toggle": ["alwaysCheckpointMcp", false],
  "checkpoint-before-high-risk-checkbox": ["checkpointBeforeHighRisk", true],
  "checkpoint-after-high-risk-checkbox": ["checkpointAfterHighRisk", false],
  "checkpoint-on-error-checkbox": ["checkpointOnError", false],
};

test("each switch shows its default, stores its change and can be reset", async (t) => {
  const page = await visit(t, shared);
  for (const [id, [field, usual]] of Object.entries(SWITCHES)) {
    const box = page.getByTestId(id);
    assert.equal(await box.isChecked(), usual, id);
    await box.setChecked(!usual);
    await becomes(async () => (await stored(page))[field], !usual);
    await page.getByTestId(`reset-${field}`).click();
    await becomes(() => box.isChecked(), usual);
    await becomes(async () => field in (await stored(page)), false);
  }
});

test("without checkpoints the page says what that means", async (t) => {
  const page = await visit(t, shared);
  await page.getByRole("checkbox", { name: "Enable checkpoint protection", exact: true }).uncheck();
  await says(page.getByTestId("checkpoint-off"), /asks before every dangerous command/);
});

test("the lists are there while terminal commands are switched on", async (t) => {
  const page = await visit(t, shared);
  await page.getByTestId("checkpoint-commands-heading").waitFor();
  await page.getByRole("checkbox", { name: "Terminal commands", exact: true }).uncheck();
  await page.getByTestId("commands-hidden").waitFor();
  assert.equal(await page.getByTestId("checkpoint-command-input").count(), 0);
  await page.getByRole("checkbox", { name: "Terminal commands", exact: true }).check();
  await page.getByTestId("no-checkpoint-commands-heading").waitFor();
});

test("entries are added by Enter and by the button, trimmed, once", async (t) => {
  const page = await visit(t, shared);
  const input = page.getByTestId("checkpoint-command-input");
  const before = await entriesOf(page, "checkpointCommands");
  assert.deepEqual(before, [
    "rm -rf",
    "git reset --hard",
    "chmod -R 777",
    "Remove-Item -Recurse -Force",
    "del /s /q /f",
  ]);
  await input.fill("  terraform apply ");
  await input.press("Enter");
  await becomes(() => entriesOf(page, "checkpointCommands"), [...before, "terraform apply"]);
  await becomes(() => input.inputValue(), "");
  await input.fill("npm publish");
  await page.getByTestId("add-checkpoint-command-button").click();
  await becomes(
    () => entriesOf(page, "checkpointCommands"),
    [...before, "terraform apply", "npm publish"],
  );
  await becomes(
    async () => (await stored(page)).checkpointCommands,
    [...before, "terraform apply", "npm publish"],
  );
  // Twice is once, and the page says so; blank is nothing.
  await input.fill("terraform apply");
  await input.press("Enter");
  await says(page.locator('[data-field="checkpointCommands"]'), /is already in the list/);
  assert.equal(await input.inputValue(), "terraform apply");
  await input.fill("   ");
  await input.press("Enter");
  await says(page.locator('[data-field="checkpointCommands"]'), /Enter something first/);
  assert.equal((await entriesOf(page, "checkpointCommands")).length, before.length + 2);
});

test("a chip removes its entry, and the last one leaves an empty list", async (t) => {
  const page = await visit(t, shared, { stored: { noCheckpointCommands: ["ls", "pwd"] } });
  await page.getByTestId("remove-no-checkpoint-command-0").click();
  await becomes(() => entriesOf(page, "noCheckpointCommands"), ["pwd"]);
  await page.getByTestId("remove-no-checkpoint-command-0").click();
  await becomes(async () => (await stored(page)).noCheckpointCommands, []);
});

test("every field of every shell, with inherit as a third state", async (t) => {
  const page = await visit(t, shared);
  for (const shell of ["powershell", "bash", "zsh", "cmd"]) {
    await page.getByTestId("shell-select").selectOption(shell);
    const panel = page.getByTestId(`shell-${shell}`);
    await panel.waitFor();
    const own = async () => (await stored(page)).shellSpecificCheckpoints?.[shell] ?? {};
    for (const name of ["checkpointBeforeHighRisk", "checkpointAfterHighRisk"]) {
      const field = page.locator(`[data-field="shellSpecificCheckpoints.${shell}.${name}"] select`);
      const states = await field
        .locator("option")
        .evaluateAll((options) => options.map((option) => option.value));
      assert.equal(states.length, 3, `${shell}.${name}`);
      await field.selectOption({ index: 1 });
      await becomes(async () => typeof (await own())[name], "boolean");
      await field.selectOption({ index: 0 });
      await becomes(async () => (await own())[name] ?? null, null);
    }
    for (const name of ["checkpointCommands", "noCheckpointCommands", "shellSpecificRiskRules"]) {
      const field = page.locator(`[data-field="shellSpecificCheckpoints.${shell}.${name}"]`);
      await field.locator(".adder input").first().fill(`try-${name}`);
      await field.locator(".adder input").first().press("Enter");
      await becomes(async () => (await own())[name]?.at(-1), `try-${name}`);
    }
  }
});

test("permissions: switches and lists with reasons", async (t) => {
  const page = await visit(t, shared);
  const own = async () => (await stored(page)).permissions ?? {};
  for (const [name, usual] of [
    ["autoApproveSafeCommands", true],
    ["confirmDangerousCommands", true],
    ["confirmMediumRisk", false],
    ["askWhenRecoverable", false],
  ]) {
    const box = page.locator(`[data-field="permissions.${name}"] input[type=checkbox]`);
    assert.equal(await box.isChecked(), usual, name);
    await box.setChecked(!usual);
    await becomes(async () => (await own())[name], !usual);
  }
  const denied = page.locator('[data-field="permissions.deniedCommands"]');
  await denied.locator(".adder input").nth(0).fill("git push --force");
  await denied.locator(".adder input").nth(1).fill("ask the team");
  await denied.locator(".adder input").nth(1).press("Enter");
  await becomes(
    async () => (await own()).deniedCommands,
    [{ pattern: "git push --force", reason: "ask the team" }],
  );
  await says(denied, /ask the team/);
});

test("limits: whole numbers in range, anything else is told and not stored", async (t) => {
  const page = await visit(t, shared);
  const input = page.locator('[data-field="retentionDays"] input');
  await input.fill("30");
  await input.blur();
  await becomes(async () => (await stored(page)).retentionDays, 30);
  await input.fill("0");
  await input.blur();
  await says(page.locator('[data-field="retentionDays"]'), /from 1 to/);
  assert.equal((await stored(page)).retentionDays, 30);
  const size = page.locator('[data-field="maxFileSize"] input');
  assert.equal(await size.inputValue(), "1");
  await size.fill("2");
  await size.blur();
  await becomes(async () => (await stored(page)).maxFileSize, 2 * 1024 * 1024);
});

test("excluded files and trusted folders; a folder is a full path", async (t) => {
  const page = await visit(t, shared);
  const excluded = page.locator('[data-field="excludePatterns"] .adder input');
  await excluded.fill("*.log");
  await excluded.press("Enter");
  await becomes(async () => (await stored(page)).excludePatterns, ["*.log"]);
  const folders = page.locator('[data-field="trustedWorkspaces"]');
  await folders.locator(".adder input").fill("~/project");
  await folders.locator(".adder input").press("Enter");
  await says(folders, /full path/);
  await folders.locator(".adder input").fill("/home/ann/project");
  await folders.locator(".adder input").press("Enter");
  await becomes(async () => (await stored(page)).trustedWorkspaces, ["/home/ann/project"]);
});

test("search leaves what matches, and says when nothing does", async (t) => {
  const page = await visit(t, shared);
  await page.getByRole("searchbox", { name: "Search settings", exact: true }).fill("days");
  await page.locator('[data-field="retentionDays"]').waitFor();
  await page.locator('[data-field="checkpointEnabled"]').waitFor({ state: "hidden" });
  await page.getByRole("searchbox", { name: "Search settings", exact: true }).fill("zzzz");
  await page.getByTestId("search-none").waitFor();
  await page.getByRole("searchbox", { name: "Search settings", exact: true }).fill("");
  await page.getByRole("checkbox", { name: "MCP tools", exact: true }).check();
  await page.getByRole("button", { name: "Only changed settings", exact: true }).click();
  await page.locator('[data-field="checkpointEnabled"]').waitFor({ state: "hidden" });
  assert.equal(await page.locator('[data-field="alwaysCheckpointMcp"]').isVisible(), true);
});

test("presets show what they would change before they change it", async (t) => {
  const page = await visit(t, shared);
  await page.getByRole("button", { name: "Presets", exact: true }).click();
  const card = page.getByTestId("preset-cautious");
  const changes = await card.locator(".changes li").count();
  assert.ok(changes > 2);
  await page.getByTestId("apply-preset-cautious").click();
  await page.getByRole("dialog", { name: "Presets", exact: true }).waitFor({ state: "detached" });
  await becomes(async () => (await stored(page)).alwaysCheckpointWrite, true);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await becomes(async () => (await stored(page)).alwaysCheckpointWrite ?? false, false);
});

test("undo and redo go one change at a time", async (t) => {
  const page = await visit(t, shared);
  await page.getByRole("checkbox", { name: "MCP tools", exact: true }).check();
  await page.getByRole("checkbox", { name: "Writing files", exact: true }).check();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await becomes(
    async () => [
      await page.getByRole("checkbox", { name: "MCP tools", exact: true }).isChecked(),
      await page.getByRole("checkbox", { name: "Writing files", exact: true }).isChecked(),
    ],
    [true, false],
  );
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await becomes(() => stored(page), {});
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await becomes(() => stored(page), { alwaysCheckpointMcp: true, alwaysCheckpointWrite: true });
});

test("a reload shows what was there, with what was being typed", async (t) => {
  const page = await visit(t, shared);
  await page.getByRole("checkbox", { name: "MCP tools", exact: true }).check();
  await page.getByTestId("checkpoint-command-input").fill("half a comm");
  await page.reload();
  await page.getByRole("checkbox", { name: "Enable checkpoint protection", exact: true }).waitFor();
  await becomes(
    () => page.getByRole("checkbox", { name: "MCP tools", exact: true }).isChecked(),
    true,
  );
  await becomes(() => page.getByTestId("checkpoint-command-input").inputValue(), "half a comm");
});
