// Made by `cargo xtask extension generate` from policy-core.

/** One setting: its key in VS Code without `belay.`, and which way is the careful one. */
export interface Field {
  readonly path: string;
  readonly tighter: Tighter;
}

export type Tighter = "whenTrue" | "whenFalse" | "higher" | "longer" | "shorter" | "userOnly";

/** Every setting there is. */
export const FIELDS: readonly Field[] = [
  { path: "checkpointEnabled", tighter: "whenTrue" },
  { path: "alwaysCheckpointReadOnly", tighter: "whenTrue" },
  { path: "alwaysCheckpointWrite", tighter: "whenTrue" },
  { path: "alwaysCheckpointExecute", tighter: "whenTrue" },
  { path: "alwaysCheckpointBrowser", tighter: "whenTrue" },
  { path: "alwaysCheckpointMcp", tighter: "whenTrue" },
  { path: "checkpointCommands", tighter: "longer" },
  { path: "noCheckpointCommands", tighter: "shorter" },
  { path: "checkpointBeforeHighRisk", tighter: "whenTrue" },
  { path: "checkpointAfterHighRisk", tighter: "whenTrue" },
  { path: "checkpointOnError", tighter: "whenTrue" },
  { path: "enableFileCheckpointing", tighter: "whenTrue" },
  { path: "checkpointKeepCount", tighter: "higher" },
  { path: "maxFileSize", tighter: "higher" },
  { path: "maxCheckpointsPerSession", tighter: "higher" },
  { path: "retentionDays", tighter: "higher" },
  { path: "excludePatterns", tighter: "shorter" },
  { path: "trustedWorkspaces", tighter: "userOnly" },
  { path: "permissions.autoApproveSafeCommands", tighter: "whenFalse" },
  { path: "permissions.confirmDangerousCommands", tighter: "whenTrue" },
  { path: "permissions.confirmMediumRisk", tighter: "whenTrue" },
  { path: "permissions.askWhenRecoverable", tighter: "whenTrue" },
  { path: "permissions.allowedCommands", tighter: "shorter" },
  { path: "permissions.deniedCommands", tighter: "longer" },
  { path: "shellSpecificCheckpoints.powershell.checkpointCommands", tighter: "longer" },
  { path: "shellSpecificCheckpoints.powershell.noCheckpointCommands", tighter: "shorter" },
  { path: "shellSpecificCheckpoints.powershell.checkpointBeforeHighRisk", tighter: "whenTrue" },
  { path: "shellSpecificCheckpoints.powershell.checkpointAfterHighRisk", tighter: "whenTrue" },
  { path: "shellSpecificCheckpoints.powershell.shellSpecificRiskRules", tighter: "longer" },
  { path: "shellSpecificCheckpoints.bash.checkpointCommands", tighter: "longer" },
  { path: "shellSpecificCheckpoints.bash.noCheckpointCommands", tighter: "shorter" },
  { path: "shellSpecificCheckpoints.bash.checkpointBeforeHighRisk", tighter: "whenTrue" },
  { path: "shellSpecificCheckpoints.bash.checkpointAfterHighRisk", tighter: "whenTrue" },
  { path: "shellSpecificCheckpoints.bash.shellSpecificRiskRules", tighter: "longer" },
  { path: "shellSpecificCheckpoints.zsh.checkpointCommands", tighter: "longer" },
  { path: "shellSpecificCheckpoints.zsh.noCheckpointCommands", tighter: "shorter" },
  { path: "shellSpecificCheckpoints.zsh.checkpointBeforeHighRisk", tighter: "whenTrue" },
  { path: "shellSpecificCheckpoints.zsh.checkpointAfterHighRisk", tighter: "whenTrue" },
  { path: "shellSpecificCheckpoints.zsh.shellSpecificRiskRules", tighter: "longer" },
  { path: "shellSpecificCheckpoints.cmd.checkpointCommands", tighter: "longer" },
  { path: "shellSpecificCheckpoints.cmd.noCheckpointCommands", tighter: "shorter" },
  { path: "shellSpecificCheckpoints.cmd.checkpointBeforeHighRisk", tighter: "whenTrue" },
  { path: "shellSpecificCheckpoints.cmd.checkpointAfterHighRisk", tighter: "whenTrue" },
  { path: "shellSpecificCheckpoints.cmd.shellSpecificRiskRules", tighter: "longer" },
];
