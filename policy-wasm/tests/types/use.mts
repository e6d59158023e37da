// Calls that must compile, and under `@ts-expect-error` calls that must not.
import {
  Engine,
  type Api,
  type CheckpointDecision,
  type Settings,
  type Verdict,
  defaultSettings,
  detectShell,
  explainRule,
  listRules,
  load,
  loadSync,
  mergeSettings,
  shouldCreateCheckpoint,
} from "belay-policy";

const api: Api = await load();
await load("/policy.wasm");
await load(new URL("https://example.org/policy.wasm"));
await load(fetch("/policy.wasm"));
loadSync(new Uint8Array());
// @ts-expect-error a number is no module
await load(5);
// @ts-expect-error loading at once needs bytes
loadSync("policy.wasm");

const settings: Settings = {
  checkpointEnabled: true,
  checkpointCommands: ["rm -rf"],
  maxFileSize: 1024,
  permissions: { deniedCommands: ["git push", { pattern: "rm", reason: "no" }] },
  shellSpecificCheckpoints: { zsh: { checkpointAfterHighRisk: null } },
};
// @ts-expect-error a setting that does not exist
const misspelt: Settings = { checkpointEnabld: true };
// @ts-expect-error a flag is no text
const wrong: Settings = { checkpointEnabled: "true" };
// @ts-expect-error an entry needs a pattern
const empty: Settings = { permissions: { allowedCommands: [{ reason: "no" }] } };
// @ts-expect-error fish has no section of its own
const fish: Settings = { shellSpecificCheckpoints: { fish: {} } };

{
  using engine = new Engine(settings, { settings: "{}", path: "/work" });
  const verdict: Verdict = engine.judge({ command: "ls" });
  engine.judge(
    { action: "execute", command: "ls", shell: "/bin/zsh", platform: "windows" },
    { cwd: "/", saves: { repository: true } },
  );
  engine.judge({ action: "write", path: "a" });
  engine.judge({ action: "browser", url: "https://example.org" });
  engine.judge({ action: "mcp", tool: "a/b" });
  const short: CheckpointDecision = engine.shouldCreateCheckpoint("ls", "/bin/sh");
  const text: string = engine.judgeJson({ command: "ls" });
  const [problem] = engine.problems;
  problem?.path.startsWith("$");
  // @ts-expect-error problems are not for writing
  engine.problems.push(problem);
  // @ts-expect-error a string is no action
  engine.judge("ls");
  // @ts-expect-error a file has a path, no command
  engine.judge({ action: "write", command: "ls" });
  // @ts-expect-error there is no such action
  engine.judge({ action: "delete", path: "a" });
  // @ts-expect-error a command is needed
  engine.judge({ shell: "bash" });
  // @ts-expect-error there is no such platform
  engine.judge({ command: "ls", platform: "mars" });
  // @ts-expect-error surroundings are not settings
  engine.judge({ command: "ls" }, settings);
  // @ts-expect-error a command is a string
  engine.shouldCreateCheckpoint(5);
  // @ts-expect-error a workspace has a path
  new Engine({}, { settings: {} });

  // @ts-expect-error risks are not numbers
  const risk: number = verdict.risk;
  // @ts-expect-error there is no such risk
  if (verdict.risk === "dangerous") {
  }
  // @ts-expect-error there is no such reason
  if (short.reason === "high-risk") {
  }
  for (const finding of verdict.findings) {
    const start: number = finding.span.start;
    const rule = explainRule(finding.rule);
    // @ts-expect-error a rule may not be there
    rule.title;
  }
}

shouldCreateCheckpoint("ls", settings, "/bin/bash");
shouldCreateCheckpoint("ls");
// @ts-expect-error settings are an object here
shouldCreateCheckpoint("ls", "{}");
// @ts-expect-error a command is needed
shouldCreateCheckpoint();
// @ts-expect-error a rule has an id
explainRule();
// @ts-expect-error the answer is there at once
explainRule("files/delete").then();

const filled: Settings = defaultSettings();
const merged = mergeSettings(settings, { checkpointEnabled: null });
// @ts-expect-error settings that cannot be read are null
merged.settings.checkpointEnabled;
const shell: "bash" | "sh" | "zsh" | "fish" | "powershell" | "cmd" = detectShell("/bin/zsh");
const ids: string[] = listRules().map(({ id }) => id);
api.Engine;
