// What the timeline takes in Chromium over a store of 10,000 checkpoints: to be there, to be
// scrolled through, to compare a file of 1 MB. `--gate` holds it to its budgets.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const packages = createRequire(fileURLToPath(new URL("../../tests/browser/", import.meta.url)));
const { chromium } = packages("playwright-core");
const budgets = JSON.parse(
  readFileSync(new URL("../app-budgets.json", import.meta.url), "utf8"),
).budgets;
const { BELAY_PROGRAM, BELAY_SEEDED, BELAY_APP, BELAY_CHROMIUM } = process.env;
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function serve() {
  const child = spawn(BELAY_PROGRAM, ["serve", "--port", "0", "--app", BELAY_APP], {
    cwd: join(BELAY_SEEDED, "project"),
    env: { ...process.env, BELAY_HOME: join(BELAY_SEEDED, "home") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes("timeline.html")) return { child, address: line.trim() };
  }
  throw new Error("belay serve printed no address");
}

const server = await serve();
const browser = await chromium.launch({
  executablePath: BELAY_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});

async function visit(slowdown) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const slow = (rate) => session.send("Emulation.setCPUThrottlingRate", { rate });
  await slow(slowdown);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('[data-testid="moment"]')) {
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => (window.ready = performance.now())));
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(server.address);
  const ready = await (await page.waitForFunction(() => window.ready)).jsonValue();
  return { page, context, slow, ready };
}

/** The longest time between two frames while a person drags through the list, and steps in it. */
function scrolled(page) {
  return page.evaluate(async () => {
    const list = document.querySelector('[data-testid="moments"]');
    const frames = [];
    let last = 0;
    const frame = async () => {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      if (last) frames.push(now - last);
      last = now;
    };
    await frame();
    for (let step = 0; step <= 120; step += 1) {
      list.scrollTop = ((list.scrollHeight - list.clientHeight) * step) / 120;
      await frame();
    }
    for (let step = 0; step < 120; step += 1) {
      list.scrollTop -= 130;
      await frame();
    }
    return { longest: Math.max(...frames), rows: list.querySelectorAll('[role="option"]').length };
  });
}

const measured = {};
try {
  const times = [];
  for (let round = 0; round < 5; round += 1) {
    const { context, ready } = await visit(4);
    times.push(ready);
    await context.close();
  }
  console.log(`   first views, slowed down: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
  measured.timelineMilliseconds = median(times);

  const { page, slow } = await visit(1);
  await page.waitForFunction(
    () => Number(document.querySelector('[role="option"]').getAttribute("aria-setsize")) > 10_000,
  );
  // All of them have arrived once the last is there.
  await page.evaluate(() => {
    const list = document.querySelector('[data-testid="moments"]');
    list.scrollTop = list.scrollHeight;
  });
  await page.waitForFunction(() => {
    const rows = [...document.querySelectorAll('[role="option"]')];
    return rows.some(
      (row) => row.getAttribute("aria-posinset") === row.getAttribute("aria-setsize"),
    );
  });
  const plain = await scrolled(page);
  measured.timelineFrameMilliseconds = plain.longest;
  await slow(4);
  const slowed = await scrolled(page);
  await slow(1);
  console.log(
    `   longest frame: ${plain.longest.toFixed(1)} ms with ${plain.rows} rows on the page, ${slowed.longest.toFixed(1)} ms slowed down`,
  );

  await page.evaluate(() => (document.querySelector('[data-testid="moments"]').scrollTop = 0));
  await page.locator('[data-testid="moment"]', { hasText: "rewrite long.txt" }).first().click();
  const file = page.locator('[data-testid="file"]', { hasText: "long.txt" });
  await file.waitFor();
  const opened = [];
  for (let round = 0; round < 5; round += 1) {
    opened.push(
      await page.evaluate(async () => {
        const begun = performance.now();
        [...document.querySelectorAll('[data-testid="file"]')]
          .find((one) => one.textContent.includes("long.txt"))
          .click();
        while (!document.querySelector(".comparison .went"))
          await new Promise((resolve) => requestAnimationFrame(resolve));
        return performance.now() - begun;
      }),
    );
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog"));
  }
  console.log(`   comparisons: ${opened.map((time) => time.toFixed(0)).join(", ")} ms`);
  measured.comparisonMilliseconds = median(opened);
} finally {
  await browser.close();
  server.child.kill();
}

let over = 0;
for (const [name, value] of Object.entries(measured)) {
  const { most, what } = budgets[name];
  console.log(`   ${what.padEnd(84)}${value.toFixed(0).padStart(6)} of ${most}`);
  if (value > most) over += 1;
}
if (over > 0 && process.argv.includes("--gate")) {
  console.error("   over budget: bench/app-budgets.json");
  process.exitCode = 1;
}
