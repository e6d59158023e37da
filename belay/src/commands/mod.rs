//! What a person types: one file a command.

pub mod allow;
pub mod asking;
pub mod audit;
pub mod captured;
pub mod check;
pub mod demo;
pub mod diff;
pub mod doctor;
pub mod fork;
pub mod graph;
pub mod init;
pub mod keeping;
pub mod log;
pub mod machine;
pub mod marking;
pub mod only;
pub mod place;
pub mod probe;
pub mod restore;
pub mod rewind;
pub mod rules;
pub mod run;
pub mod save;
pub mod settings;
pub mod show;
pub mod status;
pub mod travelling;
pub mod undo;
pub mod undoing;
mod verdict;

use std::process::ExitCode;

/// How a command ended, for the shell. The numbers are documented and stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done,
    /// Something went wrong.
    Failed,
    /// What was asked for conflicts with newer changes.
    Conflict,
    /// Belay did not let it run.
    Denied,
    /// What a program that was run gave back.
    Passed(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Done => Self::SUCCESS,
            Exit::Failed => Self::from(1),
            Exit::Conflict => Self::from(3),
            Exit::Denied => Self::from(4),
            Exit::Passed(code) => Self::from(code),
        }
    }
}
