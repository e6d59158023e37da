// An extension that does nothing but measure the extension host it runs in, and show an empty webview.

import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../../tests/editor/vscode.mjs";

const SCRIPT = `
const { monitorEventLoopDelay } = require("node:perf_hooks");
const { writeFileSync, renameSync } = require("node:fs");
const vscode = require("vscode");
exports.activate = (context) => {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  let used = process.cpuUsage();
  const since = (start) => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e3;
  };
  const tell = (value) => {
    const file = process.env.SAMPLE_TOLD + "/delay.json";
    writeFileSync(file + ".part", JSON.stringify(value));
    renameSync(file + ".part", file);
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("probe.tell", () => {
      tell({ longest: delays.max / 1e6, processor: since(used) });
      delays.reset();
      used = process.cpuUsage();
    }),
    vscode.commands.registerCommand("probe.page", () => {
      const options = { enableScripts: true };
      const panel = vscode.window.createWebviewPanel("probe", "Nothing", vscode.ViewColumn.Active, options);
      panel.webview.html = \`<!doctype html><html><head>
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'">
        </head><body><p id="nothing">Nothing</p></body></html>\`;
    }),
  );
};
`;

/** What VS Code's list of running extensions calls it. */
export const NAME = "Nothing at all";

/** Writes it into a folder of its own; `use` gets the folder. */
export async function withProbe(use) {
  const folder = await mkdtemp(join(tmpdir(), "belay-probe-"));
  const probe = join(folder, "probe");
  await mkdir(probe);
  await writeFile(join(probe, "extension.js"), SCRIPT);
  await writeFile(join(probe, "README.md"), "Measures.\n");
  const manifest = {
    name: "probe",
    displayName: NAME,
    version: "0.0.1",
    publisher: "belay-bench",
    engines: { vscode: "^1.106.0" },
    extensionKind: ["workspace"],
    main: "./extension.js",
    activationEvents: ["onStartupFinished"],
    contributes: {
      commands: [
        { command: "probe.tell", title: "Probe: Tell" },
        { command: "probe.page", title: "Probe: Show an Empty Page" },
      ],
    },
  };
  await writeFile(join(probe, "package.json"), JSON.stringify(manifest));
  try {
    await use(probe);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Of the time since it was last asked, in milliseconds: the longest wait, and how much the processor
 * did for the host. Only the second means the same on a busy machine.
 */
export async function measured(editor) {
  await editor.command("Probe: Tell");
  const file = join(editor.paths.told, "delay.json");
  const told = await eventually(async () => JSON.parse(await readFile(file, "utf8")));
  await rm(file);
  return told;
}
