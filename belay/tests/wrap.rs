//! `belay wrap` in a real terminal: what passes through it, and what is left when it ends.
#![cfg(unix)]

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use test_terminal::Terminal;

const BELAY: &str = env!("CARGO_BIN_EXE_belay");
/// Tells this file's own program apart: it is a test that does nothing without it.
const PART: &str = "WRAP_TEST_RECORD";

struct Stage {
    folder: tempfile::TempDir,
}

impl Stage {
    fn new() -> Result<Self> {
        Ok(Self { folder: tempfile::tempdir()? })
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Starts words in a terminal, with or without `belay wrap` before them.
    fn start(&self, wrapped: bool, words: &[&str], variables: &[(&str, &str)]) -> Result<Terminal> {
        let mut all = if wrapped { vec![BELAY, "wrap", "--"] } else { Vec::new() };
        all.extend(words);
        let home = self.path().join("belay");
        let mut set = vec![("BELAY_HOME", home.to_str().context("a path")?), ("PS1", "$ ")];
        set.extend(variables);
        Terminal::start((24, 80), &all, &set, self.path())
    }

    /// A line for a shell: `belay wrap` with the agent in the file `script`, its number in `pid`.
    fn noted(&self) -> String {
        format!(r#"sh -c 'echo $$ > pid; exec {BELAY} wrap -- bash -c "$(cat script)"'"#)
    }

    fn kill(&self, signal: &str) -> Result<()> {
        let process = fs::read_to_string(self.path().join("pid"))?;
        Command::new("kill").args(["-s", signal, process.trim()]).status()?;
        Ok(())
    }
}

/// Every byte, and the sequences by which full-screen programs draw.
fn drawing() -> Vec<u8> {
    let mut text = b"\x1b[?1049h\x1b[?1002;1006h\x1b[?2004h\x1b[>1u\x1b[?25l\x1b[2J\x1b[H".to_vec();
    text.extend("héllo 世界 🦀\r\n".as_bytes());
    text.extend(
        b"\x1b[38;2;1;2;3mcolour\x1b[m\x1b]0;title\x07\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\",
    );
    text.extend(b"\x1bP+q544e\x1b\\\x1b_Gi=1;AAAA\x1b\\\x1b[5;10r\x1b7\x1b8\x1b(0qqq\x1b(B");
    text.extend((0..=255).filter(|byte| *byte != 0x1b));
    // More than any buffer on the way holds.
    for number in 0..20_000 {
        text.extend(format!("\x1b[{};1Hline {number}", number % 24 + 1).bytes());
    }
    text.extend(b"\x1b[r\x1b[?25h\x1b[<u\x1b[?2004l\x1b[?1002;1006l\x1b[?1049lEND");
    text
}

/// Everything a person may type, without what opens the menu.
fn typing() -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> =
        (0..=255_u8).filter(|byte| ![0x1b, 0x1d].contains(byte)).map(|byte| vec![byte]).collect();
    for sequence in [
        "\x1b[A",
        "\x1bOP",
        "\x1b[1;5C",
        "\x1b[15~",
        "\x1bx",
        "\x1b[<0;10;5M",
        "\x1b[<0;10;5m",
        "\x1b[M !!",
        "\x1b[200~pasted \x1b\x1b\x1d text\x1b[201~",
        "\x1b[I",
        "\x1b[O",
        "é世🦀",
        "\x1b[27;2u",
        "\x1b[97;5u",
        "\x1b]11;rgb:0000/0000/0000\x1b\\",
        "\x1b[?62;22c",
        "\x1b[6;5R",
    ] {
        all.push(sequence.into());
    }
    all.push(vec![b'x'; 3000]);
    all
}

/// The other side: draws everything, takes everything, and writes down what it got.
#[test]
fn records_what_is_typed() -> Result<()> {
    let Some(record) = std::env::var_os(PART) else { return Ok(()) };
    Command::new("stty").args(["raw", "-echo"]).status()?;
    let mut terminal = fs::File::options().read(true).write(true).open("/dev/tty")?;
    terminal.write_all(&drawing())?;
    let wanted: usize = typing().iter().map(Vec::len).sum();
    let mut got = vec![0; wanted];
    terminal.read_exact(&mut got)?;
    fs::write(record, &got)?;
    terminal.write_all(b"GOT ALL")?;
    Ok(())
}

#[test]
fn every_byte_is_the_same_with_and_without() -> Result<()> {
    let stage = Stage::new()?;
    let this = std::env::current_exe()?;
    let this = this.to_str().context("a path")?;
    let words = [this, "--exact", "records_what_is_typed", "--nocapture", "-q"];
    let mut both = Vec::new();
    for wrapped in [false, true] {
        let record = stage.path().join(format!("typed-{wrapped}"));
        let variables = [(PART, record.to_str().context("a path")?)];
        let mut terminal = stage.start(wrapped, &words, &variables)?;
        terminal.wait_until("the drawing", |screen| screen.contents().contains("END"))?;
        for chunk in typing() {
            terminal.send(&chunk)?;
        }
        terminal.wait_for("GOT ALL")?;
        terminal.wait_for_end()?;
        assert_eq!(terminal.exit_code()?, 0);
        let written = terminal.written();
        let from =
            written.windows(8).position(|part| part == b"\x1b[?1049h").context("no drawing")?;
        let to = written.windows(7).rposition(|part| part == b"GOT ALL").context("no end")?;
        both.push((fs::read(&record)?, written.get(from..to).context("nothing")?.to_vec()));
    }
    let typed: Vec<u8> = typing().concat();
    for (got, written) in &both {
        assert!(*got == typed, "what was typed did not arrive");
        assert!(*written == drawing(), "what was drawn did not arrive");
    }
    Ok(())
}

/// What can be told of a screen.
fn told(screen: &vt100::Screen) -> (String, String, bool, (u16, u16)) {
    let modes = screen.input_mode_formatted();
    (screen.contents_formatted(), modes, screen.alternate_screen(), screen.cursor_position())
}

/// Goes through the same steps without `belay wrap` and with it: after each the screen comes to be
/// the same.
fn same_screens(words: &[&str], steps: &[(&str, &str)]) -> Result<()> {
    let stage = Stage::new()?;
    let text: String = (1..=200).map(|number| format!("line {number} of a text\n")).collect();
    fs::write(stage.path().join("text.txt"), text)?;
    let mut bare = stage.start(false, words, &[])?;
    let mut wrapped = stage.start(true, words, &[])?;
    for (keys, shows) in steps {
        bare.send(keys)?;
        wrapped.send(keys)?;
        if shows.is_empty() {
            bare.wait_for_end()?;
            wrapped.wait_for_end()?;
            assert_eq!(told(&wrapped.screen()), told(&bare.screen()));
        } else {
            bare.wait_for(shows)?;
            wrapped.wait_until(shows, |screen| told(screen) == told(&bare.screen()))?;
        }
    }
    assert_eq!(wrapped.exit_code()?, bare.exit_code()?);
    Ok(())
}

/// Whether a program is there to be tried.
fn is_there(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok();
    if !there {
        eprintln!("{program} is not here, so it was not tried");
    }
    there
}

#[test]
fn less_looks_the_same() -> Result<()> {
    if !is_there("less") {
        return Ok(());
    }
    same_screens(
        &["less", "text.txt"],
        &[
            ("", "line 1 of"),
            ("G", "line 200 of"),
            ("g", "line 1 of"),
            ("/line 77\r", "line 77 of"),
            ("q", ""),
        ],
    )
}

#[test]
fn vim_looks_the_same() -> Result<()> {
    if !is_there("vim") {
        return Ok(());
    }
    same_screens(
        &[
            "vim",
            "-u",
            "NONE",
            "-N",
            "-n",
            "-i",
            "NONE",
            "--cmd",
            "set mouse=a noesckeys",
            "text.txt",
        ],
        &[
            ("", "line 1 of"),
            ("ihello ", "hello line 1"),
            ("\x1b", "hello line 1"),
            ("G", "line 200 of"),
            (":set number\r", "200 line 200"),
            (":q!\r", ""),
        ],
    )
}

#[test]
fn exit_codes_pass() -> Result<()> {
    let stage = Stage::new()?;
    for (script, code) in
        [("exit 7", 7), ("exit 0", 0), ("kill -TERM $$", 143), ("kill -9 $$", 137)]
    {
        let mut terminal = stage.start(true, &["sh", "-c", script], &[])?;
        terminal.wait_for_end()?;
        assert_eq!(terminal.exit_code()?, code, "{script}");
    }
    let mut terminal = stage.start(true, &["no-such-agent"], &[])?;
    terminal
        .wait_until("the reason", |screen| screen.contents().contains("cannot be started"))
        .ok();
    assert_eq!(terminal.exit_code()?, 1);
    assert!(
        String::from_utf8_lossy(&terminal.written()).contains("`no-such-agent` cannot be started")
    );
    Ok(())
}

#[test]
fn without_a_terminal_or_a_menu_it_steps_aside() -> Result<()> {
    let output = Command::new(BELAY).args(["wrap", "--", "sh", "-c", "cat; exit 3"]).output()?;
    assert_eq!(output.status.code(), Some(3));
    let stage = Stage::new()?;
    let all = [BELAY, "wrap", "--no-menu", "--", "sh", "-c", "tty; echo wrap=${BELAY_WRAP-none}"];
    let mut terminal = Terminal::start((24, 80), &all, &[], stage.path())?;
    terminal.wait_for("wrap=none")?;
    terminal.exit_code()?;
    // And one inside another does.
    let inner = format!("echo first=$BELAY_WRAP; {BELAY} wrap -- sh -c 'echo second=$BELAY_WRAP'");
    let terminal = stage.start(true, &["sh", "-c", &inner], &[])?;
    terminal.wait_for("second=")?;
    terminal.wait_for_end()?;
    let text = terminal.screen().contents();
    let name = |word: &str| text.split(word).nth(1).map(|rest| rest.chars().take(16).collect());
    let (first, second): (Option<String>, Option<String>) = (name("first="), name("second="));
    assert_eq!(first, second, "{text}");
    Ok(())
}

#[test]
fn keys_and_signals_are_the_agents() -> Result<()> {
    let stage = Stage::new()?;
    // Ctrl-C reaches it as it would without: by its own terminal.
    let script = "trap 'echo caught' INT; echo ready; while :; do sleep 0.05; done";
    let mut terminal = stage.start(true, &["bash", "-c", script], &[])?;
    terminal.wait_for("ready")?;
    terminal.send("\x03")?;
    terminal.wait_for("caught")?;
    // And so do signals to `belay` itself.
    let process = terminal.process().context("no process")?.to_string();
    Command::new("kill").args(["-INT", &process]).status()?;
    terminal.wait_until("two", |screen| screen.contents().matches("caught").count() == 2)?;
    Command::new("kill").args(["-TERM", &process]).status()?;
    terminal.wait_for_end()?;
    assert_eq!(terminal.exit_code()?, 143);
    Ok(())
}

#[test]
fn the_window_and_its_settings_are_the_agents() -> Result<()> {
    let stage = Stage::new()?;
    let script = "stty erase ^H; trap 'stty size' WINCH; stty size; while :; do sleep 0.05; done";
    let terminal = stage.start(true, &["bash", "-c", script], &[])?;
    terminal.wait_for("24 80")?;
    terminal.resize(30, 100)?;
    terminal.wait_for("30 100")?;
    // What is set up before is what it starts with.
    let set = format!("stty erase ^H -ixon; {BELAY} wrap -- stty -a");
    let terminal = stage.start(false, &["sh", "-c", &set], &[])?;
    terminal.wait_for_end()?;
    let text = terminal.screen().contents();
    assert!(text.contains("erase = ^H") && text.contains("-ixon"), "{text}");
    Ok(())
}

#[test]
fn a_stopped_agent_gives_the_shell_its_terminal() -> Result<()> {
    let stage = Stage::new()?;
    let mut terminal = stage.start(false, &["bash", "--norc", "-i"], &[])?;
    terminal.wait_for("$ ")?;
    let script =
        r#"printf '\033[?1049h\033[?1000hrunning'; kill -STOP $$; echo back; read x; exit 5"#;
    terminal.send(format!("{BELAY} wrap -- bash -c \"$(cat script)\"\r"))?;
    fs::write(stage.path().join("script"), script)?;
    terminal.wait_for("Stopped")?;
    let screen = terminal.screen();
    assert!(!screen.alternate_screen());
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    terminal.send("echo in the shell\r")?;
    terminal
        .wait_until("the echo", |screen| screen.contents().matches("in the shell").count() == 2)?;
    terminal.send("fg\r")?;
    terminal.wait_for("back")?;
    assert!(terminal.screen().alternate_screen());
    terminal.send("\r")?;
    terminal.wait_until("the shell", |screen| {
        !screen.alternate_screen() || screen.contents().contains("$ ")
    })?;
    terminal.send("echo code=$?\r")?;
    terminal.wait_for("code=5")
}

/// An agent that has taken the whole terminal and waits.
const TAKEN: &str = r#"printf '\033[?1049h\033[?1003h\033[?1006h\033[?2004h\033[?25l\033[2;3Htaken'; \
                      while :; do sleep 0.05; done"#;

fn is_usable(screen: &vt100::Screen) -> bool {
    !screen.alternate_screen()
        && !screen.hide_cursor()
        && !screen.bracketed_paste()
        && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
}

#[test]
fn ended_by_a_signal_it_leaves_a_usable_terminal() -> Result<()> {
    for signal in ["TERM", "HUP", "INT"] {
        let stage = Stage::new()?;
        let mut terminal = stage.start(false, &["bash", "--norc", "--noediting"], &[])?;
        terminal.wait_for("$ ")?;
        terminal.send("stty -a > before\r")?;
        fs::write(stage.path().join("script"), TAKEN)?;
        terminal.send(format!("{}; stty -a > after; echo us''able\r", stage.noted()))?;
        terminal.wait_for("taken")?;
        stage.kill(signal)?;
        terminal.wait_for("usable")?;
        assert!(
            is_usable(&terminal.screen()),
            "{signal}: {:?}",
            terminal.screen().input_mode_formatted()
        );
        let [before, after] =
            ["before", "after"].map(|name| fs::read_to_string(stage.path().join(name)));
        assert_eq!(before?, after?, "{signal}");
    }
    Ok(())
}

#[test]
fn killed_outright_it_leaves_what_a_reset_repairs() -> Result<()> {
    let stage = Stage::new()?;
    let mut terminal = stage.start(false, &["bash", "--norc", "--noediting", "-i"], &[])?;
    terminal.wait_for("$ ")?;
    fs::write(stage.path().join("script"), TAKEN)?;
    terminal.send(format!("{}\r", stage.noted()))?;
    terminal.wait_for("taken")?;
    stage.kill("KILL")?;
    terminal.wait_for("Killed")?;
    // Nobody is left who could have switched these off.
    assert!(terminal.screen().alternate_screen());
    assert_eq!(terminal.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::AnyMotion);
    // The agent is gone with its terminal, and the page says what to do.
    let help = Command::new(BELAY).args(["wrap", "--help"]).output()?;
    assert!(String::from_utf8_lossy(&help.stdout).contains("`reset`"));
    terminal.send("reset\r")?;
    terminal.wait_until("a usable terminal", is_usable)?;
    terminal.send("echo us''able\r")?;
    terminal.wait_for("usable")
}

#[test]
fn the_menu_opens_over_it_and_everything_comes_back() -> Result<()> {
    let stage = Stage::new()?;
    let script = r#"
        stty raw -echo
        printf '\033[?1049h\033[?1003h\033[?1006h\033[?2004h\033[?1h\033[?25l\033[H\033[31mfull \033[1mscreen'
        printf '\033[5;5H'
        while IFS= read -r -n 1 key; do
            case $key in
                m) ( while [ ! -e go ]; do sleep 0.02; done; printf '\033[8;1Hmeanwhile'; touch gone ) & ;;
                q) exit 4 ;;
                *) printf '\033[10;1Hgot %q' "$key" ;;
            esac
        done"#;
    for keys in ["\x1b\x1b", "\x1d", "\x1b[27u\x1b[27u"] {
        for file in ["go", "gone"] {
            let _ = fs::remove_file(stage.path().join(file));
        }
        let mut terminal = stage.start(true, &["bash", "-c", script], &[])?;
        terminal.wait_for("screen")?;
        terminal.send("m")?;
        let before = terminal.screen();
        terminal.send(keys)?;
        terminal.wait_for("No checkpoints available")?;
        let menu = terminal.screen();
        assert_eq!(menu.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        assert!(!menu.bracketed_paste() && !menu.application_cursor());
        // The agent goes on, and nothing of it is seen.
        fs::write(stage.path().join("go"), "")?;
        while !stage.path().join("gone").exists() {
            std::thread::yield_now();
        }
        assert!(!terminal.screen().contents().contains("meanwhile"));
        terminal.send("x")?;
        terminal.wait_for("meanwhile")?;
        let after = terminal.screen();
        assert_eq!(after.input_mode_formatted(), before.input_mode_formatted());
        assert_eq!(after.hide_cursor(), before.hide_cursor());
        let line = |screen: &vt100::Screen, row: usize| screen.rows_formatted(0, 80).nth(row);
        assert_eq!(line(&after, 0), line(&before, 0));
        terminal.send("q")?;
        terminal.wait_for_end()?;
        assert_eq!(terminal.exit_code()?, 4);
    }
    Ok(())
}
