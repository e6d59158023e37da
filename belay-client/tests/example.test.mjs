// The example agent does what its page says.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { project } from "./project.mjs";

const agent = fileURLToPath(new URL("../example/agent.mjs", import.meta.url));

test("the example writes, breaks and brings back", (t) => {
  const place = project(t);
  const folder = join(place.root, "..", "agent");
  const said = execFileSync(process.execPath, [agent, folder], {
    env: place.options.env,
    encoding: "utf8",
  });
  for (const line of [
    "  write_file  src/greeting.txt: done",
    "  edit_file   src/greeting.txt: done",
    "  run_command rm -rf src README.md: exit code 0",
    "  asked   git push --force origin main",
    "  run_command git push --force origin main: refused",
    "Left:    nothing",
    "Back to: Clean up.",
    "Again:   README.md, src, src/greeting.txt",
    "         Hello, world!",
  ]) {
    assert.ok(said.split("\n").includes(line), `${line}\nis missing from\n${said}`);
  }
  assert.deepEqual(readdirSync(folder).sort(), [".git", "README.md", "src"]);
  assert.equal(readFileSync(join(folder, "src/greeting.txt"), "utf8"), "Hello, world!\n");
  const length = readFileSync(agent, "utf8").split("\n").length;
  assert.ok(length < 120, `${length} lines are no longer about a hundred`);
});
