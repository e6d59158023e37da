// The suite in Node, through both ways of loading; and memory.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { given } from "./cases.mjs";
import { suite } from "./suite.mjs";

const api = await import("../../dist/node.mjs");
for (const [name, check] of Object.entries(suite(api, given()))) test(name, check);

test("require and import give the same classes", () => {
  const required = createRequire(import.meta.url)("../../dist/node.cjs");
  assert.equal(required.Engine, api.Engine);
  assert.deepEqual(Object.keys(required).sort(), Object.keys(api).sort());
});

test("a page's module runs in Node when it is handed the bytes, and says so before", async () => {
  const page = await import("../../dist/index.js");
  assert.throws(() => new page.Engine(), { message: "the engine is not loaded yet; `await load()` first" });
  const bytes = readFileSync(new URL("../../dist/policy.wasm", import.meta.url));
  const [first, second] = await Promise.all([page.load(bytes), page.load(bytes)]);
  assert.equal(first, second);
  assert.equal(new page.Engine().judge({ command: "rm -rf /" }).risk, "critical");
});

test("what is said about rules is loaded when asked, from whatever is handed over", async () => {
  const file = new URL("../../dist/rules.json", import.meta.url);
  const bytes = readFileSync(file);
  const rules = JSON.parse(bytes);
  const ways = { bytes, parsed: rules, response: new Response(bytes), later: Promise.resolve(bytes), data: `data:application/json;base64,${bytes.toString("base64")}` };
  for (const [name, source] of Object.entries(ways)) {
    const page = await import(`../../dist/index.js?rules-${name}`);
    await assert.rejects(page.explainRule("files/delete", new Response("", { status: 404 })), { message: /^rules\.json cannot be loaded from .*: status 404$/ });
    const rule = await page.explainRule("files/delete", source);
    assert.deepEqual(rule, rules.find(({ id }) => id === "files/delete"), name);
  }
  assert.deepEqual(rules.map(({ id }) => id), api.listRules().map(({ id }) => id));
});

test("100,000 verdicts and 1,000 engines do not make memory grow", async () => {
  // Its own instance, so that its memory can be looked at.
  const memories = [];
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class extends Instance {
    constructor(...args) {
      super(...args);
      memories.push(this.exports.memory);
    }
  };
  const { loadSync, Engine } = await import("../../dist/index.js?own");
  loadSync(readFileSync(new URL("../../dist/policy.wasm", import.meta.url)));
  WebAssembly.Instance = Instance;
  const [memory] = memories;
  const lines = given().cases.slice(0, 1000);
  const round = (engine) => {
    for (const { action, surroundings } of lines) {
      engine.judge(action, surroundings);
      if (action.command !== undefined) engine.shouldCreateCheckpoint(action.command, action.shell);
    }
  };
  const engine = new Engine();
  round(engine);
  for (let i = 0; i < 10; i += 1) new Engine({ checkpointCommands: ["make deploy"] }).free();
  const [wasm, heap] = [memory.buffer.byteLength, used()];
  for (let i = 0; i < 100; i += 1) round(engine);
  for (let i = 0; i < 1000; i += 1) new Engine({ checkpointCommands: ["make deploy"] }).free();
  assert.equal(memory.buffer.byteLength, wasm, "the module's memory grew");
  const grown = used() - heap;
  assert.ok(grown < 2_000_000, `JavaScript's memory grew by ${grown} bytes`);
  engine.free();
});

function used() {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
