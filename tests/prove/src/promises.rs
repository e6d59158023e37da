//! What is promised about a command, before anything runs.

use std::path::{Path, PathBuf};

use belay::guard::{Judged, Judging};
use belay::home::Home;
use policy_core::Action;
use policy_core::shell::Dialect;
use policy_core::verdict::{Recovery, Risk};

use crate::outcome::Word;
use crate::place::{HOME, PROJECT};

/// The guard as it is on a machine where nobody has settings.
#[derive(Debug)]
pub(crate) struct Promises {
    judging: Judging,
}

impl Promises {
    pub(crate) fn new() -> Self {
        let nowhere = Path::new("/nonexistent");
        let home = Home {
            data: nowhere.join("data"),
            user_settings: nowhere.join("settings.json"),
            managed_settings: nowhere.join("managed.json"),
            user: Some(PathBuf::from(HOME)),
        };
        Self { judging: Judging::read(&home, nowhere) }
    }

    /// What the guard says about a command.
    pub(crate) fn about(&self, command: &str) -> Word {
        let action = Action::Run { command, shell: Dialect::Bash };
        let project = Path::new(PROJECT);
        let verdict = self.judging.judge_one(&action, project, project);
        Word::of(&Judged { verdicts: vec![verdict] })
    }

    /// Whether there is anything to hold it to.
    pub(crate) fn any_about(&self, command: &str) -> bool {
        let word = self.about(command);
        word.risk == Risk::Safe || word.recovery == Recovery::Full || !word.cannot_tell
    }
}
