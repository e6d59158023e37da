// Node: the package's files are read from disk when they are first needed.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");

function moduleBeside() {
  return readModule();
}

function rulesBeside() {
  return readBeside("rules.json", "explainRule");
}

function readModule() {
  return readBeside("policy.wasm", "loadSync");
}

function readBeside(name, door) {
  const file = join(__dirname, name);
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${file} cannot be read; copy it there from the package, or hand its bytes to ${door} first`, { cause: error });
  }
}
