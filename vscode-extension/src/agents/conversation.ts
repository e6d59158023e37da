// A conversation that loads what it needs when somebody first says something: the protocol's own
// library takes a while to load, and most windows never talk to an agent.

import type { SessionUpdate, StopReason } from "@agentclientprotocol/sdk";
import type { Disposable } from "vscode";
import type { AcpConversation, Agent } from "./acpConversation";
import type { AgentParts } from "./parts";

export class Conversation implements Disposable {
  readonly #open: () => Promise<AcpConversation>;
  #opened: Promise<AcpConversation> | undefined;

  constructor(parts: AgentParts, name: string, agent: Agent, cwd: string) {
    this.#open = async () => {
      const { AcpConversation } = await import("./acpConversation");
      return new AcpConversation(parts, name, agent, cwd);
    };
  }

  dispose(): void {
    void this.#opened?.then((conversation) => conversation.dispose());
  }

  /** Says something and hears the answer, piece by piece, until the agent stops. */
  async prompt(
    text: string,
    hear: (update: SessionUpdate) => void,
    signal: AbortSignal,
  ): Promise<StopReason> {
    this.#opened ??= this.#open();
    return (await this.#opened).prompt(text, hear, signal);
  }
}
