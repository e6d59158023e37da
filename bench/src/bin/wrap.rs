//! What `belay wrap` adds to a key: from typing it to seeing it, with a program that answers every
//! byte at once.
//!
//! Beside it, in the same run and in turns: the same program in a bare terminal, and a second bare
//! one, which shows how far two of a kind are apart.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a measurement that cannot go on should stop"
)]

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Keys in a turn, and turns.
const KEYS: usize = 200;
const TURNS: usize = 25;
/// What may be added.
const ALLOWED: Duration = Duration::from_millis(1);

struct Typist {
    name: &'static str,
    keyboard: Box<dyn Write + Send>,
    screen: Box<dyn Read + Send>,
    program: Box<dyn Child + Send + Sync>,
    _window: Box<dyn MasterPty + Send>,
    times: Vec<Duration>,
}

impl Typist {
    fn new(name: &'static str, before: &[&str]) -> Self {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let answer = ["sh", "-c", "stty raw -echo; printf ready; exec cat"];
        let mut words = before.iter().chain(&answer);
        let mut command = CommandBuilder::new(words.next().unwrap());
        command.args(words);
        command.cwd(std::env::current_dir().unwrap());
        let program = pair.slave.spawn_command(command).unwrap();
        let keyboard = pair.master.take_writer().unwrap();
        let mut screen = pair.master.try_clone_reader().unwrap();
        let mut seen = Vec::new();
        while !seen.ends_with(b"ready") {
            let mut byte = [0];
            screen.read_exact(&mut byte).unwrap();
            seen.extend(byte);
        }
        Self { name, keyboard, screen, program, _window: pair.master, times: Vec::new() }
    }

    fn turn(&mut self) {
        for number in 0..KEYS {
            let key = b'a' + u8::try_from(number % 26).unwrap();
            let started = Instant::now();
            self.keyboard.write_all(&[key]).unwrap();
            self.keyboard.flush().unwrap();
            let mut answer = [0];
            self.screen.read_exact(&mut answer).unwrap();
            self.times.push(started.elapsed());
            assert_eq!(answer, [key]);
        }
    }

    fn median(&mut self) -> Duration {
        self.times.sort_unstable();
        self.times.get(self.times.len() / 2).copied().unwrap()
    }

    fn slowest_of_a_hundred(&self) -> Duration {
        self.times.get(self.times.len() * 99 / 100).copied().unwrap()
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [belay, rest @ ..] = words.as_slice() else { panic!("wrap BELAY [--gate]") };
    let mut typists = [
        Typist::new("bare terminal", &[]),
        Typist::new("bare terminal, again", &[]),
        Typist::new("belay wrap", &[belay, "wrap", "--"]),
    ];
    // The first keys find everything cold.
    for typist in &mut typists {
        typist.turn();
        typist.times.clear();
    }
    for _ in 0..TURNS {
        for typist in &mut typists {
            typist.turn();
        }
    }
    println!("a key to the agent and back, {} times each:", KEYS * TURNS);
    for typist in &mut typists {
        let median = typist.median();
        println!(
            "  {:<22} median {median:>9.1?}   p99 {:>9.1?}",
            typist.name,
            typist.slowest_of_a_hundred()
        );
    }
    let [bare, _, wrapped] = &mut typists;
    let added = wrapped.median().saturating_sub(bare.median());
    println!("  added by belay wrap    median {added:>9.1?}   allowed {ALLOWED:?}");
    for typist in &mut typists {
        let _ = typist.program.kill();
    }
    if added > ALLOWED && rest.first().is_some_and(|word| word == "--gate") {
        std::process::exit(1);
    }
}
