// The suite on a page; what came of it is posted to the server.
import * as api from "/dist/esm/index.js";
import { suite } from "./suite.mjs";

const results = [];
try {
  let early = "";
  try {
    new api.Engine();
  } catch (error) {
    early = error.message;
  }
  results.push({
    name: "before loading, a sentence says so",
    error: early === "the engine is not loaded yet; `await load()` first" ? null : `found ${early}`,
  });
  await api.load();
  const given = await (await fetch("/given.json")).json();
  for (const [name, check] of Object.entries(suite(api, given))) {
    try {
      await check();
      results.push({ name, error: null });
    } catch (error) {
      results.push({ name, error: String(error.stack ?? error) });
    }
  }
} catch (error) {
  results.push({ name: "the page runs", error: String(error.stack ?? error) });
}
await fetch("/done", { method: "POST", body: JSON.stringify(results) });
