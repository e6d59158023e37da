// The program `belay`, started where processes can be started. One conversation for each window.

import type { BelayConnection, MethodName, Methods } from "belay-client";
import * as vscode from "vscode";
import { SECTION } from "../store";
import { bundledIn, find, type Found } from "./find";
import type { Program, ProgramState, RequestOptions } from "./program";
import { whyNothingIsSaved, wordsOf } from "./says";

/** The setting that names the program. */
export const PATH_SETTING = "editor.path";

/** How long a program may take to open the conversation, in milliseconds. */
const PATIENCE = 20_000;

export class NodeProgram implements Program {
  readonly #bundled: string;
  readonly #log: vscode.LogOutputChannel;
  readonly #stateChanged = new vscode.EventEmitter<ProgramState>();
  readonly #storeChanged = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #state: ProgramState = { kind: "starting" };
  #connection: BelayConnection | undefined;
  #starting: Promise<void>;
  #disposed = false;

  readonly onDidChangeState = this.#stateChanged.event;
  readonly onDidChangeStore = this.#storeChanged.event;

  constructor(extension: string, log: vscode.LogOutputChannel) {
    this.#bundled = bundledIn(extension);
    this.#log = log;
    const restart = () => void this.restart();
    this.#subscriptions = [
      vscode.workspace.onDidGrantWorkspaceTrust(restart),
      vscode.workspace.onDidChangeWorkspaceFolders(restart),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${SECTION}.${PATH_SETTING}`)) restart();
      }),
      this.#stateChanged,
      this.#storeChanged,
    ];
    this.#starting = this.#start();
  }

  dispose(): void {
    this.#disposed = true;
    for (const each of this.#subscriptions) each.dispose();
    void this.#connection?.close();
  }

  get state(): ProgramState {
    return this.#state;
  }

  get settled(): Promise<void> {
    return this.#starting;
  }

  async request<M extends MethodName>(
    method: M,
    params: Methods[M]["params"],
    { token, onProgress }: RequestOptions = {},
  ): Promise<Methods[M]["result"]> {
    await this.#starting;
    const connection = this.#connection;
    if (connection === undefined) {
      throw new Error(whyNothingIsSaved(this.#state) ?? "belay is being started");
    }
    const cancel = new AbortController();
    const listening = token?.onCancellationRequested(() => cancel.abort());
    try {
      // The parameters may not be left out here, which their type cannot know of a method in general.
      const ask = connection.request.bind(connection) as (
        method: M,
        params: Methods[M]["params"],
        options: object,
      ) => Promise<Methods[M]["result"]>;
      return await ask(method, params, { signal: cancel.signal, onProgress });
    } finally {
      listening?.dispose();
    }
  }

  restart(): Promise<void> {
    this.#starting = this.#starting.then(async () => {
      const before = this.#connection;
      this.#connection = undefined;
      await before?.close();
      await this.#start();
    });
    return this.#starting;
  }

  async #start(): Promise<void> {
    if (this.#disposed) return;
    this.#become({ kind: "starting" });
    // Nothing here may fail: who waits for it wants to know how it is afterwards.
    this.#become(await this.#started().catch((error: unknown) => failed(error)));
  }

  async #started(): Promise<ProgramState> {
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file");
    if (!vscode.workspace.isTrusted) return { kind: "absent", why: "restricted" };
    if (folder === undefined) return { kind: "absent", why: "folder" };
    const named = vscode.workspace.getConfiguration(SECTION).get<string>(PATH_SETTING, "").trim();
    const search = await find({
      named: named === "" ? undefined : named,
      bundled: this.#bundled,
      searchPath: process.env["PATH"],
    });
    if ("missing" in search) {
      return search.missing === "named"
        ? { kind: "missing", named: search.path }
        : { kind: "missing" };
    }
    return this.#connect(search.found, folder.uri.fsPath);
  }

  async #connect({ path, version }: Found, workspace: string): Promise<ProgramState> {
    // Loaded after the window has started, which does not wait for it.
    const { BelayConnection } = await import("belay-client");
    const opening = BelayConnection.open({
      binary: path,
      workspace,
      client: "vscode",
      onLog: (line) => this.#log.info(`belay: ${line}`),
    });
    const connection = await inTime(opening).catch((error: unknown) => {
      throw new Error(`belay ${version} (${path}): ${wordsOf(error)}`);
    });
    this.#connection = connection;
    connection.onEvent(() => this.#storeChanged.fire());
    void connection.ended.then(() => this.#ended(connection));
    for (const warning of connection.server.warnings) this.#log.warn(warning);
    this.#log.info(`belay ${version} from ${path} works in ${connection.server.workspace}`);
    return { kind: "ready", path, version, root: connection.server.workspace };
  }

  /** A conversation that ended by itself: the program has died, or somebody ended it. */
  #ended(connection: BelayConnection): void {
    if (this.#disposed || this.#connection !== connection) return;
    this.#connection = undefined;
    this.#become(failed(new Error(vscode.l10n.t("it has ended unexpectedly"))));
  }

  #become(state: ProgramState): void {
    this.#state = state;
    if (state.kind === "failed") this.#log.error(`belay cannot be used: ${state.why}`);
    if (!this.#disposed) this.#stateChanged.fire(state);
  }
}

/** A program that says nothing at all is not waited for. */
async function inTime(opening: Promise<BelayConnection>): Promise<BelayConnection> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`it did not answer within ${PATIENCE / 1000} s`));
      // One that answers after all is not needed any more.
      opening.then(
        (connection) => connection.close(),
        () => undefined,
      );
    }, PATIENCE);
  });
  return Promise.race([opening, late]).finally(() => clearTimeout(timer));
}

function failed(error: unknown): ProgramState {
  return { kind: "failed", why: wordsOf(error) };
}
