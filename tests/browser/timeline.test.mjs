// The timeline as `belay serve` serves it, over a store that real hooks have filled.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { THEMES, becomes, open, pictures, says, together, violations } from "./app.mjs";
import { project } from "./serving.mjs";

const shared = together();

/** A morning with two agents: prompts, commands, a refusal, and work by hand. */
function busy(t) {
  const made = project(t);
  made.write("src/main.rs", 'fn main() {\n    println!("hello");\n}\n');
  made.write("src/parser.rs", Array.from({ length: 60 }, (_, n) => `// line ${n}\n`).join(""));
  made.write("notes.md", "# Notes\n\n- tidy up\n");
  made.prompt("11aa", "p1", "Tidy up the parser and remove what nobody calls");
  made.call("11aa", "PreToolUse", "rm -rf src");
  made.remove("src");
  made.call("11aa", "PostToolUse", "rm -rf src");
  made.prompt("22bb", "p2", "Write the notes for the release");
  made.call("22bb", "PreToolUse", "sed -i s/tidy/tidied/ notes.md");
  made.write("notes.md", "# Notes\n\n- tidied up\n- released\n");
  made.call("22bb", "PostToolUse", "sed -i s/tidy/tidied/ notes.md");
  made.call("22bb", "PreToolUse", "git push --force origin main");
  made.write("picture.bin", "\u0000\u0001\u0002");
  made.run(["save", "-m", "before lunch"]);
  return made;
}

async function visit(t, made, options = {}) {
  const { timeline, child } = await made.serve();
  const context = await shared.browser.newContext({
    locale: "en-US",
    viewport: { width: 1280, height: 860 },
    reducedMotion: "reduce",
    ...options,
  });
  t.after(() => context.close());
  const address = timeline.replace("#", `${options.query ?? ""}#`);
  const page = await open(context, address);
  page.child = child;
  return page;
}

const row = (page, text) => page.getByTestId("moment").filter({ hasText: text }).first();

async function choose(page, text) {
  await row(page, text).click();
  await page.getByTestId("details").getByRole("heading", { name: text }).waitFor();
}

test("what happened is listed, with what each command did and who decided", async (t) => {
  const page = await visit(t, busy(t));
  await says(row(page, "rm -rf src"), /claude/);
  await says(row(page, "rm -rf src"), /critical/i);
  await says(row(page, "rm -rf src"), /− ?2/);
  assert.equal(await row(page, "Tidy up the parser").getAttribute("data-kind"), "message");
  await says(row(page, "before lunch"), /now/);
  await choose(page, "rm -rf src");
  const details = page.getByTestId("details");
  await says(details.getByTestId("judgement"), /allowed/);
  await says(details.getByTestId("judgement"), /files\/delete-tree-forced/);
  await says(details.getByTestId("judgement"), /Deletes whole folders without asking/);
  await says(details.getByTestId("judgement"), /succeeded/);
  assert.deepEqual(await details.getByTestId("file").locator("bdi").allTextContents(), [
    "src/main.rs",
    "src/parser.rs",
  ]);
  assert.deepEqual(page.complaints, []);
});

test("one session is shown, and a search finds prompts, commands and paths", async (t) => {
  const page = await visit(t, busy(t));
  await row(page, "before lunch").waitFor();
  const texts = async () => page.getByTestId("moment").locator(".text bdi").allTextContents();
  await page.getByTestId("session").filter({ hasText: "Write the notes" }).click();
  await becomes(async () => (await texts()).includes("rm -rf src"), false);
  assert.ok((await texts()).includes("sed -i s/tidy/tidied/ notes.md"));
  await page.getByTestId("session").filter({ hasText: "All sessions" }).click();
  for (const [typed, found] of [
    ["nobody calls", "Tidy up the parser and remove what nobody calls"],
    ["SED", "sed -i s/tidy/tidied/ notes.md"],
    ["parser.rs", "rm -rf src"],
  ]) {
    await page.getByTestId("search-input").fill(typed);
    await becomes(async () => (await texts()).includes(found) && (await texts()).length < 4, true);
  }
  await page.getByTestId("search-input").fill("no such thing anywhere");
  await says(page.getByTestId("empty"), /Nothing found/);
  await page.getByTestId("search-clear-button").click();
  await row(page, "before lunch").waitFor();
  assert.deepEqual(page.complaints, []);
});

test("a file is compared side by side, and what is the same can be unfolded", async (t) => {
  const made = project(t);
  const lines = (change) =>
    Array.from({ length: 80 }, (_, n) => (n === 40 ? `line ${n} ${change}\n` : `line ${n}\n`));
  made.write("long.txt", lines("before").join(""));
  made.write("picture.bin", "\u0000\u0001\u0002");
  made.run(["save", "-m", "start"]);
  made.write("long.txt", lines("after").join(""));
  made.write("picture.bin", "\u0000\u0001\u0002\u0003\u0004");
  made.run(["save", "-m", "end"]);
  const page = await visit(t, made);
  await choose(page, "start");
  await page.getByTestId("file").filter({ hasText: "long.txt" }).click();
  const comparison = page.getByTestId("comparison");
  await says(comparison.locator(".went"), /line 40 before/);
  await says(comparison.locator(".came"), /line 40 after/);
  assert.equal(await comparison.locator(".went mark").first().textContent(), "before");
  assert.equal(await comparison.getByText("line 10", { exact: true }).count(), 0);
  await comparison.getByTestId("unfold-button").first().click();
  await comparison.evaluate((element) => (element.scrollTop = 0));
  await comparison.getByText("line 10", { exact: true }).first().waitFor();
  await page.getByTestId("next-file-button").click();
  await says(page.getByTestId("unshown"), /not text\. Before: 3 bytes\. After: 5 bytes\./);
  await page.keyboard.press("Escape");
  await page.getByTestId("difference-dialog").waitFor({ state: "detached" });
  assert.deepEqual(page.complaints, []);
});

test("a restore shows its plan first, does it, and is undone at once", async (t) => {
  const made = busy(t);
  const page = await visit(t, made);
  await choose(page, "rm -rf src");
  await page.getByTestId("restore-button").click();
  const dialog = page.getByTestId("restore-dialog");
  // Another session has worked since, so only this one's own changes are meant at first.
  await says(dialog.getByTestId("nothing-to-do"), /nothing to restore in what is chosen/);
  await says(dialog.getByTestId("plan-leaves"), /4 files stay as they are/);
  await dialog.getByTestId("scope-whole").check();
  await says(dialog.getByTestId("plan-writes"), /src\/main\.rs/);
  await says(dialog.getByTestId("plan-writes"), /notes\.md/);
  assert.equal(made.read("src/main.rs"), undefined, "a plan changes nothing");
  const conflicts = dialog.getByTestId("plan-conflicts");
  await says(conflicts, /changed by someone else since/);
  assert.equal(await dialog.getByTestId("restore-go-button").isDisabled(), true);
  await dialog.getByTestId("overwrite-checkbox").check();
  await dialog.getByTestId("restore-go-button").click();
  await says(page.getByTestId("outcome"), /Restored\. Files written: 3, deleted: 1\./);
  assert.match(made.read("src/main.rs"), /hello/);
  assert.equal(made.read("picture.bin"), undefined);
  await says(row(page, "before lunch"), /left behind/);
  await says(row(page, "rm -rf src"), /now/);
  await page.getByTestId("undo-restore-button").click();
  await says(page.getByTestId("outcome"), /Taken back/);
  assert.equal(made.read("src/main.rs"), undefined);
  assert.match(made.read("notes.md"), /released/);
  assert.deepEqual(page.complaints, []);
});

test("the picture of the README: work goes on after a restore, and appears by itself", async (t) => {
  const made = busy(t);
  const viewport = { width: 1280, height: 720 };
  const page = await visit(t, made, { viewport, query: "?theme=dark" });
  await choose(page, "rm -rf src");
  await page.getByTestId("restore-button").click();
  await page.getByTestId("scope-whole").check();
  await page.getByTestId("overwrite-checkbox").check();
  await page.getByTestId("restore-go-button").click();
  await page.getByTestId("outcome").waitFor();
  made.call("11aa", "PreToolUse", "mv src/parser.rs src/reader.rs");
  made.write("src/reader.rs", made.read("src/parser.rs"));
  made.remove("src/parser.rs");
  made.prompt("11aa", "p3", "Rename the parser instead, and keep the rest");
  await says(row(page, "Rename the parser"), /now/);
  await says(row(page, "before lunch"), /left behind/);
  assert.equal(await row(page, "mv src/parser.rs").getByText("left behind").count(), 0);
  await page.screenshot({ path: join(pictures, "timeline-readme.png") });
});

test("one file is restored alone", async (t) => {
  const made = busy(t);
  const page = await visit(t, made);
  await choose(page, "rm -rf src");
  await page.getByTestId("file").filter({ hasText: "src/main.rs" }).click();
  await page.getByTestId("restore-file-button").click();
  const dialog = page.getByTestId("restore-dialog");
  await says(dialog.getByTestId("plan-writes"), /src\/main\.rs/);
  if (await dialog.getByTestId("overwrite-checkbox").count())
    await dialog.getByTestId("overwrite-checkbox").check();
  await dialog.getByTestId("restore-go-button").click();
  await says(page.getByTestId("outcome"), /Restored/);
  assert.match(made.read("src/main.rs"), /hello/);
  assert.equal(made.read("src/parser.rs"), undefined);
  assert.match(made.read("notes.md"), /released/);
});

test("what changed after the plan was shown is not overwritten, and a new plan is there", async (t) => {
  const made = busy(t);
  const page = await visit(t, made);
  await choose(page, "Tidy up the parser");
  await page.getByTestId("restore-button").click();
  const dialog = page.getByTestId("restore-dialog");
  await dialog.getByTestId("scope-whole").check();
  await says(dialog.getByTestId("plan-writes"), /notes\.md/);
  await dialog.getByTestId("overwrite-checkbox").check();
  made.write("notes.md", "written meanwhile\n");
  await dialog.getByTestId("restore-go-button").click();
  await says(dialog.getByTestId("restore-problem"), /nothing was written\. Look at the new plan/);
  assert.equal(made.read("notes.md"), "written meanwhile\n");
  await says(dialog.getByTestId("plan-writes"), /notes\.md/);
  await dialog.getByTestId("restore-cancel-button").click();
  await dialog.waitFor({ state: "detached" });
});

/** A restore to the whole of a moment, with its plan on the screen and agreed to. */
async function agreed(page, text) {
  await choose(page, text);
  await page.getByTestId("restore-button").click();
  await page.getByTestId("scope-whole").check();
  await page.getByTestId("overwrite-checkbox").check();
  return page.getByTestId("restore-dialog");
}

test("whatever stops a restore is told with what to do, and the plan is there again", async (t) => {
  const made = busy(t);
  const page = await visit(t, made);
  const dialog = await agreed(page, "rm -rf src");
  for (const [code, told] of [
    ["takenBack", /everything is as it was before\. Remove the cause/],
    ["halfDone", /both states are saved\. Remove the cause/],
    ["diskFull", /nothing was written\. Free some space/],
    ["busy", /Wait a moment, then try again/],
    ["gone", /Choose another one/],
  ]) {
    await page.route("**/api/timeline/restore", (route) =>
      route.fulfill({ status: 409, json: { code, error: `stopped by ${code}` } }),
    );
    await dialog.getByTestId("restore-go-button").click();
    await says(dialog.getByTestId("restore-problem"), told);
    await says(dialog.getByTestId("restore-problem"), `stopped by ${code}`);
    await page.unroute("**/api/timeline/restore");
  }
  assert.equal(made.read("src/main.rs"), undefined);
  await dialog.getByTestId("restore-go-button").click();
  await says(page.getByTestId("outcome"), /Restored/);
  assert.match(made.read("src/main.rs"), /hello/);
});

test("a restore that was cut short is told by itself, and has two ends", async (t) => {
  for (const [button, told, main] of [
    ["finish-button", /Restored/, /hello/],
    ["take-back-button", /Taken back/, undefined],
  ]) {
    const made = busy(t);
    const page = await visit(t, made);
    const id = async (text) => (await row(page, text).getAttribute("id")).replace("moment-", "");
    // What a process leaves that is killed before its first write.
    const note = {
      target: await id("rm -rf src"),
      safety: await id("before lunch"),
      paths: ["src/main.rs", "src/"].map((path) => [...Buffer.from(path)]),
    };
    writeFileSync(join(made.home, "store/journals/1.json"), JSON.stringify(note));
    await says(page.getByTestId("interrupted"), /cut short.*both states are saved/);
    assert.deepEqual(await violations(page), []);
    await page.getByTestId(button).click();
    await says(page.getByTestId("outcome"), told);
    await page.getByTestId("interrupted").waitFor({ state: "detached" });
    if (main) assert.match(made.read("src/main.rs"), main);
    else assert.equal(made.read("src/main.rs"), undefined);
  }
});

test("language, theme and, where there is little room, sessions are menus", async (t) => {
  const page = await visit(t, busy(t), { viewport: { width: 700, height: 700 } });
  await row(page, "before lunch").waitFor();
  const notes = page
    .getByTestId("session-select")
    .locator("option", { hasText: "Write the notes" });
  await page.getByTestId("session-select").selectOption(await notes.getAttribute("value"));
  await row(page, "rm -rf src").waitFor({ state: "detached" });
  await row(page, "sed -i").waitFor();
  await page.getByTestId("theme-select").selectOption("hc-dark");
  await becomes(() => page.locator("html").getAttribute("data-theme"), "hc-dark");
  await page.getByTestId("language-select").selectOption("de");
  await page.getByRole("heading", { level: 1, name: "Zeitleiste" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Zeitleiste" }).waitFor();
  await becomes(() => page.locator("html").getAttribute("data-theme"), "hc-dark");
  assert.deepEqual(page.complaints, []);
});

test("names and pins appear as they are given", async (t) => {
  const made = busy(t);
  const page = await visit(t, made);
  const id = (await row(page, "before lunch").getAttribute("id")).replace("moment-", "");
  made.run(["label", id, "good state"]);
  await says(row(page, "before lunch"), /good state/);
  made.run(["pin", id]);
  await says(row(page, "before lunch"), /pinned/);
  assert.deepEqual(page.complaints, []);
});

test("what another process does appears by itself", async (t) => {
  const made = busy(t);
  const page = await visit(t, made);
  await row(page, "before lunch").waitFor();
  made.write("new.txt", "new\n");
  made.run(["save", "-m", "saved elsewhere"]);
  await row(page, "saved elsewhere").waitFor();
  await says(page.getByTestId("live"), /1 new entry/);
  await says(row(page, "before lunch"), /\+ ?1/);
  assert.deepEqual(page.complaints, []);
});

test("the keyboard reaches everything", async (t) => {
  const made = busy(t);
  const page = await visit(t, made);
  await row(page, "before lunch").waitFor();
  await page.getByTestId("moments").focus();
  await page.keyboard.press("End");
  const last = page.getByTestId("moment").last();
  await becomes(() => last.getAttribute("aria-selected"), "true");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  const active = async () => {
    const id = await page.getByTestId("moments").getAttribute("aria-activedescendant");
    return page.locator(`#${id}`).getAttribute("aria-posinset");
  };
  await becomes(active, "2");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await page.getByTestId("restore-dialog").waitFor();
  await says(page.getByTestId("restore-dialog"), /nothing to restore/);
  await page.keyboard.press("Escape");
  await page.getByTestId("restore-dialog").waitFor({ state: "detached" });
  const focused = () => page.evaluate(() => document.activeElement.dataset.testid);
  // The focus is where it was.
  await becomes(focused, "moments");
});

test("what uses space is a picture with its numbers", async (t) => {
  const page = await visit(t, busy(t));
  await page.getByTestId("storage-button").click();
  const dialog = page.getByTestId("storage-dialog");
  await says(dialog, /What uses space/);
  assert.equal(await dialog.getByTestId("storage-parts").locator("li").count(), 3);
  assert.ok((await dialog.getByTestId("storage-sessions").locator("li").count()) >= 3);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

test("a server that is gone is told", async (t) => {
  const page = await visit(t, busy(t));
  await row(page, "before lunch").waitFor();
  page.child.kill();
  await says(page.getByTestId("offline"), /connection to belay serve is lost/);
});

test("an address without the token shows nothing and says what to do", async (t) => {
  const made = busy(t);
  const { timeline } = await made.serve();
  const context = await shared.browser.newContext({ locale: "en-US" });
  t.after(() => context.close());
  const page = await open(context, timeline.replace(/#.*/, ""));
  await says(page.getByTestId("notice"), /Open the one that belay serve has printed/);
  assert.equal(await page.getByTestId("moment").count(), 0);
});

test("another site in the same browser reads nothing and restores nothing", async (t) => {
  const made = busy(t);
  const { timeline } = await made.serve();
  const { origin, hash } = new URL(timeline);
  // Even one that knows the token, at another port of this machine.
  const token = hash.replace("#token=", "");
  const site = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<title>elsewhere</title>");
  });
  await new Promise((resolve) => site.listen(0, "127.0.0.1", resolve));
  t.after(() => site.close());
  const context = await shared.browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${site.address().port}/`);
  const tried = await page.evaluate(
    async ({ origin, token }) => {
      const attempt = async (path, options) => {
        try {
          const answer = await fetch(origin + path, options);
          return answer.type === "opaque" ? "opaque" : answer.status;
        } catch {
          return "refused";
        }
      };
      const headers = { Authorization: `Bearer ${token}` };
      return [
        await attempt("/api/timeline", { headers }),
        await attempt("/api/timeline", { mode: "no-cors" }),
        await attempt("/api/timeline/events", { headers }),
        await attempt("/api/timeline/undo", { method: "POST", headers, body: "{}" }),
        await attempt("/api/timeline/restore", { method: "POST", mode: "no-cors", body: "{}" }),
      ];
    },
    { origin, token },
  );
  for (const answer of tried) assert.ok(["refused", "opaque"].includes(answer), String(tried));
  await page.setContent(`<iframe src="${timeline}"></iframe>`);
  const frame = await (await page.waitForSelector("iframe")).contentFrame();
  assert.equal(await frame.locator("[data-testid=moments]").count(), 0, "it cannot be framed");
});

test("every language shows the page in its own words", async (t) => {
  const made = busy(t);
  const { timeline } = await made.serve();
  for (const [language, title] of [
    ["de", "Zeitleiste"],
    ["zh-CN", "时间线"],
    ["ru", "Лента событий"],
    ["hi", "समयरेखा"],
  ]) {
    const context = await shared.browser.newContext({ locale: language });
    const page = await open(context, timeline);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await row(page, "rm -rf src").waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), language);
    await page.screenshot({ path: join(pictures, `timeline-${language}.png`) });
    assert.deepEqual(page.complaints, []);
    await context.close();
  }
});

for (const theme of THEMES) {
  test(`no accessibility violations in the timeline: ${theme}`, async (t) => {
    const made = busy(t);
    const page = await visit(t, made, { query: `?theme=${theme}` });
    await choose(page, "rm -rf src");
    await page.getByTestId("file").first().waitFor();
    assert.deepEqual(await violations(page), []);
    await page.screenshot({ path: join(pictures, `timeline-${theme}.png`) });
    await page.getByTestId("file").last().click();
    await page.locator(".comparison .went").first().waitFor();
    assert.deepEqual(await violations(page), []);
    await page.screenshot({ path: join(pictures, `timeline-${theme}-file.png`) });
    await page.keyboard.press("Escape");
    await page.getByTestId("restore-button").click();
    await page.getByTestId("scope-whole").check();
    await page.getByTestId("plan-conflicts").waitFor();
    assert.deepEqual(await violations(page), []);
    await page.screenshot({ path: join(pictures, `timeline-${theme}-plan.png`) });
    await page.getByTestId("overwrite-checkbox").check();
    await page.getByTestId("restore-go-button").click();
    await page.getByTestId("outcome").waitFor();
    await says(row(page, "before lunch"), /left behind/);
    assert.deepEqual(await violations(page), []);
    await page.screenshot({ path: join(pictures, `timeline-${theme}-restored.png`) });
    await page.getByTestId("storage-button").click();
    await page.getByTestId("storage-dialog").waitFor();
    assert.deepEqual(await violations(page), []);
    await page.screenshot({ path: join(pictures, `timeline-${theme}-storage.png`) });
    assert.deepEqual(page.complaints, []);
  });
}

for (const width of [320, 600, 900]) {
  test(`nothing of the timeline is cut off at ${width} pixels`, async (t) => {
    const viewport = { width, height: 760 };
    const page = await visit(t, busy(t), { viewport, query: "?theme=light" });
    await choose(page, "rm -rf src");
    await page.getByTestId("file").first().waitFor();
    const wide = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    assert.equal(await wide(), 0, "the page scrolls sideways");
    await page.screenshot({ path: join(pictures, `timeline-width-${width}.png`) });
    await page.getByTestId("file").last().click();
    await page.locator(".comparison .went").first().waitFor();
    assert.equal(await wide(), 0);
    await page.screenshot({ path: join(pictures, `timeline-width-${width}-file.png`) });
    await page.keyboard.press("Escape");
    await page.getByTestId("restore-button").click();
    await page.getByTestId("scope-whole").check();
    await page.getByTestId("plan-writes").waitFor();
    assert.equal(await wide(), 0);
    await page.screenshot({ path: join(pictures, `timeline-width-${width}-plan.png`) });
  });
}
