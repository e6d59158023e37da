// Serves the built app on loopback under the policy that `belay serve` and VS Code set.
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const dist =
  process.env.BELAY_APP ?? fileURLToPath(new URL("../../settings-ui/dist", import.meta.url));
const here = fileURLToPath(new URL("./frames", import.meta.url));

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** What a page of its own allows: nothing inline, nothing from elsewhere. */
export const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; frame-src 'self'";

/**
 * Starts a server. `files` are texts by their paths which stand before those of the app; `missing`
 * are paths that answer 404.
 */
export async function serve({ files = {}, missing = [] } = {}) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const file = path.endsWith("/") ? `${path}index.html` : path;
    try {
      if (missing.includes(file)) throw new Error("left out");
      const bytes =
        files[file] ??
        readFileSync(file.startsWith("/frames/") ? join(here, file.slice(8)) : join(dist, file));
      response.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream");
      response.setHeader("content-security-policy", STRICT);
      response.setHeader("x-content-type-options", "nosniff");
      response.end(bytes);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
