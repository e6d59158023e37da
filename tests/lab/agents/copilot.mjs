// Copilot in a terminal. With a provider of one's own and offline it needs no account.
export const packages = ["@github/copilot@1.0.102"];
export const title = "Copilot CLI";
export const asks = "model";

export function configure({ home, base, write }) {
  write(`${home}/.copilot/config.json`, "{}\n");
  return {
    COPILOT_HOME: `${home}/.copilot`,
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_BASE_URL: `${base}/v1`,
    COPILOT_PROVIDER_TYPE: "openai",
    COPILOT_PROVIDER_API_KEY: "dummy",
    COPILOT_MODEL: "gpt-4.1",
    COPILOT_AUTO_UPDATE: "false",
  };
}

export const command = (prompt) => [
  "copilot",
  "-p",
  prompt,
  "--allow-all-tools",
  "--allow-all-paths",
  "--no-color",
];
