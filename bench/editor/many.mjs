// A workspace with many checkpoints, made by the program itself.

import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(new URL("../../belay-client/package.json", import.meta.url));
const rpc = require("vscode-jsonrpc/node");

/** Saves a folder `count` times, each time with a change in one of its files. */
export async function saveOften({ folder, env, count }) {
  const child = spawn(process.env.BELAY_PROGRAM, ["rpc"], {
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const connection = rpc.createMessageConnection(child.stdout, child.stdin);
  const ask = (method, params) =>
    connection.sendRequest(method, rpc.ParameterStructures.byName, params);
  connection.listen();
  await ask("initialize", { protocolVersions: [1], client: "bench", workspace: folder });
  for (let number = 0; number < count; number += 1) {
    await writeFile(join(folder, `file-${number % 50}.txt`), `${number}\n`);
    await ask("workspace:save", { message: `checkpoint ${number}` });
  }
  const ended = new Promise((resolve) => child.once("exit", resolve));
  connection.end();
  child.stdin.end();
  await ended;
}
