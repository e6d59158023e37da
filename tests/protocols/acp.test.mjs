// `belay acp` between the protocol's own library on both sides, as an editor and an agent use it.
// Every message that either side gets is held against the published schema.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Readable, Transform, Writable } from "node:stream";
import { test } from "node:test";

import * as v1 from "@agentclientprotocol/sdk";
import * as v2 from "@agentclientprotocol/sdk/experimental/v2";

import { acpSchema, belay, here, lines, place } from "./place.mjs";

const scripted = (version) => [process.execPath, path.join(here, "agent.mjs"), `${version}`];
const schemas = { 1: acpSchema("v1"), 2: acpSchema("v2") };

/** An editor that writes files and runs commands, and answers questions as it is told. */
async function editor(t, files, { version = 1, answers = () => "no", words = [] } = {}) {
  const project = place(t, files);
  const heard = path.join(project.folder, "heard.jsonl");
  // What the agent gets is kept, to be checked as well.
  const agent = ["sh", "-c", 'tee "$0" | "$@"', heard, ...scripted(version)];
  const child = spawn(belay, ["acp", ...words, "--", ...agent], {
    cwd: project.folder,
    env: project.env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  t.after(() => child.kill());
  const asked = [];
  const texts = [];
  let told;
  const telling = new Promise((resolve) => (told = resolve));
  const seen = [];
  const terminals = new Map();
  const check = new Transform({
    transform(chunk, _, next) {
      this.push(chunk);
      seen.push(chunk);
      next();
    },
  });
  const acp = version === 2 ? v2 : v1;
  const stream = acp.ndJsonStream(
    Writable.toWeb(child.stdin),
    Readable.toWeb(child.stdout.pipe(check)),
  );
  const app = acp
    .client({ name: "test-editor" })
    .onRequest("session/request_permission", ({ params }) => {
      asked.push(params);
      const kind = answers(params) === "yes" ? "allow_once" : "reject_once";
      const { optionId } = params.options.find((option) => option.kind === kind);
      return { outcome: { outcome: "selected", optionId } };
    })
    .onNotification("session/update", ({ params: { update } }) => {
      for (const part of [update.content ?? []].flat()) texts.push((part.content ?? part).text);
      if (update.sessionUpdate === "agent_message_chunk") told(JSON.parse(update.content.text));
    });
  if (version === 1)
    app
      .onRequest("fs/write_text_file", ({ params }) => {
        fs.writeFileSync(params.path, params.content);
        return {};
      })
      .onRequest("terminal/create", ({ params: { command, args } }) => {
        const terminalId = `terminal-${terminals.size}`;
        terminals.set(terminalId, spawnSync(command, args, { cwd: project.root }).status);
        return { terminalId };
      })
      .onRequest("terminal/wait_for_exit", ({ params }) => ({
        exitCode: terminals.get(params.terminalId),
      }))
      .onRequest("terminal/release", () => ({}));
  /** Has the agent do these steps; what came of each. */
  const does = (...steps) =>
    app.connectWith(stream, async (agent) => {
      const info = { name: "test-editor", version: "1" };
      await agent.request(
        "initialize",
        version === 2
          ? { protocolVersion: 2, info, capabilities: {} }
          : { protocolVersion: 1, clientInfo: info, clientCapabilities: {} },
      );
      const { sessionId } = await agent.request("session/new", {
        cwd: project.root,
        mcpServers: [],
      });
      const prompt = [{ type: "text", text: JSON.stringify(steps) }];
      await agent.request("session/prompt", { sessionId, prompt });
      const came = await telling;
      const messages = [Buffer.concat(seen).toString(), fs.readFileSync(heard, "utf8")]
        .join("")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      assert.ok(messages.length > 5);
      for (const message of messages) schemas[version].message(message);
      for (const { result } of messages)
        if (result?.outcome) schemas[version].is("RequestPermissionResponse", result);
      return came;
    });
  return { ...project, does, asked, texts, child };
}

for (const version of [1, 2]) {
  test(`commands are judged, saved for and brought back, version ${version}`, async (t) => {
    const { does, asked, texts, log, exists, belay, ...project } = await editor(
      t,
      { "src/a.txt": "one\n" },
      { version },
    );
    const came = await does(
      { run: "ls" },
      { run: "rm -rf src" },
      { run: "git push --force origin main" },
    );
    assert.deepEqual(came, [0, 0, "no"]);
    // Only what nothing could undo was a question.
    assert.equal(asked.length, 1);
    assert.ok(
      texts.some((text) => /git\/force-push/.test(text)),
      "with the reason beside it",
    );
    assert.ok(!exists("src/a.txt"));
    belay("undo", "--yes");
    assert.equal(project.read("src/a.txt"), "one\n");
    const audit = belay("audit", "list", "--json")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.ok(audit.some(({ agent, subject }) => agent === "scripted" && subject === "rm -rf src"));
    assert.ok(log().some(({ reason }) => reason === "rm -rf src"));
  });
}

test("a list refuses, and the agent is told by the option that rejects", async (t) => {
  const { does, asked, texts, env, folder } = await editor(t, {});
  fs.mkdirSync(env.BELAY_HOME, { recursive: true });
  const settings = {
    permissions: { deniedCommands: [{ pattern: "make deploy", reason: "Never from here." }] },
  };
  fs.writeFileSync(path.join(folder, "home/settings.json"), JSON.stringify(settings));
  assert.deepEqual(await does({ run: "make deploy" }), ["no"]);
  assert.equal(asked.length, 0);
  assert.ok(texts.some((text) => text?.includes("Never from here.")));
});

test("files are saved before the editor writes them, and commands before it runs them", async (t) => {
  const { does, asked, at, read, exists, belay, log } = await editor(
    t,
    { "a.txt": "one\n", "src/b.txt": "two\n" },
    { answers: () => "no" },
  );
  const came = await does(
    { write: [at("a.txt"), "ONE\n"] },
    { write: [at("new.txt"), "new\n"] },
    { terminal: ["rm", "-rf", "src"] },
    { terminal: ["git", "push", "--force"] },
    { write: [at(".belay/settings.json"), "{}"] },
  );
  assert.deepEqual(came.slice(0, 3), ["written", "written", 0]);
  // What agents do without asking, Belay asks about; a refusal says what, why and instead.
  assert.equal(asked.length, 2);
  assert.match(came[3].message, /git\/force-push.*Push to a new branch/s);
  assert.match(came[4].message, /an agent does not loosen that by itself/);
  assert.ok(!exists("src/b.txt") && !exists(".belay/settings.json"));
  const first = log().at(-1);
  belay("restore", first.id, "--all", "--yes");
  assert.deepEqual(
    [read("a.txt"), read("src/b.txt"), exists("new.txt")],
    ["one\n", "two\n", false],
  );
});

test("what a person allows is done", async (t) => {
  const { does, asked, at, read } = await editor(t, {}, { answers: () => "yes" });
  fs.mkdirSync(at(".belay"));
  const came = await does(
    { write: [at(".belay/settings.json"), "{}"] },
    { terminal: ["sh", "-c", "exit 3"] },
  );
  assert.deepEqual([came, asked.length, read(".belay/settings.json")], [["written", 3], 1, "{}"]);
});

test("with --ask every question is the person's", async (t) => {
  const { does, asked } = await editor(t, {}, { answers: () => "yes", words: ["--ask"] });
  assert.deepEqual([await does({ run: "true" }), asked.length], [[0], 1]);
});

test("the library's own example agent and client, with Belay between them", async (t) => {
  const { folder, root, env } = place(t);
  const examples = path.join(here, "node_modules/acp-examples/dist/examples");
  // The example client starts its agent by `npx tsx agent.ts`.
  const npx = path.join(folder, "npx");
  const agent = `"${process.execPath}" "${path.join(examples, "agent.js")}"`;
  fs.writeFileSync(npx, `#!/bin/sh\nexec "${belay}" acp -- ${agent}\n`, { mode: 0o755 });
  const child = spawn(process.execPath, [path.join(examples, "client.js")], {
    cwd: root,
    env: { ...env, PATH: `${folder}${path.delimiter}${env.PATH}` },
    stdio: ["pipe", "pipe", "inherit"],
  });
  t.after(() => child.kill());
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    said += text;
    if (text.includes("Choose an option")) child.stdin.write("2\n");
  });
  const code = await new Promise((resolve) => child.on("exit", resolve));
  assert.equal(code, 0, said);
  assert.match(said, /Connected to agent \(protocol v1\)/);
  assert.match(said, /end_turn|completed with/i, said);
});

test("a thousand messages each way, and none is lost or overtakes another", async (t) => {
  const project = place(t, {});
  const proxy = lines(t, project, ["acp", "--", "cat"]);
  // `cat` as the agent: whatever the editor says comes back as the agent's words.
  const sent = [];
  for (let number = 0; number < 1000; number += 1) {
    const message = [
      { jsonrpc: "2.0", id: number, method: "_vendor/ask", params: { number, text: "é\u2028\\" } },
      {
        jsonrpc: "2.0",
        method: "session/update",
        params: {
          sessionId: "s",
          update: { sessionUpdate: "tool_call", toolCallId: `c${number}`, title: "t" },
        },
      },
      {
        jsonrpc: "2.0",
        id: `x${number}`,
        method: "terminal/output",
        params: { sessionId: "s", terminalId: "t" },
      },
      { jsonrpc: "2.0", id: number, result: { big: "x".repeat(number) } },
    ][number % 4];
    sent.push(JSON.stringify(message));
    proxy.raw(`${sent.at(-1)}\n`);
  }
  for (const line of sent) assert.equal(await proxy.next(), line);
  proxy.child.stdin.end();
  assert.equal(await proxy.ended, 0);
});

test("what is judged among a thousand requests keeps its place", async (t) => {
  const project = place(t, {});
  const proxy = lines(t, project, ["acp", "--", "cat"]);
  // Everything comes back from `cat` as the agent's: writes are judged on their way.
  const params = (number) => ({
    sessionId: "s",
    path: project.at(`f${number % 10}`),
    content: `${number}`,
  });
  for (let number = 0; number < 1000; number += 1)
    proxy.send({
      id: number,
      method: number % 10 ? "_x/y" : "fs/write_text_file",
      params: params(number),
    });
  for (let number = 0; number < 1000; number += 1)
    assert.equal(JSON.parse(await proxy.next()).id, number);
  proxy.child.stdin.end();
  assert.equal(await proxy.ended, 0);
});

test("an editor that does not read, or is gone, holds up no save", async (t) => {
  const project = place(t, { "a.txt": "one\n" });
  const params = { sessionId: "s", path: project.at("a.txt"), content: "x" };
  const noise = JSON.stringify({
    jsonrpc: "2.0",
    method: "_x/y",
    params: { text: "x".repeat(1000) },
  });
  const write = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "fs/write_text_file", params });
  const said = path.join(project.folder, "said");
  fs.writeFileSync(said, `${`${noise}\n`.repeat(2000)}${write}\n`);
  const proxy = lines(t, project, ["acp", "--", "sh", "-c", `cat '${said}'; cat`]);
  proxy.reader.pause();
  const saved = () => project.belay("audit", "list", "--json").includes(project.at("a.txt"));
  while (!saved()) await new Promise((resolve) => setImmediate(resolve));
  proxy.reader.resume();
  proxy.child.stdin.end();
  assert.equal(await proxy.ended, 0);
});

/** Whether a process is there. */
function lives(id) {
  try {
    process.kill(id, 0);
    return !fs.readFileSync(`/proc/${id}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

const stubborn = 'trap "" TERM; sleep 1000 & echo $$ $!; while :; do wait; done';

for (const [name, end] of [
  ["is told to end", (child) => child.kill("SIGTERM")],
  ["loses its editor", (child) => (child.stdin.end(), child.stdout.destroy())],
]) {
  test(`belay takes its agent along when it ${name}`, async (t) => {
    const proxy = lines(t, place(t), ["acp", "--", "sh", "-c", stubborn]);
    const ids = (await proxy.next()).split(" ").map(Number);
    assert.ok(ids.every(lives));
    end(proxy.child);
    await proxy.ended;
    assert.ok(!ids.some(lives), "the agent or something it started is left");
  });
}

test("belay ends with its agent, and what that has started", async (t) => {
  const proxy = lines(t, place(t), ["acp", "--", "sh", "-c", "sleep 1000 & echo $!; exit 7"]);
  const id = Number(await proxy.next());
  assert.equal(await proxy.ended, 7);
  assert.ok(!lives(id));
});

test("an agent that is not there is named", () => {
  const ran = spawnSync(belay, ["acp", "--", "no-such-agent"], { encoding: "utf8" });
  assert.equal(ran.status, 1);
  assert.match(ran.stderr, /`no-such-agent` cannot be started; is it in the PATH\?/);
});
