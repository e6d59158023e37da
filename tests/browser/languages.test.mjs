// Eighteen languages: from the browser, from the menu, one loaded at a time.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { becomes, says, together, verdictOn, visit } from "./app.mjs";

const shared = together();
// A folder each, in the order of the menu.
const CODES = readdirSync(new URL("../../locales", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

test("the browser's language is spoken, the seed's Chinese as it stands", async (t) => {
  const page = await visit(t, shared, { locale: "zh-CN" });
  for (const text of [
    "启用检查点保护",
    "在执行高风险操作前自动创建检查点",
    "检查点策略",
    "高风险命令执行前创建检查点",
    "需要检查点的命令",
    "Shell特定配置",
  ]) {
    await says(page.locator("body"), text);
  }
  assert.equal(
    await page.getByTestId("checkpoint-command-input").getAttribute("placeholder"),
    "输入命令前缀（如：rm -rf, git reset --hard）",
  );
  assert.equal(await page.locator("html").getAttribute("lang"), "zh-CN");
});

test("every language of the menu is spoken, and what was typed stays", async (t) => {
  const page = await visit(t, shared);
  const fetched = [];
  page.on(
    "request",
    (request) => request.url().includes("/locales/") && fetched.push(request.url()),
  );
  await page.getByTestId("checkpoint-command-input").fill("half a comm");
  const offered = await page
    .getByTestId("language-select")
    .locator("option")
    .evaluateAll((options) => options.map((option) => option.value).filter(Boolean));
  assert.deepEqual(offered, CODES);
  const titles = new Set();
  for (const code of CODES) {
    await page.getByTestId("language-select").selectOption(code);
    await becomes(() => page.locator("html").getAttribute("lang"), code);
    titles.add(await page.locator("h1").textContent());
    assert.equal(await page.getByTestId("checkpoint-command-input").inputValue(), "half a comm");
  }
  assert.ok(titles.size > 12, `only ${titles.size} different titles`);
  assert.equal(new Set(fetched).size, fetched.length, "a document was loaded more than once");
});

test("a language that cannot be loaded leaves the last one", async (t) => {
  const page = await visit(t, shared, { tolerated: ["404", "Failed to load", "ERR_"] });
  await page.context().route("**/locales/**", (route) => route.abort());
  await page.getByTestId("language-select").selectOption("de");
  await says(page.getByTestId("notice"), /could not be loaded/);
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
});

test("a verdict is told in the language of the page", async (t) => {
  const page = await visit(t, shared, { locale: "de-DE" });
  await verdictOn(page, "git push --force");
  const rules = JSON.parse(readFileSync(new URL("../../locales/de/rules.json", import.meta.url)));
  const { title, why } = rules["git/force-push"];
  await says(page.getByTestId("findings"), title);
  await says(page.getByTestId("verdict"), why);
});
