// A conversation with an agent that speaks the Agent Client Protocol: starts it, speaks as its
// client, and lets nothing happen that the guard has not seen.

import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Readable, Writable } from "node:stream";
import {
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type ClientConnection,
  type SessionNotification,
  type SessionUpdate,
  type StopReason,
} from "@agentclientprotocol/sdk";
import { workspace, type SecretStorage } from "vscode";
import { version } from "../../package.json";
import type { ACPClientConfig } from "../../api";
import { noAgentInRestrictedMode, wordsOf } from "../program/says";
import { readFile, writeFile } from "./acpFiles";
import { answerPermission, type OpenCalls } from "./acpPermission";
import { ACPTerminalProvider } from "./acpTerminals";
import type { AgentParts } from "./parts";
import { withSecrets } from "./secrets";
import { ShownCommands, TELLS } from "./shownCommands";

/** The most that is quoted of what an agent says on its error output. */
const QUOTED = 2_000;

/** An agent, and where its keys are kept. */
export interface Agent {
  readonly config: ACPClientConfig;
  readonly secrets: Pick<SecretStorage, "get"> | undefined;
}

export class AcpConversation {
  readonly #parts: AgentParts;
  readonly #name: string;
  readonly #agent: Agent;
  readonly #cwd: string;
  readonly #calls: OpenCalls = new Map();
  readonly #terminals: ACPTerminalProvider;
  readonly #shown: ShownCommands;
  #running: Promise<Running> | undefined;
  #hear: ((update: SessionUpdate) => void) | undefined;

  constructor(parts: AgentParts, name: string, agent: Agent, cwd: string) {
    this.#parts = parts;
    this.#name = name;
    this.#agent = agent;
    this.#cwd = cwd;
    this.#terminals = new ACPTerminalProvider(parts, name);
    this.#shown = new ShownCommands(parts, name);
  }

  dispose(): void {
    this.#terminals.dispose();
    this.#shown.dispose();
    void this.#running?.then(
      ({ child, connection }) => {
        connection.close();
        child.kill();
      },
      () => undefined,
    );
  }

  /** Says something and hears the answer, piece by piece, until the agent stops. */
  async prompt(
    text: string,
    hear: (update: SessionUpdate) => void,
    signal: AbortSignal,
  ): Promise<StopReason> {
    const { connection, sessionId } = await this.#started();
    await this.#capture(sessionId, text);
    this.#hear = hear;
    const cancel = () => {
      void connection.agent.notify(methods.agent.session.cancel, { sessionId });
    };
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const { stopReason } = await connection.agent.request(methods.agent.session.prompt, {
        sessionId,
        prompt: [{ type: "text", text }],
      });
      return stopReason;
    } finally {
      signal.removeEventListener("abort", cancel);
      this.#hear = undefined;
    }
  }

  #started(): Promise<Running> {
    this.#running ??= this.#start().catch((error: unknown) => {
      this.#running = undefined;
      throw error;
    });
    return this.#running;
  }

  async #start(): Promise<Running> {
    if (!workspace.isTrusted) throw new Error(noAgentInRestrictedMode());
    const { config, secrets } = this.#agent;
    const { agentPath, agentArgs = [], env = {} } = config;
    const child = spawn(agentPath, [...agentArgs], {
      cwd: this.#cwd,
      env: { ...process.env, ...(await withSecrets(env, secrets)) },
      windowsHide: true,
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-QUOTED);
      this.#parts.log.debug(`${this.#name}: ${text.trimEnd()}`);
    });
    const died = new Promise<never>((_, reject) => {
      const end = (why: string) => {
        this.#running = undefined;
        reject(new Error([why, said.trim()].filter(Boolean).join(": ")));
      };
      child.once("error", (error) => end(`${agentPath} cannot be started (${error.message})`));
      child.once("exit", (code, signal) => end(`${agentPath} has ended (${code ?? signal})`));
    });
    // Whoever waits hears of it; where nobody does, it is not a failure of ours.
    died.catch(() => undefined);
    const connection = this.#connect(child);
    return Promise.race([died, this.#open(child, connection)]);
  }

  async #open(child: ChildProcess, connection: ClientConnection): Promise<Running> {
    await connection.agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: {
        fs: { readTextFile: true, writeTextFile: true },
        terminal: true,
        _meta: TELLS,
      },
      clientInfo: { name: "belay-vscode", version },
    });
    const { sessionId } = await connection.agent.request(methods.agent.session.new, {
      cwd: this.#cwd,
      mcpServers: [],
    });
    return { child, connection, sessionId };
  }

  #connect(child: ChildProcess & { stdin: Writable; stdout: Readable }): ClientConnection {
    const terminals = this.#terminals;
    const stream = ndJsonStream(
      Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
      Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
    );
    return client({ name: "belay" })
      .onRequest(methods.client.session.requestPermission, ({ params }) =>
        answerPermission(this.#parts, this.#name, params, this.#calls, terminals),
      )
      .onNotification(methods.client.session.update, ({ params }) => this.#update(params))
      .onRequest(methods.client.fs.readTextFile, async ({ params }) => ({
        content: await readFile(params),
      }))
      .onRequest(methods.client.fs.writeTextFile, async ({ params }) => {
        await writeFile(this.#parts, this.#name, params);
        return {};
      })
      .onRequest(methods.client.terminal.create, async ({ params }) => ({
        terminalId: await terminals.createTerminal(params),
      }))
      .onRequest(methods.client.terminal.output, ({ params }) =>
        terminals.getTerminalOutput(params.terminalId),
      )
      .onRequest(methods.client.terminal.waitForExit, ({ params }) =>
        terminals.waitForTerminalExit(params.terminalId),
      )
      .onRequest(methods.client.terminal.kill, ({ params }) => {
        terminals.killTerminal(params.terminalId);
        return {};
      })
      .onRequest(methods.client.terminal.release, ({ params }) => {
        terminals.releaseTerminal(params.terminalId);
        return {};
      })
      .connect(stream);
  }

  #update({ sessionId, update }: SessionNotification): void {
    this.#hear?.(update);
    this.#shown.hear(sessionId, update);
    if (update.sessionUpdate !== "tool_call_update") return;
    const { status, toolCallId } = update;
    const guard = this.#calls.get(toolCallId);
    if (guard === undefined || (status !== "completed" && status !== "failed")) return;
    this.#calls.delete(toolCallId);
    const failed = status === "failed";
    void guard.ended({ failed, interrupted: false, exitCode: undefined });
  }

  /** A message is a point to go back to. Without the program there is none, and the talk goes on. */
  async #capture(sessionId: string, description: string): Promise<void> {
    if (this.#parts.program.state.kind !== "ready") return;
    const messageId = randomUUID();
    await this.#parts.program
      .request("message:capture", { sessionId, messageId, description })
      .catch((error: unknown) => {
        this.#parts.log.warn(`a message could not be saved: ${wordsOf(error)}`);
      });
  }
}

interface Running {
  readonly child: ChildProcess;
  readonly connection: ClientConnection;
  readonly sessionId: string;
}
