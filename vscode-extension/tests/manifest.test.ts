import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { defaultSettings } from "belay-policy";
import { documentOf, valueAt } from "../src/documents";
import { FIELDS } from "../src/fields";

const folder = join(process.env["BELAY_ROOT"] ?? "", "vscode-extension");
const read = (name: string) => readFileSync(join(folder, name), "utf8");

/** Everything that is written in TypeScript. */
function sources(): string {
  const files = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" });
  return files
    .filter((name) => name.endsWith(".ts"))
    .map((name) => read(join("src", name)))
    .join("\n");
}

interface Property {
  readonly default: unknown;
  readonly description: string;
  readonly scope: string;
}
interface Manifest {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Record<string, Property> }[];
    readonly commands: readonly { readonly command: string }[];
  };
}

const manifest = JSON.parse(read("package.json")) as Manifest;
const properties = Object.fromEntries(
  manifest.contributes.configuration.flatMap((page) => Object.entries(page.properties)),
);

test("every setting is contributed once, with the engine's default", () => {
  assert.deepEqual(
    Object.keys(properties)
      .filter((key) => !key.startsWith("belay.editor."))
      .sort(),
    FIELDS.map(({ path }) => `belay.${path}`).sort(),
  );
  const defaults = documentOf(defaultSettings());
  for (const { path } of FIELDS) {
    assert.deepEqual(properties[`belay.${path}`]?.default, valueAt(defaults, path) ?? null, path);
  }
});

test("what only the person decides cannot be set by a workspace", () => {
  for (const { path, tighter } of FIELDS) {
    assert.equal(
      properties[`belay.${path}`]?.scope,
      tighter === "userOnly" ? "machine" : "resource",
    );
  }
});

test("every text that the manifest names is there in every language", () => {
  const named = [...read("package.json").matchAll(/%([^%"]+)%/g)].map(([, key = ""]) => key);
  const languages = readdirSync(folder).filter((name) => /^package\.nls\..*json$/.test(name));
  assert.equal(languages.length, 18);
  for (const file of languages) {
    const texts = JSON.parse(read(file)) as Record<string, string>;
    assert.deepEqual(
      named.filter((key) => !texts[key]),
      [],
      file,
    );
    assert.deepEqual(
      Object.keys(texts).filter((key) => !named.includes(key)),
      [],
      file,
    );
  }
});

test("everything the extension says can be said in every language", () => {
  const all = [...sources().matchAll(/l10n\.t\(\s*"([^"]+)"/g)].map(([, text = ""]) => text);
  assert.equal(all.length, sources().match(/l10n\.t\(/g)?.length, "a text is not a plain string");
  const said = [...new Set(all)].sort();
  const bundles = readdirSync(join(folder, "l10n"));
  assert.equal(bundles.length, 17);
  for (const file of bundles) {
    assert.deepEqual(
      Object.keys(JSON.parse(read(join("l10n", file))) as object).sort(),
      said,
      file,
    );
  }
});

test("every command that is contributed is registered", () => {
  const source = sources();
  for (const { command } of manifest.contributes.commands)
    assert.ok(source.includes(`"${command}"`), command);
});

test("what names a program to start cannot be set by a workspace", () => {
  for (const key of ["belay.editor.path", "belay.editor.agents"])
    assert.equal(properties[key]?.scope, "machine", key);
});
