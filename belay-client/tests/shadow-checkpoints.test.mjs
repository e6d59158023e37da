// Seed 004: the workspace of a task, and the context of a model.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";

import { client, project } from "./project.mjs";

const { restoreApiContext, ShadowCheckpointService } = client;

async function service(t, place) {
  const checkpoints = new ShadowCheckpointService({ taskId: "task-1", ...place.options });
  t.after(() => checkpoints.close());
  const told = [];
  for (const name of ["initialize", "checkpoint", "restore", "error"]) {
    checkpoints.on(name, (event) => told.push(event));
  }
  return { checkpoints, told };
}

test("saves, compares and restores, and tells of it", async (t) => {
  const place = project(t, { "a.txt": "one\n", "keep.txt": "kept\n" });
  const { checkpoints, told } = await service(t, place);
  await assert.rejects(checkpoints.saveCheckpoint("too early"), /call initShadowGit first/);
  assert.equal(told.pop().type, "error");
  let called = false;
  const begun = await checkpoints.initShadowGit(async () => {
    called = true;
  });
  assert.ok(called && begun.created && checkpoints.isInitialized);
  assert.equal(checkpoints.workspaceDir, place.root);
  const { baseHash } = checkpoints;
  assert.deepEqual(
    told.map(({ type, baseHash, workspaceDir }) => ({ type, baseHash, workspaceDir })),
    [{ type: "initialize", baseHash, workspaceDir: place.root }],
  );

  assert.equal(await checkpoints.saveCheckpoint("nothing changed"), undefined);
  place.write("a.txt", "two\n");
  place.write("new.txt", "new\n");
  const first = await checkpoints.saveCheckpoint("first");
  const empty = await checkpoints.saveCheckpoint("even so", { allowEmpty: true });
  assert.deepEqual(checkpoints.getCheckpoints(), [first.commit, empty.commit]);
  assert.deepEqual(
    told.slice(1).map(({ type, fromHash, toHash }) => ({ type, fromHash, toHash })),
    [
      { type: "checkpoint", fromHash: baseHash, toHash: first.commit },
      { type: "checkpoint", fromHash: first.commit, toHash: empty.commit },
    ],
  );

  const diff = await checkpoints.getDiff({ from: baseHash, to: first.commit });
  assert.deepEqual(diff, [
    {
      paths: { relative: "a.txt", absolute: place.path("a.txt") },
      content: { before: "one\n", after: "two\n" },
    },
    {
      paths: { relative: "new.txt", absolute: place.path("new.txt") },
      content: { before: "", after: "new\n" },
    },
  ]);
  place.write("a.txt", "three\n");
  assert.equal((await checkpoints.getDiff()).at(0).content.after, "three\n");

  await checkpoints.restoreCheckpoint(first.commit);
  assert.equal(place.read("a.txt"), "two\n");
  assert.deepEqual(checkpoints.getCheckpoints(), [first.commit]);
  await checkpoints.restoreCheckpoint(baseHash);
  assert.equal(place.read("a.txt"), "one\n");
  assert.equal(place.read("keep.txt"), "kept\n");
  assert.ok(!existsSync(place.path("new.txt")));
  assert.deepEqual(checkpoints.getCheckpoints(), []);
  const { type, commitHash } = told.at(-1);
  assert.deepEqual({ type, commitHash }, { type: "restore", commitHash: baseHash });

  const events = told.length;
  await assert.rejects(checkpoints.restoreCheckpoint("zzzzzzzzzzzz"), { code: 2 });
  assert.equal(told.length, events + 1);
  assert.equal(told.at(-1).type, "error");
});

test("a task that goes on finds its checkpoints", async (t) => {
  const place = project(t, { "a.txt": "one\n" });
  const before = (await service(t, place)).checkpoints;
  await before.initShadowGit();
  place.write("a.txt", "two\n");
  const saved = await before.saveCheckpoint("first");
  await before.close();
  const after = (await service(t, place)).checkpoints;
  assert.equal((await after.initShadowGit()).created, false);
  assert.equal(after.baseHash, before.baseHash);
  assert.deepEqual(after.getCheckpoints(), [saved.commit]);
  await assert.rejects(after.initShadowGit(), /initialized already/);
});

test("what was sent to a model comes back, and what that takes away is counted", async (t) => {
  const place = project(t, { "a.txt": "one\n" });
  const { checkpoints } = await service(t, place);
  await checkpoints.initShadowGit();
  const history = [
    { role: "user", content: "begin", ts: 100 },
    { role: "assistant", content: "done", ts: 110, usage: { input_tokens: 5, output_tokens: 7 } },
    { role: "user", content: "more", ts: 200 },
  ];
  const first = await checkpoints.saveApiContext(snapshot(150, history.slice(0, 2)), "req-1");
  assert.equal(first, "req-1");
  place.write("a.txt", "two\n");
  await checkpoints.saveCheckpoint("second");
  await checkpoints.saveApiContext(snapshot(250, history));
  const saved = await checkpoints.getApiContexts();
  assert.equal(saved.length, 2);
  assert.deepEqual([saved[0].apiRequestId, saved[0].commitHash], ["req-1", checkpoints.baseHash]);
  assert.equal((await checkpoints.getApiContext("req-1")).systemPrompt, "be careful at 150");
  assert.ok(!JSON.stringify(await checkpoints.getApiContext("req-1")).includes("sk-ant-"));

  const options = {
    ts: 100,
    commitHash: checkpoints.baseHash,
    mode: "preview",
    operation: "delete",
    restoreApiContext: true,
    apiRequestId: "req-1",
  };
  const look = await checkpoints.restoreExtended(options);
  assert.equal(place.read("a.txt"), "two\n");
  assert.equal(look.files.restored, null);
  assert.equal(look.files.plan.writes[0].path, "a.txt");
  const done = await checkpoints.restoreExtended({ ...options, mode: "restore" });
  assert.equal(place.read("a.txt"), "one\n");
  assert.ok(done.context.metrics.messages >= 1, JSON.stringify(done.context.metrics));
  assert.deepEqual(done.context.metrics, look.context.metrics);

  const put = {};
  await restoreApiContext(done.context.snapshot, {
    setSystemPrompt: (prompt) => (put.prompt = prompt),
    overwriteApiConversationHistory: async (messages) => (put.messages = messages),
    setTaskMode: (mode) => (put.mode = mode),
    setTaskToolProtocol: (protocol) => (put.protocol = protocol),
  });
  assert.deepEqual(put, {
    prompt: "be careful at 150",
    messages: done.context.snapshot.conversationHistory,
    mode: "code",
    protocol: "native",
  });
  await restoreApiContext(done.context.snapshot, {});
});

function snapshot(timestamp, conversationHistory) {
  return {
    timestamp,
    systemPrompt: `be careful at ${timestamp}`,
    conversationHistory,
    apiConfiguration: { model: "m", apiKey: "sk-ant-REDACTED" },
    taskState: {
      taskId: "task-1",
      taskMode: "code",
      taskToolProtocol: "native",
      skipPrevResponseIdOnce: false,
    },
    fileContextState: { trackedFiles: ["a.txt"] },
    apiCallParameters: { userContent: [], includeFileDetails: true },
  };
}
