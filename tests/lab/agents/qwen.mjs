// Qwen Code, a relative of Gemini CLI.
export const packages = ["@qwen-code/qwen-code@0.24.4"];
export const title = "Qwen Code";
export const asks = "model";

export function configure({ home, base, write }) {
  write(
    `${home}/.qwen/settings.json`,
    JSON.stringify(
      {
        security: { auth: { selectedType: "openai" } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
      },
      null,
      2,
    ) + "\n",
  );
  return { OPENAI_BASE_URL: `${base}/v1`, OPENAI_API_KEY: "dummy", OPENAI_MODEL: "fake-model" };
}

export const command = (prompt) => ["qwen", "--approval-mode", "yolo", "-p", prompt];
