// What everything in the lab shares: agents from npm, a network with loopback only, a model that
// follows a script, an agent that `belay init` has set up.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const lab = path.dirname(fileURLToPath(import.meta.url));
export const root = path.resolve(lab, "../..");
const caches = process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");
const cache = path.join(caches, "belay-lab");

/** The options on the command line, with what they are if nobody says; paths are made whole. */
export function words(defaults) {
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, { type: "string", default: value }]),
  );
  options.inside = { type: "boolean", default: false };
  const { values } = parseArgs({ options });
  for (const [name, value] of Object.entries(defaults))
    if (path.isAbsolute(value)) values[name] = path.resolve(values[name]);
  return values;
}

export function write(file, content) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
}

/**
 * Into the lab's cache, once a version; the folder of their programs. The only step that uses a
 * network.
 */
export function install(name, packages, more = []) {
  const folder = path.join(cache, `${name}-${packages[0].split("@").pop()}`);
  if (!fs.existsSync(path.join(folder, ".done"))) {
    write(path.join(folder, "package.json"), '{"private":true}');
    const flags = ["--no-audit", "--no-fund", "--engine-strict=false", ...more];
    execFileSync("npm", ["install", ...flags, ...packages], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    fs.writeFileSync(path.join(folder, ".done"), "");
  }
  return path.join(folder, "node_modules/.bin");
}

/** Empty folders below a place, as if nobody had been there. */
export function clear(place, folders) {
  fs.rmSync(place, { recursive: true, force: true });
  for (const folder of folders) fs.mkdirSync(path.join(place, folder), { recursive: true });
}

/**
 * Starts a file where only loopback is, with an empty environment but for these variables; its
 * exit code. Options are handed on, those without a value left out.
 */
export function alone(url, place, programs, options, variables = {}) {
  // Root has namespaces; others may have them as the root of a namespace of users.
  const more = [[], ["--user", "--map-root-user"]].find(
    (more) => spawnSync("unshare", [...more, "--net", "--pid", "--fork", "true"]).status === 0,
  );
  if (!more) {
    console.error(
      "lab: this needs namespaces: Linux, and root or user namespaces (unshare --net --pid)",
    );
    process.exit(2);
  }
  const environment = {
    PATH: [path.dirname(options.belay), programs, process.env.PATH].flat().join(":"),
    HOME: path.join(place, "home"),
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    ...variables,
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const ran = spawnSync(
    "unshare",
    [
      ...more,
      ...["--net", "--pid", "--fork", "--kill-child", "--mount-proc", "env", "-i"],
      ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
      process.execPath,
      fileURLToPath(url),
      "--inside",
      ...given.flatMap(([name, value]) => [`--${name}`, value]),
    ],
    { stdio: ["ignore", "inherit", "inherit"], timeout: 300_000 },
  );
  if (ran.error) console.error(`lab: ${ran.error.message}`);
  return ran.status ?? 1;
}

/** The model: follows steps, writes down every request. One at a time; what it needs is in `place`. */
export const model = {
  process: undefined,
  start(place, repo, steps) {
    const file = path.join(place, "port");
    write(path.join(place, "steps.json"), JSON.stringify(steps));
    const log = path.join(place, "requests.jsonl");
    const given = ["--steps", path.join(place, "steps.json"), "--log", log, "--port-file", file];
    this.process = spawn(
      process.execPath,
      [path.join(lab, "fake-model.mjs"), ...given, "--cwd", repo],
      { stdio: "ignore" },
    );
    this.process.unref();
    this.requests = () =>
      fs
        .readFileSync(log, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    return new Promise((resolve, reject) => {
      this.process.on("exit", (code) => reject(new Error(`the model ended with ${code}`)));
      const watch = fs.watch(place, () => {
        const text = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
        if (!text) return;
        watch.close();
        resolve(text);
      });
    });
  },
  stop() {
    this.process?.removeAllListeners("exit");
    this.process?.kill();
  },
};

/** A repository, the model, the agent's configuration, and Belay in it. */
export async function prepare({ agent, name, place, belay, steps, repo }) {
  spawnSync("ip", ["link", "set", "lo", "up"]);
  const home = path.join(place, "home");
  repo ??= path.join(place, "repo");
  execFileSync("git", ["init", "-q", "-b", "main"], { cwd: repo });
  const port = await model.start(place, repo, steps);
  const base = `http://127.0.0.1:${port}`;
  const configured = agent.configure({ home, repo, outside: place, base, port, write });
  const environment = { ...process.env, ...configured };
  const run = (given, extra = {}) =>
    spawnSync(given[0], given.slice(1), {
      cwd: repo,
      env: environment,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 240_000,
      ...extra,
    });
  const init = run([belay, "init", "--yes", "--agent", name]);
  if (init.status !== 0) throw new Error(`belay init ended with ${init.status}: ${init.stderr}`);
  agent.trust?.({ home });
  return { run, environment, home, repo };
}
