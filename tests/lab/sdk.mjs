#!/usr/bin/env node
// The Claude Agent SDK with belay-client, offline: ids of messages, and going back by the SDK's own
// `rewindFiles` and by Belay.
//
//   node tests/lab/sdk.mjs --belay target/debug/belay
//
// belay-client must be built (`cargo xtask client`). What a run leaves behind is in target/lab/sdk.

import { execFileSync, spawnSync } from "node:child_process";
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import * as claude from "./agents/claude.mjs";
import { alone, clear, install, model, root, words, write } from "./stage.mjs";

const SDK = "@anthropic-ai/claude-agent-sdk@0.3.326";
const options = words({ belay: path.join(root, "target/debug/belay") });
const place = path.join(root, "target/lab/sdk");
const [home, repo] = [path.join(place, "home"), path.join(place, "repo")];

if (options.inside) await inside();
else outside();

/** Installs, and starts this file again where only loopback is. */
function outside() {
  // The SDK's own copy of Claude Code is not needed.
  const sdk = path.dirname(install("sdk", [SDK], ["--omit=optional"]));
  const program = install("claude", claude.packages);
  clear(place, ["home", "repo"]);
  compile(sdk);
  const { belay } = options;
  const variables = {
    LAB_SDK: path.join(sdk, "@anthropic-ai/claude-agent-sdk/sdk.mjs"),
    LAB_CLAUDE: path.join(program, "claude"),
    BELAY_BIN: belay,
    BELAY_HOME: path.join(place, "belay"),
  };
  process.exit(alone(import.meta.url, place, [], { belay }, variables));
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

async function inside() {
  spawnSync("ip", ["link", "set", "lo", "up"]);
  const read = (name) => fs.readFileSync(path.join(repo, name), "utf8");
  const exists = (name) => fs.existsSync(path.join(repo, name));
  execFileSync("git", ["init", "-q"], { cwd: repo });
  const { query } = await import(pathToFileURL(process.env.LAB_SDK).href);
  const { CheckpointManager } = await import(path.join(root, "belay-client/dist/esm/index.js"));
  const port = await model.start(place, repo, [
    { write: { path: "utils.ts", content: "add subtract\n" } },
    { text: "written" },
    { edit: { path: "utils.ts", old: "add subtract", new: "add subtract multiply" } },
    { shell: "echo made > by-a-command.txt" },
    { text: "edited" },
  ]);
  const base = `http://127.0.0.1:${port}`;
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
