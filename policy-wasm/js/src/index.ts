// Pages, webviews and bundlers: `policy.wasm` comes from beside this package's files. The form below
// is the one that bundlers look for.
import { setHome } from "./load.js";

setHome({
  locate: () => new URL("../policy.wasm", import.meta.url),
  read: () => {
    throw new Error("the engine is not loaded yet; `await load()` first");
  },
});

export * from "./api.js";
