// The conversation itself: versions, order, cancelling, progress, events, and how it ends.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { client, connected, project } from "./project.mjs";

const { BelayConnection, BelayError, BelayNotFoundError, ErrorCode, findBelay, METHODS } = client;

test("opens, says what it is, and ends", async (t) => {
  const place = project(t);
  const connection = await BelayConnection.open(place.options);
  assert.equal(connection.server.protocolVersion, client.PROTOCOL_VERSION);
  assert.equal(connection.server.workspace, place.root);
  assert.equal(connection.server.fileCheckpointing, true);
  assert.ok(connection.open);
  await connection.close();
  await connection.close();
  assert.ok(!connection.open);
  await assert.rejects(connection.request("session:list"), /belay rpc has ended \(exit code 0\)/);
});

test("every method of the table is known to the program", async (t) => {
  const connection = await connected(t, project(t));
  for (const method of METHODS) {
    if (method === "shutdown") continue;
    const outcome = await connection.request(method, {}).catch((error) => error);
    assert.notEqual(outcome?.code, ErrorCode.MethodNotFound, method);
  }
  await assert.rejects(connection.request("no:such"), { code: ErrorCode.MethodNotFound });
});

test("a program that speaks another version says so", async (t) => {
  const place = project(t);
  const connection = await connected(t, place);
  await assert.rejects(connection.request("initialize", { protocolVersions: [99] }), (error) => {
    assert.ok(error instanceof BelayError);
    assert.equal(error.code, ErrorCode.Version);
    assert.match(error.message, /speaks version 1 of the protocol, the client \[99\]; update/);
    assert.deepEqual(error.data.protocolVersions, [1]);
    return true;
  });
});

test("a thousand interleaved requests are answered, in order", async (t) => {
  const place = project(t, { "a.txt": "one" });
  const connection = await connected(t, place);
  const order = [];
  const asked = [];
  for (let i = 0; i < 1000; i += 1) {
    const session = `s${i % 7}`;
    const request =
      i % 3 === 0
        ? connection.request("context:save", {
            sessionId: session,
            apiRequestId: `r${i}`,
            snapshot: snapshot(i),
          })
        : i % 3 === 1
          ? connection.request("guard:before", {
              sessionId: session,
              action: { action: "execute", command: `echo ${i}` },
            })
          : connection.request("timeline:list", { limit: 1 });
    asked.push(
      request.then((answer) => {
        order.push(i);
        return answer;
      }),
    );
  }
  const answers = await Promise.all(asked);
  assert.deepEqual(order, [...Array(1000).keys()]);
  answers.forEach((answer, i) => {
    if (i % 3 === 0) assert.equal(answer.apiRequestId, `r${i}`);
    if (i % 3 === 1) assert.equal(answer.decision, "allow");
    if (i % 3 === 2) assert.ok(Array.isArray(answer));
  });
  const saved = await Promise.all(
    [0, 1, 2, 3, 4, 5, 6].map((s) => connection.request("context:list", { sessionId: `s${s}` })),
  );
  assert.equal(saved.flat().length, 334);
});

test("events come, all or of one type, until they are not wanted", async (t) => {
  const place = project(t, { "a.txt": "one" });
  const connection = await connected(t, place);
  const all = [];
  const some = [];
  const stop = connection.onEvent((event) => all.push(event.type));
  connection.onEvent("checkpoint", (event) => some.push(event.to));
  const first = await connection.request("workspace:save", { message: "first" });
  assert.deepEqual(some, [first.checkpoint]);
  assert.ok(all.includes("checkpoint"));
  stop();
  const before = all.length;
  place.write("a.txt", "two");
  await connection.request("workspace:save", { message: "second" });
  assert.equal(all.length, before);
  assert.equal(some.length, 2);
});

test("settings that change elsewhere are told", async (t) => {
  const place = project(t);
  const connection = await connected(t, place);
  const told = new Promise((resolve) => connection.onEvent("settingsChanged", resolve));
  mkdirSync(place.path(".belay"));
  place.write(".belay/settings.json", '{ "alwaysCheckpointWrite": true, "nonsense": 1 }');
  const event = await told;
  assert.ok(
    event.problems.some((problem) => problem.includes("nonsense")),
    event.problems,
  );
});

test("progress is told, and a request can be taken back", async (t) => {
  const place = project(t);
  for (let i = 0; i < 2000; i += 1) place.write(`d${i % 40}/f${i}.txt`, `text ${i}`);
  const connection = await connected(t, place);
  const stages = [];
  const saved = await connection.request(
    "workspace:save",
    { message: "all" },
    { onProgress: ({ stage, done }) => stages.push([stage, done]) },
  );
  assert.equal(saved.files, 2000);
  assert.ok(stages.length > 0);
  assert.ok(stages.every(([stage, done]) => typeof stage === "string" && Number.isInteger(done)));
  const early = AbortSignal.abort();
  await assert.rejects(
    connection.request("workspace:save", { message: "never" }, { signal: early }),
    { code: ErrorCode.Cancelled },
  );
  assert.deepEqual(
    (await connection.request("workspace:list")).map(({ reason }) => reason),
    ["all"],
  );
});

test("a program that is killed fails what waits, with a sentence", async (t) => {
  const place = project(t);
  // Answers the greeting, then dies.
  const script = place.path("belay");
  const hello = JSON.stringify({ jsonrpc: "2.0", id: 0, result: { protocolVersion: 1 } });
  writeFileSync(
    script,
    `#!${process.execPath}
process.stdin.once("data", () => {
  process.stdout.write("Content-Length: ${hello.length}\\r\\n\\r\\n" + ${JSON.stringify(hello)});
  process.stdin.once("data", () => { console.error("the disk is gone"); process.kill(process.pid, "SIGKILL"); });
});
`,
  );
  chmodSync(script, 0o755);
  const connection = await BelayConnection.open({ ...place.options, binary: script });
  const asked = [connection.request("session:list"), connection.request("workspace:list")];
  for (const outcome of await Promise.allSettled(asked)) {
    assert.equal(outcome.status, "rejected");
    assert.ok(outcome.reason instanceof BelayError);
    assert.match(outcome.reason.message, /belay rpc has ended \(SIGKILL\): the disk is gone/);
  }
  await connection.ended;
  await connection.close();
});

test("a client that dies or reads nothing holds up no save", async (t) => {
  const place = project(t, { "a.txt": "one" });
  const { env } = place.options;
  const child = spawn(process.env.BELAY_BIN, ["rpc"], { env, cwd: place.root });
  const send = (id, method, params = {}) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  // Nothing of this is ever read: far more than a pipe holds.
  place.write("long.txt", "x".repeat(900_000));
  send(1, "initialize");
  send(2, "checkpoint:create", { sessionId: "s", messageId: "m", filePath: "long.txt" });
  for (let id = 3; id < 20; id += 1) send(id, "checkpoint:list", { sessionId: "s" });
  send(20, "checkpoint:create", { sessionId: "s", messageId: "m", filePath: "a.txt" });
  send(21, "workspace:save", { message: "behind what nobody reads" });
  child.stdin.end();
  const other = await connected(t, place);
  for (;;) {
    const listed = await other.request("workspace:list");
    if (listed.some(({ reason }) => reason === "behind what nobody reads")) break;
    assert.equal(child.exitCode, null, "it ended without the save");
  }
  const files = await other.request("checkpoint:list", { sessionId: "s" });
  assert.deepEqual(files.map(({ filePath }) => filePath).sort(), [
    place.path("a.txt"),
    place.path("long.txt"),
  ]);
  child.stdout.destroy();
  await once(child, "exit");
});

test("an agent that forgets to close still ends, and takes the program along", (t) => {
  const place = project(t);
  const script = `
    const { BelayConnection } = require(${JSON.stringify(new URL("../dist/cjs/index.js", import.meta.url).pathname)});
    BelayConnection.open({ workspace: ${JSON.stringify(place.root)} })
      .then((connection) => connection.request("session:list"))
      .then((sessions) => console.log(JSON.stringify(sessions)));
  `;
  const run = spawnSync(process.execPath, ["-e", script], {
    env: place.options.env,
    encoding: "utf8",
    timeout: 60_000,
  });
  assert.equal(run.status, 0, run.stderr);
  assert.equal(run.stdout.trim(), "[]");
});

test("the program is found, or a sentence says what to do", (t) => {
  const place = project(t, { "bin/belay": "#!/bin/sh\n" });
  const bin = place.path("bin");
  assert.throws(() => findBelay(undefined, { PATH: bin }), BelayNotFoundError, "not executable");
  chmodSync(join(bin, "belay"), 0o755);
  assert.equal(findBelay(undefined, { PATH: `/nowhere:${bin}` }), join(bin, "belay"));
  assert.equal(
    findBelay(undefined, { PATH: "", BELAY_BIN: join(bin, "belay") }),
    join(bin, "belay"),
  );
  const wrong = "/nowhere/belay";
  assert.throws(
    () => findBelay(wrong, { PATH: bin }),
    /the option `binary` names \/nowhere\/belay/,
  );
  assert.throws(() => findBelay(undefined, { BELAY_BIN: wrong }), /BELAY_BIN names \/nowhere/);
  rmSync(join(bin, "belay"));
  assert.ok(!existsSync(join(bin, "belay")));
  assert.throws(() => findBelay(undefined, { PATH: bin }), /was not found.*install it .*BELAY_BIN/);
});

function snapshot(timestamp) {
  return {
    timestamp,
    systemPrompt: "be careful",
    conversationHistory: [],
    apiConfiguration: {},
    taskState: { taskId: "t", taskMode: "code", skipPrevResponseIdOnce: false },
    fileContextState: { trackedFiles: [] },
    apiCallParameters: { userContent: [], includeFileDetails: false },
  };
}
