// The suite on a page with the policy of a strict webview, in a real Chromium; and the example.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { casesFile } from "./cases.mjs";
import { open } from "./chromium.mjs";

test("on a page with a strict policy", async (t) => {
  const file = casesFile instanceof URL ? fileURLToPath(casesFile) : casesFile;
  const results = await open("tests/js/page.html", { more: { "/cases.jsonl": file } });
  assert.ok(results.length > 10, JSON.stringify(results));
  for (const { name, error } of results) {
    await t.test(name, () => assert.equal(error, null));
  }
});

test("the example answers what is typed into it", async () => {
  const example = await open("tests/js/example.html", {});
  assert.deepEqual(example, {
    first: "critical",
    second: "safe",
    findings: 0,
    problem: "$.checkpointEnabld",
  });
});
