// What was allowed for good is also written where the program keeps its settings, so that its guard
// does not ask again.

import { allowedUpdate } from "../permission/alwaysAllow";
import type { Program } from "./program";

/** The number of our only message; its answer comes with it. */
const ID = 1;

export async function rememberAllowed(program: Program, command: string): Promise<void> {
  if (program.state.kind !== "ready") return;
  const answers = await program.request("settings:message", { type: "launched" });
  const settings = answers.find((answer) => answer.type === "settings");
  if (settings === undefined) return;
  const update = allowedUpdate({ ...settings.user }, command);
  if (update === undefined) return;
  await program.request("settings:message", {
    type: "updateSettings",
    updatedSettings: { ...update },
    id: ID,
  });
}
