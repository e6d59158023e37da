// Node: `policy.wasm` is read from disk when it is first needed.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");

function readBeside() {
  const file = join(__dirname, "policy.wasm");
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${file} cannot be read; copy it there from the package, or hand its bytes to loadSync first`, { cause: error });
  }
}

function fetchBeside() {
  return readBeside();
}
