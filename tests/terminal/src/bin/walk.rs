//! The walk that says whether going back works: a real Claude Code in `belay wrap` writes a file
//! with two functions and adds two more, Esc is pressed twice, the menu shows two messages, the
//! first is chosen, and the file is as it was. `tests/lab/walk.mjs` starts it where everything is
//! prepared, and the pictures of it become the recording in the README.
//!
//! ```text
//! walk SVG BELAY AGENT…
//! ```

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use test_terminal::Terminal;
use test_terminal::recording::Recording;

const FIRST: &str = "Create a file utils.ts with add and subtract functions";
const SECOND: &str = "Add multiply and divide functions to utils.ts";

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (svg, words) = words.split_first().context("walk SVG BELAY AGENT…")?;
    let (belay, agent) = words.split_first().context("walk SVG BELAY AGENT…")?;
    let folder = std::env::current_dir()?;
    let file = folder.join("utils.ts");
    let mut wrapped = vec![belay.as_str(), "wrap", "--"];
    wrapped.extend(agent.iter().map(String::as_str));
    let mut terminal = Terminal::start((26, 90), &wrapped, &[], &folder)?;
    let mut recording = Recording::default();

    terminal.wait_for("❯")?;
    say(&mut terminal, &mut recording, FIRST)?;
    terminal.wait_for("utils.ts has add and subtract.")?;
    holds(&file, "subtract", "multiply")?;
    let two = fs::read(&file)?;
    recording.add(&terminal.screen(), 2.5);

    say(&mut terminal, &mut recording, SECOND)?;
    terminal.wait_for("multiply and divide are there too.")?;
    holds(&file, "divide", "nothing of this kind")?;
    calm(&terminal)?;
    recording.add(&terminal.screen(), 2.5);

    // Twice within 300 milliseconds. The agent has the first, the menu the second.
    terminal.send("\x1b\x1b")?;
    terminal.wait_until("two messages in the menu", |screen| {
        let shown = screen.contents();
        shown.contains("Create a file utils.ts") && shown.contains("Add multiply and divide")
    })?;
    recording.add(&terminal.screen(), 2.5);

    // The numbers are those of the list: the newest message is the first.
    terminal.send("1")?;
    terminal.wait_for("▸1")?;
    calm(&terminal)?;
    recording.add(&terminal.screen(), 2.5);
    terminal.send("\r")?;
    terminal.wait_for("Press y to go back")?;
    calm(&terminal)?;
    recording.add(&terminal.screen(), 3.0);
    terminal.send("y")?;
    let done = format!("Restored to checkpoint: {SECOND}");
    terminal.wait_for(&done)?;
    let screen = terminal.screen();
    recording.add(&screen, 3.5);
    ensure!(is_green(&screen, "Restored to checkpoint"), "the message is not green");
    ensure!(fs::read(&file)? == two, "utils.ts is not as it was with two functions");
    holds(&file, "subtract", "multiply")?;

    // The agent's screen is there again, and the agent goes on.
    terminal.send("\r")?;
    terminal.wait_for("multiply and divide are there too.")?;
    recording.add(&terminal.screen(), 2.0);
    calm(&terminal)?;
    terminal.send("\x03")?;
    terminal.wait_for("again to exit")?;
    terminal.send("\x03")?;
    terminal.wait_for_end()?;
    let code = terminal.exit_code()?;
    ensure!(code == 0, "the agent ended with {code}");

    let text = recording.svg(
        "Claude Code in belay wrap: it writes utils.ts with two functions and adds two more; Esc \
         is pressed twice, the menu shows both messages, the first is chosen, and the file has two \
         functions again",
    );
    fs::write(svg, text).with_context(|| format!("{svg} cannot be written"))?;
    println!("the walk went well; {svg} shows it");
    Ok(())
}

/// Types a message and sends it.
fn say(terminal: &mut Terminal, recording: &mut Recording, message: &str) -> Result<()> {
    terminal.send(message)?;
    terminal.wait_for(message)?;
    calm(terminal)?;
    recording.add(&terminal.screen(), 1.5);
    terminal.send("\r")
}

/// Waits until nothing changes on the screen any more.
fn calm(terminal: &Terminal) -> Result<()> {
    for _ in 0..200 {
        let before = terminal.written().len();
        // There is no event for nothing happening.
        std::thread::sleep(std::time::Duration::from_millis(400));
        if terminal.written().len() == before {
            return Ok(());
        }
    }
    anyhow::bail!("the screen never stands still:\n{}", terminal.screen().contents())
}

fn holds(file: &Path, word: &str, other: &str) -> Result<()> {
    let text =
        fs::read_to_string(file).with_context(|| format!("{} is not there", file.display()))?;
    ensure!(text.contains(word), "{} has no {word}:\n{text}", file.display());
    ensure!(!text.contains(other), "{} has {other}:\n{text}", file.display());
    Ok(())
}

fn is_green(screen: &vt100::Screen, text: &str) -> bool {
    let (rows, columns) = screen.size();
    let at = (0..rows.get()).find_map(|row| {
        let line: String = screen.rows(0, columns.get()).nth(usize::from(row))?;
        let column = line.split(text).next().filter(|before| before.len() < line.len())?;
        Some((row, u16::try_from(column.chars().count()).ok()?))
    });
    let cell = at.and_then(|(row, column)| screen.cell(row, column));
    cell.is_some_and(|cell| matches!(cell.fgcolor(), vt100::Color::Idx(2 | 10)))
}
