// The suite on a page with the policy of a strict webview, in a real Chromium; and the example.
import assert from "node:assert/strict";
import { test } from "node:test";
import { given } from "./cases.mjs";
import { STRICT, open } from "./chromium.mjs";

test("on a page with a strict policy", async (t) => {
  const more = { "/given.json": JSON.stringify(given()) };
  const results = await open("tests/js/page.html", { more });
  assert.ok(results.length > 10, JSON.stringify(results));
  for (const { name, error } of results) {
    await t.test(name, () => assert.equal(error, null));
  }
});

test("the example answers what is typed into it", async () => {
  const example = await open("tests/js/example.html", { policy: `${STRICT}; frame-src 'self'` });
  assert.deepEqual(example, {
    first: "critical",
    second: "safe",
    findings: 0,
    problem: "$.checkpointEnabld",
  });
});
