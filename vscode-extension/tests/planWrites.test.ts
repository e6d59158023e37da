import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine, mergeSettings } from "belay-policy";
import type { Document } from "../src/documents";
import { decide, fieldsOf, groupsAbove, unwritten, type Write } from "../src/planWrites";

const engine = { Engine, mergeSettings };

function writes(before: Document, update: Document): readonly Write[] {
  const decision = decide(engine, before, update);
  assert.ok("writes" in decision, JSON.stringify(decision));
  return decision.writes;
}

function refused(before: Document, update: Document): string[] {
  const decision = decide(engine, before, update);
  assert.ok("problems" in decision, JSON.stringify(decision));
  return decision.problems.map(({ path, code }) => `${path} ${code}`);
}

test("a top-level key is written as it is", () => {
  assert.deepEqual(writes({}, { checkpointOnError: true }), [
    { key: "checkpointOnError", value: true },
  ]);
});

test("null removes a key, so that the default holds again", () => {
  const before = { retentionDays: 3 };
  assert.deepEqual(writes(before, { retentionDays: null }), [
    { key: "retentionDays", value: undefined },
  ]);
});

test("what stays the same is not written", () => {
  assert.deepEqual(writes({ retentionDays: 3 }, { retentionDays: 3 }), []);
});

test("a group is written key by key, without loss", () => {
  const before = { permissions: { confirmMediumRisk: true, deniedCommands: ["a"] } };
  const update = {
    permissions: {
      deniedCommands: ["a", { pattern: "b", reason: "no" }],
      askWhenRecoverable: true,
    },
  };
  assert.deepEqual(writes(before, update), [
    { key: "permissions.confirmMediumRisk", value: undefined },
    { key: "permissions.askWhenRecoverable", value: true },
    { key: "permissions.deniedCommands", value: ["a", { pattern: "b", reason: "no" }] },
  ]);
});

test("a nested null means inherit, and takes the key away", () => {
  const before = { shellSpecificCheckpoints: { zsh: { checkpointAfterHighRisk: true } } };
  const update = { shellSpecificCheckpoints: { zsh: { checkpointAfterHighRisk: null } } };
  const key = "shellSpecificCheckpoints.zsh.checkpointAfterHighRisk";
  assert.deepEqual(writes(before, update), [{ key, value: undefined }]);
});

test("a group that is taken away goes with every key in it", () => {
  const before = {
    shellSpecificCheckpoints: {
      bash: { checkpointCommands: ["x"], shellSpecificRiskRules: ["y"] },
    },
  };
  assert.deepEqual(
    writes(before, { shellSpecificCheckpoints: null }).map(({ key, value }) => [key, value]),
    [
      ["shellSpecificCheckpoints.bash.checkpointCommands", undefined],
      ["shellSpecificCheckpoints.bash.shellSpecificRiskRules", undefined],
    ],
  );
});

test("nothing of an update with a problem is stored", () => {
  assert.deepEqual(refused({}, { checkpointEnabled: "no", retentionDays: 3 }), [
    "$.checkpointEnabled wrong_type",
  ]);
  assert.deepEqual(refused({}, { retentionDays: 0 }), ["$.retentionDays out_of_range"]);
  assert.deepEqual(refused({}, { checkpointEnabld: true }), ["$.checkpointEnabld unknown_key"]);
  assert.deepEqual(refused({}, { trustedWorkspaces: ["here"] }), [
    "$.trustedWorkspaces[0] not_a_full_path",
  ]);
});

test("a pattern that cannot be read is refused when it is new", () => {
  assert.deepEqual(refused({}, { checkpointCommands: ["ls", "/(/"] }), [
    "$.checkpointCommands[1] bad_pattern",
  ]);
  const before = { checkpointCommands: ["/(/"] };
  assert.deepEqual(writes(before, { checkpointCommands: ["ls", "/(/"] }).length, 1);
  assert.deepEqual(writes(before, { retentionDays: 3 }).length, 1);
});

test("keys that this version does not know are left alone", () => {
  const decision = decide(engine, { fromTheFuture: 1 }, { retentionDays: 3 });
  assert.deepEqual(decision, {
    writes: [{ key: "retentionDays", value: 3 }],
    after: { fromTheFuture: 1, retentionDays: 3 },
  });
});

test("a group written as one object is noticed and taken apart", () => {
  const wanted = [{ key: "permissions.confirmMediumRisk", value: undefined }];
  assert.deepEqual(unwritten(wanted, { permissions: { confirmMediumRisk: true } }), [
    "permissions.confirmMediumRisk",
  ]);
  assert.deepEqual(unwritten(wanted, {}), []);
  assert.deepEqual(groupsAbove("permissions.confirmMediumRisk"), ["permissions"]);
  assert.deepEqual(groupsAbove("shellSpecificCheckpoints.bash.checkpointCommands"), [
    "shellSpecificCheckpoints.bash",
    "shellSpecificCheckpoints",
  ]);
  assert.deepEqual(groupsAbove("retentionDays"), []);
  assert.deepEqual(
    fieldsOf("permissions", { permissions: { deniedCommands: ["x"], confirmMediumRisk: null } }),
    [{ key: "permissions.deniedCommands", value: ["x"] }],
  );
});
