// Codex. A native binary in the platform's npm package.
import fs from "node:fs";

export const packages = ["@openai/codex@0.166.0"];
export const title = "Codex";
export const asks = "refused";

export function configure({ home, repo, port, write }) {
  write(
    `${home}/.codex/config.toml`,
    `model = "gpt-5.5-codex"
model_provider = "lab"
check_for_update_on_startup = false
[model_providers.lab]
name = "lab"
base_url = "http://127.0.0.1:${port}/v1"
wire_api = "responses"
env_key = "LAB_API_KEY"
request_max_retries = 0
stream_max_retries = 0
[projects."${repo}"]
trust_level = "trusted"
`,
  );
  return { CODEX_HOME: `${home}/.codex`, LAB_API_KEY: "dummy" };
}

// Codex's own question is not answered here (the flag below stands for that), so its note of a
// yes is written as it would be, and `belay doctor` finds it.
export function trust({ home }) {
  const key = `${home}/.codex/hooks.json:pre_tool_use:0:0`;
  fs.appendFileSync(
    `${home}/.codex/config.toml`,
    `[hooks.state."${key}"]\ntrusted_hash = "sha256:0"\n`,
  );
}

// A hook runs only once a person has trusted it; the first flag stands for that person.
export const command = (prompt) => [
  "codex",
  "exec",
  "--dangerously-bypass-hook-trust",
  "--dangerously-bypass-approvals-and-sandbox",
  prompt,
];
