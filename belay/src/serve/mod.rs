//! `belay serve`: the settings and the timeline on this machine only, over the person's own files.
//!
//! - `pages` are the files of the app.
//! - `access` lets nobody in but the page whose address was printed.
//! - `settings` is what the app is told and what it asks for.
//! - `timeline` is the other page: what happened, and the way back.

mod access;
mod pages;
mod settings;
mod timeline;

use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow};
use axum::Router;
use axum::extract::State;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};

use crate::commands::Exit;
use crate::commands::place::Place;
use crate::output::{FAINT, STRONG, styled};

use self::access::Access;
use self::pages::Pages;
pub(crate) use self::settings::Conversation;
use self::timeline::Timeline;

/// Where to listen.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// The port; where it is not given and 4180 is taken, any free one.
    #[arg(long)]
    port: Option<u16>,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// Serve the app of this folder instead of the one inside this program.
    #[arg(long, value_name = "FOLDER")]
    app: Option<PathBuf>,
}

const DEFAULT_PORT: u16 = 4180;

/// Serves until the process is ended.
///
/// # Errors
/// This program was built without the app, or the port is taken.
pub fn run(options: &Options) -> Result<Exit> {
    let pages = match &options.app {
        Some(folder) => Pages::folder(folder)?,
        None => Pages::inside()?,
    };
    let listener = match options.port {
        Some(port) => bind(port)?,
        None => bind(DEFAULT_PORT).or_else(|_| bind(0))?,
    };
    let place = Place::find()?;
    let root = place.root.display().to_string();
    let timeline = Timeline::new(place.home.clone(), Place::quietly()?);
    let server = Server::new(place, timeline, pages, listener)?;
    let url = server.url("");
    let told = format!(
        "The settings of this machine and of {root} are at\n  {}\n\
         What happened there, and the way back, is at\n  {}\n{}\n",
        styled(STRONG, &url),
        styled(STRONG, server.url(pages::TIMELINE)),
        styled(FAINT, "Only these addresses open them. Ctrl+C ends it."),
    );
    // Whoever started this may read the first address and close the pipe.
    let _ = anstream::stdout().lock().write_all(told.as_bytes());
    if options.open {
        open(&url);
    }
    server.serve()?;
    Ok(Exit::Done)
}

fn bind(port: u16) -> Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            anyhow!("port {port} is taken; leave --port out to get a free one")
        }
        _ => anyhow!("port {port} cannot be opened: {error}"),
    })
}

/// The app, bound to a port of this machine.
struct Server {
    listener: TcpListener,
    address: SocketAddr,
    access: Access,
    pages: Pages,
    conversation: Conversation,
    timeline: Timeline,
}

impl Server {
    fn new(place: Place, timeline: Timeline, pages: Pages, listener: TcpListener) -> Result<Self> {
        let address = listener.local_addr().context("the port has no address")?;
        let access = Access::new(address.port());
        let conversation = Conversation::new(place);
        Ok(Self { listener, address, access, pages, conversation, timeline })
    }

    /// The address that lets a browser in. What stands behind `#` stays in the browser: it is in
    /// no request, no log and no `Referer`.
    fn url(&self, page: &str) -> String {
        format!("http://{}/{page}#token={}", self.address, self.access.token())
    }

    /// Answers until the process ends.
    fn serve(self) -> Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async move {
            self.listener.set_nonblocking(true)?;
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let routes = router(self.access, self.pages, self.conversation, self.timeline);
            axum::serve(listener, routes).await
        })?;
        Ok(())
    }
}

fn router(access: Access, pages: Pages, conversation: Conversation, timeline: Timeline) -> Router {
    let access = Arc::new(access);
    // What is the person's own needs the token; the app's files are the same for everybody.
    let private = Router::new()
        .route("/api/message", post(message))
        .with_state(Arc::new(conversation))
        .merge(timeline::routes(Arc::new(timeline)))
        .layer(from_fn_with_state(Arc::clone(&access), access::with_token));
    Router::new()
        .fallback(get(pages::page))
        .with_state(Arc::new(pages))
        .merge(private)
        .layer(from_fn_with_state(access, access::from_this_machine))
}

/// One message of the app; the answer is a list of messages for it.
async fn message(State(conversation): State<Arc<Conversation>>, body: String) -> Response {
    // Files are read and written: not on the thread that serves the others.
    let answered = tokio::task::spawn_blocking(move || conversation.answer(&body)).await;
    match answered {
        Ok(Ok(messages)) => axum::Json(messages).into_response(),
        Ok(Err(problem)) => access::refusal(axum::http::StatusCode::BAD_REQUEST, &problem),
        Err(_) => access::refusal(
            axum::http::StatusCode::INTERNAL_SERVER_ERROR,
            "the answer could not be made; try again",
        ),
    }
}

fn open(url: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        Command::new("explorer")
    } else {
        Command::new("xdg-open")
    };
    let started = command.arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if started.is_err() {
        anstream::println!("No browser could be opened: open the address yourself.");
    }
}
