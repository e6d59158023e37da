// The package's own side of the border: it checks types, gives numbers their names and parses
// JSON. `cargo xtask wasm` puts wasm-bindgen's glue in front (`glue`), and one of `browser.js` and
// `node.js` (`moduleBeside`, `rulesBeside`, `readModule`), which say where `policy.wasm` and
// `rules.json` are.

/** The words behind the numbers that cross the border; `null` until the module is loaded. */
let words = null;
let loading = null;

/** Loads the module once; every later call gives the same. */
async function load(source) {
  if (words === null) {
    loading ??= instantiate(source).catch((error) => {
      loading = null;
      throw error;
    });
    await loading;
  }
  return api;
}

/** Loads the module at once, from bytes or a compiled module. */
function loadSync(source) {
  if (words === null) {
    const module = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source);
    start(new WebAssembly.Instance(module, glue.imports));
  }
  return api;
}

async function instantiate(source) {
  source = await fetched(source ?? moduleBeside(), "policy.wasm");
  if (isResponse(source)) {
    // A server that does not know the type `application/wasm` costs the streaming, nothing else.
    source = /^application\/wasm\b/.test(source.headers.get("content-type") ?? "")
      ? await WebAssembly.compileStreaming(source)
      : await source.arrayBuffer();
  }
  const made = await WebAssembly.instantiate(source, glue.imports);
  if (words === null) {
    start(made instanceof WebAssembly.Instance ? made : made.instance);
  }
}

/** What an address stands for; everything else stays as it is. */
async function fetched(source, name) {
  source = await source;
  if (typeof source === "string" || source instanceof URL) {
    source = await fetch(source);
  }
  if (isResponse(source) && !source.ok) {
    throw new Error(`${name} cannot be loaded from ${source.url}: status ${source.status}`);
  }
  return source;
}

function isResponse(source) {
  return typeof Response === "function" && source instanceof Response;
}

function start(instance) {
  glue.start(instance.exports);
  const found = JSON.parse(glue.names());
  found.decisions = found.reasons.flatMap((reason) => [
    { shouldCheckpoint: false, reason },
    { shouldCheckpoint: true, reason },
  ]);
  words = found;
}

/** What every door asks first. In Node the module is read when it is first needed. */
function ready() {
  if (words === null) {
    loadSync(readModule());
  }
  return words;
}

/** Compiled settings that judge. */
class Engine {
  #core;
  #problems;
  #fallback;

  constructor(settings, workspace) {
    ready();
    const own = asText(settings, "settings");
    let others, path;
    if (workspace != null) {
      mustBe(workspace, "object", "workspace");
      mustBe(workspace.path, "string", "workspace.path");
      path = workspace.path;
      others = asText(workspace.settings, "workspace.settings");
    }
    this.#core = new glue.Core(own.text, others?.text, path);
    const found = JSON.parse(this.#core.problems());
    if (own.problem) found.unshift({ layer: "user", ...own.problem });
    if (others?.problem) found.push({ layer: "workspace", ...others.problem });
    this.#problems = found;
    this.#fallback = this.#core.fallback() || own.problem !== undefined;
  }

  /** What is wrong with the settings; the rest of them judges. */
  get problems() {
    return this.#problems;
  }

  /** Whether the settings could not be read at all, so that the built-in ones judge. */
  get fallback() {
    return this.#fallback;
  }

  /** The verdict on an action. */
  judge(action, surroundings) {
    return JSON.parse(this.judgeJson(action, surroundings));
  }

  /** The same as JSON, for hosts that pass it on. */
  judgeJson(action, surroundings) {
    const core = this.#alive();
    mustBe(action, "object", "action");
    const name = action.action ?? "execute";
    const kind = words.actions.indexOf(name);
    if (kind < 0) {
      throw new TypeError(`action.action must be one of ${words.actions.join(", ")}`);
    }
    const key = TEXTS[name];
    let text = action[key];
    mustBe(text, "string", `action.${key}`);
    if (kind === 0) {
      text = cut(text);
    } else if (text.length > words.longest) {
      throw new RangeError(`action.${key} is longer than ${words.longest} characters`);
    }
    const around = surroundings ?? NOWHERE;
    mustBe(around, "object", "surroundings");
    return core.judge(
      kind,
      text,
      kind === 0 ? shellNumber(action.shell, action.platform) : 0,
      optional(around.cwd, "surroundings.cwd"),
      optional(around.workspace, "surroundings.workspace"),
      optional(around.home, "surroundings.home"),
      saves(around.saves),
    );
  }

  /** Whether to save before a command, and why. */
  shouldCreateCheckpoint(command, shellPath, platform) {
    return decide(this.#alive(), command, shellPath, platform);
  }

  /** What a careful colleague would say about settings that are valid. */
  lint() {
    return JSON.parse(this.#alive().lint());
  }

  /** Gives the memory back. The engine cannot be used afterwards. */
  free() {
    this.#core?.free();
    this.#core = undefined;
  }

  #alive() {
    if (this.#core === undefined) {
      throw new Error("this engine was freed; make a new one");
    }
    return this.#core;
  }
}

if (Symbol.dispose) {
  Engine.prototype[Symbol.dispose] = Engine.prototype.free;
}

/** Where the text of each kind of action stands. */
const TEXTS = { execute: "command", read: "path", write: "path", browser: "url", mcp: "tool" };
const NOWHERE = {};

/** Engines of the settings seen last, by their text: settings may change between two calls. */
const compiled = new Map();

/** Whether to save before a command, and why, for settings at hand. */
function shouldCreateCheckpoint(command, settings, shellPath, platform) {
  ready();
  if (settings !== undefined) mustBe(settings, "object", "settings");
  const { text, problem } = asText(settings, "settings");
  if (problem !== undefined || Array.isArray(settings)) {
    throw new TypeError(problem?.message ?? "settings must be an object, not a list");
  }
  let core = compiled.get(text);
  if (core === undefined) {
    core = new glue.Core(text);
    compiled.set(text, core);
    if (compiled.size > 4) {
      const [oldest, old] = compiled.entries().next().value;
      compiled.delete(oldest);
      old.free();
    }
  }
  return decide(core, command, shellPath, platform);
}

function decide(core, command, shellPath, platform) {
  mustBe(command, "string", "command");
  const answer = words.decisions[core.checkpoint(cut(command), shellNumber(shellPath, platform))];
  return { shouldCheckpoint: answer.shouldCheckpoint, reason: answer.reason };
}

/** The built-in settings, written out. */
function defaultSettings() {
  ready();
  return JSON.parse(glue.default_settings());
}

/** A settings document after an update. */
function mergeSettings(current, update) {
  ready();
  const before = asText(current ?? {}, "current");
  const change = asText(update, "update");
  const problem = before.problem ?? change.problem;
  if (problem !== undefined) {
    return { settings: null, problems: [problem], changed: [] };
  }
  return JSON.parse(glue.merge_settings(before.text, change.text ?? "null"));
}

/** Every rule in a line. */
function listRules() {
  ready();
  return JSON.parse(glue.catalogue());
}

/** What is said about rules at length, by their ids; no verdict needs it. */
let pages = null;

/** Everything about one rule. */
async function explainRule(id, source) {
  mustBe(id, "string", "id");
  pages ??= readPages(source).catch((error) => {
    pages = null;
    throw error;
  });
  return structuredClone((await pages).get(id) ?? null);
}

async function readPages(source) {
  source = await fetched(source ?? rulesBeside(), "rules.json");
  if (isResponse(source)) {
    source = await source.json();
  } else if (!Array.isArray(source)) {
    source = JSON.parse(new TextDecoder().decode(source));
  }
  return new Map(source.map((rule) => [rule.id, rule]));
}

/** The shell behind a path or name. */
function detectShell(shellPath, platform) {
  return ready().shells[shellNumber(shellPath, platform)];
}

/** Shells are few and asked about again and again. */
const shells = { unix: new Map(), windows: new Map() };

function shellNumber(path, platform = "unix") {
  const known = shells[platform];
  if (known === undefined) {
    throw new TypeError("platform must be unix or windows");
  }
  let number = known.get(path);
  if (number === undefined) {
    number = glue.detect_shell(optional(path, "shell") ?? "", platform === "windows");
    if (known.size < 64) known.set(path, number);
  }
  return number;
}

/** A document as the text the engine reads; what is a text already is taken as a file's. */
function asText(value, name) {
  if (value === undefined || typeof value === "string") {
    return { text: value };
  }
  try {
    const text = JSON.stringify(value) ?? "null";
    // Half of a surrogate pair is written as an escape, which is no JSON elsewhere.
    return { text: /\\ud[89a-f]/.test(text) ? JSON.stringify(value, wellFormed) : text };
  } catch (error) {
    return {
      problem: {
        path: "$",
        code: "not_json",
        message: `${name} cannot be written as JSON: ${String(error.message).split("\n")[0]}`,
        help: "pass objects, lists, texts, numbers, `true` and `false` only",
      },
    };
  }
}

function wellFormed(_, value) {
  if (typeof value === "string") return repaired(value);
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [repaired(key), each]));
}

function repaired(text) {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}

/**
 * A text that is far longer than the engine reads is not copied as a whole: what is left is still
 * too long, and is told as such.
 */
function cut(text) {
  const end = 8 * words.longest;
  if (text.length <= end) return text;
  const code = text.charCodeAt(end - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? end + 1 : end);
}

function saves(value) {
  if (value == null) return 0;
  mustBe(value, "object", "surroundings.saves");
  return 1 | (value.ignoredFiles ? 2 : 0) | (value.repository ? 4 : 0);
}

function optional(value, name) {
  if (value == null) return undefined;
  mustBe(value, "string", name);
  return value;
}

function mustBe(value, type, name) {
  if (typeof value !== type || value === null) {
    const article = type === "object" ? "an" : "a";
    throw new TypeError(`${name} must be ${article} ${type}, not ${kindOf(value)}`);
  }
}

function kindOf(value) {
  return value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
}

const api = Object.freeze({
  load,
  loadSync,
  Engine,
  shouldCreateCheckpoint,
  defaultSettings,
  mergeSettings,
  listRules,
  explainRule,
  detectShell,
});
