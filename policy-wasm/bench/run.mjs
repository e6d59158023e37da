// Prints size and speed; with `--gate` fails where a budget of bench/wasm-budgets.json is crossed.
import { readFileSync } from "node:fs";
import { open } from "../tests/js/chromium.mjs";
import { measure, start } from "./measure.mjs";
import { sizes } from "./sizes.mjs";

const weights = sizes();
const api = await import("../dist/esm/node.js");
const node = { start: await start(api), ...measure(api) };
const chromium = await open("bench/page.html");
if (chromium.error) throw new Error(chromium.error);

const kilo = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const line = (...cells) =>
  console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(42) : cell.padStart(12))).join(""));
line("size", "raw", "gzip", "brotli");
for (const [name, { raw, gzip, brotli }] of Object.entries(weights))
  line(`  ${name}`, kilo(raw), kilo(gzip), kilo(brotli));

line("\nmilliseconds", "Node", "Chromium");
for (const [key, name] of [
  ["load", "load and instantiate"],
  ["compile", "compile the settings"],
  ["first", "first verdict"],
]) {
  line(`  ${name}`, node.start[key].toFixed(2), chromium.start[key].toFixed(2));
}

const NAMES = {
  baseline: "plain JavaScript, 2 lists of 50",
  short: "engine.shouldCreateCheckpoint",
  json: "engine.judgeJson",
  verdict: "engine.judge, the whole verdict",
  dropIn: "shouldCreateCheckpoint(…, settings, …)",
};
for (const kind of ["typical", "short", "dangerous"]) {
  line(`\nmicroseconds, ${kind} line`, "Node", "ratio", "Chromium", "ratio");
  for (const [key, name] of Object.entries(NAMES)) {
    const cells = [node, chromium].flatMap((place) => [
      place[kind][key].toFixed(2),
      `${(place[kind][key] / place[kind].baseline).toFixed(1)}×`,
    ]);
    line(`  ${name}`, ...cells);
  }
}

line("\nmicroseconds, by the length of the lists", "Node", "Chromium");
for (const [key, name] of [
  ["fifty", "50 entries"],
  ["thousand", "1,000 entries"],
  ["fiftyOfGit", "50 entries, all about git"],
  ["thousandOfGit", "1,000 entries, all about git"],
]) {
  line(`  ${name}`, node.lists[key].toFixed(2), chromium.lists[key].toFixed(2));
}

const { budgets } = JSON.parse(
  readFileSync(new URL("../../bench/wasm-budgets.json", import.meta.url), "utf8"),
);
const worst = (of) => Math.max(of(node), of(chromium));
const found = {
  brotliBytes: weights.together.brotli,
  shortToBaseline: worst((place) => place.typical.short / place.typical.baseline),
  thousandToFifty: worst((place) => place.lists.thousand / place.lists.fifty),
  thousandToFiftyOfGit: worst((place) => place.lists.thousandOfGit / place.lists.fiftyOfGit),
  verdictMicroseconds: worst((place) => place.typical.verdict),
  startMilliseconds: worst((place) => place.start.load + place.start.compile + place.start.first),
};
const over = Object.entries(budgets).filter(([name, { most }]) => !(found[name] <= most));
for (const [name, { most }] of over) {
  console.error(
    `${name} is ${Number(found[name].toFixed(2))}, its budget in bench/wasm-budgets.json is ${most}`,
  );
}
if (process.argv.includes("--gate") && over.length > 0) process.exitCode = 1;
