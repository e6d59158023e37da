import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { plainText } from "../src/terminal/plainText";
import { TerminalRecord } from "../src/terminal/record";
import { isPosix, patienceWith } from "../src/terminal/shellKind";
import { wrapped } from "../src/terminal/wrapped";

const begin = (commandLine: string) => ({ commandLine, cwd: "/w", shell: "bash", started: 10 });

test("colours, titles and marks are no text", () => {
  const printed = "\u001b]633;C\u0007\u001b[1;31mred\u001b[0m\r\n\u001b]0;title\u001b\\plain\u0007";
  assert.equal(plainText(printed), "red\nplain");
  assert.equal(plainText("10%\r50%\rdone"), "done");
});

test("a terminal keeps as many records as it may, and all of its history", () => {
  const record = new TerminalRecord(() => ({ records: 2 }));
  for (const name of ["one", "two", "three"]) {
    record.begin(begin(name));
    record.write(`${name}\n`);
    record.end(name, 0, 15);
  }
  assert.equal(record.text(100), "two\nthree\n");
  assert.equal(record.text(3), "ee\n");
  assert.deepEqual(
    record.history.map(({ commandLine, duration }) => [commandLine, duration]),
    [
      ["one", 5],
      ["two", 5],
      ["three", 5],
    ],
  );
});

test("what was stored comes before what has happened since", () => {
  const before = new TerminalRecord(() => ({ records: 40 }));
  before.begin(begin("old"));
  before.write("\u001b[32mold\u001b[0m\n");
  before.end("old", 1, 20);
  const after = new TerminalRecord(() => ({ records: 40 }));
  after.begin(begin("new"));
  after.write("new\n");
  after.adopt(JSON.parse(JSON.stringify(before.stored())) as ReturnType<typeof before.stored>);
  assert.equal(after.text(100), "old\nnew\n");
  assert.deepEqual(
    after.history.map(({ commandLine }) => commandLine),
    ["old"],
  );
});

test("a plain sh writes down what a command prints and how it ends", () => {
  for (const [command, output, code] of [
    ["echo 'a b'; (exit 3)", "a b\n", "3\n"],
    ['echo "it\'s" # a remark', "it's\n", "0\n"],
    ["cat <<X\nline\nX", "line\n", "0\n"],
    ["no-such-program-at-all", /not found/, "127\n"],
  ] as const) {
    const folder = mkdtempSync(join(tmpdir(), "belay-wrapped-"));
    const [printed, end] = [join(folder, "printed"), join(folder, "code")];
    spawnSync("/bin/sh", ["-c", wrapped(command, printed, end)]);
    if (typeof output === "string") assert.equal(readFileSync(printed, "utf8"), output);
    else assert.match(readFileSync(printed, "utf8"), output);
    assert.equal(readFileSync(end, "utf8"), code, command);
  }
});

test("a shell that never tells is not waited for, one that VS Code loads its part into the longest", () => {
  assert.equal(patienceWith("/bin/sh", true), 0);
  assert.equal(patienceWith("C:\\Windows\\System32\\cmd.exe", true), 0);
  const [loaded, not] = [patienceWith("/usr/bin/zsh", true), patienceWith("/usr/bin/zsh", false)];
  assert.ok(loaded > not && not > 0);
  assert.equal(patienceWith(undefined, true), loaded);
});

test("posix shells are known by their names", () => {
  const posix = ["/bin/sh", "bash", "C:\\Program Files\\Git\\bin\\bash.exe", "/usr/bin/zsh"];
  assert.ok(posix.every(isPosix));
  assert.ok(!["fish", "pwsh", "cmd.exe", undefined].some(isPosix));
});
