//! Which keys are the agent's and which open the menu.
//!
//! Everything a person types goes on to the agent in order, at once. Two presses of Esc shortly
//! after one another open the menu, and so does one other key. The first Esc of two goes on like
//! any other key: most agents stop at it, which must not wait, and which is also what somebody
//! who is about to go back wants. Only where an Esc may be the second of two it waits a moment,
//! for as long as the rest of an arrow key would take to arrive; if something follows, it was the
//! beginning of that.

use std::time::{Duration, Instant};

use super::sequences::{Csi, Direction, Reader, Step};

/// What becomes of what was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// This is the agent's.
    Pass(Vec<u8>),
    /// The menu opens; the key itself goes to nobody.
    Menu,
}

/// When the menu opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Triggers {
    /// Two presses of Esc within this time; `None` if they mean nothing.
    pub(super) window: Option<Duration>,
    /// How long the rest of a sequence may take to arrive.
    pub(super) settle: Duration,
    /// The other key, as the control character it is.
    pub(super) key: Option<u8>,
}

/// A press or a release, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Escape(Phase),
    Menu(Phase),
    PasteBegins,
    PasteEnds,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Press,
    Repeat,
    Release,
}

/// Sorts what is typed.
#[derive(Debug)]
pub(super) struct Keys {
    triggers: Triggers,
    reader: Reader,
    /// What has begun, and how much of it the agent has already.
    begun: Vec<u8>,
    passed: usize,
    began: Instant,
    /// When Esc was pressed, if nothing was typed since.
    first: Option<Instant>,
    pasting: bool,
    /// The key that opened the menu is still held down; its release goes to nobody either.
    held_down: Option<Key>,
}

impl Keys {
    pub(super) fn new(triggers: Triggers, now: Instant) -> Self {
        Self {
            triggers,
            reader: Reader::new(Direction::Keys),
            begun: Vec::new(),
            passed: 0,
            began: now,
            first: None,
            pasting: false,
            held_down: None,
        }
    }

    /// Until when something waits for its rest; then [`Self::elapsed`] is due.
    pub(super) fn deadline(&self) -> Option<Instant> {
        (self.passed < self.begun.len()).then(|| self.began + self.triggers.settle)
    }

    /// Takes what was typed.
    pub(super) fn typed(&mut self, bytes: &[u8], now: Instant) -> Vec<Act> {
        let mut acts = Acts::default();
        // The rest of a sequence is not that late: what comes now is something else.
        if !self.begun.is_empty() && now.duration_since(self.began) > self.triggers.settle {
            self.settled(&mut acts);
        }
        for byte in bytes {
            self.byte(*byte, now, &mut acts);
        }
        self.pause(&mut acts);
        acts.0
    }

    /// Nothing more came in time.
    pub(super) fn elapsed(&mut self) -> Vec<Act> {
        let mut acts = Acts::default();
        self.settled(&mut acts);
        acts.0
    }

    fn byte(&mut self, byte: u8, now: Instant, acts: &mut Acts) {
        if byte == 0x1b && self.reader.is_bare_escape() {
            // An Esc that is followed by another stands for itself, unless an arrow key follows:
            // Alt with one is written so by some terminals.
            self.settled(acts);
        }
        if self.begun.is_empty() {
            self.began = now;
        }
        self.begun.push(byte);
        let step = self.reader.push(byte);
        if step == Step::Inside {
            return;
        }
        let key = self.key(step);
        self.decide(key, acts);
    }

    /// What has begun is all there is.
    fn settled(&mut self, acts: &mut Acts) {
        let key = if self.reader.is_bare_escape() { Key::Escape(Phase::Press) } else { Key::Other };
        self.reader.give_up();
        self.decide(key, acts);
    }

    /// At the end of what has arrived: what may become a key that opens the menu waits.
    fn pause(&mut self, acts: &mut Acts) {
        let may_open = if self.pasting {
            false
        } else if self.reader.is_bare_escape() {
            self.is_second(self.began)
        } else {
            self.reader.is_in_parameters() && self.passed == 0
        };
        if !may_open {
            self.pass_rest(acts);
        }
    }

    fn decide(&mut self, key: Key, acts: &mut Acts) {
        let opens = !self.pasting
            && self.passed == 0
            && match key {
                Key::Escape(Phase::Press) => self.is_second(self.began),
                Key::Menu(Phase::Press) => true,
                _ => false,
            };
        let release = match key {
            Key::Escape(Phase::Release) => Some(Key::Escape(Phase::Press)),
            Key::Menu(Phase::Release) => Some(Key::Menu(Phase::Press)),
            _ => None,
        };
        if opens {
            acts.menu();
            self.first = None;
            self.held_down = Some(key);
        } else if release.is_some() && release == self.held_down {
            self.held_down = None;
        } else {
            self.pass_rest(acts);
            match key {
                Key::Escape(Phase::Press) if !self.pasting => self.first = Some(self.began),
                Key::Escape(_) => {}
                Key::PasteBegins => self.pasting = true,
                Key::PasteEnds => self.pasting = false,
                Key::Menu(_) | Key::Other => self.first = None,
            }
        }
        self.begun.clear();
        self.passed = 0;
    }

    fn is_second(&self, now: Instant) -> bool {
        match (self.first, self.triggers.window) {
            (Some(first), Some(window)) => now.duration_since(first) <= window,
            _ => false,
        }
    }

    fn pass_rest(&mut self, acts: &mut Acts) {
        acts.pass(self.begun.get(self.passed..).unwrap_or_default());
        self.passed = self.begun.len();
    }

    fn key(&self, step: Step) -> Key {
        if step == Step::Character {
            let menu = self.triggers.key.is_some_and(|key| self.begun == [key]);
            return if menu { Key::Menu(Phase::Press) } else { Key::Other };
        }
        let Some(csi) = Csi::read(self.reader.sequence()) else { return Key::Other };
        match (csi.mark, csi.last) {
            (None, b'~') if csi.parameter(0) == 200 => Key::PasteBegins,
            (None, b'~') if csi.parameter(0) == 201 => Key::PasteEnds,
            // The keyboard protocol of kitty.
            (None, b'u') => {
                let phase = match csi.sub_parameter(1, 1) {
                    2 => Phase::Repeat,
                    3 => Phase::Release,
                    _ => Phase::Press,
                };
                self.named(csi.parameter(0), csi.parameter(1), phase)
            }
            // What xterm calls modifyOtherKeys.
            (None, b'~') if csi.parameter(0) == 27 => {
                self.named(csi.parameter(2), csi.parameter(1), Phase::Press)
            }
            // The keyboard as Windows' own console tells it.
            (None, b'_') => {
                let phase = if csi.parameter(3) == 1 { Phase::Press } else { Phase::Release };
                let held = csi.parameter(4);
                let modifiers = u32::from(held & 0x10 != 0)
                    | u32::from(held & 0x03 != 0) << 1
                    | u32::from(held & 0x0c != 0) << 2;
                let menu = self.triggers.key.is_some_and(|key| csi.parameter(2) == u32::from(key));
                match (csi.parameter(0), modifiers) {
                    (0x1b, 0) => Key::Escape(phase),
                    (_, 4) if menu => Key::Menu(phase),
                    _ => Key::Other,
                }
            }
            _ => Key::Other,
        }
    }

    /// A key by its character and the keys that are held down with it (one more than their sum).
    fn named(&self, character: u32, modifiers: u32, phase: Phase) -> Key {
        // Caps lock and num lock are on or off; nobody holds them down.
        let held = modifiers.saturating_sub(1) & 0x3f;
        let menu = self.triggers.key.map(|key| u32::from((key | 0x40).to_ascii_lowercase()));
        match (character, held) {
            (27, 0) => Key::Escape(phase),
            (character, 4) if Some(character) == menu => Key::Menu(phase),
            _ => Key::Other,
        }
    }
}

#[derive(Default)]
struct Acts(Vec<Act>);

impl Acts {
    fn pass(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        if let Some(Act::Pass(before)) = self.0.last_mut() {
            before.extend_from_slice(bytes);
        } else {
            self.0.push(Act::Pass(bytes.to_vec()));
        }
    }

    fn menu(&mut self) {
        self.0.push(Act::Menu);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TRIGGERS: Triggers = Triggers {
        window: Some(Duration::from_millis(300)),
        settle: Duration::from_millis(25),
        key: Some(0x1d),
    };

    /// Types chunks at times; `>` stands where the agent got what came before it, `#` for the menu.
    fn typed(triggers: Triggers, chunks: &[(u64, &[u8])]) -> (Vec<u8>, usize) {
        let start = Instant::now();
        let mut keys = Keys::new(triggers, start);
        let mut agent = Vec::new();
        let mut menus = 0;
        let mut take = |acts: Vec<Act>| {
            for act in acts {
                match act {
                    Act::Pass(bytes) => agent.extend(bytes),
                    Act::Menu => menus += 1,
                }
            }
        };
        for (millis, bytes) in chunks {
            let now = start + Duration::from_millis(*millis);
            if keys.deadline().is_some_and(|due| due <= now) {
                take(keys.elapsed());
            }
            take(keys.typed(bytes, now));
        }
        if keys.deadline().is_some() {
            take(keys.elapsed());
        }
        (agent, menus)
    }

    #[track_caller]
    fn check(chunks: &[(u64, &[u8])], agent: &[u8], menus: usize) {
        assert_eq!(typed(TRIGGERS, chunks), (agent.to_vec(), menus), "{chunks:?}");
    }

    #[test]
    fn two_presses_in_time_open_the_menu_and_the_agent_has_the_first() {
        check(&[(0, b"\x1b"), (200, b"\x1b")], b"\x1b", 1);
        check(&[(0, b"\x1b"), (300, b"\x1b")], b"\x1b", 1);
        check(&[(0, b"\x1b"), (301, b"\x1b")], b"\x1b\x1b", 0);
        // Both in one packet, as over a slow line.
        check(&[(0, b"\x1b\x1b")], b"\x1b", 1);
        check(&[(0, b"ab\x1b\x1b")], b"ab\x1b", 1);
        // And again.
        check(&[(0, b"\x1b"), (100, b"\x1b"), (900, b"\x1b"), (1000, b"\x1b")], b"\x1b\x1b", 2);
    }

    #[test]
    fn one_press_is_the_agents_at_once() {
        let start = Instant::now();
        let mut keys = Keys::new(TRIGGERS, start);
        assert_eq!(keys.typed(b"\x1b", start), [Act::Pass(b"\x1b".to_vec())]);
        assert_eq!(keys.deadline(), None);
    }

    #[test]
    fn an_escape_that_begins_a_sequence_is_none_of_two() {
        check(&[(0, b"\x1b"), (100, b"\x1b[A")], b"\x1b\x1b[A", 0);
        check(&[(0, b"\x1b"), (100, b"\x1b"), (110, b"[A")], b"\x1b\x1b[A", 0);
        check(&[(0, b"\x1b"), (100, b"\x1b"), (110, b"OA")], b"\x1b\x1bOA", 0);
        check(&[(0, b"\x1b[A"), (50, b"\x1b")], b"\x1b[A\x1b", 0);
        check(&[(0, b"\x1b"), (10, b"[A"), (50, b"\x1b")], b"\x1b[A\x1b", 0);
        check(&[(0, b"\x1b[A"), (30, b"\x1b[A")], b"\x1b[A\x1b[A", 0);
        // Alt with a letter, twice, and Alt with an arrow as some terminals write it.
        check(&[(0, b"\x1bb"), (50, b"\x1bb")], b"\x1bb\x1bb", 0);
        check(&[(0, b"\x1b\x1b[A")], b"\x1b\x1b[A", 0);
        // A mouse that moves in between.
        check(&[(0, b"\x1b"), (50, b"\x1b[<35;4;5M"), (90, b"\x1b")], b"\x1b\x1b[<35;4;5M\x1b", 0);
    }

    #[test]
    fn another_key_in_between_starts_anew() {
        check(&[(0, b"\x1b"), (60, b"j"), (120, b"\x1b")], b"\x1bj\x1b", 0);
        // What is typed long after an Esc does not make a sequence of it.
        check(&[(0, b"\x1b"), (60, b"["), (120, b"\x1b"), (200, b"\x1b")], b"\x1b[\x1b", 1);
    }

    #[test]
    fn the_other_key_opens_it_too() {
        check(&[(0, b"a\x1db")], b"ab", 1);
        check(&[(0, b"\x1b[93;5u")], b"", 1);
        check(&[(0, b"\x1b[27;5;93~")], b"", 1);
        check(&[(0, b"\x1b[221;27;29;1;8;1_"), (50, b"\x1b[221;27;29;0;8;1_")], b"", 1);
        let none = Triggers { key: None, ..TRIGGERS };
        assert_eq!(typed(none, &[(0, b"a\x1db")]), (b"a\x1db".to_vec(), 0));
        let none = Triggers { window: None, ..TRIGGERS };
        assert_eq!(typed(none, &[(0, b"\x1b\x1b")]), (b"\x1b\x1b".to_vec(), 0));
    }

    #[test]
    fn kitty_and_windows_tell_presses_from_releases() {
        let press = b"\x1b[27;1:1u";
        let release = b"\x1b[27;1:3u";
        let repeat = b"\x1b[27;1:2u";
        check(&[(0, b"\x1b[27u"), (100, b"\x1b[27u")], b"\x1b[27u", 1);
        // Num lock is on.
        check(&[(0, b"\x1b[27;129u"), (100, b"\x1b[27;129u")], b"\x1b[27;129u", 1);
        // The release of the second press goes to nobody either.
        check(
            &[(0, press), (50, release), (100, press), (150, release), (200, b"x")],
            &[press.as_slice(), release, b"x"].concat(),
            1,
        );
        // A key that is held down is pressed once.
        check(
            &[(0, press), (50, repeat), (80, repeat)],
            &[press.as_slice(), repeat, repeat].concat(),
            0,
        );
        // With Shift it is another key.
        check(&[(0, b"\x1b[27;2u"), (100, b"\x1b[27;2u")], b"\x1b[27;2u\x1b[27;2u", 0);
        let down = b"\x1b[27;1;27;1;0;1_";
        let up = b"\x1b[27;1;27;0;0;1_";
        check(&[(0, down), (50, up), (100, down), (150, up)], &[down.as_slice(), up].concat(), 1);
    }

    #[test]
    fn nothing_that_is_pasted_opens_it() {
        let paste = b"\x1b[200~a\x1b\x1b\x1db\x1b[201~";
        check(&[(0, paste)], paste, 0);
        let (begin, rest) = paste.split_at(8);
        let (escape, rest) = rest.split_at(1);
        check(&[(0, begin), (10, escape), (60, rest)], paste, 0);
        check(&[(0, paste), (50, b"\x1d")], paste, 1);
    }

    proptest! {
        /// Whatever is typed in whatever pieces, the agent gets every byte in order where nothing
        /// opens the menu.
        #[test]
        fn every_byte_arrives_in_order(
            chunks in prop::collection::vec(
                (0_u64..400, prop::collection::vec(
                    prop_oneof![Just(0x1b_u8), Just(b'['), Just(b'O'), Just(b'u'), Just(b';'),
                                Just(0x1d), any::<u8>()], 0..12)), 0..20)
        ) {
            let off = Triggers { window: None, key: None, ..TRIGGERS };
            let mut at = 0;
            let timed: Vec<(u64, &[u8])> = chunks.iter().map(|(wait, bytes)| {
                at += wait;
                (at, bytes.as_slice())
            }).collect();
            let all: Vec<u8> = chunks.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
            prop_assert_eq!(typed(off, &timed), (all.clone(), 0));
            // With the menu, only what opens it is missing.
            let (agent, menus) = typed(TRIGGERS, &timed);
            prop_assert!(menus > 0 || agent == all);
            let mut rest = all.iter();
            prop_assert!(agent.iter().all(|byte| rest.any(|other| other == byte)));
        }
    }
}
