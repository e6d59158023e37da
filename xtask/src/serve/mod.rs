//! `cargo xtask serve`: the settings app on this machine only.

mod answer;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;

use tiny_http::Server;

use self::answer::Files;
use crate::app;

/// Where to listen.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Options {
    /// The port; where it is not given and 4180 is taken, any free one.
    #[arg(long)]
    port: Option<u16>,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
}

const DEFAULT_PORT: u16 = 4180;

/// Everything is judged in the page, so few workers serve many windows.
const WORKERS: usize = 4;

/// Serves until the process is ended.
pub fn run(options: Options) -> Result<(), String> {
    let folder = app::build()?;
    let site = match options.port {
        Some(port) => Site::listen(&folder, port)?,
        None => Site::listen(&folder, DEFAULT_PORT).or_else(|_| Site::listen(&folder, 0))?,
    };
    let url = format!("http://{}/", site.address());
    println!("The settings are at {url} (Ctrl+C ends it)");
    if options.open {
        open(&url);
    }
    site.serve();
    Ok(())
}

/// A folder of files, bound to a port of this machine.
#[derive(Clone)]
pub struct Site {
    server: Arc<Server>,
    files: Arc<Files>,
    address: SocketAddr,
}

impl Site {
    /// Binds to a port; 0 takes any free one.
    pub fn listen(folder: &Path, port: u16) -> Result<Self, String> {
        let files = Arc::new(Files::of(folder)?);
        let server = Server::http((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
            let taken = error
                .downcast_ref::<io::Error>()
                .is_some_and(|error| error.kind() == io::ErrorKind::AddrInUse);
            if taken {
                format!("port {port} is taken; leave --port out to get a free one")
            } else {
                format!("port {port} cannot be opened: {error}")
            }
        })?;
        let address = server.server_addr().to_ip().ok_or("this is no network address")?;
        Ok(Self { server: Arc::new(server), files, address })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until [`Site::stop`] is called.
    pub fn serve(&self) {
        thread::scope(|scope| {
            for _ in 0..WORKERS {
                scope.spawn(|| self.work());
            }
        });
    }

    /// Ends one worker after the other.
    pub fn stop(&self) {
        for _ in 0..WORKERS {
            self.server.unblock();
        }
    }

    fn work(&self) {
        while let Ok(request) = self.server.recv() {
            let response = answer::answer(&request, self.address.port(), &self.files);
            // Whoever left before the answer came does not need it.
            let _ = request.respond(response);
        }
    }
}

fn open(url: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = Command::new(opener).arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if quiet.is_err() {
        println!("`{opener}` is not there to open a browser: open the address yourself");
    }
}
