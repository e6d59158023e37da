#!/usr/bin/env node
// The Claude Agent SDK with belay-client, offline: ids of messages, and going back by the SDK's own
// `rewindFiles` and by Belay.
//
//   node tests/lab/sdk.mjs --belay target/debug/belay
//
// belay-client must be built (`cargo xtask client`). What a run leaves behind is in target/lab/sdk.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import * as claude from "./agents/claude.mjs";

const SDK = "@anthropic-ai/claude-agent-sdk@0.3.326";
const lab = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(lab, "../..");
const caches = process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");
const { values: options } = parseArgs({
  options: {
    belay: { type: "string", default: path.join(root, "target/debug/belay") },
    cache: { type: "string", default: path.join(caches, "belay-lab") },
    inside: { type: "boolean", default: false },
  },
});
const place = path.join(root, "target/lab/sdk");
const [home, repo] = [path.join(place, "home"), path.join(place, "repo")];

if (options.inside) await inside();
else outside();

/** Installs, and starts this file again where only loopback is. */
function outside() {
  const sdk = install("sdk", SDK);
  const program = install("claude", claude.packages[0]);
  const alone = [[], ["--user", "--map-root-user"]].find(
    (more) => spawnSync("unshare", [...more, "--net", "--pid", "--fork", "true"]).status === 0,
  );
  assert.ok(alone, "this needs namespaces: Linux, and root or user namespaces");
  fs.rmSync(place, { recursive: true, force: true });
  for (const folder of [home, repo]) fs.mkdirSync(folder, { recursive: true });
  compile(sdk);
  const variables = {
    PATH: process.env.PATH,
    HOME: home,
    LANG: "C.UTF-8",
    LAB_SDK: path.join(sdk, "@anthropic-ai/claude-agent-sdk/sdk.mjs"),
    LAB_CLAUDE: path.join(program, ".bin/claude"),
    BELAY_BIN: path.resolve(options.belay),
    BELAY_HOME: path.join(place, "belay"),
  };
  const words = [...alone, "--net", "--pid", "--fork", "--kill-child", "--mount-proc", "env", "-i"];
  words.push(...Object.entries(variables).map(([name, value]) => `${name}=${value}`));
  words.push(process.execPath, fileURLToPath(import.meta.url), "--inside");
  const ran = spawnSync("unshare", words, { stdio: "inherit", timeout: 300_000 });
  process.exit(ran.status ?? 1);
}

/** The lines of belay-client's README hold for the SDK's own types. */
function compile(sdk) {
  const folder = path.join(place, "typed");
  const modules = path.join(folder, "node_modules");
  fs.mkdirSync(modules, { recursive: true });
  fs.symlinkSync(path.join(root, "belay-client"), path.join(modules, "belay-client"));
  fs.symlinkSync(path.join(sdk, "@anthropic-ai"), path.join(modules, "@anthropic-ai"));
  const readme = fs.readFileSync(path.join(root, "belay-client/README.md"), "utf8");
  const [lines] = readme.match(/(?<=```ts\n)[^]*?(?=```)/);
  const known = "declare const prompt: string, sessionId: string;\n";
  fs.writeFileSync(path.join(folder, "readme.mts"), lines + known);
  const installed = path.join(root, "belay-client/node_modules");
  const flags = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022"];
  flags.push("--module", "nodenext", "--typeRoots", path.join(installed, "@types"));
  const tsc = path.join(installed, "typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, ...flags, "--types", "node", "readme.mts"], {
    cwd: folder,
    stdio: "inherit",
  });
}

/** Into the lab's cache, once a version. The SDK's own copy of Claude Code is not needed. */
function install(name, wanted) {
  const folder = path.join(options.cache, `${name}-${wanted.split("@").pop()}`);
  if (!fs.existsSync(path.join(folder, ".done"))) {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, "package.json"), '{"private":true}');
    const flags = ["--no-audit", "--no-fund", "--engine-strict=false"];
    if (name === "sdk") flags.push("--omit=optional");
    execFileSync("npm", ["install", ...flags, wanted], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    fs.writeFileSync(path.join(folder, ".done"), "");
  }
  return path.join(folder, "node_modules");
}

async function inside() {
  spawnSync("ip", ["link", "set", "lo", "up"]);
  const read = (name) => fs.readFileSync(path.join(repo, name), "utf8");
  const exists = (name) => fs.existsSync(path.join(repo, name));
  execFileSync("git", ["init", "-q"], { cwd: repo });
  const { query } = await import(pathToFileURL(process.env.LAB_SDK).href);
  const { CheckpointManager } = await import(path.join(root, "belay-client/dist/esm/index.js"));
  const write = (file, text) => {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };
  const base = await model([
    { write: { path: "utils.ts", content: "add subtract\n" } },
    { text: "written" },
    { edit: { path: "utils.ts", old: "add subtract", new: "add subtract multiply" } },
    { shell: "echo made > by-a-command.txt" },
    { text: "edited" },
  ]);
  const env = { ...process.env, ...claude.configure({ home, repo, base, write }) };

  const errors = [];
  const checkpoints = new CheckpointManager({
    sessionId: "unknown-yet",
    workspace: repo,
    onError: (error) => errors.push(error),
  });
  const turns = ["Create a file utils.ts with add and subtract functions", "Add multiply"];
  let ended = () => {};
  async function* prompts() {
    for (const content of turns) {
      const done = new Promise((resolve) => (ended = resolve));
      yield { type: "user", message: { role: "user", content }, parent_tool_use_id: null };
      await done;
    }
  }
  const conversation = query({
    prompt: prompts(),
    options: {
      ...checkpoints.sdkOptions({ env }),
      cwd: repo,
      model: "claude-sonnet-4-5",
      pathToClaudeCodeExecutable: process.env.LAB_CLAUDE,
      allowedTools: ["Bash", "Write", "Edit", "Read"],
      permissionMode: "bypassPermissions",
      allowDangerouslySkipPermissions: true,
      settingSources: [],
    },
  });
  let results = 0;
  for await (const message of conversation) {
    checkpoints.handleSDKMessage(message);
    if (message.type !== "result") continue;
    assert.equal(message.subtype, "success", JSON.stringify(message));
    results += 1;
    // The conversation stays open, so that it can be asked to go back.
    if (results === turns.length) await goBack();
    ended();
  }
  assert.equal(results, turns.length);
  await checkpoints.close();
  console.log("Claude Agent SDK: both messages were gone back to, by the SDK and by Belay");

  async function goBack() {
    assert.deepEqual(errors, []);
    const listed = checkpoints.listCheckpoints();
    assert.deepEqual(
      listed.map(({ description }) => description),
      [...turns].reverse(),
    );
    const [second, first] = listed;
    assert.equal(read("utils.ts"), "add subtract multiply\n");
    assert.ok(exists("by-a-command.txt"));

    // By the SDK's own rewindFiles: it knows what its tools wrote, and not what a command made.
    await checkpoints.restoreCheckpoint(second.id, conversation);
    assert.equal(read("utils.ts"), "add subtract\n");
    assert.ok(exists("by-a-command.txt"));
    await assert.rejects(
      checkpoints.restoreCheckpoint("00000000-0000-4000-8000-000000000000", conversation),
      /^Error: Checkpoint data not found in SDK\./,
    );

    // By Belay: the whole workspace, and no query is needed.
    fs.writeFileSync(path.join(repo, "utils.ts"), "broken\n");
    const { sessionId } = second;
    const belay = new CheckpointManager({ sessionId, workspace: repo, rewind: "belay" });
    await belay.initialize();
    assert.deepEqual(
      belay.listCheckpoints().map(({ id }) => id),
      [second.id, first.id],
    );
    await belay.restoreCheckpoint(second.id);
    assert.equal(read("utils.ts"), "add subtract\n");
    assert.ok(!exists("by-a-command.txt"));
    await belay.restoreCheckpoint(first.id);
    assert.ok(!exists("utils.ts"));
    await belay.close();
  }
}

/** The scripted model; its address. */
function model(steps) {
  const file = (name) => path.join(place, name);
  fs.writeFileSync(file("steps.json"), JSON.stringify(steps));
  const words = ["--steps", file("steps.json"), "--log", file("requests.jsonl"), "--cwd", repo];
  const child = spawn(
    process.execPath,
    [path.join(lab, "fake-model.mjs"), ...words, "--port-file", file("port")],
    { stdio: "ignore" },
  );
  child.unref();
  return new Promise((resolve, reject) => {
    child.on("exit", (code) => reject(new Error(`the model ended with ${code}`)));
    const watch = fs.watch(place, () => {
      const port = fs.existsSync(file("port")) ? fs.readFileSync(file("port"), "utf8") : "";
      if (port === "") return;
      watch.close();
      resolve(`http://127.0.0.1:${port}`);
    });
  });
}
