// A real VS Code in a browser: starts one with folders of its own, and does what a person does.
// `cargo xtask` says which Chromium shows it (BELAY_CHROMIUM) and which extension to install
// (BELAY_VSIX).

import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

const entry = fileURLToPath(new URL("node_modules/code-server/out/node/entry.js", import.meta.url));

/** What every VS Code here is set to: quiet, and the same each time. */
export const QUIET = {
  "chat.commandCenter.enabled": false,
  "chat.disableAIFeatures": true,
  // What a test types is what shall stand there.
  "editor.autoClosingBrackets": "never",
  "editor.autoClosingQuotes": "never",
  "editor.autoIndent": "none",
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "telemetry.telemetryLevel": "off",
  // Drawn as elements, so that a test can read what stands there.
  "terminal.integrated.gpuAcceleration": "off",
  "terminal.integrated.initialHint": false,
  "terminal.integrated.suggest.enabled": false,
  "update.mode": "none",
  "window.commandCenter": false,
  "workbench.editor.useModal": "off",
  "workbench.enableExperiments": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
};

const CHROMIUM = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--enable-precise-memory-info",
];

/** Starts a VS Code with the extension installed and a folder open. */
export async function startEditor({
  user = {},
  workspace,
  files = {},
  trust = false,
  trusts = false,
  language,
} = {}) {
  const home = await mkdtemp(join(tmpdir(), "belay-editor-"));
  const folder = join(home, "project");
  const data = join(home, "data");
  const paths = {
    home,
    folder,
    user: join(data, "User", "settings.json"),
    machine: join(data, "Machine", "settings.json"),
    workspace: join(folder, ".vscode", "settings.json"),
    extensions: join(home, "extensions"),
  };
  await writeJson(paths.user, { ...QUIET, ...user });
  await mkdir(folder, { recursive: true });
  // Folders that are trusted belong to a machine, and so do the settings that list them.
  if (trusts) await writeJson(paths.machine, { "belay.trustedWorkspaces": [folder] });
  if (workspace !== undefined) await writeJson(paths.workspace, workspace);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }

  const flags = [
    "--auth",
    "none",
    "--disable-telemetry",
    "--disable-update-check",
    "--disable-getting-started-override",
    "--user-data-dir",
    data,
    "--extensions-dir",
    paths.extensions,
  ];
  const env = {
    ...process.env,
    HOME: home,
    EXTENSIONS_GALLERY: "{}",
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  };
  await promisify(execFile)(
    process.execPath,
    [entry, ...flags, "--install-extension", process.env.BELAY_VSIX],
    { env },
  );
  if (language !== undefined) {
    await writeJson(join(data, "languagepacks.json"), languagePack(language));
    flags.push("--locale", language);
  }
  if (!trust) flags.push("--disable-workspace-trust");
  const server = spawn(process.execPath, [entry, ...flags, "--bind-addr", "127.0.0.1:0", folder], {
    env,
  });
  const address = await addressOf(server);
  const browser = await chromium.launch({
    executablePath: process.env.BELAY_CHROMIUM,
    args: CHROMIUM,
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  // The app takes VS Code's own interface once; a test may want to use it, too.
  await context.addInitScript(() => {
    let acquire;
    Object.defineProperty(globalThis, "acquireVsCodeApi", {
      configurable: true,
      get: () => acquire && (() => (globalThis.vscodeOfTheApp = acquire())),
      set: (value) => {
        acquire = value;
      },
    });
  });
  const page = await context.newPage();
  const editor = new Editor(page, paths, async () => {
    await browser.close();
    server.kill();
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  await page.goto(`${address}/?folder=${encodeURIComponent(folder)}`);
  await editor.ready();
  return editor;
}

class Editor {
  constructor(page, paths, close) {
    Object.assign(this, { page, paths, close });
    this.errors = [];
    page.on("console", (message) => {
      if (message.type() === "error") this.errors.push(message.text());
    });
  }

  /** Waits until the workbench is there and extensions have started. */
  async ready() {
    await this.page.locator(".monaco-workbench").waitFor({ timeout: 90_000 });
    await this.page
      .locator(".activitybar [aria-label^='Belay']")
      .first()
      .waitFor({ timeout: 90_000 });
  }

  /** Runs a command by its name in the command palette. */
  async command(name) {
    const run = await this.choose(name);
    await run();
  }

  /** Looks a command up in the command palette; what comes back runs it. */
  async choose(name) {
    const input = this.page.locator(".quick-input-widget input");
    // A webview that is just opening takes the focus, and the palette closes: once more, then.
    for (let open = false; !open;) {
      await this.page.locator(".part.titlebar").click();
      await this.page.keyboard.press("F1");
      open = await input.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    }
    await input.fill(`>${name}`);
    const found = this.page
      .locator(".quick-input-list .monaco-list-row")
      .filter({ hasText: name })
      .first();
    await found.waitFor();
    return () => found.click();
  }

  /** The frame that shows the app, once the app has its settings. */
  async app() {
    return this.frameWith("[data-testid='checkpoint-enabled-checkbox']");
  }

  /** The frame in which something is to be seen; webviews are frames in frames. */
  async frameWith(selector) {
    return eventually(async () => {
      for (const frame of this.page.frames()) {
        const visible = frame.locator(selector).first().isVisible();
        if (await visible.catch(() => false)) return frame;
      }
      throw new Error(`no frame shows ${selector}`);
    });
  }

  /** Whether any frame shows something. */
  async shows(selector) {
    const seen = this.page.frames().map((frame) =>
      frame
        .locator(selector)
        .first()
        .isVisible()
        .catch(() => false),
    );
    return (await Promise.all(seen)).some(Boolean);
  }

  /** Opens Belay's settings and gives back their frame. */
  async openSettings() {
    await this.command("Belay: Open Settings");
    return this.app();
  }

  /** Reloads the window, as VS Code's own command does. */
  async reload() {
    const loaded = this.page.waitForEvent("load");
    await this.command("Developer: Reload Window");
    await loaded;
    await this.ready();
  }

  /** Tells VS Code to trust the folder. */
  async trustFolder() {
    const restricted = this.page.locator(".statusbar-item").filter({ hasText: "Restricted Mode" });
    await restricted.click();
    await this.page
      .locator(".workspace-trust-editor")
      .getByRole("button", { name: "Trust", exact: true })
      .click();
    await restricted.waitFor({ state: "hidden" });
  }

  /** Replaces the person's settings.json by hand, in VS Code's own editor. */
  async typeUserSettings(settings) {
    await this.command("Preferences: Open User Settings (JSON)");
    const editor = this.page.locator(".editor-instance .monaco-editor").last();
    await editor.click();
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.press("Delete");
    await this.page.keyboard.insertText(JSON.stringify(settings, null, 2));
    await this.page.keyboard.press("Control+S");
    await this.command("View: Close Editor");
  }

  /** What stands in the person's settings.json about Belay. */
  async userSettings() {
    const all = Object.entries(await readJson(this.paths.user));
    return Object.fromEntries(all.filter(([key]) => key.startsWith("belay.")));
  }

  /** The notifications that are to be seen. */
  async notifications() {
    return this.page
      .locator(".notification-toast .notification-list-item-message")
      .allTextContents();
  }

  /** Keeps a picture as an artefact of the run. */
  async picture(name) {
    const folder = join(import.meta.dirname, "..", "..", "target", "editor-pictures");
    await mkdir(folder, { recursive: true });
    // Icons are letters of a font, which comes a moment after the page.
    for (const frame of this.page.frames())
      await frame.evaluate(() => document.fonts.ready.then(() => null)).catch(() => null);
    await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }

  /** The processes of Chromium that show pages. */
  async pageProcesses() {
    const session = await this.page.context().browser().newBrowserCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    await session.detach();
    return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  }

  /** The processes that run extensions. */
  async hostProcesses() {
    const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
    const mine = await Promise.all(
      ids.map(async (id) => {
        const read = (name) => readFile(`/proc/${id}/${name}`, "utf8").catch(() => "");
        const [line, environment] = [await read("cmdline"), await read("environ")];
        return (
          line.includes("--type=extensionHost") && environment.includes(`HOME=${this.paths.home}\0`)
        );
      }),
    );
    return ids.filter((_, index) => mine[index]);
  }
}

/**
 * VS Code's own list of language packs, with one in it that translates next to nothing. Real packs
 * come from a marketplace; what counts here is that VS Code takes the language for its own.
 */
function languagePack(language) {
  const identifier = {
    extensionIdentifier: { id: "belay.language-pack-for-tests" },
    version: "1.0.0",
  };
  const translations = { vscode: join(import.meta.dirname, "language-pack.json") };
  return {
    [language]: { hash: language, extensions: [identifier], translations, label: language },
  };
}

/** Tries until it works; what a person would wait for. */
export async function eventually(attempt, seconds = 30) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** The address that a server prints when it listens. */
function addressOf(server) {
  return new Promise((resolve, reject) => {
    let printed = "";
    const look = (chunk) => {
      printed += chunk;
      const found = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(printed);
      if (found) resolve(found[1]);
    };
    server.stdout.on("data", look);
    server.stderr.on("data", look);
    server.on("exit", (code) => reject(new Error(`VS Code ended with ${code}: ${printed}`)));
  });
}

export async function readJson(file) {
  return JSON.parse(await readFile(file, "utf8").catch(() => "{}"));
}

export async function writeJson(file, value) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(value, null, 2));
}
