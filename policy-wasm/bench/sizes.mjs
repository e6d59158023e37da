// What a page has to load.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = new URL("../dist/", import.meta.url);

export function sizes() {
  const files = {};
  for (const name of ["policy.wasm", "index.js"]) {
    const bytes = readFileSync(new URL(name, folder));
    const options = {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_LGWIN]: 22,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    };
    files[name] = {
      raw: bytes.length,
      gzip: gzipSync(bytes, { level: 9 }).length,
      brotli: brotliCompressSync(bytes, options).length,
    };
  }
  const sum = (key) => Object.values(files).reduce((total, file) => total + file[key], 0);
  return { ...files, together: { raw: sum("raw"), gzip: sum("gzip"), brotli: sum("brotli") } };
}
