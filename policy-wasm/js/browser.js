// Pages, webviews and bundlers: the package's files lie beside this one. The form below is the one
// bundlers look for.
function moduleBeside() {
  return new URL("./policy.wasm", import.meta.url);
}

function rulesBeside() {
  return new URL("./rules.json", import.meta.url);
}

function readModule() {
  throw new Error("the engine is not loaded yet; `await load()` first");
}
