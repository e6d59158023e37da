import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine } from "belay-policy";
import { layers, trustablePath, type Layers, type Window } from "../src/layers";

const HERE = "/home/ann/app";
const window: Window = { folders: [HERE], multiRoot: false, trusted: true };

function problems({ user, workspace }: Layers): string[] {
  const engine = new Engine(user, workspace);
  const found = engine.problems.map(({ layer, path, code }) => `${layer} ${path} ${code}`);
  engine.free();
  return found;
}

test("the person's values are the user layer, defaults are nobody's", () => {
  const found = layers({ globalValue: { retentionDays: 3 } }, HERE);
  assert.deepEqual(found, { user: { retentionDays: 3 } });
  assert.deepEqual(layers({}, HERE), { user: {} });
});

test("a workspace that loosens is told and not applied", () => {
  const found = layers({ workspaceValue: { checkpointEnabled: false } }, HERE);
  assert.deepEqual(problems(found), ["workspace $.checkpointEnabled workspace_may_only_tighten"]);
});

test("it is applied once the person's own settings list the folder", () => {
  const found = layers(
    { globalValue: { trustedWorkspaces: [HERE] }, workspaceValue: { checkpointEnabled: false } },
    trustablePath(window),
  );
  assert.deepEqual(problems(found), []);
});

test("a workspace cannot list itself", () => {
  const found = layers(
    { workspaceValue: { trustedWorkspaces: [HERE], checkpointEnabled: false } },
    trustablePath(window),
  );
  assert.deepEqual(problems(found), [
    "workspace $.checkpointEnabled workspace_may_only_tighten",
    "workspace $.trustedWorkspaces user_only",
  ]);
});

test("VS Code's own trust is needed and never enough", () => {
  const restricted = layers(
    { globalValue: { trustedWorkspaces: [HERE] }, workspaceValue: { checkpointEnabled: false } },
    trustablePath({ ...window, trusted: false }),
  );
  assert.deepEqual(problems(restricted), [
    "workspace $.checkpointEnabled workspace_may_only_tighten",
  ]);
  const trustedByVsCodeAlone = layers(
    { workspaceValue: { checkpointEnabled: false } },
    trustablePath(window),
  );
  assert.equal(problems(trustedByVsCodeAlone).length, 1);
});

test("a window of several folders and a folder that is on no disk are never trusted", () => {
  assert.equal(trustablePath(window), HERE);
  assert.equal(trustablePath({ ...window, multiRoot: true }), "");
  assert.equal(trustablePath({ ...window, folders: [undefined] }), "");
  assert.equal(trustablePath({ ...window, folders: [] }), "");
});

test("neither the window's file nor a folder's takes back what the other made stricter", () => {
  const found = layers(
    {
      workspaceValue: {
        checkpointOnError: true,
        retentionDays: 30,
        checkpointCommands: ["a", "b"],
        permissions: { autoApproveSafeCommands: false, confirmMediumRisk: true },
      },
      workspaceFolderValue: {
        checkpointOnError: false,
        retentionDays: 3,
        checkpointCommands: ["b", "c"],
        permissions: { autoApproveSafeCommands: true },
      },
    },
    "",
  );
  assert.deepEqual(found.workspace?.settings, {
    checkpointOnError: true,
    retentionDays: 30,
    checkpointCommands: ["a", "b", "c"],
    permissions: { autoApproveSafeCommands: false, confirmMediumRisk: true },
  });
});

test("the same file told twice counts once", () => {
  const value = { checkpointCommands: ["a"] };
  const found = layers({ workspaceValue: value, workspaceFolderValue: { ...value } }, HERE);
  assert.deepEqual(found.workspace, { settings: value, path: HERE });
});

test("a value that is not an object says nothing", () => {
  assert.deepEqual(layers({ globalValue: 7, workspaceValue: ["x"] }, HERE), { user: {} });
});

test("what is about the editor itself is not a setting of the engine", () => {
  const value = { retentionDays: 3, editor: { path: "/bin/belay" } };
  assert.deepEqual(layers({ globalValue: value, workspaceValue: value }, "/w"), {
    user: { retentionDays: 3 },
    workspace: { settings: { retentionDays: 3 }, path: "/w" },
  });
});
