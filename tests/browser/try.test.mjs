// "Try a command": the engine runs in the page and answers while one types.
import assert from "node:assert/strict";
import { test } from "node:test";
import { becomes, says, together, verdictOn, visit } from "./app.mjs";

const shared = together();

test("part by part: what would happen, what a checkpoint brings back", async (t) => {
  const page = await visit(t, shared);
  const verdict = await verdictOn(page, "git reset --hard && rm -rf ../x");
  await becomes(() => verdict.getAttribute("data-risk"), "critical");
  await says(page.getByTestId("verdict-headline"), /asks/);
  const marked = page.getByTestId("verdict-stretches");
  assert.equal((await marked.textContent()).trim(), "git reset --hard && rm -rf ../x");
  assert.ok((await marked.locator("mark, [class*=high], [class*=critical]").count()) >= 2);
  await says(page.getByTestId("verdict-recovery"), /part|No/);
  await says(page.getByTestId("verdict-plan"), /before/);
});

test("the entry that decided is a click away", async (t) => {
  const page = await visit(t, shared);
  await verdictOn(page, "rm -rf src");
  await says(page.getByTestId("verdict-checkpoint"), /a list requires it/);
  await page
    .getByTestId("verdict-checkpoint")
    .getByRole("button")
    .or(page.getByTestId("verdict-checkpoint").getByRole("link"))
    .first()
    .click();
  await becomes(
    () =>
      page.evaluate(() =>
        document.activeElement?.closest("[data-field]")?.getAttribute("data-field"),
      ),
    "checkpointCommands",
  );
});

test("verdicts follow the settings", async (t) => {
  const page = await visit(t, shared);
  await verdictOn(page, "npm test");
  await says(page.getByTestId("verdict-checkpoint"), /every command/);
  await page.getByTestId("no-checkpoint-command-input").fill("npm test");
  await page.getByTestId("no-checkpoint-command-input").press("Enter");
  await says(page.getByTestId("verdict-checkpoint"), /exempts/);
  await page.getByRole("checkbox", { name: "Enable checkpoint protection", exact: true }).uncheck();
  await says(page.getByTestId("verdict-checkpoint"), /checkpoints are off/);
});

test("another shell reads another command, and a text inside it", async (t) => {
  const page = await visit(t, shared);
  await page.getByTestId("try-shell-select").selectOption("cmd");
  const verdict = await verdictOn(page, 'powershell -c "Remove-Item -Recurse -Force C:\\\\"');
  await becomes(() => verdict.getAttribute("data-risk"), "critical");
  await says(page.locator("#try"), /PowerShell/i);
});

test("each key is shown, also where the verdict stays the same", async (t) => {
  const page = await visit(t, shared);
  for (const command of ["rm -rf ../x && g", "rm -rf ../x && gi", "rm -rf ../x && git"]) {
    await verdictOn(page, command);
    await becomes(
      async () => (await page.getByTestId("verdict-stretches").textContent()).trim(),
      command,
    );
  }
});

test("where nothing is saved, nothing is promised", async (t) => {
  const page = await visit(t, shared);
  await verdictOn(page, "rm -rf src");
  await says(page.getByTestId("verdict-headline"), /saves first/);
  await page
    .getByRole("checkbox", {
      name: "Assume the workspace is saved before a risky command runs",
      exact: true,
    })
    .uncheck();
  await says(page.getByTestId("verdict-plan"), /never/);
  assert.doesNotMatch(await page.getByTestId("verdict-headline").textContent(), /saves/);
});

test("a rule's page opens from its finding", async (t) => {
  const page = await visit(t, shared);
  await verdictOn(page, "git push --force");
  await page
    .locator("#try")
    .getByRole("button", { name: /git\/|About the rule/ })
    .first()
    .click();
  await says(page.locator("#try"), /Does not flag/);
});

test("an entry shows the sample commands it catches", async (t) => {
  const page = await visit(t, shared);
  await page.getByTestId("show-checkpoint-command-0").click();
  await says(
    page.locator('[data-field="checkpointCommands"]'),
    /Matches \d+ of the sample commands/,
  );
});

test("remarks stand beside the entry and fix it with one click", async (t) => {
  const page = await visit(t, shared, { stored: { noCheckpointCommands: ["git", "git status"] } });
  const remarks = page.getByTestId("remarks-no-checkpoint-command");
  await says(remarks, /Exempts dangerous commands/);
  await says(remarks, /Covered by another entry/);
  await page.locator('[data-testid^="fix-no-checkpoint-command-"]').first().click();
  await remarks.getByText("Covered by another entry").waitFor({ state: "detached" });
});

test("a bad expression is told with its place", async (t) => {
  const page = await visit(t, shared);
  await page.getByTestId("checkpoint-command-input").fill("/git (push/");
  await page.getByTestId("checkpoint-command-input").press("Enter");
  const remarks = page.getByTestId("remarks-checkpoint-command");
  await says(remarks, /Cannot be used/);
  // In plain words: what to do about it.
  await says(remarks, /Fix the expression/);
  assert.doesNotMatch(await remarks.textContent(), /mend/i);
});

test("where the engine cannot be loaded the settings still work", async (t) => {
  const page = await visit(t, shared, {
    tolerated: ["404", "Failed to fetch", "policy.wasm", "ERR_"],
  });
  await page.context().route("**/engine/*", (route) => route.abort());
  await page.reload();
  await page.getByTestId("engine-failed").waitFor();
  await page.getByRole("checkbox", { name: "MCP tools", exact: true }).check();
  await page.context().unroute("**/engine/*");
  await page.getByRole("button", { name: "Try again", exact: true }).click();
  await page.getByTestId("engine-failed").waitFor({ state: "detached" });
});
