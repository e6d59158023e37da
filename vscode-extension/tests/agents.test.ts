import assert from "node:assert/strict";
import { test } from "node:test";
import type { Verdict } from "belay-policy";
import { commandLine } from "../src/agents/commandLine";
import { LineEditor } from "../src/agents/lineEditor";
import { withSecrets } from "../src/agents/secrets";
import { commandOf, pathOf } from "../src/agents/toolCall";
import { Pieces } from "../src/agents/updates";
import { allowedUpdate } from "../src/permission/alwaysAllow";
import { inTwo, strictest, told } from "../src/permission/question";

test("the strictest answer counts", () => {
  assert.equal(strictest(), "allow");
  assert.equal(strictest("ask", "allow"), "ask");
  assert.equal(strictest("allow", "deny", "ask"), "deny");
});

test("a long text stands on two lines, cut between words", () => {
  assert.deepEqual(inTwo(" short\ntext "), ["short text", ""]);
  const [first, second] = inTwo("word ".repeat(30));
  assert.equal(first.length <= 84 && first.endsWith("word"), true);
  assert.equal(`${first} ${second}`, "word ".repeat(30).trim());
  assert.deepEqual(inTwo("字".repeat(50)), ["字".repeat(42), "字".repeat(8)]);
});

test("what a rule says is told in the person's language, and their own reason in their words", () => {
  const english = { what: "It deletes.", why: "It is gone.", instead: "Move it." };
  const verdict = (why: string) =>
    ({
      recovery: "full",
      explanation: { ...english, why },
      findings: [{ rule: "files/delete", ...english }],
    }) as unknown as Verdict;
  const texts = {
    "files/delete": { what: "Es löscht.", why: "Es ist weg.", instead: "Verschieben." },
  };
  const words = (why: string) => told(verdict(why), texts).why;
  assert.equal(told(verdict("It is gone."), texts).what, "Es löscht.");
  assert.equal(words("Saved? It is gone."), "Es ist weg.");
  assert.equal(words("My photos are there."), "My photos are there.");
  assert.equal(told(verdict("It is gone."), {}).what, "It deletes.");
});

test("a command is allowed for good once", () => {
  const settings = { permissions: { confirmMediumRisk: true, allowedCommands: ["ls"] } };
  assert.deepEqual(allowedUpdate(settings, "make"), {
    permissions: { confirmMediumRisk: true, allowedCommands: ["ls", "make"] },
  });
  assert.equal(allowedUpdate(settings, "ls"), undefined);
  const object = { permissions: { allowedCommands: [{ pattern: "make" }] } };
  assert.equal(allowedUpdate(object, "make"), undefined);
});

test("the command of a tool is found as agents write it", () => {
  const call = (rawInput: unknown) => ({ toolCallId: "1", rawInput });
  assert.equal(commandOf(call({ command: "rm -rf x" })), "rm -rf x");
  assert.equal(commandOf(call({ cmd: ["bash", "-lc", "rm -rf x"] })), "rm -rf x");
  assert.equal(commandOf(call({ command: ["git", "status"] })), "git status");
  assert.equal(commandOf(call("rm")), undefined);
  assert.equal(pathOf({ toolCallId: "1", kind: "edit", locations: [{ path: "/a" }] }), "/a");
  assert.equal(pathOf({ toolCallId: "1", kind: "edit", rawInput: { file_path: "/b" } }), "/b");
  assert.equal(pathOf({ toolCallId: "1", kind: "read", locations: [{ path: "/a" }] }), undefined);
});

test("a tool is called the same at its beginning and its end", () => {
  const pieces = new Pieces();
  const id = { toolCallId: "7" };
  const begun = pieces.of({ sessionUpdate: "tool_call", ...id, title: "List", status: "pending" });
  assert.deepEqual(begun, { kind: "tool", id: "7", title: "List", status: "running" });
  const ended = pieces.of({ sessionUpdate: "tool_call_update", ...id, status: "failed" });
  assert.deepEqual(ended, { kind: "tool", id: "7", title: "List", status: "failed" });
});

test("a line is typed, rubbed out and finished", () => {
  const editor = new LineEditor();
  assert.deepEqual(editor.type("ab\u007f"), { echo: "ab\b \b", line: undefined });
  assert.deepEqual(editor.type("\u001b[A"), { echo: "", line: undefined });
  assert.deepEqual(editor.type("é\r"), { echo: "é\n", line: "aé" });
  assert.deepEqual(editor.type("\r"), { echo: "\n", line: "" });
});

test("a program and its words are one line that a shell reads the same way", () => {
  assert.equal(commandLine("rm -rf x", []), "rm -rf x");
  assert.equal(commandLine("rm", ["-rf", "a b", "it's"]), String.raw`rm -rf 'a b' 'it'\''s'`);
  const call = { toolCallId: "1", rawInput: { command: ["rm", "a b"] } };
  assert.equal(commandOf(call), "rm 'a b'");
});

test("keys come from where they are kept, and one that is not there is left out", async () => {
  const secrets = { get: (name: string) => Promise.resolve(name === "key" ? "42" : undefined) };
  const env = { PLAIN: "1", KEY: "${secret:key}", OTHER: "${secret:other}" };
  assert.deepEqual(await withSecrets(env, secrets), { PLAIN: "1", KEY: "42" });
  assert.deepEqual(await withSecrets(env, undefined), { PLAIN: "1" });
});
