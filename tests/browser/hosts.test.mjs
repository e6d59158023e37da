// The app as a webview of an editor, under the editor's policy, and as a page in two tabs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { becomes, open, says, stored, together, visit } from "./app.mjs";

const dist =
  process.env.BELAY_APP ?? fileURLToPath(new URL("../../settings-ui/dist", import.meta.url));
const chinese = readFileSync(join(dist, "locales/zh-CN/settings.json"), "utf8");
const block = (id, json) => `<script type="application/json" id="${id}">${json}</script>`;
const webview = (boot, blocks = "") =>
  readFileSync(join(dist, "index.html"), "utf8")
    .replace(' data-theme="auto"', "")
    .replaceAll(/(href|src)="(?!data:)/g, '$1="/')
    .replace(
      /<script type="application\/json" id="belay-boot">.*?<\/script>/s,
      block("belay-boot", JSON.stringify({ host: "webview", ...boot })) +
        blocks +
        '<script src="/frames/vscode.js"></script>',
    );
const told = [{ type: "settings", user: { retentionDays: 3 } }];
const shared = together({
  files: {
    "/frames/webview.html": webview(
      { language: "zh-CN", locales: "/locales" },
      block("belay-locale", chinese),
    ),
    "/frames/telling.html": webview(
      { page: "this page" },
      block("belay-messages", JSON.stringify(told)),
    ),
  },
});

const AROUND = {
  type: "surroundings",
  language: "en",
  platform: "unix",
  shell: "/bin/zsh",
  cwd: "/home/ann/app",
  workspace: "/home/ann/app",
  home: "/home/ann",
  saves: null,
};

async function embedded(t, { user = {}, workspace, around = AROUND } = {}) {
  const outer = await visit(t, shared, { path: "frames/outer.html" });
  const app = outer.frameLocator("iframe");
  const posted = () => outer.evaluate(() => window.posted);
  const send = (message) => outer.evaluate((message) => window.send(message), message);
  await becomes(async () => (await posted())[0]?.type, "launched");
  await send({ type: "settings", user, workspace });
  await send(around);
  // By a name that is the same in every language.
  await app.getByTestId("checkpoint-enabled-checkbox").waitFor();
  const updates = async () => (await posted()).filter(({ type }) => type === "updateSettings");
  return { outer, app, posted, send, updates };
}

test("each change is posted as a partial update, once", async (t) => {
  const { app, updates } = await embedded(t, { user: { retentionDays: 3 } });
  await becomes(() => app.locator('[data-field="retentionDays"] input').inputValue(), "3");
  await app.getByRole("checkbox", { name: "MCP tools", exact: true }).check();
  await becomes(
    async () => (await updates()).map((update) => update.updatedSettings),
    [{ alwaysCheckpointMcp: true }],
  );
  await app.getByTestId("no-checkpoint-command-input").fill("ls");
  await app.getByTestId("no-checkpoint-command-input").press("Enter");
  await becomes(async () => (await updates()).at(-1).updatedSettings, {
    noCheckpointCommands: ["ls"],
  });
  const ids = (await updates()).map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
});

test("a refused change is explained and kept, and can be given up", async (t) => {
  const { app, send, updates } = await embedded(t);
  await app.getByRole("checkbox", { name: "MCP tools", exact: true }).check();
  await becomes(async () => (await updates()).length, 1);
  const [{ id }] = await updates();
  await send({
    type: "refused",
    id,
    problems: [
      {
        path: "$.alwaysCheckpointMcp",
        code: "wrong_type",
        message: "the file is locked",
        help: "unlock it",
      },
    ],
  });
  await says(app.getByTestId("notice"), /the file is locked/i);
  assert.equal(
    await app.getByRole("checkbox", { name: "MCP tools", exact: true }).isChecked(),
    true,
  );
  await app.getByRole("button", { name: "Save again", exact: true }).click();
  await becomes(async () => (await updates()).length, 2);
  await send({ type: "refused", id: (await updates())[1].id, problems: [], cause: "other" });
  await app.getByRole("button", { name: "Discard the change", exact: true }).click();
  await becomes(
    () => app.getByRole("checkbox", { name: "MCP tools", exact: true }).isChecked(),
    false,
  );
});

test("what is changed outside appears at once", async (t) => {
  const { app, send } = await embedded(t);
  await send({
    type: "settings",
    user: { alwaysCheckpointWrite: true, checkpointCommands: ["make deploy"] },
  });
  await becomes(
    () => app.getByRole("checkbox", { name: "Writing files", exact: true }).isChecked(),
    true,
  );
  await says(app.locator('[data-field="checkpointCommands"] .entry'), /make deploy/);
});

test("malformed messages are shown and lose nothing", async (t) => {
  const { app, send } = await embedded(t, { user: { retentionDays: 3 } });
  await app.getByTestId("checkpoint-command-input").fill("a draft");
  for (const message of [
    { type: "nonsense" },
    7,
    null,
    "text",
    { type: "settings", user: "no" },
    { type: "saved" },
  ])
    await send(message);
  await says(app.getByTestId("notice"), /could not be understood/);
  assert.equal(await app.getByTestId("checkpoint-command-input").inputValue(), "a draft");
  assert.equal(await app.locator('[data-field="retentionDays"] input').inputValue(), "3");
});

test("messages of other windows are ignored", async (t) => {
  const { outer, app, send } = await embedded(t, { user: { retentionDays: 3 } });
  // The page itself, and a window of another origin.
  const frame = outer.frames().find((frame) => frame.url().endsWith("webview.html"));
  await frame.evaluate(() =>
    window.postMessage({ type: "settings", user: { retentionDays: 5 } }, "*"),
  );
  const other = shared.site.address.replace("127.0.0.1", "localhost");
  const [stranger] = await Promise.all([
    outer.waitForEvent("popup"),
    outer.evaluate((address) => void window.open(address), `${other}icon.svg`),
  ]);
  await stranger.evaluate(() =>
    opener.frames[0].postMessage({ type: "settings", user: { retentionDays: 6 } }, "*"),
  );
  // A message that does count comes after them, so that they had their chance.
  await send({ type: "settings", user: { retentionDays: 4 } });
  await becomes(() => app.locator('[data-field="retentionDays"] input').inputValue(), "4");
  assert.equal(await app.getByTestId("notice").count(), 0);
});

test("a hidden panel comes back as it was", async (t) => {
  const { outer, app, posted, send } = await embedded(t);
  await app.getByTestId("checkpoint-command-input").fill("half a comm");
  await app.getByTestId("shell-select").selectOption("zsh");
  await outer.evaluate(() => document.querySelector("iframe").contentWindow.location.reload());
  await becomes(async () => (await posted()).filter(({ type }) => type === "launched").length, 2);
  await send({ type: "settings", user: {} });
  await becomes(() => app.getByTestId("checkpoint-command-input").inputValue(), "half a comm");
  await becomes(() => app.getByTestId("shell-select").inputValue(), "zsh");
});

test("what a page tells is shown at once, and not when the same page is shown again", async (t) => {
  const { outer, app, posted, send } = await embedded(t);
  const days = app.locator('[data-field="retentionDays"] input');
  const launches = async () => (await posted()).filter(({ type }) => type === "launched").length;
  const show = () =>
    outer.evaluate(() => {
      document.querySelector("iframe").src = "telling.html";
    });
  await show();
  await becomes(() => days.inputValue(), "3");
  await becomes(launches, 2);
  // Meanwhile the settings may have become others, so the host has to tell them anew.
  await show();
  await becomes(launches, 3);
  await send({ type: "settings", user: { retentionDays: 4 } });
  await becomes(() => days.inputValue(), "4");
  // The app had no settings before these, or it would say that they were changed elsewhere.
  assert.equal(await app.getByTestId("live").textContent(), "");
});

test("a workspace that loosens is reported and not applied until it is trusted", async (t) => {
  const workspace = {
    settings: { checkpointEnabled: false, checkpointCommands: ["make deploy"] },
    path: "/home/ann/app",
  };
  const { app, send, updates } = await embedded(t, { workspace });
  await says(app.getByTestId("workspace-refused"), /checkpointEnabled/);
  await says(app.locator('[data-field="checkpointCommands"] .theirs'), /make deploy/);
  assert.equal(
    await app
      .getByRole("checkbox", { name: "Enable checkpoint protection", exact: true })
      .isChecked(),
    true,
  );
  await app.getByRole("button", { name: "Trust this workspace", exact: true }).click();
  await becomes(async () => (await updates()).at(-1)?.updatedSettings, {
    trustedWorkspaces: ["/home/ann/app"],
  });
  await send({ type: "settings", user: { trustedWorkspaces: ["/home/ann/app"] }, workspace });
  await app.getByTestId("workspace-refused").waitFor({ state: "detached" });
});

test("the editor's language and the command to be explained", async (t) => {
  const { app, send } = await embedded(t, { around: { ...AROUND, language: "zh-cn" } });
  await says(app.locator("body"), /启用检查点保护/);
  await send({ type: "show", panel: "try", command: "git push --force", shell: "bash" });
  await becomes(() => app.getByTestId("try-command-input").inputValue(), "git push --force");
  await becomes(() => app.getByTestId("verdict").getAttribute("data-risk"), "critical");
});

test("two tabs follow each other", async (t) => {
  const first = await visit(t, shared);
  const second = await open(first.context(), shared.site.address);
  await first.getByRole("checkbox", { name: "MCP tools", exact: true }).check();
  await becomes(
    () => second.getByRole("checkbox", { name: "MCP tools", exact: true }).isChecked(),
    true,
  );
  await second.getByTestId("no-checkpoint-command-input").fill("ls");
  await second.getByTestId("no-checkpoint-command-input").press("Enter");
  await becomes(() => stored(first), { alwaysCheckpointMcp: true, noCheckpointCommands: ["ls"] });
  await says(first.locator('[data-field="noCheckpointCommands"] .entry'), /ls/);
  assert.deepEqual(second.complaints, []);
});
