// How long VS Code waits for the extension to start, beside an extension that does next to nothing,
// in the same run. VS Code loads what starts with a window one after another and counts the waiting in
// line, so that the empty one tells how much of it is the line's. `cargo xtask bench editor` runs it.

import assert from "node:assert/strict";
import { eventually, startEditor } from "../../tests/editor/vscode.mjs";
import { NAME, withProbe } from "./probe.mjs";
import { held, middle, told } from "./report.mjs";

const ROUNDS = Number(process.env.BELAY_ROUNDS ?? 5);

/** The most that it may take itself, in milliseconds. */
const MOST = 50;

const times = { Belay: [], [NAME]: [] };

async function measure(editor) {
  // Written into the status bar once everything has started.
  await eventually(async () =>
    assert.match(await editor.status.getAttribute("aria-label"), /No checkpoints/),
  );
  // The list has only those rows that are to be seen.
  await editor.page.setViewportSize({ width: 1280, height: 8000 });
  await editor.command("Developer: Show Running Extensions");
  for (const [name, values] of Object.entries(times)) {
    const row = editor.page
      .locator(".runtime-extensions-editor .extension")
      .filter({ has: editor.page.locator(".name").getByText(name, { exact: true }) })
      .first();
    const time = await eventually(async () => {
      const found = /Activation:\s*([\d,.]+)\s*ms/.exec(await row.innerText());
      assert.ok(found, "no time of its activation");
      return Number(found[1].replaceAll(",", ""));
    });
    values.push(time);
  }
}

await withProbe(async (probe) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const editor = await startEditor({ extensions: [probe] });
    await measure(editor).finally(() => editor.close());
  }
});

console.log(
  `\nactivation, as VS Code itself tells it; medians of ${ROUNDS} rounds (most in brackets)`,
);
for (const [name, values] of Object.entries(times)) {
  console.log(`${name.padEnd(20)} ${told(values, "ms")}`);
}
const own = times.Belay.map((time, round) => time - times[NAME][round]);
console.log(`${"of Belay's own".padEnd(20)} ${told(own, "ms")}`);
held("activation, the empty extension's taken off", middle(own), MOST, "ms");
