// Cline in a terminal. A refusal ends its task, so a scenario with one stops there.
export const packages = ["cline@3.0.65"];
export const title = "Cline";
export const asks = "ends";

export function configure({ home, write }) {
  write(`${home}/.cline/.keep`, "");
  return { CLINE_TELEMETRY_DISABLED: "1" };
}

export const before = (base) => [
  "cline",
  "auth",
  "--provider",
  "openai-compatible",
  "--apikey",
  "dummy",
  "--modelid",
  "fake-model",
  "--baseurl",
  `${base}/v1`,
];
export const command = (prompt) => [
  "cline",
  "--provider",
  "openai-compatible",
  "--key",
  "dummy",
  "--model",
  "fake-model",
  prompt,
];
