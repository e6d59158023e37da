// Who may run what: the settings first, then the person.

import type { Verdict } from "belay-policy";
import * as vscode from "vscode";
import {
  PermissionResult,
  type ITerminalPermissionService,
  type TerminalConfirmation,
} from "../../api";
import type { Question } from "../explain";
import type { Store } from "../store";
import { alwaysAllow } from "./alwaysAllow";
import { ask, type Word } from "./ask";
import type { Judge } from "./judge";
import { isDangerous, oneLine, strictest, told, type Decision, type RuleTexts } from "./question";

/** What may be decided otherwise than the settings say. */
export interface PermissionOptions {
  readonly autoApproveSafeCommands?: boolean;
  readonly confirmDangerousCommands?: boolean;
}

/** What a guard has said already, and what it saved. */
export interface GuardsWord {
  readonly decision: Decision;
  readonly reason: string;
  readonly verdict: Verdict | undefined;
  readonly saved: boolean;
}

/** A question about a command, or about a file that is to be written. */
export interface Confirmation extends TerminalConfirmation {
  readonly writes?: string;
}

/** What the service stands on. */
export interface PermissionParts {
  readonly judge: Judge;
  readonly store: Store;
  explain(question: Question): void;
  /** What rules say in the person's language. */
  rules(): Promise<RuleTexts>;
  /** Also remembers a command where the program `belay` keeps its settings. */
  remember(command: string): Promise<void>;
}

export class TerminalPermissionService implements ITerminalPermissionService {
  readonly #options: PermissionOptions;
  readonly #parts: PermissionParts;

  constructor(options: PermissionOptions, parts: PermissionParts) {
    this.#options = options;
    this.#parts = parts;
  }

  get autoApproveSafeCommands(): boolean {
    return this.#options.autoApproveSafeCommands ?? this.#isOn("autoApproveSafeCommands");
  }

  get confirmDangerousCommands(): boolean {
    return this.#options.confirmDangerousCommands ?? this.#isOn("confirmDangerousCommands");
  }

  isDangerousCommand(command: string): boolean {
    const verdict = this.#parts.judge.verdict({ command });
    return verdict === undefined || isDangerous(verdict);
  }

  async requestTerminalConfirmation(question: TerminalConfirmation): Promise<PermissionResult> {
    await this.#parts.judge.ready;
    return (await this.decide(question)).result;
  }

  /** The answer, and in words why it is no. */
  async decide(
    question: Confirmation,
    guard?: GuardsWord,
    token?: vscode.CancellationToken,
  ): Promise<{ result: PermissionResult; reason: string | undefined }> {
    const { command } = question;
    const verdict = this.#parts.judge.verdict(question);
    const decision = this.#decision(question, verdict, guard);
    if (decision === "allow") return { result: PermissionResult.Allow, reason: undefined };
    const known = guard?.verdict ?? verdict;
    if (decision === "deny") {
      void vscode.window.showWarningMessage(
        vscode.l10n.t("Your settings deny this command: {0}", oneLine(command)),
      );
      const why = [guard?.reason, known?.explanation.what, known?.explanation.instead];
      return { result: PermissionResult.Deny, reason: why.filter(Boolean).join(" ") };
    }
    const word = await ask(
      {
        command,
        description: question.description,
        told: known === undefined ? undefined : told(known, await this.#parts.rules()),
        saved: guard?.saved ?? false,
        explain: () => this.#parts.explain(question),
      },
      token,
    );
    if (word === "always") await this.#remember(command);
    return { result: RESULTS[word], reason: REASONS[word] };
  }

  #decision(
    question: Confirmation,
    verdict: Verdict | undefined,
    guard: GuardsWord | undefined,
  ): Decision {
    // What could not be judged is asked about.
    const judged = strictest(verdict?.permission ?? "ask", guard?.decision ?? "allow");
    if (judged === "deny") return judged;
    const safe = verdict?.risk === "safe";
    if (judged === "allow") {
      const doubted = question.isDangerous === true && this.confirmDangerousCommands;
      const unread = safe && !this.autoApproveSafeCommands;
      const listed = verdict?.permissionDecidedBy != null;
      return (doubted || unread) && !listed ? "ask" : judged;
    }
    // Whoever uses this service may have decided not to ask; the settings' own lists still count.
    const dangerous = verdict !== undefined && isDangerous(verdict);
    const waived = this.#options.confirmDangerousCommands === false && dangerous;
    return waived ? "allow" : judged;
  }

  #isOn(name: string): boolean {
    return this.#parts.judge.isOn(`permissions.${name}`);
  }

  async #remember(command: string): Promise<void> {
    const saved = await alwaysAllow(this.#parts.store, command);
    if (saved === "stored") await this.#parts.remember(command);
  }
}

const RESULTS: Readonly<Record<Word, PermissionResult>> = {
  allow: PermissionResult.Allow,
  always: PermissionResult.Allow,
  skip: PermissionResult.Skip,
  deny: PermissionResult.Deny,
};

/** For whoever wanted to run it, most often a model. */
const REASONS: Readonly<Record<Word, string | undefined>> = {
  allow: undefined,
  always: undefined,
  skip: "The person skipped this command: it did not run. Go on without it.",
  deny: "The person refused this command: it did not run. Do not try it in another form.",
};
