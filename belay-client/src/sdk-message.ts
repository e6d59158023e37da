/** What of the messages of the Claude Agent SDK is looked at. */
export interface AgentMessage {
  readonly type: string;
  readonly uuid?: string;
  readonly session_id?: string;
  readonly parent_tool_use_id?: string | null;
  readonly isSynthetic?: boolean;
  readonly message?: unknown;
}

/** What the SDK needs to be told so that messages can be gone back to. */
export interface CheckpointingOptions {
  enableFileCheckpointing: true;
  extraArgs: Record<string, string | null>;
  env: Record<string, string | undefined>;
}

const SWITCH = "CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING";
const LONGEST = 80;

/** Options for the SDK's `query`: it saves files itself, and tells the ids of messages. */
export function checkpointingOptions(
  options: {
    readonly extraArgs?: Record<string, string | null> | undefined;
    readonly env?: Record<string, string | undefined> | undefined;
  } = {},
): CheckpointingOptions {
  return {
    enableFileCheckpointing: true,
    extraArgs: { ...options.extraArgs, "replay-user-messages": null },
    env: { ...(options.env ?? process.env), [SWITCH]: "1" },
  };
}

/** What to warn a person of, a line each; nothing where all is well. */
export function checkpointEnvironmentWarnings(
  config: { readonly enableFileCheckpointing?: boolean | undefined },
  env: NodeJS.ProcessEnv = process.env,
): string[] {
  if (config.enableFileCheckpointing !== true || env[SWITCH] === "1") return [];
  return [
    "Warning: File checkpointing enabled in config but environment variable not set",
    `Set ${SWITCH}=1 to enable SDK checkpointing`,
  ];
}

/** Whether a person wrote it: results of tools and what agents tell each other are users too. */
export function isFromPerson(message: AgentMessage): boolean {
  if (message.type !== "user" || message.isSynthetic === true) return false;
  if (message.parent_tool_use_id != null) return false;
  const content = contentOf(message);
  return !Array.isArray(content) || !content.every((block) => typeOf(block) === "tool_result");
}

/** One line of a message. */
export function describe(message: AgentMessage): string {
  const content = contentOf(message);
  if (typeof content === "string") return oneLine(content);
  if (Array.isArray(content)) {
    for (const block of content as unknown[]) {
      if (typeOf(block) === "text" && hasText(block)) return oneLine(block.text);
    }
  }
  return `Checkpoint at ${new Date().toLocaleTimeString()}`;
}

function oneLine(text: string): string {
  return text.substring(0, LONGEST).replace(/\n/g, " ");
}

function contentOf({ message }: AgentMessage): unknown {
  return typeof message === "object" && message !== null && "content" in message
    ? message.content
    : undefined;
}

function typeOf(block: unknown): unknown {
  return typeof block === "object" && block !== null && "type" in block ? block.type : undefined;
}

function hasText(block: unknown): block is { text: string } {
  return (
    typeof block === "object" && block !== null && "text" in block && typeof block.text === "string"
  );
}
