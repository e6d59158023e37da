// opencode. Its hooks are a plugin that runs inside it.
export const packages = ["opencode-ai@1.18.33"];
export const title = "opencode";
export const asks = "refused";

export function configure({ home, base, write }) {
  const folder = `${home}/.config/opencode`;
  // It installs a package into its folder and waits for it, for ever without a network. A lock
  // file that names the package counts as installed.
  write(`${folder}/node_modules/.keep`, "");
  write(
    `${folder}/package-lock.json`,
    JSON.stringify({ packages: { "": { dependencies: { "@opencode-ai/plugin": "*" } } } }),
  );
  write(
    `${folder}/opencode.json`,
    JSON.stringify(
      {
        $schema: "https://opencode.ai/config.json",
        autoupdate: false,
        share: "disabled",
        model: "lab/fake-model",
        small_model: "lab/fake-model",
        permission: { "*": "allow" },
        provider: {
          lab: {
            npm: "@ai-sdk/openai-compatible",
            name: "lab",
            options: { baseURL: `${base}/v1`, apiKey: "dummy" },
            models: {
              "fake-model": {
                name: "fake",
                tool_call: true,
                limit: { context: 100000, output: 8000 },
              },
            },
          },
        },
      },
      null,
      2,
    ) + "\n",
  );
  return {
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
  };
}

export const command = (prompt) => ["opencode", "run", prompt];
