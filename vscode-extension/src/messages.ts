import type { Problem } from "belay-policy";

/** What the app says to its host. */
export type AppMessage =
  | { type: "launched" }
  | { type: "updateSettings"; updatedSettings: Record<string, unknown>; id: number }
  | { type: "openSettingsJson" };

/** What the host says to the app. */
export type HostMessage =
  | { type: "settings"; user: object; workspace?: { settings: object; path: string }; fallback?: string }
  | ({ type: "surroundings" } & Surroundings)
  | { type: "saved"; id: number }
  | { type: "refused"; id: number; problems: Problem[]; cause?: "storageFull" | "storageForbidden" | "other" }
  | { type: "show"; panel?: string; command?: string; shell?: string };

export interface Surroundings {
  language: string;
  platform: "unix" | "windows";
  shell?: string;
  cwd?: string;
  workspace?: string;
  home?: string;
  saves: null | { ignoredFiles: boolean; repository: boolean };
}
