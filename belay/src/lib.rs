//! The rope on a coding agent: judges what it wants to do, saves first, brings back.
//!
//! Every entry point asks one guard. [`hook`] is the one for agents: it turns what a host sends
//! into an [`event::Event`], and an [`answer::Answer`] into what that host honours.

pub mod acp;
pub mod answer;
pub mod audit;
pub mod cli;
pub mod commands;
pub mod conversations;
pub mod event;
pub mod guard;
pub mod home;
pub mod hook;
pub mod language;
pub mod mcp;
pub mod output;
pub mod private;
pub mod rewind;
pub mod rpc;
pub mod serve;
pub mod settings_files;
pub mod setup;
pub mod wrap;
