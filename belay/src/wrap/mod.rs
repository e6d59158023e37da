//! `belay wrap -- agent…`: any agent in a terminal of its own, and the menu over it.
//!
//! ```text
//! keyboard ──> keys ────────────> agent's terminal ──> agent
//!                └─> menu                                │
//! screen   <── screen (modes, picture) <─────────────────┘
//! ```
//!
//! Bytes pass both ways as they are. Where there is nothing to open a menu on (no terminal, or
//! the menu is off) the agent takes this program's place, and nothing stands in between.

mod keys;
mod menu;
mod modes;
mod screen;
mod sequences;

#[cfg_attr(windows, path = "agent_windows.rs")]
#[cfg_attr(not(windows), path = "agent_unix.rs")]
mod agent;
#[cfg_attr(windows, path = "terminal_windows.rs")]
#[cfg_attr(not(windows), path = "terminal_unix.rs")]
mod terminal;

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Read, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::commands::Exit;
use agent::{Agent, Happening};
use keys::{Act, Keys, Triggers};
use screen::Screen;
use terminal::Terminal;

pub use menu::note_session;

/// Set in the agent's environment: a second `belay wrap` inside it steps aside.
pub const VARIABLE: &str = "BELAY_WRAP";

const HELP: &str = "\
Everything you type and everything the agent writes passes as it is. Press Esc twice, or \
Ctrl-], to go back to an earlier message; the first Esc still reaches the agent, which most of \
them take as \"stop\".

If this program is killed with `kill -9`, the terminal may be left as the agent had set it: no \
echo, a strange screen, mouse clicks as text. Type `reset` and press Enter, even if you do not \
see it.";

/// The words of `belay wrap`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Options {
    /// Two presses of Esc within this many milliseconds open the menu; 0: they do not
    /// [default: 300, over SSH or in tmux 500].
    #[arg(long, value_name = "N", env = "BELAY_WRAP_ESCAPE_MS", hide_env = true)]
    escape_ms: Option<u64>,
    /// The other key that opens it: ctrl- and a letter or one of ] \ ^ _; or none.
    #[arg(
        long,
        value_name = "KEY",
        default_value = "ctrl-]",
        env = "BELAY_WRAP_KEY",
        hide_env = true
    )]
    key: String,
    /// No menu: the agent runs as if this were not here.
    #[arg(long)]
    no_menu: bool,
    /// The agent and its arguments.
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "AGENT"
    )]
    words: Vec<OsString>,
}

/// Runs an agent.
///
/// # Errors
/// The agent cannot be started, or the terminal cannot be set up.
pub fn run(options: &Options) -> Result<Exit> {
    let triggers = triggers(options)?;
    let nested = env::var_os(VARIABLE).is_some();
    let seen = io::stdin().is_terminal() && io::stdout().is_terminal();
    if !seen || nested || options.no_menu || (triggers.window, triggers.key) == (None, None) {
        return step_aside(&options.words);
    }
    let terminal = Terminal::open().context("the terminal cannot be set up")?;
    let size = Terminal::size()?;
    let link = menu::Link::new();
    let variables = [(VARIABLE, link.name())];
    let agent = Arc::new(Agent::start(&options.words, &variables, &terminal, size)?);
    let screen = Arc::new(Screen::new(io::stdout(), size));
    let session = Session { terminal, agent, screen, link, menus: Arc::default() };
    session.run(triggers)
}

/// Which keys open the menu.
fn triggers(options: &Options) -> Result<Triggers> {
    // On the way through a network or another program a key takes longer, and may arrive in pieces.
    let far = ["SSH_CONNECTION", "SSH_TTY", "TMUX", "STY", "MOSH_CONNECTION"]
        .iter()
        .any(|name| env::var_os(name).is_some());
    let window = options.escape_ms.unwrap_or(if far { 500 } else { 300 });
    Ok(Triggers {
        window: (window > 0).then(|| Duration::from_millis(window)),
        settle: Duration::from_millis(if far { 75 } else { 25 }),
        key: control_character(&options.key)?,
    })
}

/// The control character that a key with Ctrl sends.
fn control_character(key: &str) -> Result<Option<u8>> {
    let key = key.trim().to_ascii_lowercase();
    if key == "none" {
        return Ok(None);
    }
    let letter = ["ctrl-", "ctrl+", "c-", "^"].iter().find_map(|word| key.strip_prefix(word));
    match letter.unwrap_or_default().as_bytes() {
        [b'['] => bail!("Ctrl-[ is Esc itself; take another key, as in `--key ctrl-]`"),
        [b'i' | b'j' | b'm'] => {
            bail!("`{key}` is Tab or Enter to a terminal; take another key, as in `--key ctrl-]`")
        }
        [letter @ (b'a'..=b'z' | b']' | b'\\' | b'^' | b'_')] => Ok(Some(letter & 0x1f)),
        _ => bail!("`{key}` cannot be used as a key; write one as in `--key ctrl-]`, or `none`"),
    }
}

/// The agent takes the place of this program.
#[cfg(unix)]
fn step_aside(words: &[OsString]) -> Result<Exit> {
    use std::os::unix::process::CommandExt as _;
    let (program, arguments) = words.split_first().context("no program is named")?;
    let error = std::process::Command::new(program).args(arguments).exec();
    Err(error).with_context(|| format!("`{}` cannot be started", program.to_string_lossy()))
}

/// Windows has no such thing: the agent shares this program's console instead.
#[cfg(not(unix))]
fn step_aside(words: &[OsString]) -> Result<Exit> {
    let (program, arguments) = words.split_first().context("no program is named")?;
    let status = std::process::Command::new(program)
        .args(arguments)
        .status()
        .with_context(|| format!("`{}` cannot be started", program.to_string_lossy()))?;
    Ok(Exit::Passed(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
}

/// One run of an agent.
struct Session {
    terminal: Terminal,
    agent: Arc<Agent>,
    screen: Arc<Screen<Stdout>>,
    link: menu::Link,
    menus: Arc<Menus>,
}

/// Whether the menu is open, and what it has left to say.
#[derive(Default)]
struct Menus {
    /// Held while it is open.
    open: Mutex<Vec<String>>,
    /// The agent has ended; nobody needs a menu any more.
    over: AtomicBool,
}

impl Session {
    fn run(self, triggers: Triggers) -> Result<Exit> {
        let restoring = Restoring::begin(&self.terminal, &self.screen)?;
        let (sender, happenings) = mpsc::channel();
        self.agent.watch(move |happening| {
            // Nobody listens any more once this is over.
            let _ = sender.send(happening);
        })?;
        self.pass_output()?;
        self.pass_keys(triggers)?;
        let (exit, clean) = self.follow(&happenings);
        self.screen.wait_for_end(Duration::from_millis(100));
        self.menus.over.store(true, Ordering::Release);
        // A menu that is open is left open until the person closes it.
        let said = self.menus.open.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if !clean {
            self.screen.put_away()?;
        }
        drop(restoring);
        self.link.forget();
        for line in said {
            anstream::eprintln!("{line}");
        }
        Ok(exit)
    }

    /// Passes on what the agent writes.
    fn pass_output(&self) -> io::Result<()> {
        let mut from = reader(&self.agent)?;
        let screen = Arc::clone(&self.screen);
        std::thread::Builder::new().name("output".to_owned()).spawn(move || {
            let mut buffer = vec![0; 64 << 10];
            loop {
                match from.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(count) => {
                        // A terminal that is gone takes nothing; the agent hears of it by a signal.
                        let _ = screen.write(buffer.get(..count).unwrap_or_default());
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(_) => break,
                }
            }
            screen.end();
        })?;
        Ok(())
    }

    /// Passes on what the person types, and opens the menu.
    fn pass_keys(&self, triggers: Triggers) -> io::Result<()> {
        let mut to = writer(&self.agent)?;
        let screen = Arc::clone(&self.screen);
        let menus = Arc::clone(&self.menus);
        let link = self.link.clone();
        let terminal = self.terminal.clone();
        std::thread::Builder::new().name("keys".to_owned()).spawn(move || {
            let mut keys = Keys::new(triggers, Instant::now());
            let mut buffer = vec![0; 64 << 10];
            loop {
                let acts = match next(&mut keys, &mut buffer) {
                    Ok(Some(acts)) => acts,
                    Ok(None) | Err(_) => return,
                };
                for act in acts {
                    match act {
                        Act::Pass(bytes) => {
                            // What is typed after the agent's end goes to nobody.
                            let _ = to.write_all(&bytes).and_then(|()| to.flush());
                        }
                        Act::Menu => open(&screen, &terminal, &menus, &link),
                    }
                }
            }
        })?;
        Ok(())
    }

    /// Does what is to be done until the agent has ended. Whether it ended by itself comes with it:
    /// then it has left the terminal as it wants it.
    fn follow(&self, happenings: &mpsc::Receiver<Happening>) -> (Exit, bool) {
        #[cfg(unix)]
        let mut told = false;
        loop {
            let Ok(happening) = happenings.recv() else { return (Exit::Failed, false) };
            match happening {
                Happening::Resized => {
                    if let Ok(size) = Terminal::size() {
                        self.screen.resize(size);
                        let _ = self.agent.resize(size);
                    }
                }
                #[cfg(not(unix))]
                Happening::Ended(code) => return (Exit::Passed(code), true),
                #[cfg(unix)]
                Happening::Ended(code) => return (Exit::Passed(code), !told),
                #[cfg(unix)]
                Happening::Killed(signal) => {
                    return (Exit::Passed(signal.saturating_add(128)), false);
                }
                #[cfg(unix)]
                Happening::Told(signal) => {
                    told = true;
                    self.agent.signal(signal);
                }
                #[cfg(unix)]
                Happening::Stopped => {
                    let _ = self.screen.put_away();
                    let _ = self.terminal.restore();
                    Agent::stop_here();
                    // The shell has brought this program to the front again.
                    let _ = self.terminal.make_raw();
                    let _ = self.screen.bring_back();
                    self.agent.go_on();
                }
                #[cfg(unix)]
                Happening::Continued => {
                    let _ = self.terminal.make_raw();
                }
            }
        }
    }
}

#[cfg(unix)]
fn reader(agent: &Agent) -> io::Result<impl Read + Send + 'static> {
    agent.terminal()
}

#[cfg(unix)]
fn writer(agent: &Agent) -> io::Result<impl Write + Send + 'static> {
    agent.terminal()
}

#[cfg(not(unix))]
fn reader(agent: &Agent) -> io::Result<Box<dyn Read + Send>> {
    agent.reader()
}

#[cfg(not(unix))]
fn writer(agent: &Agent) -> io::Result<Box<dyn Write + Send>> {
    agent.writer()
}

/// The next thing that was typed; `None` when nothing more can be.
fn next(keys: &mut Keys, buffer: &mut [u8]) -> io::Result<Option<Vec<Act>>> {
    let limit = keys.deadline().map(|due| due.saturating_duration_since(Instant::now()));
    if !Terminal::wait_for_keys(limit)? {
        let due = keys.deadline().is_some_and(|due| due <= Instant::now() || cfg!(windows));
        return Ok(Some(if due { keys.elapsed() } else { Vec::new() }));
    }
    let count = Terminal::read(buffer)?;
    if count == 0 {
        return Ok(None);
    }
    Ok(Some(keys.typed(buffer.get(..count).unwrap_or_default(), Instant::now())))
}

/// Opens the menu and comes back when it is closed.
fn open(screen: &Screen<Stdout>, terminal: &Terminal, menus: &Menus, link: &menu::Link) {
    let mut said = menus.open.lock().unwrap_or_else(PoisonError::into_inner);
    if menus.over.load(Ordering::Acquire) || screen.pause().is_err() {
        return;
    }
    let lines = menu::open(link, terminal);
    // Whatever the menu did to the terminal, the agent's keys come as before.
    let _ = terminal.make_raw();
    let _ = screen.resume();
    if !lines.is_empty() {
        *said = lines;
    }
}

/// Gives the terminal back as it was, however this ends.
struct Restoring {
    terminal: Terminal,
}

impl Restoring {
    fn begin(terminal: &Terminal, screen: &Arc<Screen<Stdout>>) -> Result<Self> {
        let usual = std::panic::take_hook();
        let (panicked, shown) = (terminal.clone(), Arc::downgrade(screen));
        std::panic::set_hook(Box::new(move |what| {
            if let Some(screen) = shown.upgrade() {
                let _ = screen.put_away();
            }
            let _ = panicked.restore();
            usual(what);
        }));
        terminal.make_raw().context("the terminal cannot be set up")?;
        Ok(Self { terminal: terminal.clone() })
    }
}

impl Drop for Restoring {
    fn drop(&mut self) {
        let _ = self.terminal.restore();
    }
}
