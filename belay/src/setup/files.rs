//! Files that are Belay's own inside an agent's folders.

use super::document::runs_belay;
use super::entries::SECONDS;

/// opencode has no hooks, but plugins. This one hands on what it is called with, and throws the
/// reason of a refusal. It is closed where Belay does not answer: a guard that is silently gone
/// would be worse than a message that says how to remove it.
pub(super) fn opencode_plugin(program: &str) -> String {
    let program = serde_json::Value::from(program);
    let milliseconds = SECONDS * 1000;
    format!(
        r#"// Written by `belay init`; `belay remove` takes it away.
import {{ spawnSync }} from 'node:child_process';

const program = {program};

function hook(event, payload) {{
  const run = spawnSync(program, ['hook', '--host', 'opencode', '--event', event], {{
    input: JSON.stringify({{ event, ...payload }}),
    encoding: 'utf8',
    timeout: {milliseconds},
  }});
  if (run.error || run.status !== 0) {{
    throw new Error(`Belay did not answer (${{run.error ?? `exit code ${{run.status}}`}}). Run \`belay doctor\`, or delete ${{import.meta.url}}.`);
  }}
  return run.stdout.trim() ? JSON.parse(run.stdout).hookSpecificOutput : undefined;
}}

// What has happened is told, but never in the way.
function tell(event, payload) {{
  try {{
    hook(event, payload);
  }} catch {{}}
}}

export const Belay = async ({{ directory, worktree }}) => ({{
  'chat.message': async (input, output) => tell('chat.message', {{ input, output, directory, worktree }}),
  'tool.execute.before': async (input, output) => {{
    const answer = hook('tool.execute.before', {{ input, output, directory, worktree }});
    if (answer && answer.permissionDecision !== 'allow') throw new Error(answer.permissionDecisionReason);
  }},
  'tool.execute.after': async (input, output) => tell('tool.execute.after', {{ input, output, directory, worktree }}),
  event: async ({{ event }}) => {{
    if (/^session\.(created|idle|deleted)$/.test(event.type)) {{
      tell(event.type, {{ properties: event.properties, directory, worktree }});
    }}
  }},
}});
"#
    )
}

/// Cline runs an executable file named after the event.
pub(super) fn cline_script(line: &str) -> String {
    format!("#!/bin/sh\n# Written by `belay init`; `belay remove` takes it away.\nexec {line}\n")
}

/// Whether a file that stands where one of ours would stand is one of ours, perhaps of another
/// version.
pub(super) fn is_ours(text: &str) -> bool {
    text.contains("// Written by `belay init`")
        || text.lines().any(|line| {
            let line = line.trim();
            runs_belay(line.strip_prefix("exec ").unwrap_or(line))
        })
        || super::document::holds_ours(text)
        || (text.contains("\"name\": \"belay\"") && text.contains("\"version\""))
}
