// How soon the view shows a workspace with 10,000 checkpoints once the program has answered, and how
// long anything had to wait for that. `cargo xtask bench editor` runs it.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually, startEditor } from "../../tests/editor/vscode.mjs";
import { saveOften, withProgram } from "../../tests/editor/program.mjs";
import { measured, withProbe } from "./probe.mjs";
import { held, middle, told } from "./report.mjs";

const ROUNDS = Number(process.env.BELAY_ROUNDS ?? 5);
const COUNT = Number(process.env.BELAY_CHECKPOINTS ?? 10_000);

/** The most from the answer to the view, and the most that anything may wait, in milliseconds. */
const MOST = 300;
const LONGEST = 50;

/** Stands before the program and writes down when it has given a long answer, a list. */
const BETWEEN = `#!/usr/bin/env node
const { spawn } = require("node:child_process");
const { appendFileSync } = require("node:fs");
const child = spawn(${JSON.stringify(process.env.BELAY_PROGRAM)}, process.argv.slice(2), {
  stdio: ["pipe", "pipe", "inherit"],
});
process.stdin.pipe(child.stdin);
let parts = Buffer.alloc(0);
child.stdout.on("data", (data) => {
  process.stdout.write(data);
  if (process.argv[2] !== "rpc") return;
  parts = Buffer.concat([parts, data]);
  for (;;) {
    const head = parts.indexOf("\\r\\n\\r\\n");
    const length = Number(/Content-Length: (\\d+)/i.exec(parts.subarray(0, head))?.[1]);
    if (head < 0 || parts.length < head + 4 + length) return;
    parts = parts.subarray(head + 4 + length);
    if (length > 50_000) appendFileSync(process.env.SAMPLE_TOLD + "/answers", Date.now() + "\\n");
  }
});
child.on("exit", (code) => process.exit(code ?? 1));
`;

/** Notes when a checkpoint is first to be seen, and what the page did at once. */
function watch(name) {
  globalThis.busy = [];
  globalThis.seen = undefined;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      globalThis.busy.push([performance.timeOrigin + startTime, duration]);
  }).observe({ type: "longtask" });
  const look = () => {
    const rows = [...document.querySelectorAll(".pane-body .monaco-list-row")];
    if (rows.some((row) => row.textContent.includes(name))) globalThis.seen = Date.now();
    else requestAnimationFrame(look);
  };
  look();
}

const figures = { view: [], page: [], host: [], processor: [] };

async function measure(editor, env, round) {
  const name = `round ${round}`;
  await editor.page.evaluate(watch, name);
  await writeFile(join(editor.paths.folder, "file-0.txt"), `${name}\n`);
  await withProgram(editor.paths.folder, env, (ask) => ask("workspace:save", { message: name }));
  await measured(editor);
  // A program that has just been started, which is asked for everything.
  await editor.command("Belay: Look for the Program belay Again");
  const seen = await eventually(async () => {
    const seen = await editor.page.evaluate(() => globalThis.seen);
    assert.ok(seen);
    return seen;
  }, 60);
  const { longest, processor } = await measured(editor);
  const answers = await readFile(join(editor.paths.told, "answers"), "utf8");
  const answered = Math.max(
    ...answers
      .split("\n")
      .map(Number)
      .filter((time) => time <= seen),
  );
  const busy = await editor.page.evaluate(() => globalThis.busy);
  const then = busy.filter(([start]) => start >= answered && start <= seen);
  figures.view.push(seen - answered);
  figures.page.push(Math.max(0, ...then.map(([, duration]) => duration)));
  figures.host.push(longest);
  figures.processor.push(processor);
}

await withProbe(async (probe) => {
  let surroundings;
  const editor = await startEditor({
    extensions: [probe],
    program: BETWEEN,
    prepare: (folder, env) => {
      surroundings = env;
      return saveOften(folder, env, COUNT);
    },
  });
  try {
    await editor.command("Belay: Show the Checkpoints");
    await editor.row("checkpoint").waitFor();
    for (let round = 0; round < ROUNDS; round += 1) await measure(editor, surroundings, round);
  } finally {
    await editor.close();
  }
});

console.log(`\n${COUNT} checkpoints; medians of ${ROUNDS} rounds (most in brackets)`);
console.log(`from the answer to the view        ${told(figures.view, "ms")}`);
console.log(`longest work of the page meanwhile ${told(figures.page, "ms")}`);
console.log(`longest work of the extension host ${told(figures.host, "ms")}`);
console.log(`all that the processor did for it   ${told(figures.processor, "ms")}`);
held("from the answer to the view", middle(figures.view), MOST, "ms");
held("longest work of the page", middle(figures.page), LONGEST, "ms");
held("longest work of the extension host", middle(figures.host), LONGEST, "ms");
