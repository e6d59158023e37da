// Types into the example as a person would, and posts what it shows.
const frame = document.querySelector("iframe");
await new Promise((resolve) =>
  frame.contentDocument?.readyState === "complete" &&
  frame.contentWindow.location.href !== "about:blank"
    ? resolve()
    : frame.addEventListener("load", resolve),
);
const page = frame.contentDocument;
const type = (name, text) => {
  const field = page.getElementById(name);
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};
const shown = (name) => page.getElementById(name).textContent;

await until(() => shown("risk") !== "");
type("command", "git reset --hard && rm -rf ../x");
const first = shown("risk");
type("command", "git status");
const second = shown("risk");
const findings = page.querySelectorAll("#findings li").length;
type("settings", '{ "checkpointEnabld": true }');
const problem = page.querySelector("#problems code").textContent;
await fetch("/done", {
  method: "POST",
  body: JSON.stringify({ first, second, findings, problem }),
});

async function until(yes) {
  for (let i = 0; i < 200 && !yes(); i += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
}
