//! The command line: reads the words and hands over.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::{CommandFactory as _, Parser, Subcommand};

use crate::commands::{
    Exit, allow, audit, check, demo, diff, doctor, fork, init, keeping, log, marking, restore,
    rewind, rules, run, save, settings, show, status, travelling, undo,
};
use crate::output::{BAD, styled};
use crate::{acp, mcp, rpc, serve, wrap};

/// The rope on a coding agent: saves before it acts, and brings everything back.
#[derive(Debug, Parser)]
#[command(name = "belay", version, disable_help_subcommand = true, max_term_width = 80)]
#[command(after_help = "Exit codes: 0 done, 1 error, 2 wrong usage, 3 conflict, 4 denied.")]
struct Arguments {
    /// Colour the output.
    #[arg(long, global = true, value_enum, default_value = "auto", hide_possible_values = true)]
    color: clap::ColorChoice,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Set Belay up in the agents on this machine.
    Init(init::Options),
    /// Take Belay out of agents' files again.
    Remove(init::Options),
    /// Say whether Belay is on, for which agents, and what it saw last.
    Status {
        /// Write JSON.
        #[arg(long)]
        json: bool,
    },
    /// Try everything that could silently not work.
    Doctor(doctor::Options),
    /// Bring back what the last command destroyed.
    #[command(visible_alias = "oops", after_help = "Again, it goes further back.")]
    Undo(undo::Options),
    /// Take back the last undo.
    Redo(undo::Options),
    /// List the checkpoints of this workspace.
    Log(log::Options),
    /// Show one checkpoint.
    Show(show::Options),
    /// Compare two checkpoints, or one with the files as they are.
    Diff(diff::Options),
    /// Go back to a checkpoint, as a whole or for some files.
    Restore(restore::Options),
    /// Choose a message to an agent, and bring the files back to it.
    Rewind(rewind::Options),
    /// Resume an agent's conversation from an earlier message, as a copy.
    Fork(fork::Options),
    /// Save this workspace now.
    Save(save::Options),
    /// Give a checkpoint a name, or take it away.
    Label(marking::Label),
    /// Keep a checkpoint whatever the limits say.
    Pin(marking::Pin),
    /// Let go of a pinned checkpoint.
    Unpin(marking::Pin),
    /// Write a session with all it holds to one file.
    Export(travelling::Export),
    /// Take in a session that was exported.
    Import(travelling::Import),
    /// Say what uses space.
    Stats {
        /// Write JSON.
        #[arg(long)]
        json: bool,
    },
    /// Free what no checkpoint needs.
    Gc {
        /// Write JSON.
        #[arg(long)]
        json: bool,
    },
    /// Run a command of your own as an agent's is: judged and saved for.
    Run(run::Options),
    /// Run an agent; Esc twice goes back to an earlier message.
    Wrap(wrap::Options),
    /// Say what a command would do, and whether it could be brought back.
    Check(check::Options),
    /// Allow a refused call by its code, or a command for good.
    Allow(allow::Options),
    /// Never let agents run a command.
    Deny(allow::Options),
    /// Show and change the settings.
    #[command(subcommand)]
    Settings(settings::Task),
    /// Show the settings and the timeline in the browser, on this machine only.
    Serve(serve::Options),
    /// Answer an editor or an agent that speaks JSON-RPC.
    Rpc,
    /// Offer checkpoints and verdicts to an agent that speaks MCP.
    Mcp,
    /// Stand between an editor and an agent that speak ACP.
    Acp(acp::Options),
    /// List the rules by which commands are judged.
    Rules {
        /// Write JSON lines.
        #[arg(long)]
        json: bool,
    },
    /// Print a rule's page.
    Explain {
        /// Its id, as `belay rules` and verdicts name it.
        rule: String,
    },
    /// Show, check or export who decided what.
    #[command(subcommand)]
    Audit(audit::Task),
    /// See it work: a throw-away project is destroyed and brought back.
    Demo,
    /// Print a page for agents: what to do when refused.
    AgentHelp,
    /// Print the completions of a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write all of them into a folder.
    Man {
        /// Write the page of every command here.
        #[arg(long, value_name = "FOLDER")]
        folder: Option<std::path::PathBuf>,
    },
}

/// Runs the program with these words.
#[must_use]
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    match arguments.color {
        clap::ColorChoice::Always => anstream::ColorChoice::Always,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
        clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
    }
    .write_global();
    match command(&arguments.command) {
        Ok(exit) => exit.into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("{} {error:#}", styled(BAD, "error:"));
            Exit::Failed.into()
        }
    }
}

fn command(command: &Command) -> Result<Exit> {
    match command {
        Command::Init(options) => init::init(options),
        Command::Remove(options) => init::remove(options),
        Command::Status { json } => status::run(*json),
        Command::Doctor(options) => doctor::run(*options),
        Command::Undo(options) => undo::undo(options),
        Command::Redo(options) => undo::redo(options),
        Command::Log(options) => log::run(options),
        Command::Show(options) => show::run(options),
        Command::Diff(options) => diff::run(options),
        Command::Restore(options) => restore::run(options),
        Command::Rewind(options) => rewind::run(options),
        Command::Fork(options) => fork::run(options),
        Command::Save(options) => save::run(options),
        Command::Label(options) => marking::label(options),
        Command::Pin(options) => marking::pin(options, true),
        Command::Unpin(options) => marking::pin(options, false),
        Command::Export(options) => travelling::export(options),
        Command::Import(options) => travelling::import(options),
        Command::Stats { json } => keeping::stats(*json),
        Command::Gc { json } => keeping::gc(*json),
        Command::Check(options) => check::run(options),
        Command::Allow(options) => allow::allow(options),
        Command::Deny(options) => allow::deny(options),
        Command::Settings(task) => settings::run(task),
        Command::Serve(options) => serve::run(options),
        Command::Rpc => rpc::run(),
        Command::Mcp => mcp::run(),
        Command::Acp(options) => acp::run(options),
        Command::Rules { json } => rules::list(*json),
        Command::Explain { rule } => rules::explain(rule),
        Command::Audit(task) => audit::run(task),
        Command::Run(options) => run::run(options),
        Command::Wrap(options) => wrap::run(options),
        Command::Demo => demo::run(),
        Command::AgentHelp => print(include_bytes!("commands/agent_help.md")),
        Command::Completions { shell } => completions(*shell),
        Command::Man { folder } => man(folder.as_deref()),
    }
}

fn print(text: &[u8]) -> Result<Exit> {
    std::io::stdout().lock().write_all(text)?;
    Ok(Exit::Done)
}

fn completions(shell: clap_complete::Shell) -> Result<Exit> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "belay", &mut text);
    print(&text)
}

fn man(folder: Option<&Path>) -> Result<Exit> {
    let command = Arguments::command();
    match folder {
        Some(folder) => {
            clap_mangen::generate_to(command, folder).with_context(|| {
                format!("the pages cannot be written into {}", folder.display())
            })?;
            Ok(Exit::Done)
        }
        None => {
            let mut text = Vec::new();
            clap_mangen::Man::new(command).render(&mut text)?;
            print(&text)
        }
    }
}

/// `belay log | head` is not an error.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    })
}

#[cfg(test)]
mod tests {
    use policy_core::verdict::Risk;
    use policy_core::{Action, Policy, Surroundings, judge};

    use super::*;

    /// Every command, as an agent might type it, and how dangerous it is in the agent's hands. A
    /// new one has to be told to the engine, which takes what it does not know for harmless.
    const JUDGED: &[(&str, Risk)] = &[
        ("init --yes", Risk::High),
        ("remove --yes", Risk::High),
        ("status --json", Risk::Safe),
        ("doctor --fix", Risk::High),
        ("undo --yes", Risk::High),
        ("redo --yes", Risk::High),
        ("log --number 5", Risk::Safe),
        ("show @", Risk::Safe),
        ("diff @ --stat", Risk::Safe),
        ("restore @ --yes", Risk::High),
        ("rewind --plain", Risk::High),
        ("fork 1", Risk::Low),
        ("save -m note", Risk::Low),
        ("label @ name", Risk::Low),
        ("pin @", Risk::Low),
        ("unpin @", Risk::High),
        ("export session.belay", Risk::Medium),
        ("import session.belay", Risk::Low),
        ("stats --json", Risk::Safe),
        ("gc", Risk::High),
        ("run -- rm -rf src", Risk::Critical),
        ("wrap rm -rf src", Risk::Critical),
        ("check --bare 'rm -rf src'", Risk::Safe),
        ("allow 7K3F", Risk::High),
        ("deny 'rm -rf'", Risk::Low),
        ("settings set checkpointEnabled false", Risk::High),
        ("serve", Risk::High),
        ("rpc", Risk::High),
        ("mcp", Risk::Low),
        ("acp -- rm -rf src", Risk::Critical),
        ("rules --json", Risk::Safe),
        ("explain git/discard", Risk::Safe),
        ("audit list", Risk::Safe),
        ("demo", Risk::Low),
        ("agent-help", Risk::Safe),
        ("completions bash", Risk::Safe),
        ("man --folder pages", Risk::Low),
    ];

    #[test]
    fn the_engine_knows_every_command() {
        let policy = Policy::defaults();
        let surroundings =
            Surroundings::default().with_workspace("/w".to_owned()).with_cwd("/w".to_owned());
        for (words, risk) in JUDGED {
            let text = format!("belay {words}");
            let action = Action::Run { command: &text, shell: policy_core::shell::Dialect::Bash };
            assert_eq!(judge(&action, &policy, &surroundings).risk, *risk, "{text}");
        }
        let known =
            |name: &str| JUDGED.iter().any(|(words, _)| words.split(' ').next() == Some(name));
        for command in Arguments::command().get_subcommands() {
            assert!(
                known(command.get_name()),
                "say how dangerous `belay {}` is",
                command.get_name()
            );
        }
    }
}
