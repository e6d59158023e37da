// What a page has to load, and what it loads when a rule's page is asked for.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = new URL("../dist/", import.meta.url);

export function sizes() {
  const [module, script, rules] = ["policy.wasm", "index.js", "rules.json"].map(weighed);
  const sum = (key) => module[key] + script[key];
  const together = { raw: sum("raw"), gzip: sum("gzip"), brotli: sum("brotli") };
  return { "policy.wasm": module, "index.js": script, together, "rules.json, on demand": rules };
}

function weighed(name) {
  const bytes = readFileSync(new URL(name, folder));
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
  return {
    raw: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes, options).length,
  };
}
