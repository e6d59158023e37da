// A page in a real Chromium: serves folders, opens a page, waits until the page posts its result.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const TYPES = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".html": "text/html",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".jsonl": "text/plain",
  ".ts": "text/plain",
};

/** What a webview allows: no inline script, no eval, no other place. */
export const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'";

/**
 * Opens `page` (a path below policy-wasm) and gives back what it posts to `/done`. `more` are texts
 * by their paths; `flags` go to Chromium.
 */
export async function open(page, { more = {}, policy = STRICT, seconds = 180, flags = [] } = {}) {
  const profile = mkdtempSync(join(tmpdir(), "belay-chromium-"));
  let finish;
  const done = new Promise((resolve, reject) => (finish = { resolve, reject }));
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    if (request.method === "POST" && path === "/done") {
      const parts = [];
      request.on("data", (part) => parts.push(part));
      request.on("end", () => {
        response.end();
        finish.resolve(JSON.parse(Buffer.concat(parts).toString("utf8")));
      });
      return;
    }
    try {
      const bytes = more[path] ?? readFileSync(join(root, path));
      response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
      response.setHeader("content-security-policy", policy);
      // With these a page may measure time in microseconds.
      response.setHeader("cross-origin-opener-policy", "same-origin");
      response.setHeader("cross-origin-embedder-policy", "require-corp");
      response.end(bytes);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}/${page}`;
  const browser = spawn(
    process.env.BELAY_CHROMIUM ?? "chromium",
    [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--user-data-dir=${profile}`,
      "--enable-logging=stderr",
      ...flags,
      url,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  browser.stderr.on("data", (part) => (log += part));
  browser.on("error", (error) =>
    finish.reject(new Error(`Chromium cannot be started: ${error.message}`)),
  );
  browser.on("exit", (code) => finish.reject(new Error(`Chromium ended with ${code}\n${log}`)));
  const timer = setTimeout(
    () => finish.reject(new Error(`${page} has not answered in ${seconds} s\n${consoleOf(log)}`)),
    seconds * 1000,
  );
  try {
    return await done;
  } finally {
    clearTimeout(timer);
    server.close();
    server.closeAllConnections();
    const ended = new Promise((resolve) => browser.on("exit", resolve));
    browser.kill();
    await ended;
    try {
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // Its helpers may still be writing; what is left in the temporary folder harms nobody.
    }
  }
}

function consoleOf(log) {
  return log
    .split("\n")
    .filter((line) => line.includes("CONSOLE"))
    .join("\n");
}
