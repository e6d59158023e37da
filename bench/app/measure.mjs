// What the settings app takes in Chromium: to be there, to type into long lists, to judge a key.
// Beside it, in the same run, the same list in plain React. `--gate` holds it to its
// budgets, `--gate-ratios` to those that do not depend on how busy the machine is.
import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "../../tests/browser/site.mjs";

const suites = fileURLToPath(new URL("../../tests/browser/", import.meta.url));
const packages = createRequire(suites);
const { chromium } = packages("playwright-core");
const budgets = JSON.parse(
  readFileSync(new URL("../app-budgets.json", import.meta.url), "utf8"),
).budgets;
const ROUNDS = 9;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The React page, bundled for production. */
async function react() {
  const folder = mkdtempSync(join(tmpdir(), "belay-react-"));
  try {
    const out = join(folder, "react.js");
    await packages("esbuild").build({
      entryPoints: [fileURLToPath(new URL("./react.jsx", import.meta.url))],
      bundle: true,
      minify: true,
      format: "esm",
      jsx: "automatic",
      define: { "process.env.NODE_ENV": '"production"' },
      nodePaths: [join(suites, "node_modules")],
      outfile: out,
      logLevel: "error",
    });
    return readFileSync(out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const page =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>React</title><link rel="icon" href="data:,"></head><body><div id="root"></div><script type="module" src="/react.js"></script></body></html>';
const site = await serve({ files: { "/react.js": await react(), "/react.html": page } });
const browser = await chromium.launch({
  executablePath: process.env.BELAY_CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
  ],
});

async function visit(path, { many = false } = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  if (many) {
    await context.addInitScript(() => {
      const checkpointCommands = Array.from({ length: 5000 }, (_, index) => `tool-${index} run`);
      localStorage.setItem("belay.settings", JSON.stringify({ checkpointCommands }));
    });
  }
  const page = await context.newPage();
  await page.goto(site.address + path);
  return page;
}

/** From the start of the navigation until a person can switch something, in milliseconds. */
async function interactive(slowdown) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('[data-testid="checkpoint-enabled-checkbox"]')) {
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => (window.ready = performance.now())));
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(site.address);
  const time = await (await page.waitForFunction(() => window.ready)).jsonValue();
  await context.close();
  return time;
}

/**
 * What adding, filtering and removing take at 5,000 entries: for each, the work from the event until
 * the page is up to date, and the longest pause between two frames meanwhile.
 */
async function listWork(page, ids) {
  return page.evaluate(
    async ({ ids, rounds }) => {
      const find = (id) => document.querySelector(`[data-testid="${id}"]`);
      const frame = () =>
        new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const type = (input, text) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, text);
        input.dispatchEvent(new Event("input", { bubbles: true }));
      };
      const until = async (done) => {
        for (let tries = 0; tries < 600 && !done(); tries += 1) await frame();
        if (!done()) throw new Error("the page never got there");
      };
      const took = { add: [], filter: [], remove: [] };
      let [longest, last, watching] = [0, performance.now(), true];
      const watch = (now) => {
        longest = Math.max(longest, now - last);
        last = now;
        if (watching) requestAnimationFrame(watch);
      };
      const timed = async (name, act, done) => {
        await frame();
        const begun = performance.now();
        act();
        await until(done);
        // What was laid out late counts too.
        document.body.getBoundingClientRect();
        took[name].push(performance.now() - begun);
      };
      await frame();
      last = performance.now();
      requestAnimationFrame(watch);
      for (let round = 0; round < rounds; round += 1) {
        const entry = `added-${round} run`;
        const input = find(ids.add);
        type(input, entry);
        await frame();
        await timed(
          "add",
          () => input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })),
          () => find(ids.add).value === "",
        );
        const wanted = `tool-${4000 + round} `;
        await timed(
          "filter",
          () => type(find(ids.filter), wanted),
          () => {
            const shown = document.querySelectorAll(ids.entries);
            return shown.length === 1 && shown[0].textContent.startsWith(wanted);
          },
        );
        await timed(
          "filter",
          () => type(find(ids.filter), ""),
          () => document.querySelectorAll(ids.entries).length > 5,
        );
        const first = document.querySelector(ids.entries).textContent;
        await timed(
          "remove",
          () => document.querySelector(ids.remove).click(),
          () => document.querySelector(ids.entries).textContent !== first,
        );
      }
      watching = false;
      return { took, longest };
    },
    { ids, rounds: ROUNDS },
  );
}

/** Frames of scrolling through all of it. */
async function scroll(page) {
  return page.evaluate(async () => {
    const rows = document.querySelector('[data-testid="checkpoint-command-rows"]');
    let [longest, last] = [0, performance.now()];
    for (let step = 0; step < 60; step += 1) {
      rows.scrollTop = (rows.scrollHeight * step) / 60;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      if (step > 0) longest = Math.max(longest, now - last);
      last = now;
    }
    return longest;
  });
}

/** From a key until the verdict on the screen is another one, in milliseconds. */
async function verdicts(page) {
  await page.getByTestId("try-command-input").fill("ls");
  await page.getByTestId("verdict").waitFor();
  return page.evaluate(async (rounds) => {
    const input = document.querySelector('[data-testid="try-command-input"]');
    // Every key of it leaves a command with findings, which are shown with the command.
    const text = "rm -rf ../x && git push --force origin main";
    const [took, late] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      for (let end = "rm -rf ../x".length; end <= text.length; end += 1) {
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        const begun = performance.now();
        input.value = text.slice(0, end);
        input.dispatchEvent(new Event("input", { bubbles: true }));
        const shown = () =>
          document.querySelector('[data-testid="verdict-stretches"]')?.textContent.trim() ===
          input.value.trim();
        await new Promise((resolve) => requestAnimationFrame(resolve));
        late.push(shown() ? 0 : 1);
        took.push(performance.now() - begun);
      }
    }
    return { late: late.reduce((a, b) => a + b), keys: late.length, took };
  }, ROUNDS);
}

const measured = {};
try {
  const times = [];
  for (let round = 0; round < 5; round += 1) times.push(await interactive(4));
  measured.interactiveMilliseconds = median(times);

  const ours = await visit("", { many: true });
  await ours.getByTestId("checkpoint-command-rows").waitFor();
  const ids = {
    add: "checkpoint-command-input",
    filter: "checkpoint-command-filter",
    entries: '[data-field="checkpointCommands"] .entry',
    remove: '[data-testid^="remove-checkpoint-command-"]',
  };
  const app = await listWork(ours, ids);
  measured.longestFrameMilliseconds = Math.max(app.longest, await scroll(ours));
  const theirs = await visit("react.html");
  await theirs.getByTestId("remove-4999").waitFor();
  const plain = await listWork(theirs, {
    add: "add",
    filter: "filter",
    entries: "li span",
    remove: '[data-testid^="remove-"]',
  });
  console.log(
    `   ${"5,000 entries, median".padEnd(40)}${"the app".padStart(10)}${"React".padStart(10)}${"ratio".padStart(8)}`,
  );
  let worst = 0;
  for (const name of ["add", "filter", "remove"]) {
    const [one, other] = [median(app.took[name]), median(plain.took[name])];
    worst = Math.max(worst, one / other);
    console.log(
      `   ${name.padEnd(40)}${`${one.toFixed(1)} ms`.padStart(10)}${`${other.toFixed(1)} ms`.padStart(10)}${(one / other).toFixed(2).padStart(8)}`,
    );
  }
  console.log(
    `   ${"longest frame".padEnd(40)}${`${measured.longestFrameMilliseconds.toFixed(1)} ms`.padStart(10)}${`${plain.longest.toFixed(1)} ms`.padStart(10)}`,
  );
  measured.listToReact = worst;

  const judged = await verdicts(await visit(""));
  measured.lateVerdicts = judged.late;
  console.log(
    `   ${judged.keys} keys in "Try a command", ${judged.late} of them judged later than the next frame\n`,
  );
} finally {
  await browser.close();
  await site.close();
}

// Milliseconds of a busy machine say nothing; what is counted or compared in one run does.
const held = process.argv.includes("--gate")
  ? () => true
  : (name) => process.argv.includes("--gate-ratios") && !name.endsWith("Milliseconds");
let over = 0;
for (const [name, figure] of Object.entries(measured)) {
  const { most, what } = budgets[name];
  const told = figure > most ? "  over budget" : "";
  console.log(`   ${what.padEnd(60)}${figure.toFixed(2).padStart(10)} of ${most}${told}`);
  if (figure > most && held(name)) over += 1;
}
if (over > 0) process.exitCode = 1;
