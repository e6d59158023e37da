// Node: `policy.wasm` is read from beside this file when it is first needed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setHome } from "./load.js";

const file = join(__dirname, "policy.wasm");

function read(): Uint8Array<ArrayBuffer> {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new Error(
      `${file} cannot be read; copy it there from the package, or hand its bytes to loadSync first`,
      { cause },
    );
  }
}

setHome({ locate: read, read });

export * from "./api.js";
