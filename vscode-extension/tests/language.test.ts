import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { LANGUAGES, languageOf } from "../src/language";

test("every language that has texts is known", () => {
  const root = process.env["BELAY_ROOT"] ?? "";
  const texts = readdirSync(join(root, "vscode-extension", "texts")).map((name) =>
    name.replace(/\.json$/, ""),
  );
  assert.deepEqual([...LANGUAGES].sort(), texts.sort());
  const app = readdirSync(join(root, "locales"));
  assert.deepEqual(
    app.filter((name) => !LANGUAGES.some((language) => language === name)),
    [],
  );
});

test("VS Code's lower-case names mean ours", () => {
  for (const language of LANGUAGES) assert.equal(languageOf(language.toLowerCase()), language);
});

test("relatives are understood, strangers see English", () => {
  assert.equal(languageOf("de-AT"), "de");
  assert.equal(languageOf("pt"), "pt-BR");
  assert.equal(languageOf("pt-pt"), "pt-BR");
  assert.equal(languageOf("zh-Hant-HK"), "zh-TW");
  assert.equal(languageOf("zh_CN"), "zh-CN");
  assert.equal(languageOf("en-GB"), "en");
  assert.equal(languageOf("eo"), "en");
  assert.equal(languageOf(""), "en");
});
