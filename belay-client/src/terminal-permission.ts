import { spawnSync } from "node:child_process";
import { createInterface } from "node:readline/promises";

import { findBelay } from "./binary.js";
import { BelayError } from "./error.js";
import type { Guarded, Verdict } from "./generated/protocol.js";
import { LazyConnection, type ServiceOptions } from "./lazy.js";

/** What becomes of a command. */
export enum PermissionResult {
  /** It is run. */
  Allow = "allow",
  /** It is refused. */
  Deny = "deny",
  /** It is left out, and nothing is said against it. */
  Skip = "skip",
}

/** A command that a terminal is to run. */
export interface TerminalConfirmationRequest {
  readonly command: string;
  /** What it is for, in the agent's words. */
  readonly description?: string | undefined;
  /** The folder it runs in. */
  readonly cwd?: string | undefined;
  /** Whether the caller takes it for dangerous; it is then asked about in any case. */
  readonly isDangerous?: boolean | undefined;
  /** The shell that runs it. */
  readonly shell?: string | undefined;
  /** The agent's session; checkpoints belong to it. */
  readonly sessionId?: string | undefined;
  /** The call's own name; pairs it with {@link TerminalPermissionService.commandEnded}. */
  readonly callId?: string | undefined;
}

/** What a person is asked. */
export interface Question extends TerminalConfirmationRequest {
  /** What the guard says: what, why, what else the agent could do, and what was saved. */
  readonly guarded: Guarded;
}

/** How a command ended. */
export interface CommandEnd {
  readonly exitCode?: number | undefined;
  readonly interrupted?: boolean | undefined;
}

/** Whether an agent's commands may run. */
export interface ITerminalPermissionService {
  isDangerousCommand(command: string): boolean;
  requestTerminalConfirmation(request: TerminalConfirmationRequest): Promise<PermissionResult>;
}

/**
 * How commands are decided on. The settings decide; these options only ask more often than they
 * would.
 */
export interface TerminalPermissionOptions extends ServiceOptions {
  /** `false` asks about commands that only read as well. */
  readonly autoApproveSafeCommands?: boolean | undefined;
  /** `true` asks about dangerous commands even where a checkpoint would undo them. */
  readonly confirmDangerousCommands?: boolean | undefined;
  /** Asks a person; a question on the terminal, where it is not given. */
  readonly confirm?: ((question: Question) => Promise<PermissionResult>) | undefined;
  /** Hears of what is not run, and why: what the agent's model should be told. */
  readonly onRefused?: ((question: Question) => void) | undefined;
  /** The session of commands that name none. */
  readonly sessionId?: string | undefined;
}

/** Asks Belay about commands, and a person where Belay says so. Files are saved on the way. */
export class TerminalPermissionService implements ITerminalPermissionService {
  readonly #options: TerminalPermissionOptions;
  readonly #connection: LazyConnection;

  constructor(options: TerminalPermissionOptions = {}) {
    this.#options = options;
    this.#connection = new LazyConnection(options);
  }

  /** Whether a command is of high or critical risk. Waits for the program; runs nothing. */
  isDangerousCommand(command: string, shell?: string): boolean {
    const { binary, env = process.env, workspace: cwd } = this.#options;
    const request = { command, shell };
    const check = spawnSync(findBelay(binary, env), ["check", "--json", "-"], {
      input: `${JSON.stringify(request)}\n`,
      encoding: "utf8",
      windowsHide: true,
      env,
      cwd,
    });
    if (check.error !== undefined) throw noVerdict(check.error.message);
    const [line = ""] = check.stdout.split("\n");
    const verdict = line === "" ? undefined : (JSON.parse(line) as Partial<Verdict>);
    if (verdict?.risk === undefined) throw noVerdict(check.stderr || line);
    return isDangerous(verdict.risk);
  }

  /**
   * Whether a command may run. What it puts at risk has been saved when this says
   * {@link PermissionResult.Allow}.
   */
  async requestTerminalConfirmation(
    request: TerminalConfirmationRequest,
  ): Promise<PermissionResult> {
    const connection = await this.#connection.get();
    const guarded = await connection.request("guard:before", {
      ...this.#call(request),
      canAsk: true,
    });
    const question = { ...request, guarded };
    const { confirm = askOnTerminal, onRefused } = this.#options;
    if (guarded.decision === "deny") {
      onRefused?.(question);
      return PermissionResult.Deny;
    }
    const risk = guarded.verdicts[0]?.risk;
    const { autoApproveSafeCommands = true, confirmDangerousCommands = false } = this.#options;
    const asks =
      guarded.decision === "ask" ||
      request.isDangerous === true ||
      (confirmDangerousCommands && risk !== undefined && isDangerous(risk)) ||
      (!autoApproveSafeCommands && risk === "safe");
    if (!asks) return PermissionResult.Allow;
    const answer = await confirm(question);
    if (answer !== PermissionResult.Allow) onRefused?.(question);
    return answer;
  }

  /** Tells that a command has ended; saves where the settings ask for it. */
  async commandEnded(request: TerminalConfirmationRequest, end: CommandEnd = {}): Promise<void> {
    const connection = await this.#connection.get();
    const { exitCode = 0, interrupted = false } = end;
    const failed = exitCode !== 0;
    await connection.request("guard:after", {
      ...this.#call(request),
      exitCode,
      failed,
      interrupted,
    });
  }

  /** Ends the conversation, if it was opened here. */
  close(): Promise<void> {
    return this.#connection.close();
  }

  #call(request: TerminalConfirmationRequest) {
    const { command, shell = null, cwd = null, callId = null } = request;
    const platform = process.platform === "win32" ? ("windows" as const) : ("unix" as const);
    return {
      sessionId: request.sessionId ?? this.#options.sessionId ?? `terminal-${process.pid}`,
      action: { action: "execute" as const, command, shell, platform },
      cwd,
      callId,
    };
  }
}

/** For hosts that run no commands: refuses them all. */
export class NullTerminalPermissionService implements ITerminalPermissionService {
  isDangerousCommand(): boolean {
    return true;
  }

  requestTerminalConfirmation(): Promise<PermissionResult> {
    return Promise.resolve(PermissionResult.Deny);
  }
}

function noVerdict(why: string): BelayError {
  return new BelayError(`belay check gave no verdict: ${why}`, undefined);
}

function isDangerous(risk: Verdict["risk"]): boolean {
  return risk === "high" || risk === "critical";
}

/** A question on the terminal. Where there is none, nobody can say yes. */
async function askOnTerminal({
  command,
  description,
  guarded,
}: Question): Promise<PermissionResult> {
  if (!process.stdin.isTTY) return PermissionResult.Deny;
  const lines = [`\n${command}`, description, guarded.reason, guarded.instead].filter(Boolean);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${lines.join("\n")}\nRun it? [y]es, [N]o, [s]kip: `);
    switch (answer.trim().toLowerCase()) {
      case "y":
      case "yes":
        return PermissionResult.Allow;
      case "s":
      case "skip":
        return PermissionResult.Skip;
      default:
        return PermissionResult.Deny;
    }
  } finally {
    terminal.close();
  }
}
