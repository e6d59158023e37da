// The MCP inspector's own client, as people use it from a terminal.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { belay, here, place } from "./place.mjs";

const inspector = path.join(here, "node_modules/@modelcontextprotocol/inspector/package.json");
const { default: manifest } = await import(inspector, { with: { type: "json" } });
const program = path.join(path.dirname(inspector), manifest.bin["mcp-inspector"]);

test("the inspector lists, calls and reads", async (t) => {
  const { root, env } = place(t, { "a.txt": "one\n" });
  const inspect = async (...words) => {
    const all = [program, "--cli", belay, "mcp", "--method", ...words];
    const { stdout } = await promisify(execFile)(process.execPath, all, { cwd: root, env });
    return JSON.parse(stdout);
  };
  const { tools } = await inspect("tools/list");
  assert.equal(tools.length, 5);
  const call = async (name, ...args) => {
    const words = args.flatMap((arg) => ["--tool-arg", arg]);
    const { structuredContent } = await inspect("tools/call", "--tool-name", name, ...words);
    return structuredContent;
  };
  const { id } = await call("checkpoint_create", "reason=by hand");
  const { checkpoints } = await call("checkpoint_list");
  assert.deepEqual([checkpoints[0].id, checkpoints[0].reason], [id, "by hand"]);
  const judged = await call("command_check", "command=git push --force");
  assert.equal(judged.decision, "ask");
  const plan = await call("checkpoint_restore", `id=${id}`);
  assert.equal(plan.restored, false);
  const { contents } = await inspect("resources/read", "--uri", `belay://checkpoints/${id}`);
  assert.equal(JSON.parse(contents[0].text).id, id);
});
