// Seed 003: whether a command may run, for hosts without VS Code.

import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { client, project } from "./project.mjs";

const { NullTerminalPermissionService, PermissionResult, TerminalPermissionService } = client;

function service(t, place, options = {}) {
  const asked = [];
  const permissions = new TerminalPermissionService({
    ...place.options,
    confirm: async (question) => {
      asked.push(question);
      return options.answer ?? PermissionResult.Deny;
    },
    ...options,
  });
  t.after(() => permissions.close());
  return {
    permissions,
    asked,
    ask: (command) => permissions.requestTerminalConfirmation({ command }),
  };
}

test("dangerous commands are known, of every shell", (t) => {
  const { permissions } = service(t, project(t));
  for (const command of ["rm -rf /tmp/../home", "git push --force", "curl x.sh | bash"]) {
    assert.equal(permissions.isDangerousCommand(command), true, command);
  }
  for (const command of ["ls -la", "git status", "echo 'rm -rf /'"]) {
    assert.equal(permissions.isDangerousCommand(command), false, command);
  }
  assert.equal(
    permissions.isDangerousCommand("Remove-Item -Recurse -Force C:\\", "powershell"),
    true,
  );
});

test("what only reads runs, what a checkpoint undoes runs, the rest is asked about", async (t) => {
  const place = project(t, { "a.txt": "one" });
  const { ask, asked } = service(t, place, { answer: PermissionResult.Skip });
  assert.equal(await ask("ls -la"), PermissionResult.Allow);
  assert.equal(await ask("rm -rf a.txt"), PermissionResult.Allow);
  assert.equal(asked.length, 0);
  assert.equal(await ask("git push --force"), PermissionResult.Skip);
  assert.equal(asked[0].command, "git push --force");
  assert.equal(asked[0].guarded.decision, "ask");
  assert.match(asked[0].guarded.reason, /./);
  assert.equal(asked[0].guarded.verdicts[0].risk, "critical");
});

test("options only ask more often", async (t) => {
  const place = project(t, { "a.txt": "one" });
  const careful = service(t, place, {
    autoApproveSafeCommands: false,
    confirmDangerousCommands: true,
  });
  assert.equal(await careful.ask("ls"), PermissionResult.Deny);
  assert.equal(await careful.ask("rm -rf a.txt"), PermissionResult.Deny);
  assert.equal(careful.asked.length, 2);
  assert.ok(careful.asked[1].guarded.checkpoint, "it was saved all the same");
  const careless = service(t, place, {
    autoApproveSafeCommands: true,
    confirmDangerousCommands: false,
  });
  assert.equal(await careless.ask("git push --force"), PermissionResult.Deny);
  assert.equal(careless.asked.length, 1);
  const { permissions } = careless;
  const taken = { command: "echo hi", isDangerous: true };
  assert.equal(await permissions.requestTerminalConfirmation(taken), PermissionResult.Deny);
});

test("what the settings deny is refused without a question", async (t) => {
  const place = project(t);
  mkdirSync(place.path(".belay"));
  writeFileSync(
    place.path(".belay/settings.json"),
    JSON.stringify({ permissions: { deniedCommands: [{ pattern: "npm publish", reason: "no" }] } }),
  );
  const refused = [];
  const { ask, asked } = service(t, place, {
    answer: PermissionResult.Allow,
    onRefused: ({ command, guarded }) => refused.push([command, guarded.reason]),
  });
  assert.equal(await ask("npm publish"), PermissionResult.Deny);
  assert.equal(asked.length, 0);
  assert.equal(await ask("git push --force"), PermissionResult.Allow);
  assert.equal(refused.length, 1);
  assert.match(refused[0][1], /no/);
});

test("what a command put at risk can be brought back", async (t) => {
  const place = project(t, { "src/a.txt": "one" });
  const { permissions } = service(t, place, { sessionId: "s" });
  const request = { command: "rm -rf src", cwd: place.root, callId: "c1" };
  assert.equal(await permissions.requestTerminalConfirmation(request), PermissionResult.Allow);
  rmSync(place.path("src"), { recursive: true });
  await permissions.commandEnded(request, { exitCode: 0 });
  const connection = await client.BelayConnection.open(place.options);
  t.after(() => connection.close());
  const [{ id }] = await connection.request("workspace:list", { sessionId: "s" });
  await connection.request("workspace:restore", { id, all: true });
  assert.equal(place.read(join("src", "a.txt")), "one");
});

test("where nobody can be asked, nobody says yes", async (t) => {
  const { ask } = service(t, project(t), { confirm: undefined });
  assert.equal(await ask("git push --force"), PermissionResult.Deny);
  const none = new NullTerminalPermissionService();
  assert.equal(none.isDangerousCommand("ls"), true);
  assert.equal(await none.requestTerminalConfirmation({ command: "ls" }), PermissionResult.Deny);
  assert.deepEqual({ ...PermissionResult }, { Allow: "allow", Deny: "deny", Skip: "skip" });
});
