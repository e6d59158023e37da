#!/usr/bin/env node
// Real agents that speak to Belay by a protocol, offline: Claude Code calls the tools of
// `belay mcp`, and its ACP adapter works behind `belay acp`. No hook is set up.
//
//   node tests/lab/protocols.mjs --belay target/debug/belay [--record FILE]
//
// What a run leaves behind is in target/lab/protocols. `--record` writes the conversation between
// Belay and the adapter as `conversations` has it: `c` before what the editor says, `a` before what
// the agent says.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import * as claude from "./agents/claude.mjs";
import { alone, clear, install, model, root, write } from "./stage.mjs";

const ADAPTER = "@agentclientprotocol/claude-agent-acp@0.99.1";
const { values: options } = parseArgs({
  options: {
    belay: { type: "string", default: path.join(root, "target/debug/belay") },
    record: { type: "string" },
    inside: { type: "boolean", default: false },
    between: { type: "boolean", default: false },
  },
});
const place = path.join(root, "target/lab/protocols");
const [home, repo] = [path.join(place, "home"), path.join(place, "repo")];

const at = (name) => path.join(repo, name);
const belay = (...words) => execFileSync("belay", words, { cwd: repo, encoding: "utf8" });
const audit = () =>
  belay("audit", "list", "--json")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

if (options.between) between();
else if (options.inside) await inside();
else outside();

/** Installs, and starts this file again where only loopback is. */
function outside() {
  const programs = [install("claude", claude.packages), install("claude-agent-acp", [ADAPTER])];
  clear(place, ["home", "repo"]);
  const whole = (file) => file && path.resolve(file);
  const given = { belay: whole(options.belay), record: whole(options.record) };
  const variables = { BELAY_HOME: path.join(place, "belay") };
  process.exit(alone(import.meta.url, place, programs, given, variables));
}

async function inside() {
  spawnSync("ip", ["link", "set", "lo", "up"]);
  execFileSync("git", ["init", "-q"], { cwd: repo });
  await overMcp();
  await overAcp();
}

/** Claude Code saves, destroys a file and brings it back, all by its own calls. */
async function overMcp() {
  write(at("notes.txt"), "precious\n");
  const tool = (name, args) => ({ tool: { name: `mcp__belay__${name}`, args } });
  const { base, told } = await script("mcp", [
    tool("checkpoint_create", { reason: "before the clean-up" }),
    { shell: "rm notes.txt" },
    tool("checkpoint_diff", { from: "@" }),
    tool("checkpoint_restore", { id: "@" }),
    tool("checkpoint_restore", { id: "@", dry_run: false }),
    tool("command_check", { command: "git push --force" }),
    { text: "done" },
  ]);
  const env = { ...process.env, ...claude.configure({ home, repo, base, write }) };
  // As a person does it.
  execFileSync("claude", ["mcp", "add", "belay", "--", "belay", "mcp"], { cwd: repo, env });
  const words = claude.command("Do the scripted work.").slice(1);
  const ran = spawnSync("claude", [...words.slice(0, -1), "Bash,mcp__belay"], {
    cwd: repo,
    env,
    encoding: "utf8",
    timeout: 120_000,
  });
  assert.equal(ran.status, 0, `${ran.stdout}${ran.stderr}`);
  const answers = told();
  for (const [step, text] of [
    [1, '"created":true'],
    [3, "-precious"],
    [4, "Nothing was changed"],
    [5, "1 written, 0 deleted"],
    [6, "git/force-push"],
  ])
    assert.ok(answers(step).includes(text), `step ${step}: ${answers(step).slice(-600)}`);
  assert.equal(fs.readFileSync(at("notes.txt"), "utf8"), "precious\n");
  assert.ok(audit().some(({ agent, result }) => agent === "claude-code" && result === "restored"));
  console.log("Claude Code: saved, looked and went back by the tools of belay mcp");
}

/** The ACP adapter asks about its commands, and Belay answers or passes the question on. */
async function overAcp() {
  write(at("build/out.txt"), "built\n");
  const { base, told } = await script("acp", [
    { shell: "rm -r build" },
    { shell: "git push --force origin main" },
    { write: { path: "b.txt", content: "bee\n" } },
    { text: "all done" },
  ]);
  const env = { ...process.env, ...claude.configure({ home, repo, base, write }) };
  const again = [process.execPath, fileURLToPath(import.meta.url), "--between"];
  const agent = options.record ? [...again, "--record", options.record] : ["claude-agent-acp"];
  const child = spawn("belay", ["acp", "--", ...agent], {
    cwd: repo,
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const asked = [];
  const waiting = new Map();
  const say = (message) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      const id = waiting.size;
      waiting.set(id, { resolve, reject });
      say({ id, method, params });
    });
  readline.createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.method === "session/request_permission") {
      asked.push(message.params);
      const { optionId } = message.params.options.find(({ kind }) => kind.startsWith("reject"));
      say({ id: message.id, result: { outcome: { outcome: "selected", optionId } } });
    } else if (message.method && message.id !== undefined) {
      say({ id: message.id, error: { code: -32601, message: "not here" } });
    } else if (!message.method) {
      const { resolve, reject } = waiting.get(message.id);
      if (message.error) reject(new Error(JSON.stringify(message.error)));
      else resolve(message.result);
    }
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  await request("initialize", {
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: "lab", version: "0" },
  });
  const { sessionId } = await request("session/new", { cwd: repo, mcpServers: [] });
  const prompt = [{ type: "text", text: "Do the scripted work." }];
  const { stopReason } = await request("session/prompt", { sessionId, prompt });
  child.stdin.end();
  await ended;
  const shown = JSON.stringify(asked).slice(0, 2000);
  assert.equal(asked.length, 1, `only the forced push is a person's question, not ${shown}`);
  const lines = audit();
  const about = (text) => lines.find(({ subject }) => subject?.includes(text));
  assert.equal(about("rm -r build").answer, "allow");
  assert.ok(about("rm -r build").checkpoint, "saved before it ran");
  assert.equal(about("git push --force").answer, "ask");
  assert.ok(!fs.existsSync(at("build/out.txt")));
  assert.equal(stopReason, "end_turn", `${told()(2)}`);
  assert.equal(fs.readFileSync(at("b.txt"), "utf8"), "bee\n");
  const { checkpoint } = about("rm -r build");
  belay("restore", checkpoint, "--all", "--yes");
  assert.equal(fs.readFileSync(at("build/out.txt"), "utf8"), "built\n");
  assert.ok(!fs.existsSync(at("b.txt")));
  console.log("claude-agent-acp: judged, saved for and brought back behind belay acp");
}

/** The adapter, and a note of every line in both directions. */
function between() {
  const child = spawn("claude-agent-acp", { stdio: ["pipe", "pipe", "inherit"] });
  const place = (line) => line.replaceAll(repo, "/work/repo").replaceAll(home, "/home/ann");
  write(options.record, "");
  for (const [letter, from, to] of [
    ["c", process.stdin, child.stdin],
    ["a", child.stdout, process.stdout],
  ]) {
    const reader = readline.createInterface({ input: from });
    reader.on("line", (line) => {
      fs.appendFileSync(options.record, `${letter}${place(line)}\n`);
      to.write(`${line}\n`);
    });
    if (letter === "c") reader.on("close", () => to.end());
  }
}

/** The model with a script of its own: its address, and what it was told after each step. */
async function script(name, steps) {
  model.stop();
  const port = await model.start(path.join(place, name), repo, steps);
  const told = () => {
    const requests = model.requests();
    return (step) => {
      const body = requests.find((request) => request.step === step)?.body;
      const last = body?.messages?.at(-1)?.content ?? [];
      const texts = [last].flat().flatMap(({ content }) => content ?? []);
      return texts.map((part) => part.text ?? part).join("\n");
    };
  };
  return { base: `http://127.0.0.1:${port}`, told };
}
