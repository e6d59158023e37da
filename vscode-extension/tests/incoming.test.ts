import assert from "node:assert/strict";
import { test } from "node:test";
import { incoming } from "../src/incoming";

test("messages of the app are read", () => {
  assert.deepEqual(incoming({ type: "launched" }), { message: { type: "launched" } });
  assert.deepEqual(incoming({ type: "openSettingsJson" }), {
    message: { type: "openSettingsJson" },
  });
  const update = { type: "updateSettings", updatedSettings: { checkpointOnError: true }, id: 3 };
  assert.deepEqual(incoming({ ...update, more: 1 }), { message: update });
});

test("whatever else comes is told and does nothing", () => {
  const noise = [
    undefined,
    null,
    7,
    "launched",
    [],
    {},
    { type: 7 },
    { type: "settings" },
    { type: "__proto__" },
    { type: "updateSettings" },
    { type: "updateSettings", updatedSettings: [], id: 1 },
    { type: "updateSettings", updatedSettings: null, id: 1 },
    { type: "updateSettings", updatedSettings: {}, id: "1" },
    { type: "updateSettings", updatedSettings: {}, id: 1.5 },
    { type: "updateSettings", updatedSettings: {} },
  ];
  for (const value of noise) {
    assert.ok("problem" in incoming(value), JSON.stringify(value));
  }
});

test("what is told stays short", () => {
  const told = incoming({ type: "x".repeat(100_000) });
  assert.ok("problem" in told && told.problem.length < 100);
});
