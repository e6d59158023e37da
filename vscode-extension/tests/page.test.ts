import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { freshNonce, page, policy, type Built, type Webview } from "../src/page";

const file = (name: string) =>
  readFileSync(join(process.env["BELAY_ROOT"] ?? "", "vscode-extension/dist/app", name), "utf8");
const built: Built = {
  index: file("index.html"),
  style: file("style.css"),
  script: "const text = '</script>';",
  app: "H4sI",
};
const webview: Webview = {
  source: "https://*.example.net",
  base: "https://files.example.net/belay/dist/app",
  nonce: "word",
  language: "zh-CN",
  texts: '{"a":"</script><script>alert(1)</script>"}',
  name: "this page",
  messages: [{ type: "settings", user: { checkpointCommands: ["</script>"] } }],
};

function blocks(html: string, id: string): unknown[] {
  const found = html.matchAll(
    new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, "gs"),
  );
  return [...found].map(([, json]) => JSON.parse(json ?? "") as unknown);
}

test("nothing runs and nothing is styled that has no nonce", () => {
  const html = page(built, webview);
  const parts = [...html.matchAll(/<(script|style)\b([^>]*)>/g)];
  assert.ok(parts.length >= 4);
  for (const [, , attributes = ""] of parts) {
    if (/type="(application\/json|text\/plain)"/.test(attributes)) continue;
    assert.match(attributes, /nonce="word"/);
  }
  assert.doesNotMatch(html, /\sstyle=|\son\w+=/);
});

test("the app is in its page, and nothing is fetched for it", () => {
  const html = page(built, webview);
  assert.match(html, /<script type="text\/plain" id="belay-app">H4sI<\/script>/);
  assert.match(html, /<script type="module" nonce="word">const text = '<\\\/script>';<\/script>/);
  assert.doesNotMatch(html, /\b(href|src)=/);
  const addresses = [...html.matchAll(/url\(["']?([^"')]*)/g)].map(([, address]) => address ?? "");
  assert.ok(addresses.length > 0);
  for (const address of addresses) assert.match(address, /^data:/);
});

test("the policy is strict and stands before everything it governs", () => {
  const html = page(built, webview);
  assert.ok(html.indexOf("Content-Security-Policy") < html.search(/<(style|script)/));
  assert.equal(
    policy(webview),
    "default-src 'none'; img-src https://*.example.net data:; font-src data:; " +
      "style-src 'nonce-word'; script-src 'nonce-word' 'wasm-unsafe-eval'; " +
      "connect-src https://*.example.net; base-uri 'none'; form-action 'none'",
  );
});

test("the app is told its host, its language and where the engine is", () => {
  const html = page(built, webview);
  assert.match(html, /<html lang="zh-CN">/);
  assert.deepEqual(blocks(html, "belay-boot"), [
    {
      host: "webview",
      page: "this page",
      language: "zh-CN",
      locales: `${webview.base}/locales`,
      engineScript: `${webview.base}/engine/index.js`,
      engineModule: `${webview.base}/engine/policy.wasm`,
    },
  ]);
});

test("no text can end the block it stands in", () => {
  assert.deepEqual(blocks(page(built, webview), "belay-messages"), [webview.messages]);
  assert.deepEqual(blocks(page(built, webview), "belay-locale"), [
    { a: "</script><script>alert(1)</script>" },
  ]);
});

test("English needs no block", () => {
  const { texts, ...english } = { ...webview, language: "en" };
  assert.ok(texts);
  assert.deepEqual(blocks(page(built, english), "belay-locale"), []);
});

test("nonces are fresh and fit an attribute", () => {
  const nonces = new Set(Array.from({ length: 100 }, freshNonce));
  assert.equal(nonces.size, 100);
  for (const nonce of nonces) assert.match(nonce, /^[\w-]{24}$/);
});
