//! What a conversation costs with Belay in it: the time that `belay acp` adds to a message, how
//! much passes through it, and from a call of a tool of `belay mcp` to its answer.
//!
//! Beside it, in the same run and in turns, the same agent without Belay.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a measurement that cannot go on should stop"
)]

use std::io::{BufRead as _, BufReader, BufWriter, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use bench::workplace::Workplace;

/// How many messages go there and back.
const MESSAGES: usize = 1001;
/// How much an agent says at once, in bytes.
const POURED: usize = 64 << 20;
/// How often that is measured.
const ROUNDS: usize = 5;
/// What a message may take longer.
const ALLOWED: Duration = Duration::from_millis(1);
/// How much must pass in a second, in megabytes.
const WANTED: f64 = 50.0;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["echo"] => echo(),
        ["pour", size] => pour(size.parse().unwrap()),
        ["measure", belay, folder, rest @ ..] => {
            measure(&Workplace::new(belay, folder), rest.first() == Some(&"--gate"));
        }
        other => panic!("protocols measure BELAY FOLDER [--gate], not {other:?}"),
    }
}

/// An agent that says what it hears.
fn echo() {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        writeln!(out, "{}", line.unwrap()).unwrap();
        out.flush().unwrap();
    }
}

/// An agent that says a great deal, in lines of this size, and ends.
fn pour(size: usize) {
    let text = "a word and another ".repeat(size / 19);
    let line = format!(
        r#"{{"jsonrpc":"2.0","method":"session/update","params":{{"sessionId":"s","update":{{"sessionUpdate":"agent_message_chunk","content":{{"type":"text","text":"{text}"}}}}}}}}"#
    );
    let mut out = BufWriter::new(std::io::stdout().lock());
    for _ in 0..POURED / line.len() {
        writeln!(out, "{line}").unwrap();
    }
    out.flush().unwrap();
}

fn start(place: &Workplace, program: &Path, words: &[&str]) -> Child {
    let mut command = place.command(program, words);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

/// This program as an agent, alone or behind Belay.
fn agent(place: &Workplace, words: &[&str], guarded: bool) -> Child {
    let own = std::env::current_exe().unwrap();
    if !guarded {
        return start(place, &own, words);
    }
    let mut all = vec!["acp", "--", own.to_str().unwrap()];
    all.extend(words);
    start(place, &place.belay, &all)
}

/// The middle time from a line to its answer.
fn round_trip(child: &mut Child, line: impl Fn(usize) -> String) -> Duration {
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut times = Vec::with_capacity(MESSAGES);
    for number in 0..MESSAGES {
        let line = line(number);
        let mut answer = String::new();
        let begun = Instant::now();
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
        output.read_line(&mut answer).unwrap();
        times.push(begun.elapsed());
        assert!(!answer.is_empty(), "no answer to {line}");
    }
    drop(input);
    child.wait().unwrap();
    middle(times)
}

fn middle<T: Copy + PartialOrd>(mut times: Vec<T>) -> T {
    times.sort_by(|a, b| a.partial_cmp(b).unwrap());
    *times.get(times.len() / 2).unwrap()
}

/// Megabytes in a second that come out of an agent that pours.
fn throughput(place: &Workplace, size: usize, guarded: bool) -> f64 {
    let rounds = (0..ROUNDS).map(|_| {
        let mut child = agent(place, &["pour", &size.to_string()], guarded);
        let mut output = child.stdout.take().unwrap();
        let mut buffer = vec![0; 1 << 20];
        let (begun, mut read) = (Instant::now(), 0);
        loop {
            match output.read(&mut buffer).unwrap() {
                0 => break,
                more => read += more,
            }
        }
        let taken = begun.elapsed().as_secs_f64();
        drop(child.stdin.take());
        child.wait().unwrap();
        assert!(read > POURED * 9 / 10, "{read} bytes are not all");
        read as f64 / taken / 1e6
    });
    middle(rounds.collect())
}

fn measure(place: &Workplace, gate: bool) {
    let mut over = Vec::new();
    let unknown = |number| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{number},"method":"_x/ask","params":{{"text":"{}"}}}}"#,
            "word ".repeat(40)
        )
    };
    let told = |number: usize| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"session/update","params":{{"sessionId":"s","update":{{"sessionUpdate":"tool_call","toolCallId":"c{number}","title":"t","kind":"execute","rawInput":{{"command":"ls"}}}}}}}}"#
        )
    };
    let lines: [(&str, &dyn Fn(usize) -> String); 2] =
        [("a message it does not know", &unknown), ("a tool call it remembers", &told)];
    for (name, line) in lines {
        let alone = round_trip(&mut agent(place, &["echo"], false), line);
        let guarded = round_trip(&mut agent(place, &["echo"], true), line);
        // There and back are two messages.
        let added = guarded.saturating_sub(alone) / 2;
        println!("{name:<28} {alone:>8.1?} there and back alone, {added:>8.1?} more a message");
        if added > ALLOWED {
            over.push(format!("{name} takes {added:.1?} longer, more than {ALLOWED:?}"));
        }
    }
    for size in [200, 4_000, 1_000_000] {
        let (alone, guarded) = (throughput(place, size, false), throughput(place, size, true));
        println!("lines of {size:>9} bytes      {guarded:>8.0} MB/s through it, {alone:.0} alone");
        if guarded < WANTED {
            over.push(format!(
                "only {guarded:.0} MB/s of lines of {size} bytes pass, not {WANTED}"
            ));
        }
    }
    let mut mcp = start(place, &place.belay, &["mcp"]);
    let hello = r#"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"0"}}}"#;
    let ready = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let check = |number| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{number},"method":"tools/call","params":{{"name":"command_check","arguments":{{"command":"git status"}}}}}}"#
        )
    };
    let asked = round_trip(&mut mcp, |number| match number {
        0 => format!("{hello}\n{ready}"),
        number => check(number),
    });
    println!("command_check of belay mcp   {asked:>8.1?}");
    if gate && !over.is_empty() {
        eprintln!("{}", over.join("\n"));
        std::process::exit(1);
    }
}
