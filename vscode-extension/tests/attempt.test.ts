import assert from "node:assert/strict";
import { test } from "node:test";
import { attempt } from "../src/attempt";

test("work that fails while nobody waits is written to the log", async () => {
  const logged: string[] = [];
  const log = { error: (message: string) => logged.push(message) };
  let unhandled = 0;
  const count = () => (unhandled += 1);
  process.on("unhandledRejection", count);
  attempt(log, "send the settings", () => Promise.reject(new Error("the folder is gone")));
  attempt(log, "send the settings", () => Promise.resolve());
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", count);
  assert.deepEqual(logged, ["Belay could not send the settings: the folder is gone"]);
  assert.equal(unhandled, 0);
});
