//! Where escape sequences begin and end in what a terminal is told, and in what it tells.

/// The most bytes of a sequence that are remembered. Only short ones mean anything here; a picture
/// or the clipboard passes by.
const LONGEST: usize = 256;

/// Which way a stream flows. A few sequences have another form in each direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From the keyboard.
    Keys,
    /// To the screen.
    Screen,
}

/// What one byte was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A character, or a control character, is whole.
    Character,
    /// A sequence is whole: [`Reader::sequence`] has it.
    Sequence,
    /// Something has begun and is not whole yet.
    Inside,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Ground,
    /// So many bytes of a character are to come.
    Character(u8),
    Escape,
    Parameters,
    /// So many bytes follow the sequence, whatever they are.
    Trailing(u8),
    /// Text up to BEL or `ESC \`.
    Text,
    TextEscape,
}

/// Reads a stream byte by byte.
#[derive(Debug)]
pub(super) struct Reader {
    direction: Direction,
    state: State,
    sequence: Vec<u8>,
}

impl Reader {
    pub(super) fn new(direction: Direction) -> Self {
        Self { direction, state: State::Ground, sequence: Vec::new() }
    }

    /// Whether nothing has begun that is not whole.
    pub(super) fn is_between(&self) -> bool {
        self.state == State::Ground
    }

    /// Whether all there is of a sequence is its first byte, which is also a key of its own.
    pub(super) fn is_bare_escape(&self) -> bool {
        self.state == State::Escape && self.sequence.len() == 1
    }

    /// Whether the parameters of a sequence are being read.
    pub(super) fn is_in_parameters(&self) -> bool {
        matches!(self.state, State::Parameters | State::Trailing(_))
    }

    /// What has begun turns out to be whole: nothing more came.
    pub(super) fn give_up(&mut self) {
        self.state = State::Ground;
    }

    /// The sequence that was just completed, or what there is of one.
    pub(super) fn sequence(&self) -> &[u8] {
        &self.sequence
    }

    pub(super) fn push(&mut self, byte: u8) -> Step {
        if self.state == State::Ground || byte == 0x1b && self.state != State::Text {
            self.sequence.clear();
        }
        if self.state == State::TextEscape && byte != b'\\' {
            // The text was broken off by this.
            self.sequence = vec![0x1b];
        }
        // A longer one is not known here: it is left cut off.
        if self.sequence.len() < LONGEST {
            self.sequence.push(byte);
        }
        let (state, step) = self.next(byte);
        self.state = state;
        step
    }

    fn next(&self, byte: u8) -> (State, Step) {
        const WHOLE: (State, Step) = (State::Ground, Step::Sequence);
        const CHARACTER: (State, Step) = (State::Ground, Step::Character);
        let inside = |state| (state, Step::Inside);
        match (self.state, byte) {
            (State::Text, 0x1b) => inside(State::TextEscape),
            (State::TextEscape, b'\\') => WHOLE,
            (State::Trailing(_), 0x1b) | (_, 0x1b) => inside(State::Escape),
            // CAN and SUB break off whatever has begun.
            (state, 0x18 | 0x1a) if state != State::Ground => CHARACTER,
            (State::Ground, 0xc2..=0xdf) => inside(State::Character(1)),
            (State::Ground, 0xe0..=0xef) => inside(State::Character(2)),
            (State::Ground, 0xf0..=0xf4) => inside(State::Character(3)),
            (State::Ground, _) => CHARACTER,
            (State::Character(more), 0x80..=0xbf) if more > 1 => inside(State::Character(more - 1)),
            (State::Character(_), _) => CHARACTER,
            (State::Escape, b'[') => inside(State::Parameters),
            (State::Escape, b']' | b'P' | b'_' | b'^' | b'X') => inside(State::Text),
            (State::Escape, b'O') if self.direction == Direction::Keys => {
                inside(State::Trailing(1))
            }
            (State::Escape, 0x20..=0x2f) => inside(State::Escape),
            (State::Escape, _) => WHOLE,
            (State::Parameters, b'M')
                if self.direction == Direction::Keys && self.sequence.len() == 3 =>
            {
                inside(State::Trailing(3))
            }
            (State::Parameters, 0x40..=0x7e) => WHOLE,
            (State::Parameters, _) => inside(State::Parameters),
            (State::Trailing(more), _) if more > 1 => inside(State::Trailing(more - 1)),
            (State::Trailing(_), _) => WHOLE,
            (State::Text, 0x07) => WHOLE,
            (State::Text, _) => inside(State::Text),
            // An escape sequence that is not a terminator: it has broken off the text.
            (State::TextEscape, b'[') => inside(State::Parameters),
            (State::TextEscape, _) => WHOLE,
        }
    }
}

/// `CSI …` taken apart: a private mark, the parameters with their sub-parameters, what stands
/// between, and the last byte.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Csi {
    pub(super) mark: Option<u8>,
    pub(super) parameters: Vec<Vec<u32>>,
    pub(super) between: Option<u8>,
    pub(super) last: u8,
}

impl Csi {
    pub(super) fn read(sequence: &[u8]) -> Option<Self> {
        if sequence.len() >= LONGEST {
            return None;
        }
        let rest = sequence.strip_prefix(b"\x1b[")?;
        let (&last, rest) = rest.split_last()?;
        let (mark, rest) = match rest.split_first() {
            Some((&mark @ b'<'..=b'?', rest)) => (Some(mark), rest),
            _ => (None, rest),
        };
        let (between, rest) = match rest.split_last() {
            Some((&between @ 0x20..=0x2f, rest)) => (Some(between), rest),
            _ => (None, rest),
        };
        let number = |digits: &[u8]| -> Option<u32> {
            if digits.is_empty() {
                return Some(0);
            }
            std::str::from_utf8(digits).ok()?.parse().ok()
        };
        let parameters = rest
            .split(|byte| *byte == b';')
            .map(|one| one.split(|byte| *byte == b':').map(number).collect::<Option<Vec<u32>>>())
            .collect::<Option<_>>()?;
        Some(Self { mark, parameters, between, last })
    }

    /// A parameter; one that is left out is 0.
    pub(super) fn parameter(&self, at: usize) -> u32 {
        self.sub_parameter(at, 0)
    }

    pub(super) fn sub_parameter(&self, at: usize, sub: usize) -> u32 {
        self.parameters.get(at).and_then(|one| one.get(sub)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(direction: Direction, bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut reader = Reader::new(direction);
        let mut found = Vec::new();
        for byte in bytes {
            if reader.push(*byte) != Step::Inside {
                found.push(reader.sequence().to_vec());
            }
        }
        assert!(reader.is_between(), "{bytes:?} ends in the middle");
        found
    }

    #[test]
    fn sequences_end_where_they_end() {
        let keys = parts(Direction::Keys, b"a\x1b[A\x1bOP\x1b[M !!\x1b[<0;1;2Mb\x1bx\xc3\xa9");
        let expected: [&[u8]; 8] = [
            b"a",
            b"\x1b[A",
            b"\x1bOP",
            b"\x1b[M !!",
            b"\x1b[<0;1;2M",
            b"b",
            b"\x1bx",
            "é".as_bytes(),
        ];
        assert_eq!(keys, expected);
        let screen = parts(Direction::Screen, b"\x1b[M!\x1b]0;title\x07\x1b]8;;x\x1b\\\x1b(0z");
        let expected: [&[u8]; 6] =
            [b"\x1b[M", b"!", b"\x1b]0;title\x07", b"\x1b]8;;x\x1b\\", b"\x1b(0", b"z"];
        assert_eq!(screen, expected);
    }

    #[test]
    fn what_is_broken_off_does_not_hold_up_the_rest() {
        assert_eq!(parts(Direction::Screen, b"\x1b[3\x1b[H"), [b"\x1b[H".to_vec()]);
        assert_eq!(parts(Direction::Screen, b"\x1b]0;x\x1b[H"), [b"\x1b[H".to_vec()]);
        assert_eq!(parts(Direction::Screen, b"\x1b[3\x18a").pop(), Some(b"a".to_vec()));
    }

    #[test]
    fn parameters_are_read() {
        let csi = Csi::read(b"\x1b[?1049;25h");
        let csi = csi.as_ref();
        assert_eq!(csi.map(|csi| (csi.mark, csi.last)), Some((Some(b'?'), b'h')));
        assert_eq!(csi.map(|csi| csi.parameter(1)), Some(25));
        let key = Csi::read(b"\x1b[27;1:3u");
        assert_eq!(key.map(|key| key.sub_parameter(1, 1)), Some(3));
        assert_eq!(Csi::read(b"\x1b[2 q").and_then(|csi| csi.between), Some(b' '));
    }
}
