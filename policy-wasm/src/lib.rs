//! policy-core for JavaScript.
//!
//! The border is thin: numbers and texts go in, numbers and JSON come out, and everything here is
//! a line or two. The package's own JavaScript (`policy-wasm/js`) checks types, gives the numbers
//! their names and parses the JSON; its types are in `policy-wasm/js/index.d.ts`.
//!
//! # A tour
//!
//! 1. [`Core`] is compiled settings: it judges ([`Core::judge`]) and answers the short question
//!    whether to save ([`Core::checkpoint`]).
//! 2. [`settings`] answers about settings, [`catalogue`] about rules and shells.

mod catalogue;
mod settings;

use policy_core::settings::lint::lint;
use policy_core::shell::Dialect;
use policy_core::verdict::Units;
use policy_core::wire;
use policy_core::{Action, Coverage, Policy, Surroundings};
use wasm_bindgen::prelude::wasm_bindgen;

pub use catalogue::{catalogue, detect_shell, names};
pub use settings::{default_settings, merge_settings};

/// Rust's own allocator weighs 2 kB more, and a verdict hardly asks for memory.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static MEMORY: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Settings that can judge.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Core {
    policy: Policy,
    problems: String,
    fallback: bool,
}

#[wasm_bindgen]
impl Core {
    /// Compiles a user's settings and a workspace's, both as the text of a JSON document.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(user: Option<String>, workspace: Option<String>, path: Option<String>) -> Self {
        let path = path.unwrap_or_default();
        let compiled = settings::compile(user.as_deref(), workspace.as_deref(), &path);
        let problems = settings::json(&compiled.problems);
        Self { policy: compiled.policy, problems, fallback: compiled.fallback }
    }

    /// What is wrong with the settings, as a JSON list.
    #[must_use]
    pub fn problems(&self) -> String {
        self.problems.clone()
    }

    /// Whether the user's settings could not be read at all, so that the defaults judge.
    #[must_use]
    pub fn fallback(&self) -> bool {
        self.fallback
    }

    /// What a careful colleague would say about the settings, as a JSON list.
    #[must_use]
    pub fn lint(&self) -> String {
        settings::json(&lint(&self.policy))
    }

    /// The verdict on an action, as JSON with positions in UTF-16 units. `action` and `shell` are
    /// places in the lists of [`names`]; `saves` is 0 where nothing is known, else 1, plus 2 for
    /// ignored files, plus 4 for the repository.
    #[must_use]
    #[expect(
        clippy::too_many_arguments,
        reason = "plain values cross the border cheaper than an object"
    )]
    pub fn judge(
        &self,
        action: u8,
        text: &str,
        shell: u8,
        cwd: Option<String>,
        workspace: Option<String>,
        home: Option<String>,
        saves: u8,
    ) -> String {
        let around = Surroundings { cwd, workspace, home, saves: coverage(saves) };
        let action = self::action(action, text, dialect(shell));
        let verdict = policy_core::judge(&action, &self.policy, &around);
        wire::Verdict::new(&verdict, text, Units::Utf16).to_json()
    }

    /// Whether to save before a command and why: twice the place of the reason in the list of
    /// [`names`], plus 1 for yes.
    #[must_use]
    pub fn checkpoint(&self, command: &str, shell: u8) -> u32 {
        let action = Action::Run { command, shell: dialect(shell) };
        let around = Surroundings::default();
        let checkpoint = policy_core::checkpoint(&action, &self.policy, &around);
        (checkpoint.reason as u32) << 1 | u32::from(checkpoint.should)
    }
}

/// The kinds of actions, by their names on the wire.
const ACTIONS: [&str; 5] = ["execute", "read", "write", "browser", "mcp"];

fn action(kind: u8, text: &str, shell: Dialect) -> Action<'_> {
    match kind {
        1 => Action::Read { path: text },
        2 => Action::Write { path: text },
        3 => Action::Browse { url: text },
        4 => Action::CallMcp { tool: text },
        _ => Action::Run { command: text, shell },
    }
}

fn dialect(shell: u8) -> Dialect {
    Dialect::ALL.get(usize::from(shell)).copied().unwrap_or(Dialect::Bash)
}

fn coverage(saves: u8) -> Option<Coverage> {
    (saves != 0).then_some(Coverage { ignored_files: saves & 2 != 0, repository: saves & 4 != 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_an_action_is_its_place_in_the_list() {
        for (number, name) in (0..).zip(ACTIONS) {
            assert_eq!(action(number, "x", Dialect::Bash).kind().name(), name);
        }
    }
}
