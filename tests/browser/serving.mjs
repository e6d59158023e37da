// `belay serve` over a project of its own, ended with the test.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const program =
  process.env.BELAY_PROGRAM ?? fileURLToPath(new URL("../../target/debug/belay", import.meta.url));
const app =
  process.env.BELAY_APP ?? fileURLToPath(new URL("../../settings-ui/dist", import.meta.url));

/** Ends a process and waits until it is gone. */
async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

/** A project with a home of its own, and what can be done in it. */
export function project(t) {
  const folder = mkdtempSync(join(tmpdir(), "belay-served-"));
  const [home, root] = [join(folder, "home"), join(folder, "project")];
  mkdirSync(join(root, ".git"), { recursive: true });
  mkdirSync(home);
  // One after the other: nobody writes into a folder that is being taken away.
  const servers = [];
  t.after(async () => {
    await Promise.all(servers.map(ended));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  const env = { ...process.env, BELAY_HOME: home };
  const run = (words, input) => {
    const done = spawnSync(program, words, { cwd: root, env, input, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`belay ${words.join(" ")}: ${done.stderr}`);
    return done.stdout;
  };
  const hook = (payload) =>
    run(["hook", "--host", "claude"], JSON.stringify({ cwd: root, ...payload }));
  return {
    home,
    root,
    settings: join(home, "settings.json"),
    run,
    /** What an agent's hook sends around a command. */
    call(session, event, command) {
      const tool = { tool_name: "Bash", tool_input: { command }, tool_use_id: command };
      hook({ session_id: session, hook_event_name: event, ...tool });
    },
    prompt(session, id, prompt) {
      const event = "UserPromptSubmit";
      hook({ session_id: session, hook_event_name: event, prompt, prompt_id: id });
    },
    write(name, text) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    },
    remove: (name) => rmSync(join(root, name), { recursive: true }),
    read(name) {
      try {
        return readFileSync(join(root, name), "utf8");
      } catch {
        return undefined;
      }
    },
    /** Serves it; gives both addresses. */
    async serve() {
      const child = spawn(program, ["serve", "--port", "0", "--app", app], {
        cwd: root,
        env,
        stdio: ["ignore", "pipe", "inherit"],
      });
      servers.push(child);
      const addresses = [];
      for await (const line of createInterface({ input: child.stdout })) {
        if (line.includes("http://")) addresses.push(line.trim());
        if (addresses.length === 2) {
          return { settings: addresses[0], timeline: addresses[1], child };
        }
      }
      throw new Error("belay serve printed no address");
    },
  };
}
