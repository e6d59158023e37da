// What the Belay extension offers to other extensions:
//
//     const belay = await vscode.extensions.getExtension<BelayApi>(EXTENSION_ID)?.activate();
//     const done = await belay?.executeInTerminal({ command: "npm test", sessionId: "my-session" });
//
// Everything stands on stable interfaces of VS Code.

import type {
  CancellationToken,
  ChatParticipant,
  ChatRequestHandler,
  Disposable,
  Event,
  SecretStorage,
  Terminal,
  TerminalOptions,
  Uri,
} from "vscode";

/** What `vscode.extensions.getExtension` knows Belay by. */
export declare const EXTENSION_ID: "belay.belay";

/** What a person, or the settings, said about a command. */
export declare enum PermissionResult {
  /** It may run. */
  Allow = "allow",
  /** It must not run. */
  Deny = "deny",
  /** It does not run this time; whoever asked goes on without it. */
  Skip = "skip",
}

/** How much a shell tells VS Code about the commands it runs. */
export declare enum ShellIntegrationQuality {
  None = "none",
  Basic = "basic",
  Rich = "rich",
}

/** A command that has ended in a terminal. */
export interface TerminalExecutedCommand {
  readonly terminal: Terminal;
  readonly commandLine: string | undefined;
  readonly cwd: Uri | string | undefined;
  readonly exitCode: number | undefined;
  /** What it printed, as far as it is kept. */
  readonly output: string | undefined;
  /** Milliseconds from its start to its end. */
  readonly duration: number | undefined;
  /** The shell that ran it, as VS Code names it. */
  readonly shell: string | undefined;
}

/** Something was printed in a terminal. */
export interface TerminalDataWriteEvent {
  readonly terminal: Terminal;
  readonly data: string;
}

/** A terminal that belongs to a session of an agent. */
export interface IKnownTerminal extends Terminal {
  /** The same as long as the terminal lives, also after the window was reloaded. */
  readonly id: string;
  readonly quality: ShellIntegrationQuality;
}

/** A command of the past, also of before the window was reloaded. */
export interface TerminalHistoryEntry {
  readonly commandLine: string;
  readonly cwd: string | undefined;
  readonly exitCode: number | undefined;
  /** Milliseconds from its start to its end. */
  readonly duration: number | undefined;
  readonly shell: string | undefined;
  /** Milliseconds since 1970. */
  readonly started: number;
}

/** Terminals: what is in them, what was run in them, and whose they are. */
export interface ITerminalService extends Disposable {
  /** What the terminal in front has printed. */
  readonly terminalBuffer: string;
  /** What was selected when it was last asked for, see `readTerminalSelection`. */
  readonly terminalSelection: string;
  /** The shell of the terminal in front, like `bash`. */
  readonly terminalShellType: string;
  /** The last command of the terminal in front. */
  readonly terminalLastCommand: TerminalExecutedCommand | undefined;

  readonly onDidCloseTerminal: Event<Terminal>;
  readonly onDidWriteTerminalData: Event<TerminalDataWriteEvent>;
  readonly onDidExecuteTerminalCommand: Event<TerminalExecutedCommand>;

  createTerminal(name?: string, shellPath?: string, shellArgs?: string[]): Terminal;
  createTerminal(options: TerminalOptions): Terminal;
  /** The end of what a terminal has printed; 16,000 characters where no number is given. */
  getBufferForTerminal(terminal: Terminal, maxChars?: number): string;
  /** The commands of a terminal, oldest first. */
  getHistoryForTerminal(terminal: Terminal): readonly TerminalHistoryEntry[];
  /** The last command of a terminal. */
  getLastCommandForTerminal(terminal: Terminal): TerminalExecutedCommand | undefined;
  /** Puts a folder into the PATH of every new terminal. */
  contributePath(
    contributor: string,
    pathLocation: string,
    description?: string | { command: string },
  ): void;
  removePathContribution(contributor: string): void;
  /** What is selected in the terminal in front; goes through the clipboard, which is put back. */
  readTerminalSelection(): Promise<string>;

  associateTerminalWithSession(
    terminal: Terminal,
    sessionId: string,
    quality: ShellIntegrationQuality,
  ): Promise<void>;
  /** The terminals of a session that are still open. */
  getCopilotTerminals(sessionId: string): Promise<IKnownTerminal[]>;
  /** The folder that a session's terminal is in. */
  getCwdForSession(sessionId: string): Promise<Uri | undefined>;
}

/** A question about a command. */
export interface TerminalConfirmation {
  readonly command: string;
  /** Why somebody wants to run it. */
  readonly description?: string;
  readonly cwd?: string;
  /** Whether it is asked about whatever Belay itself says. */
  readonly isDangerous?: boolean;
  /** The shell that would read it. */
  readonly shell?: string;
}

/** Who may run what. */
export interface ITerminalPermissionService {
  /** Commands that only read are not asked about. */
  readonly autoApproveSafeCommands: boolean;
  /** Dangerous commands are asked about. */
  readonly confirmDangerousCommands: boolean;
  /** Whether a command is of high or critical risk. Until the engine is loaded everything is. */
  isDangerousCommand(command: string): boolean;
  /** Judges a command and asks the person where that is needed. */
  requestTerminalConfirmation(question: TerminalConfirmation): Promise<PermissionResult>;
}

/** What to run guarded. */
export interface GuardedCommand {
  readonly command: string;
  /** Why, in words for the person. */
  readonly description?: string;
  /** The folder it runs in; the workspace's, where it is not given. */
  readonly cwd?: string;
  /** The session it belongs to. Its commands run in one terminal, or in several if one is busy. */
  readonly sessionId?: string;
  /** The terminal it runs in; the session's own, where it is not given. */
  readonly terminal?: Terminal;
  /** Who asks, for the record. */
  readonly agent?: string;
  /** Milliseconds after which nobody waits any longer; ten minutes, where it is not given. */
  readonly timeout?: number;
}

/** How a guarded command ended. */
export interface GuardedResult {
  readonly permission: PermissionResult;
  /** Why it did not run, in a sentence for whoever asked. */
  readonly reason: string | undefined;
  readonly exitCode: number | undefined;
  /** What it printed; nothing where the shell does not tell. */
  readonly output: string | undefined;
  /** Nobody waited for its end any longer; it may still run. One that was cancelled got Ctrl+C. */
  readonly timedOut: boolean;
  /** The checkpoint of the workspace as it was before. */
  readonly checkpoint: string | undefined;
  readonly terminal: Terminal | undefined;
}

/** Terminals for agents, each with one program in it. */
export interface IVsCodeTerminal {
  /**
   * With `shellPath`, that program with `shellArgs` is judged, saved for, asked about where that is
   * needed, and then started; without it, the person's own shell is.
   */
  createTerminal(name?: string, options?: TerminalOptions): Terminal;
  getTerminalOutput(terminal: Terminal): string;
  /** Ends what runs in it; the terminal stays until the person closes it. */
  releaseTerminal(terminal: Terminal): void;
  /** The exit code; 126 for a program that was refused. */
  waitForTerminalExit(terminal: Terminal): Promise<number>;
  killTerminal(terminal: Terminal): void;
}

/** How an agent that speaks the Agent Client Protocol is started. */
export interface ACPClientConfig {
  readonly agentMode: "stdio";
  /** A path, or a name in the PATH; what begins with `./` lies in the extension that registers it. */
  readonly agentPath: string;
  readonly agentArgs?: readonly string[];
  /** A value like `${secret:NAME}` is taken from the extension's secrets when the agent is started. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder it works in; the workspace's, where it is not given. */
  readonly cwd?: string;
}

/** What an agent needs to be talked to. */
export interface ACPParticipantOptions {
  readonly clientConfig: ACPClientConfig;
  readonly extensionContext?: {
    readonly extensionUri: string;
    readonly secrets?: Pick<SecretStorage, "get">;
  };
  /**
   * Your own `vscode.chat`, if your manifest contributes a chat participant with this id. Without it
   * the conversation is held in a terminal: "Belay: Talk to an Agent".
   */
  readonly chat?: {
    createChatParticipant(id: string, handler: ChatRequestHandler): ChatParticipant;
  };
}

/** What Belay's `activate` returns. */
export interface BelayApi {
  /** The version of this interface; a version only adds. */
  readonly version: 1;
  /** The engine is loaded, and `belay` was looked for. */
  readonly ready: Promise<void>;
  readonly terminals: ITerminalService;
  readonly permissions: ITerminalPermissionService;
  readonly agentTerminals: IVsCodeTerminal;
  /** Asks where that is needed, saves a checkpoint, runs, and says how it ended. */
  executeInTerminal(command: GuardedCommand, token?: CancellationToken): Promise<GuardedResult>;
  registerACPChatParticipant(id: string, name: string, options: ACPParticipantOptions): Disposable;
}
