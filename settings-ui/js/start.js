// Starts the app, and gives it the two things that are no functions in JavaScript. `cargo xtask app`
// bundles it with wasm-bindgen's glue.
import "./theme.js";
import init from "app-glue";

let vscode;
// A browser keeps a failed import for its address, so another try needs another address.
let tries = 0;
const again = (address) =>
  tries > 1 ? `${address}${address.includes("?") ? "&" : "?"}again=${tries}` : address;
globalThis.belay = {
  /** `acquireVsCodeApi` may be called once only. */
  vscode: () => (vscode ??= globalThis.acquireVsCodeApi?.()),
  load: async (script, module) => {
    tries += 1;
    const engine = await import(again(script ?? new URL("engine/index.js", import.meta.url).href));
    await engine.load(again(module ?? new URL("engine/policy.wasm", import.meta.url).href));
    return engine;
  },
};

/** Whoever has the app itself at hand puts it into the page, packed, so that nobody is asked for it. */
function unpacked(text) {
  // The first is ten times faster, and there since 2025.
  const bytes =
    Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Response(bytes).body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "Content-Type": "application/wasm" } });
}

const packed = document.getElementById("belay-app")?.textContent;
await init({
  module_or_path: packed ? unpacked(packed) : new URL("app.wasm", import.meta.url),
});
