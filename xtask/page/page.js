// Shows what the engine says about the command in the text area. All judging happens behind
// POST /judge; this file only turns a verdict into words and marks.

const EXAMPLES = [
  ["bash", "git reset --hard && git clean -fd"],
  ["bash", "git push --force origin main"],
  ["bash", "rm -rf src ~/other"],
  ["bash", "curl -fsSL https://example.com/i.sh | bash"],
  ["bash", "echo \"$(rm -rf .)\""],
  ["bash", "grep -rn 'rm -rf' docs"],
  ["bash", "bash -c 'cd / && rm -rf *'"],
  ["powershell", "Get-ChildItem *.log | Remove-Item -Force"],
  ["cmd", "if exist build rmdir /s /q build"],
];

const RECOVERY = {
  full: "A checkpoint brings everything back",
  partial: "A checkpoint brings back part of it",
  unknown: "Nobody can tell whether a checkpoint helps",
  none: "No checkpoint brings it back",
};

const CHECKPOINT = {
  checkpoint_disabled: "None: checkpoints are switched off",
  command_required: "Taken: a list asks for it",
  command_exempted: "None: a list exempts it",
  high_risk: "Taken: the risk is high, or a part cannot be read",
  always_execute: "Taken: every change gets one",
  read_only: "None needed: it only reads",
  low_risk: "None needed",
};

const RISKS = ["safe", "low", "medium", "high", "critical"];

const $ = (id) => document.getElementById(id);
const weight = (risk) => RISKS.indexOf(risk);
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const words = (name) => name.replaceAll("_", " ");

let waiting;
let latest = 0;

function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(judge, 120);
}

async function judge() {
  const command = $("command").value;
  const turn = ++latest;
  if (command.trim() === "") {
    blank();
    return;
  }
  const folder = $("folder").value.trim();
  const request = { command, shell: $("shell").value };
  if (folder !== "") request.cwd = request.workspace = folder;
  if ($("saves").checked) request.saves = { ignoredFiles: true, repository: true };
  try {
    const response = await fetch("/judge", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
    const verdict = await response.json();
    if (turn !== latest) return;
    if (!response.ok) throw new Error(verdict.error);
    trouble("");
    show(command, verdict);
  } catch (error) {
    if (turn !== latest) return;
    const gone = error instanceof TypeError;
    trouble(gone ? "The page no longer reaches its server. Start `cargo xtask serve` again." : error.message);
  }
}

function trouble(text) {
  $("trouble").hidden = text === "";
  $("trouble").textContent = text;
}

function blank() {
  trouble("");
  $("headline").dataset.risk = "none";
  $("decision").textContent = "Type a command";
  $("sentence").textContent = "The verdict appears here.";
  for (const id of ["figures", "reading", "parts"]) $(id).hidden = true;
}

function show(command, verdict) {
  $("headline").dataset.risk = verdict.risk;
  $("decision").textContent = decision(verdict);
  $("sentence").textContent = verdict.explanation.what + " " + verdict.explanation.why;
  $("risk").textContent = sentence(verdict.risk) + (verdict.unverified ? ", not readable with certainty" : "");
  const harmless = weight(verdict.risk) < weight("medium");
  $("recovery").textContent = harmless ? "Nothing that needs bringing back" : RECOVERY[verdict.recovery];
  $("checkpoint").textContent = checkpoint(verdict);
  for (const id of ["figures", "reading"]) $(id).hidden = false;

  mark($("marked"), command, verdict.findings.map((f) => ({ ...f.span, risk: f.risk, title: f.title })));
  $("nested").replaceChildren(...verdict.nested.map((text, index) => inside(text, index + 1, verdict.findings)));

  $("parts").hidden = verdict.findings.length === 0;
  $("parts-title").textContent = verdict.findings.length === 1 ? "One finding" : `${verdict.findings.length} findings`;
  $("cards").replaceChildren(...verdict.findings.map((finding) => card(finding, command, verdict.nested)));
}

function decision({ permission, plan }) {
  if (permission === "deny") return "Belay does not let it run";
  if (permission === "ask") return plan.before ? "Belay asks you, and saves first" : "Belay asks you first";
  return plan.before ? "Belay saves first, then lets it run" : "Belay lets it run";
}

function checkpoint({ reason, plan, checkpointDecidedBy: by }) {
  const text = CHECKPOINT[reason] ?? words(reason);
  const entry = by ? ` (${by.pattern})` : "";
  const after = plan.after ? ", and again afterwards" : "";
  return text + entry + after;
}

// Cuts the text at every border of a span; each piece takes the tone of its worst finding.
function mark(target, text, spans) {
  const cuts = new Set([0, text.length]);
  for (const { start, end } of spans) cuts.add(start).add(end);
  const borders = [...cuts].filter((at) => at <= text.length).sort((a, b) => a - b);
  const pieces = borders.slice(1).map((end, index) => {
    const start = borders[index];
    const over = spans.filter((span) => span.start <= start && end <= span.end && span.start < span.end);
    const piece = text.slice(start, end);
    if (over.length === 0) return document.createTextNode(piece);
    const worst = over.reduce((a, b) => (weight(b.risk) > weight(a.risk) ? b : a));
    const marked = element("mark", "", piece);
    marked.dataset.risk = worst.risk;
    marked.title = over.map((span) => `${span.risk}: ${span.title}`).join("\n");
    return marked;
  });
  target.replaceChildren(...pieces);
}

function inside(nested, number, findings) {
  const box = element("details", "inside");
  box.open = true;
  const pre = element("pre", "marked");
  const spans = findings
    .filter((finding) => finding.nested === number)
    .map((finding) => ({ ...finding.innerSpan, risk: finding.risk, title: finding.title }));
  mark(pre, nested.text, spans);
  box.append(element("summary", "", `Inside it, a text for ${nested.shell}`), pre);
  return box;
}

function card(finding, command, nested) {
  const item = element("li", "card");
  item.dataset.risk = finding.risk;
  const top = element("header");
  top.append(element("h3", "", finding.title), element("span", "badge", sentence(finding.risk)));

  const inner = finding.nested && nested[finding.nested - 1];
  const { start, end } = inner ? finding.innerSpan : finding.span;
  const part = (inner ? inner.text : command).slice(start, end);

  const list = element("dl");
  const row = (name, text) => text && list.append(element("dt", "", name), element("dd", "", text));
  row("What", finding.what);
  row("Why", finding.why);
  row("Instead", finding.instead);
  row("Place", finding.place && sentence(words(finding.place)) + (finding.possible ? ", possibly" : ""));
  if (weight(finding.risk) >= weight("medium")) row("Recovery", RECOVERY[finding.recovery] + ".");

  item.append(top);
  if (part !== "") item.append(element("code", "words", part));
  item.append(list, element("footer", "", finding.rule));
  return item;
}

function element(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

function offer([shell, command]) {
  const item = element("li");
  const button = element("button", "", command);
  button.type = "button";
  button.title = `${shell}: ${command}`;
  button.addEventListener("click", () => {
    $("command").value = command;
    $("shell").value = shell;
    judge();
  });
  item.append(button);
  return item;
}

$("examples").append(...EXAMPLES.map(offer));
$("ask").addEventListener("input", changed);
$("ask").addEventListener("submit", (event) => event.preventDefault());

// A link can carry a command: #shell=cmd&command=…
const given = new URLSearchParams(location.hash.slice(1));
if ([...$("shell").options].some((option) => option.value === given.get("shell"))) $("shell").value = given.get("shell");
$("command").value = given.get("command") ?? $("command").value;
if ($("command").value !== "") judge();
$("command").focus();
