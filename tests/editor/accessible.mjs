// Holds a webview to what axe knows about accessible pages.

import assert from "node:assert/strict";
import axe from "axe-core";

/** Fails with what axe finds in a frame; `where` says which one it is. */
export async function accessible(frame, where) {
  await frame.evaluate(axe.source);
  const found = await frame.evaluate(async () => {
    // The page around the frame is VS Code's.
    const { violations } = await globalThis.axe.run(document, { iframes: false });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
  assert.deepEqual(found, [], where);
}
