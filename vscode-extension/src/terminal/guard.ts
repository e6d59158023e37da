// One guarded call: asked about before it happens, reported when it has ended. With the program it
// is judged a second time and saved for; without it, only the engine judges and nothing is saved.

import type { Before } from "belay-client";
import type { CancellationToken, LogOutputChannel } from "vscode";
import { PermissionResult } from "../../api";
import type {
  Confirmation,
  GuardsWord,
  TerminalPermissionService,
} from "../permission/terminalPermissionService";
import type { Program } from "../program/program";
import { wordsOf } from "../program/says";

export interface Outcome {
  readonly failed: boolean;
  readonly interrupted: boolean;
  readonly exitCode: number | undefined;
}

/** What came of asking. */
export interface Word {
  readonly result: PermissionResult;
  readonly reason: string | undefined;
  readonly checkpoint: string | undefined;
}

export class Guard {
  readonly #parts: {
    readonly program: Program;
    readonly permissions: TerminalPermissionService;
    readonly log: LogOutputChannel;
  };
  readonly #call: Before;
  #begun = false;

  constructor(
    parts: {
      readonly program: Program;
      readonly permissions: TerminalPermissionService;
      readonly log: LogOutputChannel;
    },
    call: Before,
  ) {
    this.#parts = parts;
    this.#call = call;
  }

  /** Judges, saves, and asks the person where that is needed. */
  async mayRun(question: Confirmation, token?: CancellationToken): Promise<Word> {
    const guarded = await this.#before(token);
    const { result, reason } = await this.#parts.permissions.decide(question, guarded.word, token);
    if (result !== PermissionResult.Allow) {
      await this.ended({ failed: false, interrupted: true, exitCode: undefined });
    }
    return { result, reason, checkpoint: guarded.checkpoint };
  }

  /** Tells how it ended. A report that fails takes nothing back, so it is only written down. */
  async ended({ failed, interrupted, exitCode }: Outcome): Promise<void> {
    if (!this.#begun) return;
    this.#begun = false;
    try {
      const done = await this.#parts.program.request("guard:after", {
        ...this.#call,
        failed,
        interrupted,
        ...(exitCode === undefined ? {} : { exitCode }),
      });
      if (done.trouble != null) this.#parts.log.warn(done.trouble);
    } catch (error) {
      this.#parts.log.error(`the end of a call could not be reported: ${wordsOf(error)}`);
    }
  }

  async #before(
    token?: CancellationToken,
  ): Promise<{ word: GuardsWord | undefined; checkpoint: string | undefined }> {
    await this.#parts.program.settled;
    if (this.#parts.program.state.kind !== "ready")
      return { word: undefined, checkpoint: undefined };
    try {
      const said = await this.#parts.program.request("guard:before", this.#call, { token });
      this.#begun = said.decision !== "deny";
      for (const trouble of said.troubles) this.#parts.log.warn(trouble);
      const saved = said.checkpoint != null || said.capture != null;
      const [verdict] = said.verdicts;
      const { decision, reason } = said;
      return {
        word: { decision, reason, verdict, saved },
        checkpoint: said.checkpoint ?? undefined,
      };
    } catch (error) {
      // Nothing was saved, so what counted on it has to be asked about.
      const reason = wordsOf(error);
      this.#parts.log.error(`the guard did not answer: ${reason}`);
      const word = { decision: "ask" as const, reason, verdict: undefined, saved: false };
      return { word, checkpoint: undefined };
    }
  }
}
