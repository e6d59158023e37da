// How long the settings take from command to first answer, and what they weigh, in a real VS Code;
// beside VS Code's own settings editor in the same run. `cargo xtask bench editor` runs it.

import { readFile } from "node:fs/promises";
import { startEditor } from "../../tests/editor/vscode.mjs";
import { held, middle, told } from "./report.mjs";

const ROUNDS = Number(process.env.BELAY_ROUNDS ?? 7);

/** How much longer than VS Code's own settings editor it may take. */
const MOST = 1.2;

/** What is opened, and how one sees that it answers. */
const RIVALS = [
  {
    name: "Belay's settings",
    command: "Belay: Open Settings",
    // The first checkbox is there, and the app has heard from its host.
    answers: async (editor) =>
      (await editor.app()).locator("[data-testid='checkpoint-enabled-checkbox']:enabled").waitFor(),
    own: async (editor) => (await editor.app()).evaluate(() => performance.now()),
  },
  {
    name: "VS Code's settings editor",
    command: "Preferences: Open Settings (UI)",
    answers: (editor) =>
      editor.page.locator(".settings-editor .setting-item-contents").first().waitFor(),
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
const own = [];
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [index, rival] of RIVALS.entries()) {
    const row = rows[index];
    // A VS Code of its own for each, so that neither finds what the other has loaded.
    const editor = await startEditor();
    try {
      await editor.page.waitForTimeout(3000);
      row.fresh.push(await time(editor, rival));
      await editor.command("View: Close Editor");
      // From here on as on any other day: VS Code has shown webviews before, this window has not.
      await editor.reload();
      await editor.page.waitForTimeout(3000);
      const before = await memory(editor);
      row.window.push(await time(editor, rival));
      if (rival.own) own.push(await rival.own(editor));
      await editor.page.waitForTimeout(2000);
      const after = await memory(editor);
      row.page.push(after.page - before.page);
      row.host.push(after.host - before.host);
      await editor.command("View: Close Editor");
      await editor.page.waitForTimeout(1000);
      row.again.push(await time(editor, rival));
    } finally {
      await editor.close();
    }
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
  `of Belay's new window ${told(own, "ms")} are its own page's; the rest is the palette and VS Code's webview`,
);
const [belay, vscode] = rows;
held(
  "Belay's beside VS Code's, new window",
  middle(belay.window) / middle(vscode.window),
  MOST,
  "x",
);
held("Belay's beside VS Code's, again", middle(belay.again) / middle(vscode.again), MOST, "x");

/** From the key that runs the command to an answer, in milliseconds. */
async function time(editor, { command, answers }) {
  const run = await editor.choose(command);
  const begun = performance.now();
  await run();
  await answers(editor);
  return performance.now() - begun;
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
