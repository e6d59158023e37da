#!/usr/bin/env node
// Conversations, forked and resumed in the real clients: three messages are sent, the second is
// gone back to, and the client that resumes the fork must send exactly what it had sent before the
// second message, and then the new one.
//
//   node tests/lab/fork.mjs --belay target/debug/belay [--agents claude,codex]
//
// What a run leaves behind is in target/lab/AGENT/fork.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

import { alone, clear, install, model, prepare, root, words } from "./stage.mjs";

const given = words({
  belay: path.join(root, "target/debug/belay"),
  agents: "claude,codex",
});
const agents = given.agents.split(",");

const STEPS = [
  { write: { path: "a.txt", content: "one\n" } },
  { text: "did one" },
  { shell: "echo two > b.txt" },
  { text: "did two" },
  { text: "did three" },
  { text: "did four" },
];

// How each is asked without a window, anew or from where a session ended.
const ASK = {
  claude: (agent, prompt, session) => [
    ...agent.command(prompt),
    ...(session ? ["--resume", session] : []),
  ],
  codex: (agent, prompt, session) => {
    const [program, exec, ...rest] = agent.command(prompt);
    if (!session) return [program, exec, ...rest];
    return [program, exec, ...rest.slice(0, -1), "resume", session, prompt];
  },
};
// What of a request is the conversation.
const HISTORY = { claude: (body) => body.messages, codex: (body) => body.input };

if (!given.inside) {
  for (const name of agents) {
    const agent = await import(`./agents/${name}.mjs`);
    const programs = install(name, agent.packages);
    const place = path.join(root, "target/lab", name, "fork");
    clear(place, ["home", "repo"]);
    const started = Date.now();
    const code = alone(import.meta.url, place, programs, { belay: given.belay, agents: name });
    const time = `${((Date.now() - started) / 1000).toFixed(1)} s`;
    console.log(
      `${agent.title.padEnd(12)} fork         ${(code ? "FAILED" : "ok").padEnd(8)} ${time}`,
    );
    if (code) process.exit(1);
  }
  process.exit(0);
}

const [name] = agents;
const agent = await import(`./agents/${name}.mjs`);
const place = path.join(root, "target/lab", name, "fork");
const { belay } = given;
const { run, home } = await prepare({ agent, name, place, belay, steps: STEPS });
const ended = (ran, what) =>
  assert.equal(ran.status, 0, `${what} ended with ${ran.status}: ${ran.stderr}${ran.stdout}`);
const ask = (prompt, session) => ended(run(ASK[name](agent, prompt, session)), prompt);

// Every file of conversations, with its bytes.
function conversations() {
  const found = new Map();
  for (const entry of fs.readdirSync(home, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    if (/\.(claude\/projects|codex\/sessions)\/.*\.jsonl$/.test(file))
      found.set(file, fs.readFileSync(file, "utf8"));
  }
  return found;
}

ask("FIRST prompt");
const [original] = conversations().keys();
const session = path.basename(original, ".jsonl").match(/[0-9a-f]{8}(-[0-9a-f]{4,12}){4}$/)[0];
ask("SECOND prompt", session);
ask("THIRD prompt", session);

// The first message has nothing before it, and the sentence says so.
const first = run([belay, "fork", "3"]);
assert.equal(first.status, 1, first.stdout);
assert.match(first.stderr, /nothing comes before this message/);

const before = conversations();
const forked = run([belay, "fork", "2", "--json"]);
ended(forked, "belay fork");
const { newSession, resume, warning } = JSON.parse(forked.stdout);
assert.equal(warning, null);
assert.match(resume, new RegExp(`${newSession}$`));
const after = conversations();
for (const [file, text] of before) assert.equal(after.get(file), text, `${file} was changed`);
assert.equal(after.size, before.size + 1, "there is no new conversation");

ask("FOURTH prompt", newSession);
for (const [file, text] of before)
  assert.equal(fs.readFileSync(file, "utf8"), text, `${file} was changed by the fork's resume`);

// What the model was told: up to the message that was gone back to, the same as then.
const texts = (value) => JSON.stringify(value);
const asked = (prompt) => {
  const found = model
    .requests()
    .filter((one) => one.step !== undefined && texts(one.body).includes(prompt));
  assert.ok(found.length, `no request has ${prompt}`);
  return HISTORY[name](found[0].body);
};
const [second, fourth] = [asked("SECOND prompt"), asked("FOURTH prompt")];
const upTo = (history, prompt) => {
  const at = history.findIndex((one) => texts(one).includes(prompt));
  assert.equal(at, history.length - 1, `${prompt} is not the last thing that was said`);
  return history.slice(0, at);
};
assert.deepEqual(clean(upTo(fourth, "FOURTH prompt")), clean(upTo(second, "SECOND prompt")));
assert.ok(texts(fourth).includes("FIRST prompt") && texts(fourth).includes("did one"));
for (const gone of ["SECOND", "THIRD", "did two", "did three"])
  assert.ok(!texts(fourth).includes(gone), `the model was told of ${gone}`);

// The agent's own file is gone: Belay's copy stands in, and a person is told.
fs.rmSync(original);
const copied = run([belay, "fork", "2", "--json", "--session", session]);
ended(copied, "belay fork without the file");
const copy = JSON.parse(copied.stdout);
assert.match(copy.warning, /Belay's copy/);
ask("FIFTH prompt", copy.newSession);
const fifth = asked("FIFTH prompt");
assert.deepEqual(clean(upTo(fifth, "FIFTH prompt")), clean(upTo(second, "SECOND prompt")));

model.stop();
process.exit(0);

// Marks for the provider's cache move along with the last message and are no part of it. Codex
// makes the id of its own instructions out of the session's name.
function clean(history) {
  const one = (key, value) => {
    if (key === "cache_control") return undefined;
    if (value?.role === "developer") return { ...value, id: undefined };
    return value;
  };
  return JSON.parse(JSON.stringify(history, one));
}
