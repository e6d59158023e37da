// An agent of the protocol's own library that does what the prompt says, a list of steps as JSON,
// and tells what came of each. The first word chooses the version of the protocol.

import { Readable, Writable } from "node:stream";

const version = process.argv[2] === "2" ? 2 : 1;
const acp = await import(
  version === 2 ? "@agentclientprotocol/sdk/experimental/v2" : "@agentclientprotocol/sdk"
);
const options = [
  { optionId: "always", name: "Always", kind: "allow_always" },
  { optionId: "yes", name: "Allow", kind: "allow_once" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
];
let calls = 0;
const folders = new Map();

const stream = acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin));
const info = { name: "scripted", version: "1" };
acp
  .agent({ name: "scripted" })
  .onRequest("initialize", () =>
    version === 2
      ? { protocolVersion: 2, info, capabilities: {} }
      : { protocolVersion: 1, agentInfo: info, agentCapabilities: {} },
  )
  .onRequest("session/new", ({ params }) => {
    const sessionId = `session-${folders.size + 1}`;
    folders.set(sessionId, params.cwd);
    return { sessionId };
  })
  .onRequest("session/prompt", async ({ params, client }) => {
    const { sessionId, prompt } = params;
    const told = [];
    for (const step of JSON.parse(prompt[0].text)) {
      told.push(
        await done(step, sessionId, client).catch(({ code, message }) => ({ code, message })),
      );
    }
    const content = { type: "text", text: JSON.stringify(told) };
    const update =
      version === 2
        ? { sessionUpdate: "agent_message_chunk", messageId: "m", content }
        : { sessionUpdate: "agent_message_chunk", content };
    await client.notify("session/update", { sessionId, update });
    return version === 2 ? { messageId: "m" } : { stopReason: "end_turn" };
  })
  .connect(stream);

async function done(step, sessionId, client) {
  if (step.run) return run(step.run, sessionId, client);
  if (step.write) {
    const [path, content] = step.write;
    await client.request("fs/write_text_file", { sessionId, path, content });
    return "written";
  }
  const [command, ...args] = step.terminal;
  const of = {
    sessionId,
    ...(await client.request("terminal/create", { sessionId, command, args })),
  };
  const { exitCode } = await client.request("terminal/wait_for_exit", of);
  await client.request("terminal/release", of);
  return exitCode;
}

/** Asks whether a command may run, and runs it. The question has the call's id alone. */
async function run(command, sessionId, client) {
  const toolCallId = `call-${(calls += 1)}`;
  const tell = (update) =>
    client.notify("session/update", { sessionId, update: { toolCallId, ...update } });
  const sessionUpdate = version === 2 ? "tool_call_update" : "tool_call";
  const rawInput = { command };
  await tell({ sessionUpdate, title: "A command", kind: "execute", status: "pending", rawInput });
  const subject = { type: "command", command, cwd: folders.get(sessionId), toolCallId };
  const { outcome } = await client.request(
    "session/request_permission",
    version === 2
      ? { sessionId, title: "May I?", subject, options }
      : { sessionId, toolCall: { toolCallId }, options },
  );
  if (outcome.optionId !== "yes") {
    await tell({ sessionUpdate: "tool_call_update", status: "failed" });
    return outcome.optionId ?? outcome.outcome;
  }
  const { spawnSync } = await import("node:child_process");
  const { status } = spawnSync("sh", ["-c", command], { cwd: folders.get(sessionId) });
  await tell({ sessionUpdate: "tool_call_update", status: status === 0 ? "completed" : "failed" });
  return status;
}
