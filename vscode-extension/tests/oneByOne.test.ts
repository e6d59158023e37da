import assert from "node:assert/strict";
import { test } from "node:test";
import { oneByOne } from "../src/oneByOne";

/** Work that takes as long as the test says. */
function slow() {
  const ends: { resolve: () => void; reject: (why: Error) => void }[] = [];
  const run = oneByOne(
    () => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })),
  );
  return { run, ends };
}

test("who asks in the middle gets the work done once more, together with all others", async () => {
  const { run, ends } = slow();
  const first = run();
  const later = [run(), run()];
  assert.equal(ends.length, 1);
  ends[0]?.resolve();
  await first;
  await new Promise(setImmediate);
  assert.equal(ends.length, 2);
  ends[1]?.resolve();
  await Promise.all(later);
  assert.equal(ends.length, 2);
});

test("work that failed is no reason not to do it again", async () => {
  const { run, ends } = slow();
  const first = run();
  const second = run();
  ends[0]?.reject(new Error("the disk is gone"));
  await assert.rejects(first, /the disk is gone/);
  await new Promise(setImmediate);
  ends[1]?.resolve();
  await second;
});

test("who asks after the end begins anew", async () => {
  const { run, ends } = slow();
  const first = run();
  ends[0]?.resolve();
  await first;
  void run();
  assert.equal(ends.length, 2);
});
