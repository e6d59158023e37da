/**
 * Belay for agents and editors in JavaScript.
 *
 * - {@link FileCheckpointService} and {@link FileCheckpointMiddleware} save single files before a
 *   write, and bring them back by message.
 * - {@link CheckpointManager} goes back to a message of a person, with the Claude Agent SDK or
 *   without.
 * - {@link ShadowCheckpointService} saves and restores a workspace and the context of a model.
 * - {@link TerminalPermissionService} says whether a command may run.
 * - {@link BelayConnection} is one conversation with `belay rpc`: every method, typed. The types
 *   are made from those of the program.
 */

export { BelayNotFoundError, findBelay } from "./binary.js";
export {
  CheckpointManager,
  type CheckpointManagerOptions,
  type CheckpointMetadata,
  type ManagedOptions,
  type Query,
} from "./checkpoint-manager.js";
export {
  BelayConnection,
  type ConnectOptions,
  type EventOf,
  type RequestOptions,
} from "./connection.js";
export { BelayError } from "./error.js";
export { FileCheckpointService } from "./file-checkpoints.js";
export {
  type CurrentSession,
  FILE_WRITE_TOOLS,
  FileCheckpointMiddleware,
  type FileCheckpointMiddlewareOptions,
  type Tool,
  type ToolExecutor,
  type ToolParams,
} from "./file-middleware.js";
export * from "./generated/protocol.js";
export type { ServiceOptions } from "./lazy.js";
export {
  type AgentMessage,
  checkpointEnvironmentWarnings,
  checkpointingOptions,
  type CheckpointingOptions,
} from "./sdk-message.js";
export {
  type ApiContextTarget,
  type CheckpointDiff,
  type CheckpointEventMap,
  type CheckpointResult,
  type ExtendedRestore,
  restoreApiContext,
  ShadowCheckpointService,
  type ShadowCheckpointOptions,
} from "./shadow-checkpoints.js";
export {
  type CommandEnd,
  type ITerminalPermissionService,
  NullTerminalPermissionService,
  PermissionResult,
  type Question,
  type TerminalConfirmationRequest,
  type TerminalPermissionOptions,
  TerminalPermissionService,
} from "./terminal-permission.js";
