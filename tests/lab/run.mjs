#!/usr/bin/env node
// Real coding agents, guarded by Belay, offline.
//
//   node tests/lab/run.mjs --belay target/debug/belay [--agents claude,codex] [--long] [SCENARIO…]
//
// Each agent comes from npm in one version, into a cache. It then runs in a network of its own
// that has loopback only, in a home folder of its own, against a model that follows a script.
// Short: Claude Code, Codex, Gemini CLI, Copilot CLI. Long: all of them.
// What a run leaves behind is in target/lab/AGENT/SCENARIO.

import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

import { alone, clear, install, root } from "./stage.mjs";

const lab = path.join(root, "tests/lab");
const SHORT = ["claude", "codex", "gemini", "copilot"];
const LONG = [...SHORT, "opencode", "qwen", "cline", "goose"];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    belay: { type: "string", default: path.join(root, "target/debug/belay") },
    agents: { type: "string" },
    long: { type: "boolean", default: false },
    out: { type: "string", default: path.join(root, "target/lab") },
  },
});

const belay = path.resolve(options.belay);
const agents = options.agents?.split(",") ?? (options.long ? LONG : SHORT);
const known = fs
  .readdirSync(path.join(lab, "scenarios"))
  .map((file) => path.basename(file, ".json"));
const scenarios = positionals.length ? positionals : known;
for (const [name, list] of [...agents.map((a) => [a, LONG]), ...scenarios.map((s) => [s, known])]) {
  if (!list.includes(name)) stop(`there is no ${name}; there are ${list.join(", ")}`);
}
if (!fs.existsSync(belay)) stop(`${belay} is not there; build it with cargo build --package belay`);

let failed = 0;
for (const name of agents) {
  const agent = await import(path.join(lab, "agents", `${name}.mjs`));
  const programs = install(name, agent.packages);
  for (const scenario of scenarios) {
    const started = Date.now();
    const problems = run(name, scenario, programs);
    const time = `${((Date.now() - started) / 1000).toFixed(1)} s`;
    const word = problems === null ? "not run" : problems.length ? "FAILED" : "ok";
    console.log(`${agent.title.padEnd(12)} ${scenario.padEnd(12)} ${word.padEnd(8)} ${time}`);
    for (const problem of problems ?? []) console.log(`    ${problem}`);
    failed += problems?.length ? 1 : 0;
  }
}
process.exit(failed ? 1 : 0);

function stop(why) {
  console.error(`lab: ${why}`);
  process.exit(2);
}

// Runs one agent through one scenario; returns what was not as expected, or null if it cannot be
// played yet.
function run(name, scenario, programs) {
  const place = path.join(options.out, name, scenario);
  clear(place, ["home", "repo", "outside"]);
  const inside = new URL("inside.mjs", import.meta.url);
  const code = alone(inside, place, programs, { belay, agent: name, scenario, place });
  const report = path.join(place, "report.json");
  if (!fs.existsSync(report)) return [`the run ended without a report (exit code ${code})`];
  const { skipped, problems } = JSON.parse(fs.readFileSync(report, "utf8"));
  if (skipped) console.log(`${name}: ${skipped}`);
  return skipped ? null : problems;
}
