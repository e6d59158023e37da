import { ErrorCode } from "./generated/protocol.js";

/** Why a request was not done: a sentence for people, a code for programs. */
export class BelayError extends Error {
  override readonly name = "BelayError";

  constructor(
    message: string,
    /** What kind of trouble it is; `undefined` where the conversation itself broke. */
    readonly code: ErrorCode | undefined,
    /** What the protocol adds for this code, such as the plan of a conflict. */
    readonly data?: unknown,
  ) {
    super(message);
  }
}

const CODES: ReadonlySet<number> = new Set(Object.values(ErrorCode));

/** Whether a number of an answer is one of the protocol's. */
export function isErrorCode(code: number): code is ErrorCode {
  return CODES.has(code);
}
