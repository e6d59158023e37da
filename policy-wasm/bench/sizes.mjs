// What a page has to load. Run by itself, it prints that.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = new URL("../dist/", import.meta.url);

export function sizes() {
  const [module, script] = ["policy.wasm", "esm/index.js"].map(weighed);
  const sum = (key) => module[key] + script[key];
  const together = { raw: sum("raw"), gzip: sum("gzip"), brotli: sum("brotli") };
  return { "policy.wasm": module, "esm/index.js": script, together };
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

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const row = (name, ...cells) =>
    console.log(`   ${name.padEnd(24)}${cells.map((cell) => cell.padStart(10)).join("")}`);
  const kilo = (count) => `${(count / 1000).toFixed(1)} kB`;
  row("", "raw", "gzip", "brotli");
  for (const [name, { raw, gzip, brotli }] of Object.entries(sizes())) {
    row(name, kilo(raw), kilo(gzip), kilo(brotli));
  }
}
