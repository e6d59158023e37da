import assert from "node:assert/strict";
import { test } from "node:test";
import type { Checkpoint, LogEntry, RestorePlan } from "belay-client";
import { ago, filtered, known, titleOf } from "../src/checkpoints/model";
import { linesOf } from "../src/checkpoints/plan";

function checkpoint(id: string, session: string | null, reason: string): Checkpoint {
  const changed = { added: 0, modified: 0, deleted: 0 };
  const created = "2026-01-01T00:00:00Z";
  const rest = { kind: "save", message: null, parent: null, complete: true, files: 1 } as const;
  return { id, session, reason, created, changed, tree: "t", commit: "c", ...rest };
}

const entry = (id: string, label: string) => ({ id, label, pinned: true }) as unknown as LogEntry;

test("checkpoints are grouped by session, the newest first, with their names", () => {
  const all = [
    checkpoint("3", "s", "last"),
    checkpoint("2", null, ""),
    checkpoint("1", "s", "first"),
  ];
  const { groups, newest } = known(all, [entry("1", "before")], []);
  assert.equal(newest?.checkpoint.id, "3");
  assert.deepEqual(
    groups.map(({ session, entries }) => [session, entries.map(titleOf)]),
    [
      ["s", ["last", "before"]],
      [undefined, ["2"]],
    ],
  );
  assert.deepEqual(
    filtered(groups, "BEF").map(({ entries }) => entries.map(({ checkpoint }) => checkpoint.id)),
    [["1"]],
  );
  assert.equal(filtered(groups, " ").length, 2);
});

test("what was saved before a restore is known by what was gone back to", () => {
  const safety = (id: string, to: string) => ({
    ...checkpoint(id, null, `Before a restore to ${to}`),
    kind: "safety" as const,
  });
  const all = [
    safety("00000000003", "00000000002"),
    safety("00000000002", "1"),
    checkpoint("1", null, "a"),
  ];
  const [group] = known(all, [entry("1", "storm")], []).groups;
  assert.deepEqual(
    group?.entries.map(({ before }) => before),
    ["00000002", "storm", undefined],
  );
});

test("a message without a checkpoint of its own leads to the one before it", () => {
  const at = (id: string, hour: number, message: string | null = null) => ({
    ...checkpoint(id, "s", id),
    created: `2026-01-01T0${hour}:00:00Z`,
    message,
  });
  const said = (message: string, hour: number) =>
    ({
      id: message,
      kind: "message",
      session: "s",
      message,
      text: message,
      created: `2026-01-01T0${hour}:30:00Z`,
    }) as unknown as LogEntry;
  const all = [at("third", 5, "own"), at("second", 3), at("first", 1)];
  const log = [said("own", 2), said("late", 6), said("middle", 4), said("early", 0)];
  assert.deepEqual(
    known(all, log, []).messages.map(({ text, target }) => [text, target.checkpoint.id]),
    [
      ["own", "third"],
      ["late", "third"],
      ["middle", "second"],
    ],
  );
});

test("how long ago is said as the language says it", () => {
  const minutes = 60_000;
  assert.equal(ago(0, 3 * minutes, "en", "long"), "3 minutes ago");
  assert.equal(ago(0, 26 * 60 * minutes, "de", "long"), "gestern");
  assert.equal(ago(10, 0, "en", "long"), "now");
});

test("a plan is a line for each file, and what others changed is marked", () => {
  const plan: RestorePlan = {
    target: "1",
    targetComplete: true,
    writes: [{ path: "b", status: "modified" }],
    deletes: ["a"],
    leaves: [],
    conflicts: [{ path: "b", session: null, checkpoint: "2" }],
  };
  assert.deepEqual(linesOf(plan), [
    { path: "a", does: "delete", conflict: false },
    { path: "b", does: "write", conflict: true },
  ]);
});
