// A conversation with an agent in the terminal-like view, as a person holds it.

import assert from "node:assert/strict";
import { eventually } from "./vscode.mjs";

export class Talk {
  #editor;
  #agent;

  /** Opens the view; `agent` is what its tab is called. */
  static async open(editor, agent) {
    const talk = new Talk();
    talk.#editor = editor;
    talk.#agent = agent;
    await editor.command("Belay: Talk to an Agent");
    await eventually(async () => assert.match(await editor.terminalText(), /stops the agent/), 60);
    return talk;
  }

  /** Brings the conversation to the front; the terminals that the agent starts come before it. */
  async #show() {
    const tab = this.#editor.page
      .locator(".terminal-tabs-entry")
      .filter({ hasText: this.#agent })
      .first();
    if (await tab.isVisible()) await tab.click();
  }

  async say(text) {
    await this.#show();
    await this.#editor.page.locator(".terminal-wrapper.active .xterm-screen").click();
    await this.#editor.page.keyboard.type(`${text}\n`);
  }

  async hears(pattern, seconds = 60) {
    await eventually(async () => {
      await this.#show();
      assert.match(await this.#editor.terminalText(), pattern);
    }, seconds);
  }

  /** The terminals of the agent, without the conversation itself. */
  get others() {
    return this.#editor.page.locator(".terminal-tabs-entry").filter({ hasText: this.#agent });
  }
}
