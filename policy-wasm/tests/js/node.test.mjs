// The suite in Node, through both ways of loading; and memory.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { given } from "./cases.mjs";
import { suite } from "./suite.mjs";

const api = await import("../../dist/esm/node.js");
for (const [name, check] of Object.entries(suite(api, given()))) test(name, check);

test("require and import give the same classes", () => {
  const required = createRequire(import.meta.url)("../../dist/index.js");
  assert.equal(required.Engine, api.Engine);
  assert.deepEqual(Object.keys(required).sort(), Object.keys(api).sort());
});

test("a page's module runs in Node when it is handed the bytes, and says so before", async () => {
  const page = await import("../../dist/esm/index.js");
  assert.throws(() => new page.Engine(), {
    message: "the engine is not loaded yet; `await load()` first",
  });
  const bytes = readFileSync(new URL("../../dist/policy.wasm", import.meta.url));
  const [first, second] = await Promise.all([page.load(bytes), page.load(bytes)]);
  assert.equal(first, second);
  assert.equal(new page.Engine().judge({ command: "rm -rf /" }).risk, "critical");
});

test("a module that cannot be loaded is said so, and may be tried again", async () => {
  const page = await import("../../dist/esm/index.js?again");
  const missing = new Response("", { status: 404 });
  await assert.rejects(page.load(missing), {
    message: /^policy\.wasm cannot be loaded from .*: status 404$/,
  });
  await assert.rejects(page.load(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
  const bytes = readFileSync(new URL("../../dist/policy.wasm", import.meta.url));
  const api = await page.load(
    new Response(bytes, { headers: { "content-type": "application/wasm" } }),
  );
  assert.equal(new api.Engine().judge({ command: "ls" }).risk, "safe");
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
  const { loadSync, Engine } = await import("../../dist/esm/index.js?own");
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
