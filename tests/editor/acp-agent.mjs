// An agent that speaks ACP and does what it is told in plain words: a small stand-in for a model.

import { createRequire } from "node:module";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";

const require = createRequire(new URL("../../vscode-extension/package.json", import.meta.url));
const sdk = require.resolve("@agentclientprotocol/sdk");
const { agent, methods, ndJsonStream } = await import(pathToFileURL(sdk).href);

let cwd = process.cwd();

agent({ name: "stand-in" })
  .onRequest(methods.agent.initialize, ({ params }) => ({
    protocolVersion: params.protocolVersion,
    agentCapabilities: {},
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    cwd = params.cwd;
    return { sessionId: "stand-in-session" };
  })
  .onNotification(methods.agent.session.cancel, () => undefined)
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId } = params;
    const [{ text }] = params.prompt;
    const say = (text) =>
      client.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } },
      });
    const [verb, ...rest] = text.split(" ");
    const line = rest.join(" ");
    try {
      if (verb === "run") await say(await run(client, sessionId, line));
      else if (verb === "ask") await say(await permission(client, sessionId, line));
      else if (verb === "write") await say(await write(client, sessionId, line));
      else if (verb === "plan") await plan(client, sessionId, line);
      else if (verb === "secret") await say(`Secret: ${process.env.SAMPLE_SECRET}`);
      else await say(`You said: ${text}`);
    } catch (error) {
      await say(`Refused: ${error.message}`);
    }
    return { stopReason: "end_turn" };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));

/** Runs a command in a terminal of the client. */
async function run(client, sessionId, command) {
  const terminal = await client.createTerminal({ sessionId, command, cwd });
  const { exitCode } = await terminal.waitForExit();
  const { output } = await terminal.currentOutput();
  await terminal.release();
  return `Ended with ${exitCode}: ${output}`;
}

/** Tells of a plan and of a tool, as agents do while they work. */
async function plan(client, sessionId, text) {
  const tell = (update) => client.notify(methods.client.session.update, { sessionId, update });
  const [toolCallId, title] = ["call-2", "Looking around"];
  const entries = [{ content: text, priority: "high", status: "completed" }];
  await tell({ sessionUpdate: "plan", entries });
  await tell({ sessionUpdate: "tool_call", toolCallId, title, kind: "read", status: "pending" });
  await tell({ sessionUpdate: "tool_call_update", toolCallId, status: "completed" });
}

/** Asks whether it may run a command, as agents do that run it themselves. */
async function permission(client, sessionId, command) {
  const { outcome } = await client.request(methods.client.session.requestPermission, {
    sessionId,
    toolCall: { toolCallId: "call-1", kind: "execute", title: command, rawInput: { command } },
    options: [
      { optionId: "yes", name: "Yes", kind: "allow_once" },
      { optionId: "no", name: "No", kind: "reject_once" },
    ],
  });
  return `Answered: ${outcome.outcome === "selected" ? outcome.optionId : outcome.outcome}`;
}

/** Writes a file: its name, then its content. */
async function write(client, sessionId, line) {
  const [name, ...words] = line.split(" ");
  await client.request(methods.client.fs.writeTextFile, {
    sessionId,
    path: `${cwd}/${name}`,
    content: `${words.join(" ")}\n`,
  });
  return `Wrote ${name}`;
}
