// The cases that were judged natively: the corpus and texts in every encoding, and the chapters of
// tests/cases/verdicts.
import { readdirSync, readFileSync } from "node:fs";

const root = new URL("../../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");
const TEXTS = { execute: "command", read: "path", write: "path", browser: "url", mcp: "tool" };

export function given() {
  const cases = read("target/policy-wasm-cases.jsonl")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { cases: [...cases, ...chapters()], types: read("policy-wasm/js/src/wire.ts") };
}

function chapters() {
  const verdicts = new Map();
  for (const line of read("target/policy-wasm-verdicts.jsonl").trim().split("\n")) {
    verdicts.set(JSON.parse(line).case, line.slice(line.indexOf('"verdict":') + 10, -1));
  }
  const cases = [];
  for (const file of readdirSync(new URL("tests/cases/verdicts/", root)).sort()) {
    if (!file.endsWith(".json")) continue;
    const chapter = JSON.parse(read(`tests/cases/verdicts/${file}`));
    for (const written of chapter.cases) {
      const { action = "execute", shell = "bash", settings = null, workspaceSettings } = written;
      const surroundings = { ...chapter.around, ...written.around };
      const text = written.command.repeat(written.repeat ?? 1);
      const workspace = workspaceSettings && {
        settings: workspaceSettings,
        path: surroundings.workspace ?? "",
      };
      const verdict = verdicts.get(`${file.slice(0, -5)}/${written.name}`);
      if (verdict === undefined)
        throw new Error(`${file}: ${written.name} was not judged natively`);
      cases.push({
        action: { action, shell, [TEXTS[action]]: text },
        surroundings,
        settings,
        workspace,
        verdict,
      });
    }
  }
  return cases;
}
