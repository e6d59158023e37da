// Gemini CLI, with an API key: logging in needs a network.
export const packages = ["@google/gemini-cli@0.61.0"];
export const title = "Gemini CLI";
export const asks = "refused";

export function configure({ home, base, write }) {
  write(
    `${home}/.gemini/settings.json`,
    JSON.stringify(
      {
        security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { disableAutoUpdate: true, enableAutoUpdate: false },
      },
      null,
      2,
    ) + "\n",
  );
  return { GOOGLE_GEMINI_BASE_URL: base, GEMINI_API_KEY: "dummy", NO_BROWSER: "1" };
}

export const command = (prompt) => [
  "gemini",
  "-m",
  "gemini-2.5-flash",
  "--approval-mode",
  "yolo",
  "-p",
  prompt,
];
