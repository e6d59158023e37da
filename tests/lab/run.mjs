#!/usr/bin/env node
// Real coding agents, guarded by Belay, offline.
//
//   node tests/lab/run.mjs --belay target/debug/belay [--agents claude,codex] [--long] [SCENARIO…]
//
// Each agent comes from npm in one version, into a cache. It then runs in a network of its own
// that has loopback only, in a home folder of its own, against a model that follows a script.
// Short: Claude Code, Codex, Gemini CLI, Copilot CLI. Long: all of them.
// What a run leaves behind is in target/lab/AGENT/SCENARIO.

import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const lab = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(lab, "../..");
const SHORT = ["claude", "codex", "gemini", "copilot"];
const LONG = [...SHORT, "opencode", "qwen", "cline", "goose"];
// Outside of the repository, so that a new clone does not download them again.
const caches = process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    belay: { type: "string", default: path.join(root, "target/debug/belay") },
    agents: { type: "string" },
    long: { type: "boolean", default: false },
    cache: { type: "string", default: path.join(caches, "belay-lab") },
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
// Root has namespaces; others may have them as the root of a namespace of users.
const alone = [[], ["--user", "--map-root-user"]].find(
  (more) => spawnSync("unshare", [...more, "--net", "--pid", "--fork", "true"]).status === 0,
);
if (!alone) stop("this needs namespaces: Linux, and root or user namespaces (unshare --net --pid)");

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

// The only step that uses the network: the npm registry.
function install(name, packages) {
  const version = packages[0].split("@").pop();
  const folder = path.join(options.cache, `${name}-${version}`);
  if (!fs.existsSync(path.join(folder, ".done"))) {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, "package.json"), '{"private":true}');
    execFileSync(
      "npm",
      ["install", "--no-audit", "--no-fund", "--engine-strict=false", ...packages],
      { cwd: folder, stdio: ["ignore", "ignore", "inherit"] },
    );
    fs.writeFileSync(path.join(folder, ".done"), "");
  }
  return path.join(folder, "node_modules/.bin");
}

// Runs one agent through one scenario; returns what was not as expected, or null if it cannot be
// played yet.
function run(name, scenario, programs) {
  const place = path.join(options.out, name, scenario);
  fs.rmSync(place, { recursive: true, force: true });
  for (const folder of ["home", "repo", "outside"])
    fs.mkdirSync(path.join(place, folder), { recursive: true });
  const search = [path.dirname(belay), programs, process.env.PATH].join(":");
  const inside = [
    ...alone,
    "--net",
    "--pid",
    "--fork",
    "--kill-child",
    "--mount-proc",
    "env",
    "-i",
    `PATH=${search}`,
    `HOME=${place}/home`,
    "TERM=xterm-256color",
    "LANG=C.UTF-8",
    process.execPath,
    path.join(lab, "inside.mjs"),
    name,
    scenario,
    place,
    belay,
  ];
  const ran = spawnSync("unshare", inside, {
    stdio: ["ignore", "inherit", "inherit"],
    timeout: 300_000,
  });
  const report = path.join(place, "report.json");
  if (!fs.existsSync(report))
    return [`the run ended without a report (${ran.error ?? `exit code ${ran.status}`})`];
  const { skipped, problems } = JSON.parse(fs.readFileSync(report, "utf8"));
  if (skipped) console.log(`${name}: ${skipped}`);
  return skipped ? null : problems;
}
