// Everything this page knows comes from the package. Serve the folder above (`npx serve policy-wasm`,
// `python3 -m http.server`) after `cargo xtask wasm`, and open /examples/.
import { load } from "../dist/esm/index.js";

const { Engine } = await load();
const field = (name) => document.getElementById(name);
let engine = new Engine();

function judge() {
  const command = field("command").value;
  const verdict = engine.judge({ command, shell: field("shell").value });
  field("risk").textContent = verdict.risk;
  field("recovery").textContent = verdict.recovery;
  field("permission").textContent = verdict.permission;
  field("checkpoint").textContent =
    `${verdict.shouldCheckpoint ? "yes" : "no"} (${verdict.reason})`;
  field("explanation").textContent = `${verdict.explanation.what} ${verdict.explanation.why}`;
  const lines = verdict.findings.map(({ title, risk, span, instead }) => {
    const code = element("code", command.slice(span.start, span.end));
    return element("li", code, ` ${title} (${risk}). ${instead}`);
  });
  field("findings").replaceChildren(...lines);
}

function compile() {
  const next = new Engine(field("settings").value);
  const lines = [...next.problems, ...next.lint()].map(({ path, message, help }) =>
    element("li", element("code", path), ` ${message}; ${help}`),
  );
  field("problems").replaceChildren(...lines);
  if (next.fallback) {
    // Half-typed settings: the last good ones stay in force.
    next.free();
    return;
  }
  engine.free();
  engine = next;
  judge();
}

function element(name, ...children) {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

field("command").addEventListener("input", judge);
field("shell").addEventListener("input", judge);
field("settings").addEventListener("input", compile);
judge();
