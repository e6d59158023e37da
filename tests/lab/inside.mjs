// One agent, one scenario, inside the namespace that run.mjs has made.
//
//   node inside.mjs --agent NAME --scenario NAME --place FOLDER --belay PROGRAM
//
// A scenario is data: the files at the start, what the model does, and what must be true. It goes
// so: files are written, the agent is configured, Belay is set up in it by `belay init`, the agent
// works through the script, the checks are made, and `belay remove` must leave every file of the
// agent's configuration as it was.

import { spawnSync, execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { model, root, words, write } from "./stage.mjs";

const given = words({ agent: "", scenario: "", place: "", belay: "" });
const { agent: name, scenario: scenarioName, place, belay } = given;
const lab = path.join(root, "tests/lab");
const agent = await import(path.join(lab, "agents", `${name}.mjs`));
const [home, repo, outside] = ["home", "repo", "outside"].map((folder) => path.join(place, folder));
const filled = (value) =>
  JSON.parse(JSON.stringify(value).replaceAll("{{repo}}", repo).replaceAll("{{outside}}", outside));
const scenario = filled(
  JSON.parse(fs.readFileSync(path.join(lab, "scenarios", `${scenarioName}.json`), "utf8")),
);
const problems = [];
const expect = (truth, problem) => {
  if (!truth) problems.push(problem);
};
const report = (extra) =>
  fs.writeFileSync(path.join(place, "report.json"), JSON.stringify({ problems, ...extra }));

// Every file below a folder, with its bytes.
function tree(folder, skip = () => false) {
  const found = new Map();
  (function walk(at) {
    for (const entry of fs.readdirSync(at, { withFileTypes: true })) {
      const full = path.join(at, entry.name);
      if (skip(full)) continue;
      if (entry.isDirectory()) walk(full);
      else if (entry.isFile()) found.set(full, fs.readFileSync(full).toString("base64"));
    }
  })(folder);
  return found;
}

function differences(before, after) {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((file) => before.get(file) !== after.get(file));
}

const git = (...words) =>
  execFileSync("git", ["-c", "user.name=lab", "-c", "user.email=lab@example.invalid", ...words], {
    cwd: repo,
    stdio: ["ignore", "pipe", "ignore"],
  })
    .toString()
    .trim();

const missing = (scenario.needs ?? []).filter(
  (word) => spawnSync(belay, [word, "--help"], { stdio: "ignore" }).status !== 0,
);
if (missing.length) {
  report({
    skipped: `belay has no ${missing.join(", ")} yet, so ${scenarioName} cannot be played`,
  });
  process.exit(0);
}

// The files at the start, and a remote that a forced push would damage.
spawnSync("ip", ["link", "set", "lo", "up"]);
for (const [file, content] of Object.entries(scenario.files))
  write(path.join(place, file), content);
execFileSync("git", ["init", "-q", "--bare", "-b", "main", path.join(outside, "remote.git")]);
git("init", "-q", "-b", "main");
git("add", "-A");
git("commit", "-qm", "start");
git("remote", "add", "origin", path.join(outside, "remote.git"));
git("push", "-q", "origin", "main");
git("commit", "-q", "--amend", "-m", "other");
const remote = () =>
  execFileSync("git", ["rev-parse", "main"], { cwd: path.join(outside, "remote.git") })
    .toString()
    .trim();
const remoteBefore = remote();

// The model.
const port = await model.start(place, repo, scenario.steps);
const base = `http://127.0.0.1:${port}`;

// The agent, and Belay in it.
const environment = {
  ...process.env,
  ...agent.configure({ home, repo, outside, base, port, write }),
};
const run = (words, extra = {}) =>
  spawnSync(words[0], words.slice(1), {
    cwd: repo,
    env: environment,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 120_000,
    ...extra,
  });
if (agent.before) run(agent.before(base));
const data = path.join(home, ".local");
const configuration = () => tree(home, (file) => file.startsWith(data));
const before = configuration();
const init = run([belay, "init", "--yes", "--agent", name]);
expect(init.status === 0, `belay init ended with ${init.status}: ${init.stderr}`);
const touched = differences(before, configuration());
expect(touched.length > 0, "belay init changed nothing");

// In and out again without the agent: what `init` has touched is as it was, to the byte.
run([belay, "remove", "--yes", "--agent", name]);
expect(
  !differences(before, configuration()).length,
  `belay remove leaves ${differences(before, configuration()).join(", ")}`,
);
run([belay, "init", "--yes", "--agent", name]);
const after = configuration();
// What only a person can do where the agent wants it: trust the hooks.
agent.trust?.({ home });

const start = {
  repo: tree(repo, (file) => file.endsWith("/.git")),
  outside: tree(outside, (file) => file.includes("remote.git")),
};
const began = Date.now();
const worked = run(agent.command("Do the scripted work."));
const took = Date.now() - began;
fs.writeFileSync(path.join(place, "stdout"), worked.stdout ?? "");
fs.writeFileSync(path.join(place, "stderr"), worked.stderr ?? "");
expect(!worked.error, `${agent.title} did not end: ${worked.error}`);

// What the model was told after each of its steps: every result of a tool in the requests.
const requests = model.requests();
function results(body) {
  const found = [];
  (function walk(value) {
    if (!value || typeof value !== "object") return;
    if (value.type === "tool_result") found.push(value.content);
    else if (/_call_output$/.test(value.type ?? "")) found.push(value.output);
    else if (value.role === "tool") found.push(value.content);
    else if (value.functionResponse) found.push(value.functionResponse.response);
    else Object.values(value).forEach(walk);
  })(body);
  return JSON.stringify(found);
}
const told = (step) => results(requests.find((request) => request.step === step + 1)?.body ?? {});

// Runs a command until it says that there is nothing more to do; how often it did something.
function repeated(word) {
  for (let times = 0; times < 40; times += 1) {
    const ran = run([belay, word, "--all", "--yes"]);
    if (ran.status === 0) continue;
    expect(
      /nothing to undo|no undo to take back/.test(ran.stdout),
      `belay ${word} ended with ${ran.status}: ${(ran.stderr + ran.stdout).slice(-400)}`,
    );
    return times;
  }
  expect(false, `belay ${word} never ends`);
  return 0;
}

const checks = {
  // A step was refused, and the model reads why in its next request.
  refused({ step, says }) {
    if (agent.asks === "never" || agent.asks === "ends") return;
    for (const text of says)
      expect(
        told(step).includes(text),
        `step ${step}: the model was not told \`${text}\`, but ${told(step).slice(-300)}`,
      );
  },
  // A step was not refused.
  passed({ step }) {
    expect(
      !told(step).includes("Instead: "),
      `step ${step} was refused: ${told(step).slice(-300)}`,
    );
  },
  file({ file, is, absent }) {
    const full = path.join(place, file),
      there = fs.existsSync(full);
    if (absent) expect(!there, `${file} is there`);
    else
      expect(
        there && fs.readFileSync(full, "utf8") === is,
        `${file} is ${there ? JSON.stringify(fs.readFileSync(full, "utf8")) : "gone"}`,
      );
  },
  remote_untouched() {
    expect(remote() === remoteBefore, "the remote was overwritten");
  },
  run({ run: words, exit = 0, prints = [] }) {
    const ran = run([belay, ...words]);
    expect(
      ran.status === exit,
      `belay ${words.join(" ")} ended with ${ran.status}: ${(ran.stderr + ran.stdout).slice(-400)}`,
    );
    for (const text of prints)
      expect(
        ran.stdout.includes(text),
        `belay ${words.join(" ")} does not print \`${text}\`: ${ran.stdout.slice(0, 400)}`,
      );
  },
  // Every step is taken back, one by one, until there is none.
  undone() {
    expect(repeated("undo") > 0, "there was nothing to undo");
  },
  redone() {
    expect(repeated("redo") > 0, "there was nothing to redo");
  },
  // And all of them at once.
  back_to_the_first() {
    const listed = run([belay, "log", "--json", "-n", "1000"]).stdout.trim().split("\n");
    const first = listed.map((line) => JSON.parse(line)).pop();
    const ran = run([belay, "restore", first.id, "--all", "--yes"]);
    expect(ran.status === 0, `belay restore ended with ${ran.status}: ${ran.stderr}${ran.stdout}`);
  },
  // A decision stands in the audit log, with the checkpoint that was taken before it.
  audited({ subject, answer, saved }) {
    const folder = path.join(data, "share/belay/audit");
    const files = fs.existsSync(folder)
      ? fs.readdirSync(folder).filter((file) => file.endsWith(".jsonl"))
      : [];
    const lines = files
      .flatMap((file) => fs.readFileSync(path.join(folder, file), "utf8").trim().split("\n"))
      .map((line) => JSON.parse(line));
    const found = lines.find((line) => line.kind === "decision" && line.subject === subject);
    expect(found, `nothing is written down about \`${subject}\``);
    expect(!found || found.answer === answer, `\`${subject}\` was answered by ${found?.answer}`);
    expect(!found || !saved || found.checkpoint, `nothing was saved before \`${subject}\``);
  },
  // Everything is as it was before the agent came.
  restored() {
    const now = {
      repo: tree(repo, (file) => file.endsWith("/.git")),
      outside: tree(outside, (file) => file.includes("remote.git")),
    };
    for (const folder of ["repo", "outside"]) {
      const different = differences(start[folder], now[folder]).map((file) =>
        path.relative(place, file),
      );
      expect(!different.length, `not as before: ${different.join(", ")}`);
    }
  },
};
for (const check of scenario.checks) {
  if (check.unless?.includes(agent.asks)) continue;
  if (check.only && !check.only.includes(agent.asks)) continue;
  checks[check.check](check);
}

// Out again. Some agents write their own settings anew when they start; then what they wrote stays,
// less what is ours. Otherwise every file is as it was, to the byte.
const used = configuration();
const remove = run([belay, "remove", "--yes", "--agent", name]);
expect(remove.status === 0, `belay remove ended with ${remove.status}: ${remove.stderr}`);
const left = configuration();
const parsed = (files, file) => JSON.parse(Buffer.from(files.get(file) ?? "", "base64").toString());
for (const file of touched) {
  const shown = path.relative(home, file);
  if (used.get(file) === after.get(file)) {
    expect(left.get(file) === before.get(file), `${shown} is not as it was before belay init`);
  } else if (used.has(file) && file.endsWith(".json")) {
    const { hooks, ...rest } = parsed(used, file);
    expect(
      JSON.stringify(rest) === JSON.stringify(parsed(left, file)),
      `${shown} lost something, or something of Belay is left in it`,
    );
  } else {
    expect(false, `${shown} was changed by the agent`);
  }
}
report({ took });
process.exit(0);
