// A question about a command: what it would do, and what a person can say.

import type { Verdict } from "belay-policy";

/** The strictest of several answers counts. */
export type Decision = Verdict["permission"];

const ORDER: readonly Decision[] = ["allow", "ask", "deny"];

export function strictest(...decisions: readonly Decision[]): Decision {
  return decisions.reduce(
    (worst, each) => (ORDER.indexOf(each) > ORDER.indexOf(worst) ? each : worst),
    "allow",
  );
}

/** Whether a risk is one that people are asked about. */
export function isDangerous(verdict: Verdict): boolean {
  return verdict.risk === "high" || verdict.risk === "critical";
}

/** What a quick pick shows of a verdict. */
export interface Told {
  readonly what: string;
  readonly why: string;
  readonly instead: string;
  readonly recovery: Verdict["recovery"];
}

export function told(verdict: Verdict): Told {
  const { what, why, instead } = verdict.explanation;
  return { what, why, instead, recovery: verdict.recovery };
}

/** A command on one line, short enough for a title. */
export function oneLine(command: string, most = 120): string {
  const line = command.replace(/\s+/g, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}
