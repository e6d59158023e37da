//! Tables that are packed while compiling.
//!
//! In the sources a program or a rule is a row of typed values. Left like that, the rows would be
//! some ten thousand pointers in the binary, which weigh as much as the words they point at and
//! hardly compress. So they are written one behind the other, words into a text and the rest into
//! bytes, and made into rows again at first use. The rows themselves never reach the binary.
//!
//! [`Written`] is for writing, in constants; [`Unpacking`] for reading.

/// Room for a list that is written while compiling, and how much of it is used. What does not fit
/// stops the build.
#[derive(Clone, Copy)]
pub(crate) struct Written<T, const ROOM: usize> {
    pub(crate) items: [T; ROOM],
    pub(crate) len: usize,
}

// Ends a text. No table holds it otherwise.
const END: char = '\0';

#[expect(
    clippy::indexing_slicing,
    reason = "runs while compiling, where an index out of bounds is an error of the build"
)]
impl<T: Copy, const ROOM: usize> Written<T, ROOM> {
    /// An empty list; the filling only keeps the room.
    pub(crate) const fn new(filling: T) -> Self {
        Self { items: [filling; ROOM], len: 0 }
    }

    pub(crate) const fn push(&mut self, item: T) {
        self.items[self.len] = item;
        self.len += 1;
    }

    /// The part that is used.
    pub(crate) const fn cut<const LEN: usize>(&self) -> [T; LEN] {
        let mut cut = [self.items[0]; LEN];
        cut.copy_from_slice(self.items.split_at(LEN).0);
        cut
    }
}

impl<const ROOM: usize> Written<u8, ROOM> {
    /// One byte up to 127, two up to 32,767.
    pub(crate) const fn number(&mut self, number: usize) {
        if number >= 0x80 {
            self.push(0x80 | (number >> 8) as u8);
        }
        self.push(number as u8);
    }

    /// A text and its end.
    pub(crate) const fn text(&mut self, text: &str) {
        self.part(text);
        self.push(END as u8);
    }

    /// Part of a text.
    pub(crate) const fn part(&mut self, text: &str) {
        let room = self.items.split_at_mut(self.len).1;
        room.split_at_mut(text.len()).0.copy_from_slice(text.as_bytes());
        self.len += text.len();
    }
}

/// What is left to read of a packed table.
pub(crate) struct Unpacking {
    texts: &'static str,
    rows: &'static [u8],
}

impl Unpacking {
    pub(crate) fn new(texts: &'static [u8], rows: &'static [u8]) -> Self {
        Self { texts: std::str::from_utf8(texts).unwrap_or_default(), rows }
    }

    pub(crate) fn is_done(&self) -> bool {
        self.rows.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((byte, rest)) = self.rows.split_first() else { return 0 };
        self.rows = rest;
        *byte
    }

    pub(crate) fn number(&mut self) -> usize {
        let first = usize::from(self.byte());
        if first < 0x80 { first } else { (first & 0x7f) << 8 | usize::from(self.byte()) }
    }

    pub(crate) fn text(&mut self) -> &'static str {
        let (text, rest) = self.texts.split_once(END).unwrap_or_default();
        self.texts = rest;
        text
    }

    /// As many texts as the next number says. They stay for good, as the tables do.
    pub(crate) fn texts(&mut self) -> &'static [&'static str] {
        let mut texts = Vec::new();
        for _ in 0..self.number() {
            texts.push(self.text());
        }
        texts.leak()
    }
}
