import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { bundledIn, find } from "../src/program/find";
import { compareVersions, versionIn } from "../src/program/versions";

function program(folder: string, prints: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "belay");
  writeFileSync(path, `#!/bin/sh\necho "${prints}"\n`);
  chmodSync(path, 0o755);
  return path;
}

test("versions have an order", () => {
  assert.equal(versionIn("belay 1.2.3 (abc)"), "1.2.3");
  assert.equal(versionIn("something else"), undefined);
  const order = ["0.9.9", "0.10.0-rc.1", "0.10.0", "1.0.0"];
  const mixed = [order[2], order[0], order[3], order[1]].map((each) => each ?? "");
  assert.deepEqual(mixed.sort(compareVersions), order);
});

test("the newer of the one that came along and the one in the PATH is taken", async () => {
  const folder = mkdtempSync(join(tmpdir(), "belay-find-"));
  const bundled = program(join(folder, "bin"), "belay 0.2.0");
  assert.equal(bundledIn(folder), bundled);
  const older = program(join(folder, "older"), "belay 0.1.0");
  const newer = program(join(folder, "newer"), "belay 0.3.0");
  const at = async (searchPath: string, named?: string) => find({ named, bundled, searchPath });
  assert.deepEqual(await at(join(folder, "older")), { found: { path: bundled, version: "0.2.0" } });
  assert.deepEqual(await at(`relative:${join(folder, "newer")}`), {
    found: { path: newer, version: "0.3.0" },
  });
  assert.deepEqual(await at("", older), { found: { path: older, version: "0.1.0" } });
  assert.deepEqual(await at("", "/nowhere"), { missing: "named", path: "/nowhere" });
});

test("a program that is none of ours is not taken", async () => {
  const folder = mkdtempSync(join(tmpdir(), "belay-find-"));
  program(folder, "another 1.0.0");
  const bundled = join(folder, "missing");
  const search = await find({ named: undefined, bundled, searchPath: folder });
  assert.deepEqual(search, { missing: "nowhere" });
});
