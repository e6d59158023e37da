// The program `belay` as an agent would use it, for workspaces in which something has happened.

import { spawn } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(new URL("../../belay-client/package.json", import.meta.url));
const rpc = require("vscode-jsonrpc/node");

/** Opens a conversation with the program; `use` gets what asks it. */
export async function withProgram(folder, env, use) {
  const child = spawn(process.env.BELAY_PROGRAM, ["rpc"], {
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const connection = rpc.createMessageConnection(child.stdout, child.stdin);
  const ask = (method, params) =>
    connection.sendRequest(method, rpc.ParameterStructures.byName, params);
  connection.listen();
  await ask("initialize", { protocolVersions: [1], client: "tests", workspace: folder });
  try {
    await use(ask);
  } finally {
    child.stdin.end();
    await ended;
    connection.dispose();
  }
}

/** Saves a folder `count` times, each time with a change in one of its files. */
export async function saveOften(folder, env, count) {
  await withProgram(folder, env, async (ask) => {
    for (let number = 0; number < count; number += 1) {
      await writeFile(join(folder, `file-${number % 50}.txt`), `${number}\n`);
      await ask("workspace:save", { message: `checkpoint ${number}` });
    }
  });
}

/** The files of a small project. */
export const PROJECT = {
  "src/main.ts": 'import { greet } from "./greet";\n\ngreet("world");\n',
  "src/greet.ts": "export function greet(name: string) {\n  console.log(`Hello, ${name}`);\n}\n",
  "docs/guide.md": "# Guide\n\nStart with `npm start`.\n",
  "package.json": '{ "name": "hello" }\n',
};

/** An agent works in the project: two messages, a file rewritten, a folder deleted. */
export async function work(folder, env) {
  const sessionId = "tidy-up";
  const agent = "claude-code";
  await withProgram(folder, env, async (ask) => {
    const does = async (callId, messageId, action, happen) => {
      const call = { sessionId, callId, messageId, agent, action, canAsk: true };
      await ask("guard:before", call);
      await happen();
      await ask("guard:after", { ...call, failed: false, interrupted: false });
    };
    const says = (messageId, description) =>
      ask("message:capture", { sessionId, messageId, description });
    const at = (name) => join(folder, name);
    await says("1", "Greet people by their names");
    await does("1", "1", { action: "write", path: at("src/greet.ts") }, () =>
      writeFile(at("src/greet.ts"), PROJECT["src/greet.ts"].replace("Hello", "Good morning")),
    );
    await says("2", "Tidy up the documentation");
    const remove = { action: "execute", command: "rm -rf docs", platform: "unix" };
    await does("2", "2", remove, () => rm(at("docs"), { recursive: true }));
    await writeFile(at("src/main.ts"), PROJECT["src/main.ts"].replace("world", "everybody"));
  });
}
