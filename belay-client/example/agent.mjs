// An agent in about a hundred lines. Its model is a script: it writes files, breaks them and wants
// to do worse. Belay saves before each step, asks before what cannot be undone, and brings
// everything back.
//
//   node agent.mjs [folder]      the folder is made where it is not there; else a temporary one

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import {
  BelayConnection,
  CheckpointManager,
  FileCheckpointMiddleware,
  FileCheckpointService,
  PermissionResult,
  TerminalPermissionService,
} from "belay-client";

const folder = resolve(process.argv[2] ?? mkdtempSync(join(tmpdir(), "example-agent-")));
mkdirSync(join(folder, ".git"), { recursive: true }); // What has a .git is a workspace.
const sessionId = `example-${Date.now()}`;
let messageId = "";

// One conversation with Belay for everything.
const connection = await BelayConnection.open({ workspace: folder, client: "example-agent" });
const files = new FileCheckpointService({ connection });
const messages = new CheckpointManager({ connection, sessionId, rewind: "belay" });
const terminal = new TerminalPermissionService({
  connection,
  sessionId,
  // Nobody sits here. A real agent shows `guarded.reason` to a person.
  confirm: async ({ command, guarded }) => {
    console.log(`  asked   ${command}\n          ${guarded.reason.split("\n")[0]}`);
    return PermissionResult.Deny;
  },
});

// What the model may use.
const tools = {
  write_file: ({ path, text }) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  },
  edit_file: ({ path, from, to }) => {
    const text = readFileSync(join(folder, path), "utf8");
    writeFileSync(join(folder, path), text.replace(from, to));
  },
  run_command: async ({ command }) => {
    const call = { command, cwd: folder, callId: `call-${Math.random()}` };
    const allowed = await terminal.requestTerminalConfirmation(call);
    if (allowed !== PermissionResult.Allow) return "refused";
    const { status } = spawnSync(command, { shell: true, cwd: folder });
    await terminal.commandEnded(call, { exitCode: status ?? 1 });
    return `exit code ${status}`;
  },
};

// Every file is saved before it is written, whichever tool does it.
const middleware = new FileCheckpointMiddleware({
  checkpointService: files,
  getCurrentSession: () => ({ sessionId, messageId }),
});
const execute = middleware.wrap(async (tool, params) => tools[tool.name](params));

// What the model answers to each message.
const conversation = [
  {
    id: "message-1",
    prompt: "Write a greeting.",
    calls: [
      ["write_file", { path: "src/greeting.txt", text: "Hello, world!\n" }],
      ["write_file", { path: "README.md", text: "# A greeting\n" }],
    ],
  },
  {
    id: "message-2",
    prompt: "Clean up.",
    calls: [
      ["edit_file", { path: "src/greeting.txt", from: "Hello", to: "Goodbye" }],
      ["run_command", { command: "rm -rf src README.md" }],
      ["run_command", { command: "git push --force origin main" }],
    ],
  },
];

for (const { id, prompt, calls } of conversation) {
  messageId = id;
  console.log(`\n${prompt}`);
  messages.captureCheckpoint(id, prompt, sessionId);
  await messages.saved();
  for (const [name, params] of calls) {
    const outcome = await execute({ name }, params, {});
    console.log(`  ${name.padEnd(11)} ${params.path ?? params.command}: ${outcome ?? "done"}`);
  }
}

const show = () => readdirSync(folder, { recursive: true }).filter((name) => name !== ".git");
console.log(`\nLeft:    ${show().join(", ") || "nothing"}`);
for (const { description } of messages.listCheckpoints()) console.log(`Back to: ${description}`);
await messages.restoreCheckpoint("message-2");
console.log(`Again:   ${show().sort().join(", ")}`);
console.log(`         ${readFileSync(join(folder, "src/greeting.txt"), "utf8").trim()}`);
await connection.close();
