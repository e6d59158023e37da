#!/usr/bin/env node
// Going back in a real terminal: Claude Code in `belay wrap`, offline, driven by `walk`
// (tests/terminal), which types, presses Esc twice, chooses, and looks at the screen and the file.
//
//   node tests/lab/walk.mjs --belay target/debug/belay --walk target/debug/walk [--svg FILE]
//
// What a run leaves behind is in target/lab/walk, the recording among it.

import path from "node:path";

import * as claude from "./agents/claude.mjs";
import { alone, clear, install, model, prepare, root, words } from "./stage.mjs";

const place = path.join(root, "target/lab/walk");
// Claude Code shows where it works: `~/project` says the same everywhere.
const repo = path.join(place, "home/project");
const { belay, walk, svg, inside } = words({
  belay: path.join(root, "target/debug/belay"),
  walk: path.join(root, "target/debug/walk"),
  svg: path.join(place, "walk.svg"),
});

const TWO = `export function add(a: number, b: number): number {
  return a + b;
}

export function subtract(a: number, b: number): number {
  return a - b;
}
`;
const FOUR = `${TWO}
export function multiply(a: number, b: number): number {
  return a * b;
}

export function divide(a: number, b: number): number {
  return a / b;
}
`;
const STEPS = [
  { write: { path: "utils.ts", content: TWO } },
  { text: "utils.ts has add and subtract." },
  { write: { path: "utils.ts", content: FOUR } },
  { text: "multiply and divide are there too." },
];

if (!inside) {
  const programs = install("claude", claude.packages);
  clear(place, ["home/project"]);
  process.exit(alone(import.meta.url, place, programs, { belay, walk, svg }));
}

const { run, environment } = await prepare({
  agent: claude,
  name: "claude",
  place,
  belay,
  steps: STEPS,
  repo,
});
const flags = ["--model", "claude-sonnet-4-5", "--allowedTools", "Bash,Write,Edit,Read"];
const walked = run([walk, svg, belay, "claude", ...flags], { stdio: "inherit", env: environment });
model.stop();
process.exit(walked.status ?? 1);
