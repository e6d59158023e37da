// How long the settings take from command to answer, and what they weigh, in a real VS Code; beside
// VS Code's own settings editor and an empty webview in the same run. `cargo xtask bench editor` runs
// it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { eventually, startEditor } from "../../tests/editor/vscode.mjs";
import { withProbe } from "./probe.mjs";
import { held, middle, told } from "./report.mjs";

const ROUNDS = Number(process.env.BELAY_ROUNDS ?? 7);

/** How much longer than VS Code's own settings editor it may take. */
const MOST = 1.2;

/** What is opened, and where one sees that it answers. */
const RIVALS = [
  {
    name: "Belay's settings",
    command: "Belay: Open Settings",
    // The first checkbox is there, and the app has its settings.
    answer: "[data-testid='checkpoint-enabled-checkbox']:enabled",
  },
  {
    name: "VS Code's settings editor",
    command: "Preferences: Open Settings (UI)",
    answer: ".settings-editor .setting-item-contents",
  },
  {
    name: "an empty webview",
    command: "Probe: Show an Empty Page",
    answer: "#nothing",
  },
];

const rows = RIVALS.map(({ name }) => ({
  name,
  fresh: [],
  window: [],
  again: [],
  page: [],
  host: [],
}));
const own = { window: [], again: [] };

await withProbe(async (probe) => {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, rival] of RIVALS.entries()) await measure(probe, rival, rows[index]);
});

async function measure(probe, rival, row) {
  // A VS Code of its own for each, so that neither finds what the other has loaded.
  const editor = await startEditor({ extensions: [probe] });
  try {
    await editor.page.context().addInitScript(watch, rival.answer);
    await editor.reload();
    await editor.page.waitForTimeout(3000);
    row.fresh.push((await time(editor, rival)).whole);
    await editor.command("View: Close Editor");
    // From here on as on any other day: VS Code has shown webviews before, this window has not.
    await editor.reload();
    await editor.page.waitForTimeout(3000);
    const before = await memory(editor);
    const first = await time(editor, rival);
    row.window.push(first.whole);
    await editor.page.waitForTimeout(2000);
    const after = await memory(editor);
    row.page.push(after.page - before.page);
    row.host.push(after.host - before.host);
    await editor.command("View: Close Editor");
    await editor.page.waitForTimeout(1000);
    const second = await time(editor, rival);
    row.again.push(second.whole);
    if (rival === RIVALS[0]) {
      own.window.push(first.page);
      own.again.push(second.page);
    }
  } finally {
    await editor.close();
  }
}

console.log(
  `\nfrom command to answer, and what opening adds; medians of ${ROUNDS} rounds (most in brackets)`,
);
console.log(line("", "first ever", "new window", "again", "page", "extension host"));
for (const { name, fresh, window, again, page, host } of rows) {
  const times = [fresh, window, again].map((values) => told(values, "ms"));
  console.log(line(name, ...times, told(page, "MB"), told(host, "MB")));
}
console.log(
  `from the frame of its page to its answer: ${told(own.window, "ms")} in a new window, ${told(own.again, "ms")} again`,
);
const [belay, vscode, empty] = rows;
for (const [words, of] of [
  ["new window", (row) => middle(row.window)],
  ["again", (row) => middle(row.again)],
]) {
  held(`Belay's beside VS Code's, ${words}`, of(belay) / of(vscode), MOST, "x");
  const ratio = (of(empty) / of(vscode)).toFixed(2);
  const more = (of(belay) - of(empty)).toFixed(0);
  console.log(
    `   an empty webview beside VS Code's: ${ratio} x; Belay's takes ${more} ms more than that`,
  );
}

/**
 * Notes when something was first to be seen in the page, or in a webview's page once VS Code shows it,
 * and when a button was last pressed.
 */
function watch(selector) {
  const look = () => {
    const windows = [...document.querySelectorAll("#active-frame")].map((it) => it.contentWindow);
    const found = [globalThis, ...windows].find((each) =>
      [...each.document.querySelectorAll(selector)].some((element) => element.checkVisibility()),
    );
    if (found === undefined) globalThis.seen = undefined;
    else globalThis.seen ??= { at: Date.now(), since: found.performance.now() };
    requestAnimationFrame(look);
  };
  look();
  addEventListener("mousedown", () => (globalThis.pressed = Date.now()), true);
}

/** From the click on the command to the answer, and how much of it its own frame was there. */
async function time(editor, { command }) {
  const run = await editor.choose(command);
  await run();
  const seen = await eventually(async () => {
    const all = await Promise.all(editor.page.frames().map(seenIn));
    const seen = all.find((each) => each !== undefined);
    assert.ok(seen, "nothing is to be seen");
    return seen;
  });
  const pressed = await editor.page.evaluate(() => globalThis.pressed);
  return { whole: seen.at - pressed, page: seen.since };
}

/** What a frame has noted; some are gone by the time they are asked. */
function seenIn(frame) {
  return frame.evaluate(() => globalThis.seen).catch(() => undefined);
}

/** The private memory of the page's process and of the extension host, after rubbish is collected. */
async function memory(editor) {
  const session = await editor.page.context().newCDPSession(editor.page);
  await session.send("HeapProfiler.collectGarbage");
  await session.detach();
  const pages = await editor.pageProcesses();
  const sum = async (ids) =>
    (await Promise.all(ids.map(megabytes))).reduce((all, each) => all + each, 0);
  return { page: await sum(pages), host: await sum(await editor.hostProcesses()) };
}

async function megabytes(id) {
  const text = await readFile(`/proc/${id}/smaps_rollup`, "utf8").catch(() => "");
  const kilobytes = [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)].map(([, count]) =>
    Number(count),
  );
  return kilobytes.reduce((all, each) => all + each, 0) / 1024;
}

function line(name, ...columns) {
  return name.padEnd(28) + columns.map((column) => column.padStart(17)).join("");
}
