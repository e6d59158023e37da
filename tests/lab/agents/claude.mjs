// Claude Code. A native binary; the npm package only links it.
export const packages = ["@anthropic-ai/claude-code@2.1.325"];
export const title = "Claude Code";
export const asks = "model"; // Without a person, a question becomes a refusal that the model reads.

export function configure({ home, repo, base, write }) {
  write(`${home}/.claude/settings.json`, '{\n    "includeCoAuthoredBy" : false\n}\n');
  // Skips what the client asks on its first start.
  write(
    `${home}/.claude.json`,
    JSON.stringify({
      hasCompletedOnboarding: true,
      theme: "dark",
      customApiKeyResponses: { approved: ["y-not-a-real-api-key"], rejected: [] },
      projects: { [repo]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
    }),
  );
  return {
    ANTHROPIC_BASE_URL: base,
    ANTHROPIC_API_KEY: "lab-dummy-not-a-real-api-key",
    IS_SANDBOX: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
  };
}

export const command = (prompt) => [
  "claude",
  "-p",
  prompt,
  "--model",
  "claude-sonnet-4-5",
  "--allowedTools",
  "Bash,Write,Edit,Read",
];
