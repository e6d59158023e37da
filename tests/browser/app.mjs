// The app in a real Chromium, driven as a person would.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { after, before } from "node:test";
import scanner from "axe-core";
import { chromium } from "playwright-core";
import { serve } from "./site.mjs";

const axe = scanner.source;

export const THEMES = ["light", "dark", "hc-dark", "hc-light"];

/** Where pictures of the app are kept. */
export const pictures =
  process.env.BELAY_PICTURES ?? fileURLToPath(new URL("../../target/browser", import.meta.url));

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A browser and a server for all tests of a file. */
export function together(options = {}) {
  const shared = {};
  before(async () => {
    mkdirSync(pictures, { recursive: true });
    shared.site = await serve(options);
    shared.browser = await chromium.launch({
      executablePath: process.env.BELAY_CHROMIUM ?? "/usr/bin/chromium",
      args: FLAGS,
    });
  });
  after(async () => {
    await shared.browser?.close();
    await shared.site?.close();
  });
  return shared;
}

/**
 * A fresh visitor. `stored` are settings that are there already, `path` is where they go, and what
 * is left over goes to the browser. Anything the page complains about fails the test.
 */
export async function visit(
  t,
  shared,
  { path = "", stored, setUp, tolerated = [], ...context } = {},
) {
  const visitor = await shared.browser.newContext({
    locale: "en-US",
    viewport: { width: 1200, height: 900 },
    ...context,
  });
  t.after(() => visitor.close());
  if (stored !== undefined) {
    const text = typeof stored === "string" ? stored : JSON.stringify(stored);
    // Only where nothing is there, or a reload would undo what the test did.
    await visitor.addInitScript(
      (text) =>
        localStorage.getItem("belay.settings") ?? localStorage.setItem("belay.settings", text),
      text,
    );
  }
  if (setUp) await visitor.addInitScript(setUp);
  const page = await open(visitor, shared.site.address + path);
  t.after(() =>
    assert.deepEqual(
      page.complaints.filter((text) => !tolerated.some((one) => text.includes(one))),
      [],
    ),
  );
  return page;
}

/** What the accessibility scanner finds. */
export async function violations(page) {
  // Through the debugger, which the page's policy does not bind.
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target} (${node.any[0]?.message ?? ""})`).join("; ")}`,
  );
}

/** One more tab of the same visitor. */
export async function open(visitor, address) {
  const page = await visitor.newPage();
  page.complaints = [];
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.complaints.push(message.text());
  });
  await page.goto(address);
  await page
    .getByTestId("checkpoint-enabled-checkbox")
    .or(page.getByTestId("moments"))
    .or(page.locator("iframe"))
    .first()
    .waitFor();
  return page;
}

/** What is stored now. */
export async function stored(page) {
  return JSON.parse((await page.evaluate(() => localStorage.getItem("belay.settings"))) ?? "{}");
}

/** The verdict is on the screen. */
export async function verdictOn(page, command) {
  await page.getByTestId("try-command-input").fill(command);
  return page.getByTestId("verdict");
}

/** The texts of a list's entries, as they are shown. */
export function entriesOf(page, field) {
  return page.locator(`[data-field="${field}"] .chips:not(.theirs) .entry bdi`).allTextContents();
}

/** A text shows up. */
export async function says(locator, pattern) {
  await locator.filter({ hasText: pattern }).first().waitFor();
}

/** How long something may take to show up, however busy the machine is; the browser's driver waits as long. */
const PATIENCE = 30_000;

/** A value becomes what it should be, as soon as the page gets there. */
export async function becomes(read, expected) {
  const begun = performance.now();
  for (;;) {
    const last = await read();
    try {
      assert.deepEqual(last, expected);
      return;
    } catch (error) {
      if (performance.now() - begun > PATIENCE) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
