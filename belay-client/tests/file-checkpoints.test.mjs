// Seed 001: files saved before a write, brought back by message.

import assert from "node:assert/strict";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";

import { client, project } from "./project.mjs";

const { FileCheckpointMiddleware, FileCheckpointService } = client;

function service(t, place) {
  const checkpoints = new FileCheckpointService(place.options);
  t.after(() => checkpoints.close());
  return checkpoints;
}

test("what edit_file changed comes back, and what write_file made goes", async (t) => {
  const place = project(t, { "src/a.ts": "one\n" });
  const checkpointService = service(t, place);
  let messageId = "m1";
  const middleware = new FileCheckpointMiddleware({
    checkpointService,
    getCurrentSession: () => ({ sessionId: "s", messageId }),
  });
  const execute = middleware.wrap(async (tool, params) => {
    writeFileSync(place.path(params.file_path || params.path), params.content);
    return `${tool.name} done`;
  });
  assert.equal(
    await execute({ name: "edit_file" }, { file_path: "src/a.ts", content: "two\n" }, {}),
    "edit_file done",
  );
  messageId = "m2";
  await execute({ name: "write_file" }, { path: "src/b.ts", content: "new\n" }, {});
  const both = { file_path: "", path: "src/a.ts", content: "three\n" };
  await execute({ name: "edit_file" }, both, {});
  const saved = await checkpointService.getCheckpoints("s");
  assert.deepEqual(
    saved.map((one) => [one.messageId, one.filePath, one.fileExisted, one.originalContent]),
    [
      ["m1", place.path("src/a.ts"), true, "one\n"],
      ["m2", place.path("src/b.ts"), false, null],
      ["m2", place.path("src/a.ts"), true, "two\n"],
    ],
  );
  assert.ok(Math.abs(saved[0].createdAt - Date.now()) < 60_000);

  const second = await checkpointService.rewindFiles("s", "m2");
  assert.equal(second.success, true);
  assert.deepEqual(second.restoredFiles, [place.path("src/a.ts")]);
  assert.deepEqual(second.deletedFiles, [place.path("src/b.ts")]);
  assert.deepEqual(second.errors, []);
  assert.equal(place.read("src/a.ts"), "two\n");
  assert.ok(!existsSync(place.path("src/b.ts")));

  await checkpointService.undoRewind("s");
  assert.equal(place.read("src/a.ts"), "three\n");
  await checkpointService.rewindFiles("s", "m1");
  assert.equal(place.read("src/a.ts"), "one\n");
});

test("other tools, and no session, save nothing", async (t) => {
  const place = project(t, { "a.txt": "one" });
  const checkpointService = service(t, place);
  let session = { sessionId: "s", messageId: "m" };
  const middleware = new FileCheckpointMiddleware({
    checkpointService,
    getCurrentSession: () => session,
  });
  const execute = middleware.wrap(async () => "ran");
  assert.equal(await execute({ name: "read_file" }, { path: "a.txt" }, {}), "ran");
  assert.equal(await execute({ name: "write_file" }, {}, {}), "ran");
  session = null;
  assert.equal(await execute({ name: "write_file" }, { path: "a.txt" }, {}), "ran");
  session = { sessionId: "s", messageId: "m" };
  const own = new FileCheckpointMiddleware({
    checkpointService,
    getCurrentSession: () => session,
    tools: ["Write"],
  });
  await own.wrap(async () => "ran")({ name: "Write" }, { file_path: "a.txt" }, {});
  assert.equal((await checkpointService.getCheckpoints("s")).length, 1);
});

test("a tool is not run where its file cannot be saved", async (t) => {
  const place = project(t, { "a.txt": "one" });
  const middleware = new FileCheckpointMiddleware({
    checkpointService: service(t, { options: { ...place.options, binary: "/nowhere/belay" } }),
    getCurrentSession: () => ({ sessionId: "s", messageId: "m" }),
  });
  let ran = false;
  const execute = middleware.wrap(async () => (ran = true));
  await assert.rejects(execute({ name: "write_file" }, { path: "a.txt" }, {}), /names \/nowhere/);
  assert.equal(ran, false);
});

test("over a mebibyte nothing is saved; fifty of a session are kept", async (t) => {
  const place = project(t, { "large.txt": "x".repeat((1 << 20) + 1) });
  const checkpoints = service(t, place);
  assert.equal(await checkpoints.createCheckpoint("s", "m", "large.txt"), null);
  place.write("large.txt", "x".repeat(1 << 20));
  assert.equal(typeof (await checkpoints.createCheckpoint("s", "m", "large.txt")), "string");
  for (let i = 0; i < 60; i += 1) {
    place.write("a.txt", `${i}`);
    await checkpoints.createCheckpoint("s", `m${i}`, "a.txt");
  }
  const kept = await checkpoints.getCheckpoints("s");
  assert.equal(kept.length, 50);
  assert.equal(kept.at(-1).messageId, "m59");
  assert.equal(await checkpoints.cleanup(), 0);
  rmSync(place.path("a.txt"));
  await checkpoints.rewindFiles("s", "m59");
  assert.equal(place.read("a.txt"), "59");
});
