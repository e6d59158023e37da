import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { freshNonce, page, policy, type Webview } from "../src/page";

const index = readFileSync(
  join(process.env["BELAY_ROOT"] ?? "", "settings-ui/dist/index.html"),
  "utf8",
);
const webview: Webview = {
  source: "https://*.example.net",
  base: "https://files.example.net/belay/dist/app",
  nonce: "word",
  language: "zh-CN",
  texts: '{"a":"</script><script>alert(1)</script>"}',
};

function blocks(html: string, id: string): unknown[] {
  const found = html.matchAll(
    new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, "gs"),
  );
  return [...found].map(([, json]) => JSON.parse(json ?? "") as unknown);
}

test("nothing runs that has no nonce, nothing is inline", () => {
  const html = page(index, webview);
  const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)];
  assert.ok(scripts.length >= 3);
  for (const [, attributes = "", text = ""] of scripts) {
    if (attributes.includes("application/json")) continue;
    assert.match(attributes, /nonce="word"/);
    assert.equal(text.trim(), "");
  }
  assert.doesNotMatch(html, /<style|\sstyle=|\son\w+=/);
});

test("every file comes from the extension", () => {
  const addresses = [...page(index, webview).matchAll(/(?:href|src)="([^"]*)"/g)].map(
    ([, address]) => address,
  );
  assert.ok(addresses.length >= 2);
  for (const address of addresses) assert.ok(address?.startsWith(`${webview.base}/`), address);
});

test("the policy is strict and stands before everything it governs", () => {
  const html = page(index, webview);
  assert.ok(html.indexOf("Content-Security-Policy") < html.search(/<(link|script)/));
  assert.equal(
    policy(webview),
    "default-src 'none'; img-src https://*.example.net data:; font-src https://*.example.net; " +
      "style-src https://*.example.net; script-src 'nonce-word' 'wasm-unsafe-eval'; " +
      "connect-src https://*.example.net; base-uri 'none'; form-action 'none'",
  );
});

test("the app is told its host, its language and where the engine is", () => {
  const html = page(index, webview);
  assert.match(html, /<html lang="zh-CN">/);
  assert.deepEqual(blocks(html, "belay-boot"), [
    {
      host: "webview",
      language: "zh-CN",
      locales: `${webview.base}/locales`,
      engineScript: `${webview.base}/engine/index.js`,
      engineModule: `${webview.base}/engine/policy.wasm`,
    },
  ]);
});

test("no text can end the block it stands in", () => {
  assert.deepEqual(blocks(page(index, webview), "belay-locale"), [
    { a: "</script><script>alert(1)</script>" },
  ]);
});

test("English needs no block", () => {
  const { texts, ...english } = { ...webview, language: "en" };
  assert.ok(texts);
  assert.deepEqual(blocks(page(index, english), "belay-locale"), []);
});

test("nonces are fresh and fit an attribute", () => {
  const nonces = new Set(Array.from({ length: 100 }, freshNonce));
  assert.equal(nonces.size, 100);
  for (const nonce of nonces) assert.match(nonce, /^[\w-]{24}$/);
});
