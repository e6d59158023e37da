// goose. It waits for a hook, and then does what it wanted to do.
export const packages = ["@aaif/goose@0.20.1"];
export const title = "goose";
export const asks = "never";

export function configure({ home, base, write }) {
  write(
    `${home}/.config/goose/config.yaml`,
    "extensions:\n  developer:\n    enabled: true\n    type: platform\n    name: developer\n    bundled: true\n",
  );
  return {
    XDG_CONFIG_HOME: `${home}/.config`,
    GOOSE_DISABLE_KEYRING: "1",
    GOOSE_TELEMETRY_ENABLED: "false",
    GOOSE_MODE: "auto",
    GOOSE_PROVIDER: "openai",
    GOOSE_MODEL: "fake-model",
    OPENAI_HOST: base,
    OPENAI_API_KEY: "dummy",
  };
}

export const command = (prompt) => ["goose", "run", "--no-session", "-t", prompt];
