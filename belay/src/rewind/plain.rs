//! The same walk in numbered lines: for screen readers, for terminals that can do no more, and for
//! what is not a terminal at all. Nothing is drawn over, nothing is told by colour or place alone.

use std::io::{BufRead, Write};

use anyhow::Result;
use jiff::Timestamp;

use super::Outcome;
use super::model::{Ask, Done, Fate, FileLine, Plan, Reply, What, Wish};
use super::past::Past;
use super::words::{Said, Tone};
use crate::output::{BAD, FAINT, GOOD, STRONG, WARNING, ago, count, styled};

/// How many messages are read out at a time.
const AT_A_TIME: usize = 20;

/// Runs the menu: asks on `out`, reads answers from `input`.
pub(super) fn run(past: Past, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Outcome> {
    let mut menu = Menu { past, input, out };
    menu.run()?;
    Ok(Outcome { already_said: true, ..menu.past.outcome() })
}

struct Menu<'t> {
    past: Past,
    input: &'t mut dyn BufRead,
    out: &'t mut dyn Write,
}

/// What somebody chose from the list.
enum Choice {
    Point(usize),
    Session(usize),
    Cancel,
}

impl Menu<'_> {
    fn run(&mut self) -> Result<()> {
        if let Some(note) = self.past.cut_short() {
            writeln!(self.out, "{} {}", styled(WARNING, "Warning:"), note.text)?;
            let answer = self.ask("f finishes it, t takes it back, Enter leaves it for later:")?;
            let ask = match answer.as_deref() {
                Some("f") => Some(Ask::Finish),
                Some("t") => Some(Ask::TakeBack),
                _ => None,
            };
            if let Some(ask) = ask {
                if let Some(Reply::Done(done)) = self.past.answer(ask) {
                    self.say(&done)?;
                }
                return Ok(());
            }
        }
        loop {
            match self.choose()? {
                Choice::Cancel => {
                    return Ok(writeln!(self.out, "Cancelled. Nothing was changed.")?);
                }
                Choice::Session(session) => {
                    self.past.answer(Ask::Session(session));
                }
                Choice::Point(point) => return self.go_back(point),
            }
        }
    }

    /// Reads out the messages, newest first, and takes a number.
    fn choose(&mut self) -> Result<Choice> {
        let points = self.past.points();
        let sessions = self.past.sessions().len();
        if let Some(session) = self.past.sessions().get(self.past.session()) {
            let title = format!(
                "Rewind in {}, {} session {}: {}, newest first.",
                self.past.name(),
                session.agent,
                session.id,
                count(points.len(), "checkpoint")
            );
            writeln!(self.out, "{}", styled(STRONG, title))?;
        }
        let mut wanted = String::new();
        let mut from = 0;
        loop {
            let now = Timestamp::now();
            let fits = |text: &str| text.to_lowercase().contains(&wanted);
            let fitting: Vec<_> =
                points.iter().enumerate().filter(|(_, point)| fits(&point.text)).collect();
            for (number, point) in fitting.iter().skip(from).take(AT_A_TIME) {
                let label = point.label.as_ref().map(|label| format!(" [{label}]"));
                let behind = if point.abandoned { ", left behind by a rewind" } else { "" };
                writeln!(
                    self.out,
                    "  {}. {}{behind}:{} {}",
                    number + 1,
                    ago(point.when, now),
                    label.unwrap_or_default(),
                    point.text
                )?;
            }
            let more = fitting.len().saturating_sub(from + AT_A_TIME);
            if fitting.is_empty() {
                writeln!(self.out, "  No message fits.")?;
            }
            writeln!(self.out, "  0. Cancel")?;
            let mut question = format!("Choose a checkpoint, 1-{}, 0 to cancel", points.len());
            if more > 0 {
                question += &format!(", m for {more} more");
            }
            if points.len() > AT_A_TIME {
                question += ", / and a word to search";
            }
            if sessions > 1 {
                question += ", s for another session";
            }
            let Some(answer) = self.ask(&format!("{question}:"))? else {
                return Ok(Choice::Cancel);
            };
            match answer.as_str() {
                "0" | "q" | "" => return Ok(Choice::Cancel),
                "m" if more > 0 => from += AT_A_TIME,
                "s" if sessions > 1 => {
                    if let Some(session) = self.choose_session()? {
                        return Ok(Choice::Session(session));
                    }
                }
                text if text.starts_with('/') => {
                    wanted = text.trim_start_matches('/').trim().to_lowercase();
                    from = 0;
                }
                text => match text.parse::<usize>() {
                    Ok(number) if number <= points.len() => return Ok(Choice::Point(number - 1)),
                    _ => writeln!(
                        self.out,
                        "`{}` is not a number from 0 to {}.",
                        crate::guard::cut(text),
                        points.len()
                    )?,
                },
            }
        }
    }

    fn choose_session(&mut self) -> Result<Option<usize>> {
        let now = Timestamp::now();
        let sessions = self.past.sessions().to_vec();
        for (index, session) in sessions.iter().enumerate() {
            writeln!(
                self.out,
                "  {}. {} session {}, {}, {}: {}",
                index + 1,
                session.agent,
                session.id,
                count(session.points, "checkpoint"),
                ago(session.when, now),
                session.text
            )?;
        }
        let answer = self.ask(&format!("Choose a session, 1-{}, 0 to go back:", sessions.len()))?;
        let number = answer.and_then(|text| text.parse::<usize>().ok()).unwrap_or(0);
        Ok(number.checked_sub(1).filter(|index| *index < sessions.len()))
    }

    fn go_back(&mut self, point: usize) -> Result<()> {
        let mut wish = Wish { point, what: What::Code, all: false, picked: Vec::new() };
        let can_fork = self.past.can_fork();
        loop {
            let plan = match self.past.answer(Ask::Plan(wish.clone())) {
                Some(Reply::Planned(Ok(plan))) => plan,
                Some(Reply::Planned(Err(why))) => {
                    let said = vec![Said::bad(super::words::failed(&why))];
                    return self.say(&Done { said, ..Done::default() });
                }
                _ => return Ok(()),
            };
            self.read_out(&plan, &wish)?;
            let others = plan.count(Fate::Leave) > 0 && !wish.all;
            if plan.is_empty() && !others && !can_fork {
                return Ok(());
            }
            let mut ways = Vec::new();
            if !plan.is_empty() {
                ways.push("y to go back".to_owned());
            }
            if others {
                ways.push("a to take what others changed too".to_owned());
            }
            if can_fork {
                ways.push(format!("c for {}", about(wish.what.next())));
            }
            ways.push("n to cancel:".to_owned());
            match self.ask(&ways.join(", "))?.as_deref() {
                Some("y" | "yes") if !plan.is_empty() => break,
                Some("a") if others => wish.all = true,
                Some("c") if can_fork => wish.what = wish.what.next(),
                _ => return Ok(writeln!(self.out, "Cancelled. Nothing was changed.")?),
            }
        }
        let Some(Reply::Done(done)) = self.past.answer(Ask::CarryOut) else { return Ok(()) };
        self.say(&done)?;
        if done.undoable
            && self.ask("u to undo this rewind, Enter to finish:")?.as_deref() == Some("u")
            && let Some(Reply::Done(done)) = self.past.answer(Ask::Undo)
        {
            self.say(&done)?;
        }
        Ok(())
    }

    /// The plan in words.
    fn read_out(&mut self, plan: &Plan, wish: &Wish) -> Result<()> {
        if let Some(point) = self.past.points().get(wish.point) {
            writeln!(self.out, "{}", styled(STRONG, format!("Go back to: {}", point.text)))?;
        }
        for warning in &plan.warnings {
            writeln!(self.out, "{} {warning}", styled(WARNING, "Warning:"))?;
        }
        for FileLine { path, fate, note, conflict, .. } in &plan.files {
            let verb = match fate {
                Fate::Write => "Write",
                Fate::Delete => "Delete",
                Fate::Leave => "Leave alone",
            };
            let conflict =
                conflict.as_ref().map_or_else(String::new, |who| format!("; conflict: {who}"));
            writeln!(self.out, "  {verb} {path}: {note}{conflict}.")?;
        }
        if let Some(conversation) = &plan.conversation {
            writeln!(self.out, "  {conversation}")?;
        }
        if plan.is_empty() {
            writeln!(self.out, "There is nothing to do.")?;
        } else {
            writeln!(self.out, "In all: {}. What is there now is saved first.", plan.sums())?;
        }
        Ok(())
    }

    fn say(&mut self, done: &Done) -> Result<()> {
        for said in &done.said {
            let style = match said.tone {
                Tone::Good => GOOD,
                Tone::Bad => BAD,
                Tone::Warning => WARNING,
                Tone::Note => FAINT,
            };
            writeln!(self.out, "{}", styled(style, &said.text))?;
        }
        Ok(())
    }

    /// Asks and reads one line; nothing at the end of the input.
    fn ask(&mut self, question: &str) -> Result<Option<String>> {
        write!(self.out, "{question} ")?;
        self.out.flush()?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        Ok(Some(line.trim().to_lowercase()))
    }
}

/// What goes back, in words.
fn about(what: What) -> &'static str {
    match what {
        What::Code => "the files only",
        What::Conversation => "the conversation only",
        What::Both => "files and conversation",
    }
}
