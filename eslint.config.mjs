// Rules for all TypeScript and JavaScript here. `cargo xtask test scripts` holds to them.

import js from "@eslint/js";
import globals from "globals";
import typescript from "typescript-eslint";

export default typescript.config(
  {
    ignores: [
      "**/node_modules/",
      "**/dist/",
      "target/",
      ".cache/",
      "fuzz/target/",
      "policy-wasm/js/glue/",
      "belay-client/src/generated/",
    ],
  },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: "latest", sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // `== null` asks for null and undefined at once.
      eqeqeq: ["error", "always", { null: "ignore" }],
      // `const { dropped, ...rest }` is how a key is left out.
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-var": "error",
      "prefer-const": "error",
      "object-shorthand": "error",
    },
  },
  {
    // Tests and tools run in Node, and hand functions to pages.
    files: ["**/*.mjs", "**/*.cjs"],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
  {
    files: ["**/*.js", "**/*.jsx"],
    languageOptions: {
      globals: { ...globals.browser, ...globals.node, acquireVsCodeApi: "readonly" },
      parserOptions: { ecmaFeatures: { jsx: true } },
    },
  },
  {
    files: ["policy-wasm/js/src/**/*.ts"],
    extends: [typescript.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: "policy-wasm/js/tsconfig.json",
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // Callers in plain JavaScript pass anything, whatever the types say.
      "@typescript-eslint/no-unnecessary-condition": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    files: ["belay-client/src/**/*.ts"],
    ignores: ["belay-client/src/generated/"],
    extends: [typescript.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: "belay-client/tsconfig.json",
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // Numbers in a message need no ceremony.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    files: ["vscode-extension/{src,tests}/**/*.ts"],
    extends: [typescript.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: "vscode-extension/tsconfig.json",
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // Numbers in a message need no ceremony.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    // Node's runner waits for tests by itself.
    files: ["vscode-extension/tests/**/*.ts"],
    rules: { "@typescript-eslint/no-floating-promises": "off" },
  },
);
