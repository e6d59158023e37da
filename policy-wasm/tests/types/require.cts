// The same types reach `require`.
import policy = require("../../dist/index.js");

const decision: { shouldCheckpoint: boolean; reason: string } = policy.shouldCreateCheckpoint("ls");
// @ts-expect-error there is no such export
policy.judge("ls");
