// The page of the app, made fit for a webview: a strict policy, the webview's addresses, the
// editor's language. The page itself is the app's own `index.html`, with its style, its script and
// its WebAssembly inside: a webview's files come through a service worker, the window and the file
// system, one by one, and a page that waits for them opens noticeably later. What the app asks for
// first, the settings, is in it as well.

import type { ToApp } from "./messages";

/** What the app was built into. */
export interface Built {
  readonly index: string;
  /** Its style, with the font of its icons in it. */
  readonly style: string;
  readonly script: string;
  /** Its WebAssembly, compressed and in letters. */
  readonly app: string;
}

/** What the page needs to know of the webview it is shown in. */
export interface Webview {
  /** What the policy calls the extension's own files. */
  readonly source: string;
  /** The address of the app's folder, without a slash at the end. */
  readonly base: string;
  /** A fresh random word for scripts. */
  readonly nonce: string;
  readonly language: string;
  /** The texts of that language as JSON; nothing for English, which the app brings along. */
  readonly texts?: string;
  /** A name that no other page has: when VS Code shows the same one again, its messages are old. */
  readonly name: string;
  /** What the app would be told as soon as it asks. */
  readonly messages: readonly ToApp[];
}

/** Makes the page. */
export function page({ index, style, script, app }: Built, webview: Webview): string {
  const { base, nonce, language, texts, name, messages } = webview;
  const boot = {
    host: "webview",
    page: name,
    language,
    locales: `${base}/locales`,
    engineScript: `${base}/engine/index.js`,
    engineModule: `${base}/engine/policy.wasm`,
  };
  const locale = texts === undefined ? "" : block("belay-locale", texts);
  const word = `nonce="${attribute(nonce)}"`;
  return (
    index
      .replace(/<html\b[^>]*>/, () => `<html lang="${attribute(language)}">`)
      // An editor has its own colours, a tab its own icon, and nothing is to be fetched early.
      .replace(/\s*<(meta name="color-scheme"|link rel="(icon|modulepreload|preload)")[^>]*>/g, "")
      .replace(
        /<head>/,
        () =>
          `<head>\n    <meta http-equiv="Content-Security-Policy" content="${attribute(policy(webview))}">`,
      )
      .replace(
        /<script type="application\/json" id="belay-boot">.*?<\/script>/s,
        () =>
          block("belay-boot", JSON.stringify(boot)) +
          block("belay-messages", JSON.stringify(messages)) +
          locale +
          `<script type="text/plain" id="belay-app">${app}</script>`,
      )
      .replace(/<link rel="stylesheet"[^>]*>/, () => `<style ${word}>${style}</style>`)
      .replace(
        /<script type="module"[^>]*><\/script>/,
        () =>
          `<script type="module" ${word}>${script.replaceAll("</script", "<\\/script")}</script>`,
      )
  );
}

/** What a page may do, which is only what the app needs. */
export function policy({ source, nonce }: Webview): string {
  return [
    "default-src 'none'",
    `img-src ${source} data:`,
    "font-src data:",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    `connect-src ${source}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** A word nobody can guess. */
export function freshNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** JSON in a page: no text in it can end the block it stands in. */
function block(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replaceAll("<", "\\u003c")}</script>`;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
