// What must hold wherever the package runs: in Node and on a page, with the same words.

/** Every test by its name; each throws where something is not as it should be. */
export function suite(api, { cases, types }) {
  const { Engine, shouldCreateCheckpoint } = api;
  return {
    "every case gives the verdict that native gives, byte for byte": () => {
      const engines = new Map();
      let count = 0;
      for (const { action, surroundings, settings, workspace, verdict } of cases) {
        const key = JSON.stringify([settings, workspace]);
        if (!engines.has(key)) engines.set(key, new Engine(settings ?? undefined, workspace));
        same(engines.get(key).judgeJson(action, surroundings), verdict, JSON.stringify(action));
        count += 1;
      }
      engines.forEach((engine) => engine.free());
      holds(count > 1000, `only ${count} cases`);
    },

    "the short question has the answer of the whole verdict": () => {
      const engine = new Engine();
      for (const { action, settings, workspace } of cases) {
        if (settings !== null || workspace || action.action !== "execute") continue;
        const { shouldCheckpoint, reason } = engine.judge(action);
        const short = engine.shouldCreateCheckpoint(action.command, action.shell);
        same(JSON.stringify(short), JSON.stringify({ shouldCheckpoint, reason }), action.command);
      }
      engine.free();
    },

    "every word of a verdict is in the types": () => {
      const words = (name) => {
        const union = types.match(new RegExp(`export type ${name} = ([^;]*);`))?.[1] ?? "";
        return new Set([...union.matchAll(/"([^"]*)"/g)].map((match) => match[1]));
      };
      const [risk, recovery, reason, decision, why] = [
        "Risk",
        "Recovery",
        "CheckpointReason",
        "Decision",
        "PermissionReason",
      ].map(words);
      const [effect, domain, place, shell] = ["Effect", "Domain", "Place", "Shell"].map(words);
      const known = (set, word) =>
        holds(word == null || set.has(word), `${word} is not in the types`);
      for (const { verdict: text } of cases) {
        const verdict = JSON.parse(text);
        known(risk, verdict.risk);
        known(recovery, verdict.recovery);
        known(reason, verdict.reason);
        known(decision, verdict.permission);
        known(why, verdict.permissionReason);
        known(shell, verdict.shell);
        for (const finding of verdict.findings) {
          known(effect, finding.effect);
          known(domain, finding.domain);
          known(place, finding.place);
        }
      }
    },

    "the drop-in call answers as its design says": () => {
      const call = (...args) => JSON.stringify(shouldCreateCheckpoint(...args));
      same(
        call("rm -rf /tmp", { checkpointEnabled: false }),
        '{"shouldCheckpoint":false,"reason":"checkpoint_disabled"}',
      );
      same(
        call("rm -rf /tmp", { checkpointEnabled: true, checkpointCommands: ["rm -rf"] }),
        '{"shouldCheckpoint":true,"reason":"command_required"}',
      );
      same(call("ls", {}, "/bin/zsh"), '{"shouldCheckpoint":false,"reason":"read_only"}');
      same(
        call("del /s /q /f x", undefined, "C:\\Windows\\System32\\cmd.exe"),
        '{"shouldCheckpoint":true,"reason":"command_required"}',
      );
    },

    "settings that change between two calls count": () => {
      const settings = { checkpointEnabled: true };
      same(shouldCreateCheckpoint("rm -rf x", settings).shouldCheckpoint, true);
      settings.checkpointEnabled = false;
      same(shouldCreateCheckpoint("rm -rf x", settings).shouldCheckpoint, false);
      for (let i = 0; i < 20; i += 1)
        shouldCreateCheckpoint("ls", { checkpointCommands: [`p${i}`] });
    },

    "bad settings are a list of problems, and the rest counts": () => {
      const engine = new Engine({
        checkpointEnabld: true,
        checkpointCommands: ["terraform apply", 5, "/(/"],
      });
      same(engine.fallback, false);
      same(
        engine.problems.map(({ layer, path, code }) => `${layer} ${path} ${code}`).join("\n"),
        [
          "user $.checkpointCommands[1] wrong_type",
          "user $.checkpointEnabld unknown_key",
          "user $.checkpointCommands[1] bad_pattern",
        ].join("\n"),
      );
      holds(
        engine.problems.every(({ message, help }) => message && help),
        "a problem without words",
      );
      same(engine.shouldCreateCheckpoint("terraform apply").reason, "command_required");
      engine.free();
    },

    "settings that cannot be read leave the built-in ones in force and say so": () => {
      const circle = {};
      circle.circle = circle;
      for (const bad of [null, 5, [], true, "{", "", circle, { a: 1n }, Symbol("x"), () => {}]) {
        const engine = new Engine(bad);
        same(engine.fallback, true, String(typeof bad));
        same(engine.problems[0].path, "$");
        same(engine.shouldCreateCheckpoint("rm -rf x").reason, "command_required");
        engine.free();
      }
    },

    "a workspace may only tighten, and its problems are told as its own": () => {
      const engine = new Engine(
        {},
        {
          path: "/work",
          settings: { checkpointEnabled: false, checkpointCommands: ["make deploy", "/(/"] },
        },
      );
      same(
        engine.problems.map(({ layer, code }) => `${layer} ${code}`).join(),
        "workspace workspace_may_only_tighten,workspace bad_pattern",
      );
      same(engine.shouldCreateCheckpoint("make deploy").reason, "command_required");
      engine.free();
    },

    "a settings file's text is read as a file": () => {
      const engine = new Engine('{ "checkpointEnabled": false, "checkpointEnabled": false }');
      same(engine.problems[0].code, "duplicate_key");
      same(engine.shouldCreateCheckpoint("rm -rf x").reason, "checkpoint_disabled");
      engine.free();
    },

    "half of a surrogate pair is judged as U+FFFD, with a finding": () => {
      const engine = new Engine();
      for (const half of ["\ud83d", "\ude00"]) {
        const verdict = engine.judge({ command: `echo a${half}b` });
        same(JSON.stringify(verdict), JSON.stringify(engine.judge({ command: "echo a\ufffdb" })));
        same(JSON.stringify(verdict.findings[0].span), '{"start":6,"end":7}');
        same(engine.shouldCreateCheckpoint(`echo ${half}`).reason, "high_risk");
      }
      same(engine.judge({ command: "echo \ud83d\ude00" }).findings.length, 0);
      const odd = new Engine({ checkpointCommands: ["a\ud83d"], "b\ude00": 1 });
      same(odd.problems.map(({ code }) => code).join(), "unknown_key");
      odd.free();
      engine.free();
    },

    "positions are those of JavaScript": () => {
      const command = "echo '🙂é' && rm -rf ../x";
      const { findings } = new Engine().judge({ command });
      const { start, end } = findings.at(-1).span;
      holds(command.slice(start, end).includes("../x"), command.slice(start, end));
    },

    "a huge command is judged and never called safe": () => {
      const engine = new Engine();
      for (const letter of ["a", "é", "🙂"]) {
        const verdict = engine.judge({ command: `echo ${letter.repeat(20_000_000)}; rm -rf /` });
        same(verdict.unverified, true);
        same(verdict.shouldCheckpoint, true);
        same(engine.shouldCreateCheckpoint(letter.repeat(5_000_000)).reason, "high_risk");
      }
      fails(
        () => engine.judge({ action: "write", path: "a".repeat(5_000_000) }),
        "action",
        "the text is longer than 1048576 bytes",
      );
      const deep = engine.judge({ command: "$(".repeat(100_000) });
      same(deep.unverified, true);
      engine.judge({ command: "(".repeat(500_000), shell: "pwsh" });
      engine.judge({ command: "(".repeat(500_000), shell: "cmd" });
      engine.free();
    },

    "wrong types are told in a sentence that names the place": () => {
      const engine = new Engine();
      const judge = (action, surroundings) => () => engine.judge(action, surroundings);
      fails(judge(), "action", "an object such as");
      fails(judge(null), "action", "an object such as");
      fails(judge("ls"), "action", "an object such as");
      fails(judge({}), "action", "`command` is missing, which the action `execute` needs");
      fails(judge({ command: 5 }), "action.command", "expected a string");
      fails(
        judge({ action: "walk" }),
        "action.action",
        "expected one of `execute`, `read`, `write`, `browser`, `mcp`",
      );
      fails(
        judge({ action: "write", command: "ls" }),
        "action",
        "`path` is missing, which the action `write` needs",
      );
      fails(judge({ command: "ls", shell: 5 }), "action.shell", "expected a string");
      fails(judge({ command: "ls", platform: "mars" }), "action.platform", "`unix` or `windows`");
      fails(judge({ command: "ls" }, 5), "surroundings", "an object such as");
      fails(judge({ command: "ls" }, { cwd: 5 }), "surroundings.cwd", "expected a string");
      fails(judge({ command: "ls" }, { saves: true }), "surroundings.saves", "an object such as");
      fails(
        judge({ command: "ls" }, { saves: { repository: "yes" } }),
        "surroundings.saves.repository",
        "expected a boolean",
      );
      fails(() => engine.judgeJson({}), "action", "`command` is missing");
      fails(() => engine.shouldCreateCheckpoint(null), "command", "must be a string");
      fails(() => engine.shouldCreateCheckpoint("ls", 5), "shellPath", "must be a string");
      fails(
        () => engine.shouldCreateCheckpoint("ls", "bash", "mars"),
        "platform",
        "`unix` or `windows`",
      );
      fails(() => shouldCreateCheckpoint("ls", null), "settings", "must be an object");
      fails(() => shouldCreateCheckpoint("ls", []), "settings", "must be an object");
      fails(() => new Engine({}, { settings: {} }), "workspace.path", "must be a string");
      fails(() => api.explainRule(), "id", "expected a string");
      fails(() => api.detectShell(5), "shellPath", "expected a string");
      same(engine.judge({ command: "ls" }, null).risk, "safe");
      engine.free();
    },

    "an object that contains itself is told, and harms nothing": () => {
      const circle = { command: "ls" };
      circle.circle = circle;
      circle.saves = circle;
      const engine = new Engine(circle);
      same(engine.fallback, true);
      holds(
        engine.problems[0].message.startsWith("settings cannot be written as JSON: "),
        engine.problems[0].message,
      );
      same(engine.judge(circle, circle).risk, "safe");
      fails(() => shouldCreateCheckpoint("ls", circle), "settings", "cannot be written as JSON");
      same(api.mergeSettings(circle, {}).problems[0].code, "not_json");
      engine.free();
    },

    "a verdict is the object that its JSON says": () => {
      const engine = new Engine();
      for (const { action, surroundings, settings, workspace, verdict } of cases) {
        if (settings !== null || workspace) continue;
        same(JSON.stringify(engine.judge(action, surroundings)), verdict, JSON.stringify(action));
      }
      engine.free();
    },

    "a freed engine says that it was freed": () => {
      const engine = new Engine();
      engine.free();
      engine.free();
      const freed = ["this engine was freed", "make a new one"];
      fails(() => engine.judge({ command: "ls" }), ...freed);
      fails(() => engine.shouldCreateCheckpoint("ls"), ...freed);
      fails(() => engine.lint(), ...freed);
      same(engine.problems.length, 0);
      if (Symbol.dispose) {
        const other = new Engine();
        other[Symbol.dispose]();
        fails(() => other.judge({ command: "ls" }), ...freed);
      }
    },

    "the built-in settings have no problem and say what an absent document says": () => {
      const engine = new Engine(api.defaultSettings());
      same(engine.problems.length, 0);
      same(
        engine.judgeJson({ command: "git status" }),
        new Engine().judgeJson({ command: "git status" }),
      );
      same(api.defaultSettings().checkpointEnabled, true);
    },

    "an update replaces the keys it names and nothing else": () => {
      const current = { checkpointOnError: true, retentionDays: 3, theirs: 1 };
      const { settings, problems, changed } = api.mergeSettings(current, {
        retentionDays: 5,
        checkpointOnError: null,
        maxFileSize: "x",
      });
      same(JSON.stringify(settings), '{"retentionDays":5,"theirs":1}');
      same(problems.map(({ path }) => path).join(), "$.maxFileSize");
      same(changed.join(), "checkpointOnError,retentionDays");
      same(api.mergeSettings("{", { retentionDays: 5 }).settings, null);
      same(api.mergeSettings(undefined, 5).problems[0].code, "not_an_object");
    },

    "settings are remarked on": () => {
      const engine = new Engine({ noCheckpointCommands: ["git"] });
      holds(
        engine.lint().some(({ code }) => code === "exempts_high_risk"),
        "nothing about `git`",
      );
      engine.free();
    },

    "rules are listed and explained": () => {
      const rules = api.listRules();
      holds(rules.length > 20, `${rules.length} rules`);
      for (const { id, title, level } of rules) {
        const rule = api.explainRule(id);
        same(`${rule.id} ${rule.title} ${rule.level}`, `${id} ${title} ${level}`);
        holds(rule.what && rule.why && rule.instead && rule.page.startsWith("# "), id);
        holds(
          Array.isArray(rule.matches) && rule.matches.length + rule.nonMatches.length > 0,
          `${id} has no examples`,
        );
      }
      same(api.explainRule("no/such-rule"), null);
    },

    "shells are known by their paths": () => {
      same(api.detectShell("/usr/local/bin/zsh"), "zsh");
      same(api.detectShell("C:\\Program Files\\PowerShell\\7\\pwsh.exe"), "powershell");
      same(api.detectShell("/opt/nu"), "bash");
      same(api.detectShell("nu.exe", "windows"), "powershell");
      same(api.detectShell(), "bash");
    },

    "loading again gives the same": async () => {
      same(await api.load(), await api.load());
      same((await api.load()).Engine, Engine);
    },
  };
}

function same(found, wanted, about = "") {
  if (found === wanted) return;
  const [a, b] = [String(found), String(wanted)];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const near = (text) => text.slice(Math.max(0, at - 60), at + 60);
  throw new Error(`${about.slice(0, 200)}\n  found  ${near(a)}\n  wanted ${near(b)}`);
}

function holds(yes, about) {
  if (!yes) throw new Error(about);
}

/** The call throws an error that begins with a place and says what is wrong. */
function fails(call, place, about) {
  try {
    call();
  } catch (error) {
    holds(error instanceof Error, `not an Error: ${error}`);
    const { message } = error;
    holds(
      message.startsWith(place) && message.includes(about),
      `found ${message}\n  wanted ${place} … ${about}`,
    );
    return;
  }
  throw new Error(`nothing was thrown, but ${place} … ${about} was expected`);
}
