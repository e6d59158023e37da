// A real VS Code in a browser: starts one with folders of its own, and does what a person does.
// `cargo xtask` says which Chromium shows it (BELAY_CHROMIUM), which extension to install
// (BELAY_VSIX) and where the program `belay` is (BELAY_PROGRAM).

import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
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
  // Pictures are taken of what stands still.
  "workbench.reduceMotion": "on",
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
  // Whether `belay` is in the PATH; a text is a script that takes its place.
  program = true,
  // The extension's package.
  vsix = process.env.BELAY_VSIX,
  // Folders of other extensions to install.
  extensions = [],
  // Settings of the machine, or what makes them of the folder; files of the person's home folder.
  machine = {},
  // What is done with the folder before VS Code opens it.
  prepare,
  home: homeFiles = {},
  // What the window shows: the folder, or what makes the address of it (`ew=true` is an empty window).
  opens = (folder) => `folder=${encodeURIComponent(folder)}`,
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
    belay: join(home, "belay"),
    // Where the example extension writes what it was told.
    told: join(home, "told"),
  };
  await writeJson(paths.user, { ...QUIET, ...user });
  await mkdir(folder, { recursive: true });
  // Folders that are trusted belong to a machine, and so do the settings that list them.
  const listed = trusts ? { "belay.trustedWorkspaces": [folder] } : {};
  const ofMachine = typeof machine === "function" ? await machine(folder) : machine;
  await writeJson(paths.machine, { ...ofMachine, ...listed });
  if (workspace !== undefined) await writeJson(paths.workspace, workspace);
  const written = [
    ...Object.entries(files).map(([name, text]) => [join(folder, name), text]),
    ...Object.entries(homeFiles).map(([name, text]) => [join(home, name), text]),
  ];
  for (const [file, text] of written) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
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
    BELAY_HOME: paths.belay,
    SAMPLE_TOLD: paths.told,
    PATH: [
      ...(await programFolder(home, program)),
      dirname(process.execPath),
      ...withoutBelay(process.env.PATH),
    ].join(":"),
  };
  await mkdir(paths.told);
  await prepare?.(folder, env);
  const packages = [vsix, ...(await Promise.all(extensions.map((folder) => pack(home, folder))))];
  for (const file of packages)
    await promisify(execFile)(process.execPath, [entry, ...flags, "--install-extension", file], {
      env,
    });
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
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const editor = new Editor(page, paths, address, async () => {
    await browser.close();
    server.kill();
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  try {
    await page.goto(`${address}/?${opens(folder)}`);
    await editor.ready();
  } catch (error) {
    // Nobody else knows of the browser yet, and a suite would wait for it for ever.
    await editor.close();
    throw error;
  }
  return editor;
}

/** A folder for the PATH with `belay` in it, or with what is to be taken for it. */
async function programFolder(home, program) {
  if (program === false) return [];
  const folder = join(home, "bin");
  await mkdir(folder);
  if (program === true) await symlink(process.env.BELAY_PROGRAM, join(folder, "belay"));
  else await writeFile(join(folder, "belay"), program, { mode: 0o755 });
  // VS Code takes a person's PATH from their login shell.
  await writeFile(join(home, ".profile"), `PATH="${folder}:$PATH"\n`);
  return [folder];
}

/** A person's own `belay` is not the one that is tested. */
function withoutBelay(path) {
  return path.split(":").filter((folder) => !existsSync(join(folder, "belay")));
}

/** The example of an extension that uses Belay's. */
export const SAMPLE = join(import.meta.dirname, "sample-extension");

/** Packs another extension. */
async function pack(home, folder) {
  const require = createRequire(new URL("../../vscode-extension/package.json", import.meta.url));
  const { createVSIX } = require("@vscode/vsce");
  const packagePath = join(home, `${basename(folder)}.vsix`);
  const quiet = { skipLicense: true, allowMissingRepository: true };
  await createVSIX({ cwd: folder, packagePath, dependencies: false, ...quiet });
  return packagePath;
}

class Editor {
  constructor(page, paths, address, close) {
    Object.assign(this, { page, paths, address, close });
    this.errors = [];
    page.on("console", (message) => {
      if (message.type() === "error") this.errors.push(message.text());
    });
  }

  /** Another window of the same VS Code, which this one closes along. */
  window(page) {
    return new Editor(page, this.paths, this.address, () => page.close());
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
    const found = this.page
      .locator(".quick-input-list .monaco-list-row")
      .filter({ hasText: name })
      .first();
    // A view that is just opening takes the focus, and the palette closes: once more, then.
    for (let tries = 0; tries < 10; tries += 1) {
      await this.page.locator(".part.titlebar").click();
      await this.page.keyboard.press("F1");
      if (!(await comes(input, 3000))) continue;
      await input.fill(`>${name}`, { timeout: 3000 }).catch(() => undefined);
      if (await comes(found, 6000)) return () => found.click();
      await this.page.keyboard.press("Escape");
    }
    throw new Error(`the command palette does not list ${name}`);
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
    return this.page.locator(".notification-list-item-message").allTextContents();
  }

  /** A line of a list to choose from, by a text in it. */
  choice(text) {
    return this.page
      .locator(
        ".quick-input-widget:not([style*='display: none']) .quick-input-list .monaco-list-row",
      )
      .filter({ hasText: text })
      .first();
  }

  /** Types into the box that asks for a text. */
  async answer(text) {
    const input = this.page.locator(".quick-input-widget .quick-input-box input");
    await input.waitFor();
    await input.fill(text);
    await this.page.keyboard.press("Enter");
  }

  /** Runs a command of Belay's that asks for a command line. */
  async runGuarded(line) {
    await this.command("Belay: Run a Command Guarded");
    await this.page.locator(".quick-input-title").filter({ hasText: "guarded" }).waitFor();
    await this.answer(line);
  }

  /**
   * A button of a notification, once it is to be seen. Of more than three notifications within a
   * second VS Code shows only the first by themselves; the others are in its list.
   */
  async offered(button) {
    const shown = this.page
      .locator(".notification-list-item .monaco-button")
      .filter({ hasText: button })
      .first();
    return eventually(async () => {
      if (!(await comes(shown, 2000))) await this.command("Notifications: Show Notifications");
      await shown.waitFor({ timeout: 2000 });
      return shown;
    });
  }

  /** Presses a button of a notification. */
  async press(button) {
    const shown = await this.offered(button);
    await shown.click();
  }

  /** What Belay says in the status bar. */
  get status() {
    return this.page.locator(".statusbar-item[id='belay.belay.belay']");
  }

  /** A line of the checkpoints view. */
  row(text) {
    return this.page.locator(".pane-body .monaco-list-row").filter({ hasText: text }).first();
  }

  /** What stands in the terminal in front. */
  async terminalText() {
    const lines = await this.page
      .locator(".terminal-wrapper.active .xterm-rows > div")
      .allInnerTexts();
    return lines.join("\n").replaceAll("\u00a0", " ");
  }

  /** The next thing that the example extension was told, as it wrote it down. */
  async told(name) {
    const file = join(this.paths.told, `${name}.json`);
    const told = await eventually(async () => JSON.parse(await readFile(file, "utf8")), 60);
    await rm(file);
    return told;
  }

  /** Keeps a picture as an artefact of the run, of everything or of a part and its top. */
  async picture(name, part, height) {
    const folder = join(import.meta.dirname, "..", "..", "target", "editor-pictures");
    await mkdir(folder, { recursive: true });
    // Icons are letters of a font, which comes a moment after the page.
    for (const frame of this.page.frames())
      await frame.evaluate(() => document.fonts.ready.then(() => null)).catch(() => null);
    const box = part && (await this.page.locator(part).boundingBox());
    const clip = box && { ...box, height: Math.min(box.height, height ?? box.height) };
    await this.page.screenshot({ path: join(folder, `${name}.png`), ...(clip && { clip }) });
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

/** Whether something is to be seen within some milliseconds. */
function comes(locator, timeout) {
  return locator.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
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
