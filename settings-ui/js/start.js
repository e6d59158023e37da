// Starts the app, and gives it the two things that are no functions in JavaScript. `cargo xtask app`
// bundles it with wasm-bindgen's glue.
import "./theme.js";
import init from "app-glue";

const bootText = document.getElementById("belay-boot")?.textContent;
const boot = bootText ? JSON.parse(bootText) : {};

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

await init({ module_or_path: boot.app ?? new URL("app.wasm", import.meta.url) });
