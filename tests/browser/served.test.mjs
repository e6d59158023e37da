// The app as `belay serve` serves it: over the person's own files, behind a token.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { becomes, open, says, together, verdictOn } from "./app.mjs";
import { project } from "./serving.mjs";

const shared = together();

/** The program, serving a project of its own; ended with the test. */
async function serve(t) {
  const made = project(t);
  const { settings, child } = await made.serve();
  return { address: settings, file: made.settings, child };
}

async function visitor(t) {
  const context = await shared.browser.newContext({ locale: "en-US" });
  t.after(() => context.close());
  return context;
}

const read = (file) => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

test("a change is written to the settings file, and its comments stay", async (t) => {
  const { address, file } = await serve(t);
  writeFileSync(file, '{\n  // mine\n  "retentionDays": 3\n}\n');
  const page = await open(await visitor(t), address);
  await page.getByTestId("checkpoint-enabled-checkbox").uncheck();
  await becomes(() => read(file).includes('"checkpointEnabled": false'), true);
  assert.match(read(file), /\/\/ mine\n {2}"retentionDays": 3/);
  assert.deepEqual(page.complaints, []);
});

test("what an editor changes is there when the person comes back", async (t) => {
  const { address, file } = await serve(t);
  const page = await open(await visitor(t), address);
  assert.equal(await page.getByTestId("checkpoint-enabled-checkbox").isChecked(), true);
  writeFileSync(file, '{ "checkpointEnabled": false }');
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await becomes(() => page.getByTestId("checkpoint-enabled-checkbox").isChecked(), false);
});

test("commands are judged as the guard would judge them in this folder", async (t) => {
  const { address } = await serve(t);
  const page = await open(await visitor(t), address);
  await says(await verdictOn(page, "rm -rf src"), /saves first/i);
});

test("an address without the token shows nothing of the person's and says what to do", async (t) => {
  const { address, file } = await serve(t);
  writeFileSync(file, '{ "checkpointEnabled": false }');
  const page = await open(await visitor(t), address.replace(/#.*/, ""));
  await says(page.locator("body"), /open the one that `belay serve` has printed/);
  assert.equal(await page.getByTestId("checkpoint-enabled-checkbox").isChecked(), true);
});

test("a server that is gone is told, and nothing is called saved", async (t) => {
  const { address, file, child } = await serve(t);
  const page = await open(await visitor(t), address);
  child.kill();
  await new Promise((resolve) => child.once("exit", resolve));
  await page.getByTestId("checkpoint-enabled-checkbox").uncheck();
  await says(page.getByRole("alert"), /not (saved|stored)|could not/i);
  assert.equal(read(file), "");
});

test("the timeline is one link away, and has the same token", async (t) => {
  const { address } = await serve(t);
  const page = await open(await visitor(t), address);
  await page.getByTestId("timeline-link").click();
  await says(page.getByTestId("empty"), /Nothing has been saved here yet/);
  await page.getByTestId("settings-link").click();
  await page.getByTestId("checkpoint-enabled-checkbox").waitFor();
  assert.deepEqual(page.complaints, []);
});
