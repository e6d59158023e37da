// An extension that uses Belay's: every member of its interface once. What comes back is written
// down as JSON, so that tests can read it.
"use strict";

const { writeFile, rename } = require("node:fs/promises");
const { join } = require("node:path");
const vscode = require("vscode");

/** Commands with this session share a terminal. */
const SESSION = "sample-session";

exports.activate = async function activate(context) {
  /** @type {import("belay-vscode-api").BelayApi} */
  const belay = await vscode.extensions.getExtension("belay.belay").activate();
  await belay.ready;

  const executed = [];
  const closed = [];
  let written = 0;
  /** Takes back the command that was run last. */
  let cancel = new vscode.CancellationTokenSource();
  context.subscriptions.push(
    belay.terminals.onDidExecuteTerminalCommand(({ commandLine, exitCode, output, shell }) =>
      executed.push({ commandLine, exitCode, output, shell }),
    ),
    belay.terminals.onDidWriteTerminalData(({ data }) => {
      written += data.length;
    }),
    belay.terminals.onDidCloseTerminal(({ name }) => closed.push(name)),
    vscode.commands.registerCommand("sample.run", async () => {
      const command = await ask("A command for Belay");
      cancel = new vscode.CancellationTokenSource();
      const done = await belay.executeInTerminal(
        {
          command,
          sessionId: SESSION,
          agent: "sample",
          description: "The sample wants it.",
          timeout: 60_000,
        },
        cancel.token,
      );
      await tell("run", { ...done, terminal: await done.terminal?.processId });
    }),
    vscode.commands.registerCommand("sample.cancel", () => cancel.cancel()),
    vscode.commands.registerCommand("sample.runInShell", async () => {
      const [shell, ...words] = (await ask("A shell and a command for it")).split(" ");
      const terminal = belay.terminals.createTerminal(shell, shell, []);
      const command = words.join(" ");
      const done = await belay.executeInTerminal({ command, terminal, sessionId: shell });
      const [known] = await belay.terminals.getCopilotTerminals(shell);
      const folder = await belay.terminals.getCwdForSession(shell);
      await tell("shell", {
        ...done,
        terminal: terminal.name,
        quality: known.quality,
        folder: folder?.fsPath,
        buffer: belay.terminals.getBufferForTerminal(terminal),
        history: belay.terminals.getHistoryForTerminal(terminal),
      });
      terminal.dispose();
    }),
    vscode.commands.registerCommand("sample.program", async () => {
      const line = await ask("A line for /bin/sh");
      const { agentTerminals } = belay;
      const options = { shellPath: "/bin/sh", shellArgs: ["-c", line] };
      const terminal = agentTerminals.createTerminal("Sample program", options);
      const kill = setTimeout(() => agentTerminals.killTerminal(terminal), 30_000);
      const exitCode = await agentTerminals.waitForTerminalExit(terminal);
      clearTimeout(kill);
      const output = agentTerminals.getTerminalOutput(terminal);
      agentTerminals.releaseTerminal(terminal);
      terminal.dispose();
      await tell("program", { exitCode, output });
    }),
    vscode.commands.registerCommand("sample.confirm", async () => {
      const command = await ask("A command to ask about");
      const answer = await belay.permissions.requestTerminalConfirmation({
        command,
        description: "The sample asks.",
        cwd: vscode.workspace.workspaceFolders?.[0].uri.fsPath,
        isDangerous: true,
      });
      await tell("confirm", { answer });
    }),
    vscode.commands.registerCommand("sample.look", async () => {
      const { terminals, permissions } = belay;
      const known = await terminals.getCopilotTerminals(SESSION);
      const [first] = known;
      await tell("look", {
        executed,
        closed,
        written,
        buffer: terminals.terminalBuffer,
        selection: await terminals.readTerminalSelection(),
        shell: terminals.terminalShellType,
        last: terminals.terminalLastCommand?.commandLine,
        sessions: known.map(({ id, name, quality }) => ({ id, name, quality })),
        cwd: (await terminals.getCwdForSession(SESSION))?.fsPath,
        mine: first === undefined ? "" : terminals.getBufferForTerminal(first, 2000),
        history: first === undefined ? [] : terminals.getHistoryForTerminal(first),
        lastOfMine: first && terminals.getLastCommandForTerminal(first)?.commandLine,
        dangerous: permissions.isDangerousCommand("rm -rf /"),
        harmless: permissions.isDangerousCommand("ls"),
        confirms: permissions.confirmDangerousCommands,
        approves: permissions.autoApproveSafeCommands,
      });
    }),
    vscode.commands.registerCommand("sample.tool", async () => {
      const command = await ask("A command for the tool");
      const result = await vscode.lm.invokeTool(
        "belay_run_command",
        { input: { command }, toolInvocationToken: undefined },
        new vscode.CancellationTokenSource().token,
      );
      await tell("tool", { text: result.content.map(({ value }) => value).join("") });
    }),
    vscode.commands.registerCommand("sample.chat", async () => {
      const [agentPath, ...words] = (await ask("The path of an agent and a message")).split(" ");
      // What VS Code's chat would do with a participant, written down.
      const said = [];
      let answer;
      const registered = belay.registerACPChatParticipant("sample.chat", "Sample Chat", {
        clientConfig: { agentMode: "stdio", agentPath: process.execPath, agentArgs: [agentPath] },
        chat: {
          createChatParticipant: (_, handler) => {
            answer = handler;
            return { dispose: () => said.push(["disposed"]) };
          },
        },
      });
      const stream = {
        markdown: (text) => said.push(["markdown", text]),
        progress: (text) => said.push(["progress", text]),
      };
      const { token } = new vscode.CancellationTokenSource();
      await answer({ prompt: words.join(" ") }, { history: [] }, stream, token);
      registered.dispose();
      await tell("chat", { said });
    }),
    vscode.commands.registerCommand("sample.agent", async () => {
      const agentPath = await ask("The path of an agent");
      await context.secrets.store("sample", "kept-safe");
      const registered = belay.registerACPChatParticipant("sample.agent", "Sample Agent", {
        clientConfig: {
          agentMode: "stdio",
          agentPath: process.execPath,
          agentArgs: [agentPath],
          env: { SAMPLE_SECRET: "${secret:sample}" },
        },
        extensionContext: {
          extensionUri: context.extensionUri.toString(),
          secrets: context.secrets,
        },
      });
      context.subscriptions.push(registered);
      await tell("agent", {});
    }),
  );
  belay.terminals.contributePath("sample", join(context.extensionPath, "bin"), "For the sample");
};

function ask(title) {
  return vscode.window.showInputBox({ title, ignoreFocusOut: true });
}

async function tell(name, value) {
  const file = join(process.env.SAMPLE_TOLD, `${name}.json`);
  await writeFile(`${file}.part`, JSON.stringify(value));
  await rename(`${file}.part`, file);
}
