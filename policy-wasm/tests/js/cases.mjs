// The cases that `cargo xtask wasm test` has judged natively.
import { readFileSync } from "node:fs";

export const casesFile = process.env.BELAY_CASES ?? new URL("../../../target/policy-wasm-cases.jsonl", import.meta.url);

export function given() {
  const lines = readFileSync(casesFile, "utf8").trim().split("\n");
  const types = readFileSync(new URL("../../js/index.d.ts", import.meta.url), "utf8");
  return { cases: lines.map((line) => JSON.parse(line)), types };
}
