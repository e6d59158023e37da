// A throw-away project with a Belay of its own, and the program in it.

import assert from "node:assert/strict";
import { spawn, execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { fileURLToPath } from "node:url";

import Ajv from "ajv/dist/2020.js";

export const here = path.dirname(fileURLToPath(import.meta.url));
const built = process.platform === "win32" ? "belay.exe" : "belay";
export const belay = process.env.BELAY_BIN ?? path.join(here, "../../target/debug", built);

/** Makes one; it goes when the test ends. */
export function place(test, files = {}) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "belay-protocols-")));
  test.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const root = path.join(folder, "project");
  fs.mkdirSync(path.join(root, ".git"), { recursive: true });
  const env = { ...process.env, BELAY_HOME: path.join(folder, "home") };
  const at = (name) => path.join(root, name);
  const write = (name, text) => {
    fs.mkdirSync(path.dirname(at(name)), { recursive: true });
    fs.writeFileSync(at(name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  return {
    folder,
    root,
    env,
    at,
    write,
    read: (name) => fs.readFileSync(at(name), "utf8"),
    exists: (name) => fs.existsSync(at(name)),
    belay: (...words) => execFileSync(belay, words, { cwd: root, env, encoding: "utf8" }),
    log: () =>
      execFileSync(belay, ["log", "--json", "-n", "5000"], { cwd: root, env, encoding: "utf8" })
        .trim()
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  };
}

/** The program on its pipes: every line it writes, in order. */
export function lines(test, { root, env }, words, options = {}) {
  const child = spawn(belay, words, {
    cwd: root,
    env,
    stdio: ["pipe", "pipe", "inherit"],
    ...options,
  });
  test.after(() => child.kill("SIGKILL"));
  const ended = new Promise((resolve) =>
    child.on("exit", (code, signal) => resolve(signal ?? code)),
  );
  const waiting = [];
  const come = [];
  const reader = readline.createInterface({ input: child.stdout });
  reader.on("line", (line) => {
    const taker = waiting.shift();
    if (taker) taker(line);
    else come.push(line);
  });
  return {
    child,
    ended,
    reader,
    send: (message) => child.stdin.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n"),
    raw: (text) => child.stdin.write(text),
    /** The next line. */
    next: () =>
      come.length
        ? Promise.resolve(come.shift())
        : Promise.race([
            new Promise((resolve) => waiting.push(resolve)),
            ended.then((how) => Promise.reject(new Error(`belay ended with ${how}`))),
          ]),
  };
}

/** Whether a message is one of the Agent Client Protocol, by its published schema. */
export function acpSchema(version) {
  const file = path.join(
    here,
    `node_modules/@agentclientprotocol/sdk/schema/${version}/schema.json`,
  );
  const schema = JSON.parse(fs.readFileSync(file, "utf8"));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const whole = ajv.compile({ ...schema, $id: `acp-${version}` });
  // The whole schema takes every answer; what one answers is asked for by name.
  const named = (name) => ajv.getSchema(`acp-${version}#/$defs/${name}`);
  return {
    message: (message) =>
      assert.ok(whole(message), `${JSON.stringify(message)}\n${ajv.errorsText(whole.errors)}`),
    is(name, value) {
      const check = named(name);
      assert.ok(check(value), `${name}: ${JSON.stringify(value)}\n${ajv.errorsText(check.errors)}`);
    },
  };
}
