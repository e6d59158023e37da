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
  let written = 0;
  context.subscriptions.push(
    belay.terminals.onDidExecuteTerminalCommand(({ commandLine, exitCode, output, shell }) =>
      executed.push({ commandLine, exitCode, output, shell }),
    ),
    belay.terminals.onDidWriteTerminalData(({ data }) => {
      written += data.length;
    }),
    vscode.commands.registerCommand("sample.run", async (given) => {
      const command = given ?? (await ask("A command for Belay"));
      const done = await belay.executeInTerminal({
        command,
        sessionId: SESSION,
        agent: "sample",
        description: "The sample wants it.",
        timeout: 60_000,
      });
      await tell("run", { ...done, terminal: done.terminal?.name });
    }),
    vscode.commands.registerCommand("sample.runInSh", async () => {
      // A plain sh tells VS Code nothing about its commands.
      const terminal = belay.terminals.createTerminal("Plain sh", "/bin/sh", []);
      const command = await ask("A command for sh");
      const done = await belay.executeInTerminal({ command, terminal, sessionId: "plain" });
      await tell("sh", { ...done, terminal: terminal.name });
    }),
    vscode.commands.registerCommand("sample.look", async () => {
      const { terminals, permissions } = belay;
      const known = await terminals.getCopilotTerminals(SESSION);
      const [first] = known;
      await tell("look", {
        executed,
        written,
        buffer: terminals.terminalBuffer,
        selection: await terminals.readTerminalSelection(),
        shell: terminals.terminalShellType,
        last: terminals.terminalLastCommand?.commandLine,
        sessions: known.map(({ id, name, quality }) => ({ id, name, quality })),
        cwd: (await terminals.getCwdForSession(SESSION))?.fsPath,
        mine: first === undefined ? "" : terminals.getBufferForTerminal(first, 2000),
        history: first === undefined ? [] : terminals.getHistoryForTerminal(first),
        dangerous: permissions.isDangerousCommand("rm -rf /"),
        harmless: permissions.isDangerousCommand("ls"),
        confirms: permissions.confirmDangerousCommands,
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
    vscode.commands.registerCommand("sample.agent", async () => {
      const agentPath = await ask("The path of an agent");
      const registered = belay.registerACPChatParticipant("sample.agent", "Sample Agent", {
        clientConfig: { agentMode: "stdio", agentPath: process.execPath, agentArgs: [agentPath] },
        extensionContext: { extensionUri: context.extensionUri.toString() },
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
