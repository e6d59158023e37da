//! What a frame of the rewind menu costs with ten messages and with a thousand.
//!
//! `cargo xtask bench menu`; with `--gate` it fails where a thousand cost twice as much.

use std::time::{Duration, Instant};

use belay::rewind::draw::{self, Palette};
use belay::rewind::model::{Fate, FileLine, Key, Model, Plan, Point, Reply, SessionLine};
use jiff::Timestamp;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

const FRAMES: usize = 400;

fn main() {
    let (few, many) = (frame(10), frame(1_000));
    let ratio = many.as_secs_f64() / few.as_secs_f64();
    println!("a frame at 80x24: {few:?} with 10 messages, {many:?} with 1,000 ({ratio:.2}x)");
    println!("a letter of a search over 1,000 messages: {:?}", letter());
    if std::env::args().any(|word| word == "--gate") && ratio > 2.0 {
        eprintln!("a thousand messages must not cost twice a frame of ten");
        std::process::exit(1);
    }
}

fn menu(messages: usize) -> Model {
    let point = |number: usize| Point {
        id: format!("m{number}"),
        when: Timestamp::UNIX_EPOCH,
        text: format!("Message number {number}, with 宽 letters and a few more words to be cut"),
        label: None,
        pinned: false,
        abandoned: number.is_multiple_of(7),
    };
    let session = SessionLine {
        id: "5f4968e8-d94f".to_owned(),
        agent: "claude".to_owned(),
        when: Timestamp::UNIX_EPOCH,
        points: messages,
        text: String::new(),
        can_fork: true,
    };
    Model::new("project".to_owned(), vec![session], 0).with((0..messages).map(point).collect())
}

/// The median of a frame after each press of an arrow, with the files of the message beside it.
fn frame(messages: usize) -> Duration {
    let mut model = menu(messages);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a screen in memory");
    let palette = Palette::new(true);
    let file = |number: usize| FileLine {
        path: format!("src/module/file-{number}.rs"),
        fate: Fate::Write,
        note: "gets its old content".to_owned(),
        conflict: None,
        inside: true,
    };
    let plan = Plan { files: (0..200).map(file).collect(), ..Plan::default() };
    let mut times = Vec::new();
    for round in 0..FRAMES {
        let down = (round / 9).is_multiple_of(2);
        model.press(if down { Key::Down } else { Key::Up });
        if let Some(point) = model.points.chosen() {
            model.take(Reply::Looked(point, Ok(plan.clone())));
        }
        let start = Instant::now();
        terminal
            .draw(|frame| draw::draw(frame, &model, Timestamp::now(), &palette))
            .expect("a screen in memory takes everything");
        times.push(start.elapsed());
    }
    median(times)
}

/// The median of a letter typed into a search.
fn letter() -> Duration {
    let mut model = menu(1_000);
    model.press(Key::Char('/'));
    let mut times = Vec::new();
    for round in 0..FRAMES {
        let key = if round % 8 == 7 { Key::Backspace } else { Key::Char('m') };
        let start = Instant::now();
        model.press(key);
        times.push(start.elapsed());
    }
    median(times)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
