// Prints what the built app weighs on the wire, and fails where that is over budget.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const budgets = JSON.parse(
  readFileSync(new URL("../../bench/app-budgets.json", import.meta.url), "utf8"),
).budgets;

const parts = {
  firstPaintBrotliBytes: ["index.html", "app.js", "app.wasm", "style.css", "codicon.woff2"],
  timelineBrotliBytes: [
    "timeline.html",
    "timeline.js",
    "timeline.wasm",
    "timeline.css",
    "codicon.woff2",
  ],
  engineBrotliBytes: ["engine/index.js", "engine/policy.wasm"],
};

const bytes = (count) => `${(count / 1000).toFixed(1)} kB`.padStart(12);
const row = (name, raw, brotli, note = "") =>
  console.log(`   ${name.padEnd(24)}${raw}${brotli}  ${note}`.trimEnd());

row("", "raw".padStart(12), "brotli".padStart(12));
let over = 0;
for (const [budget, files] of Object.entries(parts)) {
  let [raw, brotli] = [0, 0];
  for (const file of files) {
    const text = readFileSync(new URL(file, dist));
    // The font is compressed already.
    const packed = file.endsWith(".woff2")
      ? text.length
      : brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
    row(file, bytes(text.length), bytes(packed));
    raw += text.length;
    brotli += packed;
  }
  const { most, what } = budgets[budget];
  row(what, bytes(raw), bytes(brotli), `of ${(most / 1000).toFixed(0)} kB`);
  if (brotli > most) over += 1;
}
if (over > 0) {
  console.error("   over budget: bench/app-budgets.json says why the bounds are where they are");
  process.exitCode = 1;
}
