// Starts the app, and gives it the two things that are no functions in JavaScript. `cargo xtask app`
// bundles it with wasm-bindgen's glue.
import init from "app-glue";

const bootText = document.getElementById("belay-boot")?.textContent;
const boot = bootText ? JSON.parse(bootText) : {};

// A page of its own has a theme of its own; in a webview the editor's variables do it all.
if (document.documentElement.dataset.theme !== undefined) {
  const asked = new URLSearchParams(location.search).get("theme");
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem("belay.theme"));
  } catch {
    // Storage may be forbidden, or hold something else; the theme is then the system's.
  }
  document.documentElement.dataset.theme = asked ?? kept ?? "auto";
}

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
