// `belay mcp` as the protocol's own library sees it. Every line is held against its schemas.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import * as schemas from "@modelcontextprotocol/sdk/types.js";

import { belay, lines, place } from "./place.mjs";

/** A client of the library in a project; every message of the server is checked on its way. */
async function connected(t, files) {
  const project = place(t, files);
  const transport = new StdioClientTransport({
    command: belay,
    args: ["mcp"],
    cwd: project.root,
    env: project.env,
  });
  const client = new Client({ name: "test-client", version: "1" });
  const asked = new Map();
  const results = {
    initialize: schemas.InitializeResultSchema,
    "tools/list": schemas.ListToolsResultSchema,
    "tools/call": schemas.CallToolResultSchema,
    "resources/list": schemas.ListResourcesResultSchema,
    "resources/templates/list": schemas.ListResourceTemplatesResultSchema,
    "resources/read": schemas.ReadResourceResultSchema,
    ping: schemas.EmptyResultSchema,
  };
  const send = transport.send.bind(transport);
  transport.send = (message) => {
    if (message.id !== undefined) asked.set(message.id, message.method);
    return send(message);
  };
  await client.connect(transport);
  const receive = transport.onmessage;
  let checked = 0;
  transport.onmessage = (message) => {
    const known = schemas.JSONRPCMessageSchema.parse(message);
    if (known.result) results[asked.get(known.id)].parse(known.result);
    checked += 1;
    receive(message);
  };
  t.after(async () => {
    await client.close();
    assert.ok(checked > 0, "nothing was checked");
  });
  const call = async (name, args = {}) => {
    const result = await client.callTool({ name, arguments: args });
    const [{ text }] = result.content;
    if (result.isError) throw new Error(text);
    // For clients that do not know structured content.
    assert.deepEqual(JSON.parse(text), result.structuredContent);
    return result.structuredContent;
  };
  return { ...project, client, call };
}

test("tools say what they do, take and give", async (t) => {
  const { client } = await connected(t);
  assert.equal(client.getServerVersion().name, "belay");
  assert.match(client.getInstructions(), /dry run/);
  const { tools } = await client.listTools();
  const hints = Object.fromEntries(
    tools.map(({ name, annotations: { readOnlyHint, destructiveHint } }) => [
      name,
      [readOnlyHint, destructiveHint],
    ]),
  );
  assert.deepEqual(hints, {
    checkpoint_create: [false, false],
    checkpoint_diff: [true, false],
    checkpoint_list: [true, false],
    checkpoint_restore: [false, true],
    command_check: [true, false],
  });
  for (const tool of tools) {
    assert.equal(tool.annotations.openWorldHint, false, tool.name);
    assert.equal(tool.annotations.idempotentHint, true, tool.name);
    assert.equal(tool.inputSchema.type, "object", tool.name);
    assert.equal(tool.outputSchema.type, "object", tool.name);
    for (const [name, field] of Object.entries(tool.inputSchema.properties))
      assert.ok(field.description, `${tool.name}: ${name} has no description`);
  }
});

test("an agent saves, looks, goes back, and a person takes that back", async (t) => {
  const { call, write, read, exists, log, ...project } = await connected(t, {
    "a.txt": "one\n",
    "src/b.txt": "two\n",
  });
  assert.deepEqual((await call("checkpoint_list")).checkpoints, []);
  const first = await call("checkpoint_create", { reason: "before the work" });
  assert.deepEqual([first.created, first.files, first.left_out], [true, 2, []]);
  const again = await call("checkpoint_create", { reason: "again" });
  assert.deepEqual([again.id, again.created], [first.id, false], "nothing had changed");
  write("a.txt", "ONE\n");
  write("new.txt", "new\n");

  const listed = await call("checkpoint_list", { limit: 5 });
  assert.equal(listed.workspace, project.root);
  assert.equal(listed.checkpoints[0].reason, "before the work");
  const compared = await call("checkpoint_diff", { from: first.id });
  assert.deepEqual(compared.files, [
    { path: "a.txt", status: "modified" },
    { path: "new.txt", status: "added" },
  ]);
  assert.match(compared.diff, /^--- a\/a\.txt\n\+\+\+ b\/a\.txt\n@@ .*\n-one\n\+ONE\n/);
  const one = await call("checkpoint_diff", { from: first.id, paths: ["new.txt"] });
  assert.deepEqual(one.files.length, 1);

  const plan = await call("checkpoint_restore", { id: first.id });
  assert.deepEqual(
    [plan.restored, plan.writes, plan.deletes, plan.safety],
    [false, ["a.txt"], ["new.txt"], null],
  );
  assert.equal(read("a.txt"), "ONE\n", "a dry run changes nothing");
  const partly = await call("checkpoint_restore", {
    id: first.id.slice(-5),
    paths: ["a.txt"],
    dry_run: false,
  });
  assert.deepEqual([partly.restored, read("a.txt"), exists("new.txt")], [true, "one\n", true]);
  const whole = await call("checkpoint_restore", { id: first.id, dry_run: false });
  assert.deepEqual([whole.restored, exists("new.txt")], [true, false]);
  assert.ok(
    log().some(({ id }) => id === whole.safety),
    "a checkpoint was made first",
  );
  project.belay("undo", "--yes");
  assert.equal(read("new.txt"), "new\n");
  const said = JSON.parse(project.belay("audit", "list", "--json").trim().split("\n").at(-1));
  assert.ok(said);
});

test("what others have changed is not undone in passing", async (t) => {
  const { call, write, read, ...project } = await connected(t, { "a.txt": "one\n" });
  const { id } = await call("checkpoint_create");
  write("a.txt", "by a person\n");
  project.belay("save", "-m", "mine");
  const plan = await call("checkpoint_restore", { id });
  assert.equal(plan.conflicts[0].path, "a.txt");
  await assert.rejects(call("checkpoint_restore", { id, dry_run: false }), /others have changed/);
  assert.equal(read("a.txt"), "by a person\n");
  await call("checkpoint_restore", { id, dry_run: false, all: true });
  assert.equal(read("a.txt"), "one\n");
});

test("an agent cannot loosen Belay by going back", async (t) => {
  const loose = JSON.stringify({ permissions: { confirmDangerousCommands: false } });
  const { call, write, read, ...project } = await connected(t, { ".belay/settings.json": loose });
  const { id } = await call("checkpoint_create");
  write(".belay/settings.json", "{}");
  const back = { id, dry_run: false };
  const refusal = await call("checkpoint_restore", back).catch((error) => error.message);
  assert.match(refusal, /an agent does not loosen that by itself.*belay allow (\w+)/s);
  assert.equal(read(".belay/settings.json"), "{}");
  // A person's word, once and for this conversation.
  const [, code] = /belay allow (\w+)/.exec(refusal);
  project.belay("allow", code);
  await call("checkpoint_restore", back);
  assert.equal(read(".belay/settings.json"), loose);
  write(".belay/settings.json", "{}");
  await assert.rejects(call("checkpoint_restore", back), /belay allow/);
});

test("a command is judged as the guard would, and nothing happens", async (t) => {
  const { call, log, exists } = await connected(t, { "a.txt": "one\n" });
  const harmless = await call("command_check", { command: "git status" });
  assert.deepEqual([harmless.decision, harmless.risk, harmless.findings], ["allow", "safe", []]);
  const saved = await call("command_check", { command: "rm -rf src", shell: "bash" });
  assert.deepEqual([saved.decision, saved.recovery, saved.saves_first], ["allow", "full", true]);
  const asked = await call("command_check", { command: "git push --force" });
  assert.deepEqual([asked.decision, asked.recovery], ["ask", "none"]);
  assert.equal(asked.findings[0].rule, "git/force-push");
  assert.ok(asked.findings[0].instead);
  assert.deepEqual(log(), []);
  assert.ok(exists("a.txt"));
});

test("wrong words get a sentence, and the conversation goes on", async (t) => {
  const { call, client } = await connected(t, { "a.txt": "one\n" });
  await assert.rejects(call("checkpoint_diff", { from: "zzz" }), /nothing was saved yet/);
  await call("checkpoint_create");
  await assert.rejects(call("checkpoint_diff", { from: "zzz" }), /no checkpoint `zzz`/);
  const { id } = await call("checkpoint_create");
  await assert.rejects(call("checkpoint_diff", { from: id, paths: ["../x"] }), /is not a path in/);
  await assert.rejects(call("checkpoint_diff", {}), /from/);
  await assert.rejects(call("checkpoint_forget", { id }), /tool/i);
  await client.ping();
});

test("checkpoints and differences are resources", async (t) => {
  const { call, write, client } = await connected(t, { "a.txt": "one\n" });
  const { id } = await call("checkpoint_create", { reason: "a note" });
  write("a.txt", "two\n");
  const { id: second } = await call("checkpoint_create");
  const { resources } = await client.listResources();
  assert.ok(resources.some(({ uri }) => uri === `belay://checkpoints/${id}/diff`));
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.equal(resourceTemplates.length, 3);
  const text = async (uri) => (await client.readResource({ uri })).contents[0].text;
  assert.equal(JSON.parse(await text("belay://checkpoints")).checkpoints.length, 2);
  assert.equal(JSON.parse(await text(`belay://checkpoints/${id}`)).reason, "a note");
  assert.match(await text(`belay://checkpoints/${id}/diff`), /^-one\n\+two$/m);
  assert.match(await text(`belay://checkpoints/${id}/diff/${second}`), /^-one\n\+two$/m);
  await assert.rejects(text("belay://settings"), /there is no resource/);
});

test("a thousand calls at once are each answered with their own, and done in their order", async (t) => {
  const { call, at } = await connected(t, { "a.txt": "one\n" });
  const calls = Array.from({ length: 1000 }, (_, number) => {
    if (number % 100 === 0) return call("checkpoint_create", { reason: `number ${number}` });
    if (number % 10 === 1) return call("checkpoint_list");
    return call("command_check", {
      command: `rm -rf ${at(`${number}`)} && git push -f r${number}`,
    });
  });
  const answers = await Promise.all(calls);
  answers.forEach((answer, number) => {
    if (number % 100 === 0) assert.equal(answer.created, number === 0, `${number}`);
    // Whoever lists after the first save sees it: nothing was done out of turn.
    else if (number % 10 === 1) assert.equal(answer.checkpoints[0].reason, "number 0", `${number}`);
    else assert.deepEqual([answer.decision, answer.findings.length], ["ask", 2], `${number}`);
  });
});

test("a client that does not read, or goes, loses no save", async (t) => {
  const project = place(t, { "a.txt": "one\n" });
  const server = lines(t, project, ["mcp"]);
  server.reader.pause();
  server.send({
    id: 0,
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "mute", version: "1" },
    },
  });
  server.send({ method: "notifications/initialized" });
  const ask = (id, name, args) =>
    server.send({ id, method: "tools/call", params: { name, arguments: args } });
  // More answers than a pipe holds.
  for (let id = 1; id <= 300; id += 1) ask(id, "command_check", { command: "git push --force" });
  ask(301, "checkpoint_create", { reason: "in spite of it" });
  while (!project.log().some(({ reason }) => reason === "in spite of it"))
    await new Promise((resolve) => setImmediate(resolve));
  server.child.stdin.end();
  server.reader.resume();
  assert.equal(await server.ended, 0);
});
