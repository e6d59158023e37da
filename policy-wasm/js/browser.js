// Pages, webviews and bundlers: `policy.wasm` lies beside this file. The form below is the one
// bundlers look for.
function fetchBeside() {
  return new URL("./policy.wasm", import.meta.url);
}

function readBeside() {
  throw new Error("the engine is not loaded yet; `await load()` first");
}
