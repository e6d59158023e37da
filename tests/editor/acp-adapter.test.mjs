// Claude through its own adapter, against a model that follows a script: its commands and writes
// pass the guard, one is refused, and what it destroyed and wrote is rewound.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { configure } from "../lab/agents/claude.mjs";
import { Talk } from "./talk.mjs";
import { eventually, startEditor } from "./vscode.mjs";

const ADAPTER = "@agentclientprotocol/claude-agent-acp@0.99.1";
const STEPS = [
  { shell: "rm -rf src && echo gone-$((1+1))" },
  { write: { path: "a.txt", content: "second\n" } },
  { shell: "git push --force" },
  { text: "all done" },
];

let editor, talk, model, place;
before(async () => {
  const program = await adapter();
  place = await mkdtemp(join(tmpdir(), "belay-adapter-"));
  editor = await startEditor({
    files: { "a.txt": "first\n", "src/b.txt": "b\n" },
    machine: async (folder) => ({
      "belay.editor.agents": { Claude: await claude(program, folder) },
    }),
  });
  talk = await Talk.open(editor, "Claude");
});
after(async () => {
  await editor?.close();
  model?.kill();
  if (place) await rm(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/** The adapter, from npm the first time; kept where the lab keeps its agents. */
async function adapter() {
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const folder = join(caches, "belay-lab", `claude-agent-acp-${ADAPTER.split("@").pop()}`);
  if (!existsSync(join(folder, ".done"))) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "package.json"), '{"private":true}');
    const words = ["install", "--no-audit", "--no-fund", "--engine-strict=false", ADAPTER];
    execFileSync("npm", words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    await writeFile(join(folder, ".done"), "");
  }
  return join(folder, "node_modules/.bin/claude-agent-acp");
}

/** How it is started, with a home folder of its own and a model that works in a folder. */
async function claude(program, folder) {
  const home = join(place, "home");
  const base = await startModel(folder);
  const written = [];
  const write = (file, text) => written.push([file, text]);
  const env = configure({ home, repo: folder, base, write });
  for (const [file, text] of written) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return { command: program, env: { ...env, HOME: home } };
}

/** Starts the model; its address comes back. */
async function startModel(folder) {
  const [steps, port] = [join(place, "steps.json"), join(place, "port")];
  await writeFile(steps, JSON.stringify(STEPS));
  const script = join(import.meta.dirname, "../lab/fake-model.mjs");
  const log = join(place, "requests.jsonl");
  const words = ["--steps", steps, "--log", log, "--port-file", port, "--cwd", folder];
  model = spawn(process.execPath, [script, ...words], { stdio: ["ignore", "ignore", "inherit"] });
  const number = await eventually(async () => {
    const text = (await readFile(port, "utf8")).trim();
    assert.match(text, /^\d+$/);
    return text;
  });
  return `http://127.0.0.1:${number}`;
}

const at = (name) => join(editor.paths.folder, name);

test("it runs a guarded command that is to be seen, writes a file, and is refused a command", async () => {
  await talk.say("tidy up");
  await eventually(() => assert.equal(existsSync(at("src")), false), 120);
  await eventually(async () => assert.equal(await readFile(at("a.txt"), "utf8"), "second\n"), 60);
  await editor.choice("Refuse it").waitFor({ timeout: 60_000 });
  await editor.picture("acp-adapter");
  await editor.choice("Refuse it").click();
  await talk.hears(/all done/);
  await editor.page.locator(".terminal-tabs-entry").filter({ hasText: "Claude" }).last().click();
  await eventually(async () => assert.match(await editor.terminalText(), /rm -rf src[^]*gone-2/));
  await editor.picture("acp-adapter-terminal");
});

test("what it destroyed and wrote is rewound", async () => {
  await editor.command("Belay: Rewind");
  await editor.choice("tidy up").click();
  await editor.page.locator(".quick-input-title").filter({ hasText: "Restore:" }).waitFor();
  await editor.page.locator(".quick-input-action .monaco-button").first().click();
  await eventually(async () => assert.equal(await readFile(at("a.txt"), "utf8"), "first\n"));
  await eventually(async () => assert.equal(await readFile(at("src/b.txt"), "utf8"), "b\n"));
});
