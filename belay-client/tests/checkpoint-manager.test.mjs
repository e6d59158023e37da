// Seed 002: messages of a person as points to go back to.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { client, project } from "./project.mjs";

const { CheckpointManager, checkpointEnvironmentWarnings, checkpointingOptions } = client;

function manager(t, place, options = {}) {
  const made = new CheckpointManager({ sessionId: "s1", ...place.options, ...options });
  t.after(() => made.close());
  return made;
}

/** What the SDK does with files, in as far as it is looked at. */
const sdk = (answer) => ({ rewindFiles: async () => answer() });
const nothingFound = sdk(() => {
  throw new Error("No file checkpoint found for message m1");
});

test("messages are kept newest first, ten of them, and loaded again", async (t) => {
  const place = project(t, { "a.txt": "0" });
  const first = manager(t, place);
  await first.initialize();
  assert.deepEqual(first.listCheckpoints(), []);
  for (let i = 1; i <= 12; i += 1) {
    place.write("a.txt", `${i}`);
    first.captureCheckpoint(`m${i}`, `message ${i}`, "s1");
    await first.saved();
  }
  const expected = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((i) => `m${i}`);
  const ids = (one) => one.listCheckpoints().map(({ id }) => id);
  assert.deepEqual(ids(first), expected);
  assert.ok(first.listCheckpoints()[0].timestamp instanceof Date);
  const second = manager(t, place);
  await second.initialize();
  assert.deepEqual(ids(second), expected);
  assert.equal(second.listCheckpoints()[0].description, "message 12");
  assert.equal(second.listCheckpoints()[0].sessionId, "s1");
  const metadata = join(place.home, "sessions", "s1", "checkpoints", "metadata.json");
  assert.ok(existsSync(metadata), readdirSync(place.home, { recursive: true }).join("\n"));
  const written = JSON.parse(readFileSync(metadata, "utf8")).checkpoints;
  assert.deepEqual(Object.keys(written[0]).sort(), ["description", "id", "sessionId", "timestamp"]);
});

test("the SDK brings files back; what it has not, Belay has", async (t) => {
  const place = project(t, { "utils.ts": "add\n" });
  const checkpoints = manager(t, place);
  checkpoints.captureCheckpoint("m1", "Create utils.ts", "s1");
  await checkpoints.saved();
  place.write("utils.ts", "add multiply\n");
  place.write("made-by-a-command.txt", "new");
  let asked;
  await checkpoints.restoreCheckpoint("m1", { rewindFiles: async (id) => (asked = id) });
  assert.equal(asked, "m1");
  assert.equal(place.read("utils.ts"), "add multiply\n", "the SDK was asked, and says it did it");
  await checkpoints.restoreCheckpoint("m1", nothingFound);
  assert.equal(place.read("utils.ts"), "add\n");
  assert.ok(!existsSync(place.path("made-by-a-command.txt")));
  place.write("utils.ts", "three\n");
  const refused = sdk(() => ({ canRewind: false, error: "No file checkpoint found for m1" }));
  await checkpoints.restoreCheckpoint("m1", refused);
  assert.equal(place.read("utils.ts"), "add\n");
});

test("with Belay alone no query is needed", async (t) => {
  const place = project(t, { "a.txt": "one" });
  const checkpoints = manager(t, place, { rewind: "belay" });
  checkpoints.captureCheckpoint("m1", "begin", "s1");
  // Not waited for: going back waits for what is being saved.
  await checkpoints.saved();
  place.write("a.txt", "two");
  await checkpoints.restoreCheckpoint("m1");
  assert.equal(place.read("a.txt"), "one");
  await assert.rejects(checkpoints.restoreCheckpoint("m9"), { name: "BelayError", code: 2 });
});

test("what goes wrong is said in the seed's sentences", async (t) => {
  const place = project(t, { "a.txt": "one" });
  const checkpoints = manager(t, place);
  await assert.rejects(checkpoints.restoreCheckpoint("m1", null), {
    message: "No active query session. Cannot restore checkpoint.",
  });
  await assert.rejects(checkpoints.restoreCheckpoint("m1", nothingFound), {
    message:
      "Checkpoint data not found in SDK. This may happen if the session was not properly " +
      "completed or CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING was not set.",
  });
  const broken = sdk(() => {
    throw new Error("the process ended");
  });
  await assert.rejects(checkpoints.restoreCheckpoint("m1", broken), /the process ended/);

  mkdirSync(place.path(".belay"));
  writeFileSync(place.path(".belay/settings.json"), '{ "enableFileCheckpointing": false }');
  const settings = join(place.home, "settings.json");
  mkdirSync(place.home, { recursive: true });
  writeFileSync(settings, '{ "enableFileCheckpointing": false }');
  const told = [];
  const off = manager(t, place, { onError: (error) => told.push(error.message) });
  off.captureCheckpoint("m1", "x", "s1");
  await off.saved();
  assert.deepEqual(told, ["Checkpoint feature not enabled"]);

  assert.deepEqual(checkpointEnvironmentWarnings({ enableFileCheckpointing: true }, {}), [
    "Warning: File checkpointing enabled in config but environment variable not set",
    "Set CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING=1 to enable SDK checkpointing",
  ]);
  const set = { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: "1" };
  assert.deepEqual(checkpointEnvironmentWarnings({ enableFileCheckpointing: true }, set), []);
  assert.deepEqual(checkpointEnvironmentWarnings({}, {}), []);
});

test("a stream of the SDK becomes messages to go back to", async (t) => {
  const place = project(t);
  const checkpoints = manager(t, place);
  const user = (uuid, content, more = {}) =>
    checkpoints.handleSDKMessage({
      type: "user",
      uuid,
      session_id: "s1",
      parent_tool_use_id: null,
      message: { role: "user", content },
      ...more,
    });
  user("m1", `${"a".repeat(79)}\nbcd`);
  user("m2", [{ type: "image" }, { type: "text", text: "second\nline" }]);
  user("m3", [{ type: "image" }]);
  user("t1", [{ type: "tool_result", content: "ok" }]);
  user("t2", "of a subagent", { parent_tool_use_id: "toolu_1" });
  user("t3", "made up", { isSynthetic: true });
  user(undefined, "without an id");
  checkpoints.handleSDKMessage({ type: "assistant", uuid: "a1", message: { content: "hi" } });
  await checkpoints.saved();
  const [third, second, first, ...others] = checkpoints.listCheckpoints();
  assert.deepEqual(others, []);
  assert.equal(first.description, `${"a".repeat(79)} `);
  assert.equal(second.description, "second line");
  assert.match(third.description, /^Checkpoint at \d/);
});

test("the SDK is told what it needs", () => {
  const options = checkpointingOptions({ extraArgs: { verbose: null }, env: { A: "1" } });
  assert.deepEqual(options, {
    enableFileCheckpointing: true,
    extraArgs: { verbose: null, "replay-user-messages": null },
    env: { A: "1", CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: "1" },
  });
});
