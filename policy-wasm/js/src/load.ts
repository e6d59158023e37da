// Brings `policy.wasm` in, once.
import init, { initSync } from "../glue/policy.js";

/** TypeScript takes anything for a `WebAssembly.Module`; at least it must be an object. */
export type CompiledModule = object & WebAssembly.Module;

/** What `policy.wasm` may be passed as; when absent, the file that came with the package. */
export type Source = string | URL | Response | BufferSource | CompiledModule;

/** Where the package's own `policy.wasm` is, which pages and Node know differently. */
export interface Home {
  /** Where to load it from. */
  locate(): Source;
  /** Its bytes at once, for hosts that can read files; others throw. */
  read(): BufferSource;
}

let home: Home | undefined;
let loaded = false;
let loading: Promise<void> | undefined;

/** Says where the package's own file is. The entry of the package does so first of all. */
export function setHome(own: Home): void {
  home = own;
}

/** Loads the module once. A try that failed may be repeated. */
export async function loadModule(source?: Source | Promise<Source>): Promise<void> {
  if (loaded) return;
  loading ??= instantiate(source).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  await loading;
}

/** Loads the module at once. */
export function loadModuleSync(module: BufferSource | CompiledModule): void {
  if (loaded) return;
  initSync({ module });
  loaded = true;
}

/** What every function asks for first. In Node the module is read when it is first needed. */
export function ready(): void {
  if (!loaded) loadModuleSync(atHome().read());
}

function atHome(): Home {
  if (home === undefined) throw new Error("import the package by its name, not by single files");
  return home;
}

async function instantiate(given?: Source | Promise<Source>): Promise<void> {
  let source = (await given) ?? atHome().locate();
  if (typeof source === "string" || source instanceof URL) source = await fetch(source);
  if (typeof Response === "function" && source instanceof Response && !source.ok) {
    throw new Error(`policy.wasm cannot be loaded from ${source.url}: status ${source.status}`);
  }
  await init({ module_or_path: source });
  loaded = true;
}
