import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine, type Settings } from "belay-policy";
import type { Document } from "../src/documents";
import { isOn, markOf, namesOf, refusals } from "../src/refusal";

function refusedOf(settings: Settings) {
  const engine = new Engine({}, { settings, path: "/home/ann/app" });
  const refused = refusals(engine.problems);
  engine.free();
  return refused;
}

test("what a workspace was refused is named as VS Code calls it, each setting once", () => {
  const refused = refusedOf({
    checkpointEnabled: false,
    noCheckpointCommands: ["git", "rm"],
    permissions: { allowedCommands: ["rm"] },
  });
  assert.equal(
    namesOf(refused),
    "belay.checkpointEnabled, belay.noCheckpointCommands, belay.permissions.allowedCommands",
  );
});

test("tightening and slips of the pen are no refusals", () => {
  assert.deepEqual(refusedOf({ checkpointOnError: true, checkpointCommands: ["/(/"] }), []);
});

test("the same refusals have the same mark, others another", () => {
  const first = markOf(refusedOf({ checkpointEnabled: false }));
  assert.equal(first, markOf(refusedOf({ checkpointEnabled: false })));
  assert.notEqual(first, markOf(refusedOf({ checkpointBeforeHighRisk: false })));
});

test("a switch that a workspace may not turn off is on, and one that the person did is off", () => {
  const off = { checkpointEnabled: false };
  const workspace = { settings: off, path: "/home/ann/app" };
  const on = (user: Document, refused = refusedOf(off)) =>
    isOn("checkpointEnabled", { user, workspace }, refused);
  assert.equal(on({}), true);
  assert.equal(on(off), false);
  // In a folder that the person trusts nothing is refused.
  assert.equal(on({}, []), false);
  assert.equal(isOn("permissions.confirmDangerousCommands", { user: {} }, []), true);
});
