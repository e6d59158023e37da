//! `belay mcp`: checkpoints and verdicts as tools of an agent, over standard input and output.
//!
//! ```text
//! standard input ──> rmcp ──> server ──> desk ──> guard, store
//! ```
//!
//! - `server` is what an agent sees: five tools and the resources beside them.
//! - `shapes` are their parameters and results, from which the schemas are made.
//! - `desk` does the work on a thread of its own, one call after the other in the order they
//!   came; answers find their calls by id. A client that does not read holds up its answers and
//!   no save.
//! - `comparing` and `restoring` are the two tools with more than a few lines.
//!
//! An agent must choose to call these, so they guard nothing; hooks and `belay acp` do. What they
//! can do is save, look, and go back to what was saved, which makes a checkpoint first. Nothing
//! here changes a setting, allows a call or forgets a checkpoint, and going back does not touch
//! Belay's own files without a person's word.

mod comparing;
mod desk;
mod restoring;
mod server;
mod shapes;

use anyhow::{Context as _, Result};
use rmcp::ServiceExt as _;
use rmcp::transport::io::stdio_pipes;

use crate::commands::Exit;
use desk::Desk;
use server::Server;

/// Serves one client until it closes the pipe.
///
/// # Errors
/// There is no home folder, or the system gives no thread.
pub fn run() -> Result<Exit> {
    let desk = Desk::open()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("the server cannot be started")?;
    let outcome = runtime.block_on(async {
        // A client that leaves before it has said hello is not an error.
        if let Ok(running) = Server::new(desk).serve(stdio_pipes()).await {
            let _ = running.waiting().await;
        }
        Ok(Exit::Done)
    });
    // Standard input is read on a thread that only its end would bring back.
    runtime.shutdown_background();
    outcome
}
