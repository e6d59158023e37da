// Starts the timeline, and gives it what the browser alone knows: how a language writes times and
// sizes, and a stream of events. `cargo xtask app` bundles it with wasm-bindgen's glue.
import "./theme.js";
import init from "app-glue";

const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";

/** Asks `belay serve`, which lets in whoever knows the token of the address it printed. */
const ask = (address) => fetch(address, { headers: { Authorization: `Bearer ${token}` } });

/** What is shown first needs few rows. They are asked for at once and arrive while the app is compiled. */
const FIRST = "api/timeline?start=0&count=100";
let early = ask(FIRST);
// Whoever takes the answer is told that there is none.
early.catch(() => {});

const made = new Map();

/** Making a formatter is slow, so each is made once. */
function formatter(kind, language, options = {}) {
  const key = JSON.stringify([kind, language, options]);
  if (!made.has(key)) made.set(key, new Intl[kind](language, options));
  return made.get(key);
}

const STEPS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const SIZES = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];

globalThis.belay = {
  first() {
    const answer = early ?? ask(FIRST);
    early = undefined;
    return answer;
  },
  /** How long ago, in a few letters. */
  ago(language, milliseconds) {
    const seconds = (milliseconds - Date.now()) / 1000;
    const [unit, length] = STEPS.find(([, length]) => -seconds >= length) ?? ["second", 1];
    const options = { numeric: "auto", style: "short" };
    const count = Math.min(0, Math.trunc(seconds / length));
    return formatter("RelativeTimeFormat", language, options).format(count, unit);
  },
  when: (language, milliseconds) =>
    formatter("DateTimeFormat", language, { dateStyle: "medium", timeStyle: "medium" }).format(
      milliseconds,
    ),
  day: (language, milliseconds) =>
    formatter("DateTimeFormat", language, { dateStyle: "medium", timeZone: "UTC" }).format(
      milliseconds,
    ),
  size(language, bytes) {
    const step = Math.min(SIZES.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
    const options = {
      style: "unit",
      unit: SIZES[step],
      unitDisplay: step === 0 ? "long" : "short",
      maximumSignificantDigits: 3,
    };
    return formatter("NumberFormat", language, options).format(bytes / 1000 ** step);
  },
  /** Calls `changed` for every event and `lost` when there will be none for a while. */
  async listen(address, changed, lost) {
    for (let pause = 500; ; pause = Math.min(pause * 2, 10_000)) {
      try {
        const response = await ask(address);
        if (!response.ok) return;
        pause = 500;
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          if (part.value.includes("event: changed")) changed();
        }
      } catch {
        // The server is gone, or will be here again in a moment.
      }
      lost();
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  },
};

await init({ module_or_path: new URL("timeline.wasm", import.meta.url) });
