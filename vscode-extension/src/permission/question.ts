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

/** What rules say in a language, by their ids; nothing of what is not known. */
export type RuleTexts = Readonly<
  Record<string, { readonly what: string; readonly why: string; readonly instead: string }>
>;

/** What a person reads, in the words of a language where it has them. */
export function told({ explanation, findings, recovery }: Verdict, texts: RuleTexts): Told {
  const { what, why, instead } = explanation;
  const finding = findings.find((each) => each.what === what);
  const said = finding === undefined ? undefined : texts[finding.rule];
  if (finding === undefined || said === undefined) return { what, why, instead, recovery };
  // A person's own reason, from their list, stays in their words.
  const own = !why.endsWith(finding.why);
  return { ...said, why: own ? why : said.why, recovery };
}

/** A command on one line, short enough for a title. */
export function oneLine(command: string, most = 120): string {
  const line = command.replace(/\s+/g, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}

/** About as much as a line of a quick pick shows, in columns. */
const COLUMNS = 84;

/** Letters of East Asian scripts are twice as wide as others. */
const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/;

/** A text on two lines, for a quick pick cuts each of its lines off. */
export function inTwo(text: string): readonly [string, string] {
  const line = text.replace(/\s+/g, " ").trim();
  let [columns, at, end] = [0, 0, 0];
  for (const letter of line) {
    columns += WIDE.test(letter) ? 2 : 1;
    if (columns > COLUMNS) {
      const cut = end === 0 ? at : end;
      return [line.slice(0, cut).trim(), line.slice(cut).trim()];
    }
    at += letter.length;
    if (/[\s、。，．！？]/.test(letter)) end = at;
  }
  return [line, ""];
}
