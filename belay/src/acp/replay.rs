//! A conversation without its processes: for tests and for the fuzz target.

use super::lines;
use super::proxy::{Proxy, Step};
use crate::answer::Answer;
use crate::guard::Call;

/// One of the two that speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The editor.
    Client,
    /// The agent.
    Agent,
}

/// A line that is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// To whom.
    pub to: Side,
    /// The line with its end.
    pub line: Vec<u8>,
    /// Whether it is a line of the other side, and not one of Belay's own.
    pub passed: bool,
}

/// Two sides and a guard that answers as it is told.
pub struct Replay<J> {
    proxy: Proxy,
    judge: J,
}

impl<J: FnMut(&Call) -> Answer> Replay<J> {
    /// In a folder.
    pub fn new(here: &str, always_asks: bool, judge: J) -> Self {
        let own = "belay-own".to_owned();
        Self { proxy: Proxy::new("agent".to_owned(), here.into(), None, own, always_asks), judge }
    }

    /// What becomes of a line.
    pub fn line(&mut self, from: Side, line: &[u8]) -> Vec<Sent> {
        let mut step = match from {
            Side::Client => self.proxy.of_client(line),
            Side::Agent => self.proxy.of_agent(line),
        };
        if let Some(question) = step.question.take() {
            let answer = (self.judge)(&question.call);
            step = self.proxy.decided(question, answer, line);
        }
        let Step { passes, to_client, to_agent, .. } = step;
        let own = |to| move |line| Sent { to, line, passed: false };
        let mut sent: Vec<Sent> = to_agent.into_iter().map(own(Side::Agent)).collect();
        sent.extend(to_client.into_iter().map(own(Side::Client)));
        if passes {
            let to = if from == Side::Client { Side::Agent } else { Side::Client };
            sent.push(Sent { to, line: line.to_vec(), passed: true });
        }
        sent
    }

    /// What becomes of a stream in which each line begins with the letter of who sends it: `c`,
    /// or anything else for the agent. Each line of it stands beside what was sent.
    pub fn stream(&mut self, mut stream: &[u8]) -> Vec<(Side, Vec<u8>, Vec<Sent>)> {
        let mut all = Vec::new();
        while let Ok(Some(line)) = lines::next(&mut stream) {
            let Some((letter, line)) = line.split_first() else { continue };
            let from = if *letter == b'c' { Side::Client } else { Side::Agent };
            let sent = self.line(from, line);
            all.push((from, line.to_vec(), sent));
        }
        all
    }
}
