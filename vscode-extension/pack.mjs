// Bundles the extension (one script for Node, one for a browser's worker, the app beside them) and
// packs it. `cargo xtask extension` runs it with the file to make; with a platform and the program
// `belay` for it, the program is packed along.

import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { createVSIX } from "@vscode/vsce";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const dist = join(here, "dist");
const app = join(root, "settings-ui", "dist");

const repository = "https://github.com/belay-dev/belay";
const [packagePath, target, program] = process.argv.slice(2);

/** What both scripts share. VS Code itself hands over `vscode`. */
const shared = {
  bundle: true,
  minify: true,
  format: "cjs",
  target: "es2022",
  external: ["vscode"],
  alias: {
    "belay-policy": join(root, "policy-wasm", "dist"),
    "belay-client": join(root, "belay-client", "src", "index.ts"),
  },
  // The engine's file is handed over as bytes, so nothing asks where the script lies.
  define: { "import.meta.url": "undefined" },
  legalComments: "none",
  logLevel: "warning",
};

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
/** What is loaded when it is first needed is a script of its own, so that the start does not read it. */
const LATER = { "./acpConversation": "./acp.js", "belay-client": "./client.js" };
const later = {
  name: "later",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^(\.\/acpConversation|belay-client)$/ }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path: LATER[path], external: true } : undefined,
    ),
};
await build({
  ...shared,
  entryPoints: {
    node: join(here, "src", "node.ts"),
    acp: join(here, "src", "agents", "acpConversation.ts"),
    client: join(root, "belay-client", "src", "index.ts"),
  },
  platform: "node",
  outdir: dist,
  plugins: [later],
  // VS Code hands itself over to what is required, not to what is imported.
  supported: { "dynamic-import": false },
});
await build({
  ...shared,
  entryPoints: [join(here, "src", "web.ts")],
  platform: "browser",
  outfile: join(dist, "web.js"),
});
await readFile(join(app, "index.html")).catch(() => {
  throw new Error("settings-ui/dist is missing; `cargo xtask app` builds it");
});
// English is part of the app itself, a tab has the extension's icon, the fingerprint is for the builder,
// and the page of the timeline is the browser's. The app's WebAssembly is a part of its page, and so is
// the font of its icons: VS Code shows a webview, and passes on messages to it, once its fonts are there.
const unwanted = [join("locales", "en"), "icon.svg", ".fingerprint", "app.wasm", "codicon.woff2"];
const left = unwanted.map((name) => join(app, name));
const isPacked = (file) => !left.includes(file) && !basename(file).startsWith("timeline.");
await cp(app, join(dist, "app"), { recursive: true, filter: isPacked });
const packed = gzipSync(await readFile(join(app, "app.wasm")), { level: 9 }).toString("base64");
await writeFile(join(dist, "app", "app.wasm.txt"), packed);
const font = (await readFile(join(app, "codicon.woff2"))).toString("base64");
const style = await readFile(join(app, "style.css"), "utf8");
const styled = style.replace('url("codicon.woff2")', `url("data:font/woff2;base64,${font}")`);
if (styled === style) throw new Error("settings-ui/dist/style.css names no font of icons");
await writeFile(join(dist, "app", "style.css"), styled);
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) await cp(join(root, name), join(dist, name));
const bin = join(here, "bin");
await rm(bin, { recursive: true, force: true });
if (program !== undefined) await cp(program, join(bin, basename(program)));
await createVSIX({
  cwd: here,
  ...(target === undefined ? {} : { target }),
  packagePath,
  dependencies: false,
  skipLicense: true,
  // The store shows the README with pictures from the repository.
  baseContentUrl: `${repository}/blob/HEAD/vscode-extension`,
  baseImagesUrl: `${repository}/raw/HEAD/vscode-extension`,
});
await rm(bin, { recursive: true, force: true });
