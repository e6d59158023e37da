//! Words: quotes, carets and what they protect.

use super::cursor::{
    BANG, BLANK, CARET, CLOSE, COMMA, EQUALS, GLOB, LINE, OPEN, OPERATOR, PERCENT, QUOTE, SLASH,
    class, is,
};
use super::name::{Kind, ends_before_slash};
use super::{Reader, take};
use crate::shell::tree::{Piece, Word};
use crate::source::Span;

/// How far a word goes and what its characters mean.
#[derive(Clone, Copy)]
pub(super) struct Mode {
    /// What ends it or needs a look, outside quotes.
    stops: u16,
    /// What a `/` in it does.
    slash: Slash,
    /// Whether `*` and `?` are patterns in quotes too: cmd's own commands never look at quotes.
    globs_in_quotes: bool,
    /// Whether `\"` is a quote the program sees, as nearly all programs have it.
    escapes_quotes: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Slash {
    /// Nothing.
    Plain,
    /// Ends a switch (`/s/q`).
    EndsSwitch,
    /// Ends a switch, and a file where only switches follow (`src/s/q`).
    EndsFile,
    /// Ends a program's name where one of the known ones stands before it.
    EndsName,
}

/// What is looked at in every word.
const ALWAYS: u16 = BLANK | LINE | OPERATOR | CLOSE | QUOTE | CARET | PERCENT | BANG;

impl Mode {
    /// A program's name.
    pub(super) const NAME: Self = Self {
        stops: ALWAYS | COMMA | EQUALS | SLASH,
        slash: Slash::EndsName,
        globs_in_quotes: false,
        escapes_quotes: false,
    };

    /// The name of a program that `call` or `start` runs, which may be an address.
    pub(super) const CARRIED_NAME: Self = Self { stops: ALWAYS | SLASH, ..Self::NAME };

    /// The file of a redirection.
    pub(super) const TARGET: Self =
        Self { stops: ALWAYS | GLOB | COMMA | EQUALS, slash: Slash::Plain, ..Self::NAME };

    /// One of the things an `if` compares; its parentheses are its own.
    pub(super) const OPERAND: Self =
        Self { stops: ALWAYS | OPEN | COMMA | EQUALS, slash: Slash::Plain, ..Self::NAME };

    /// One of the values of a `for`.
    pub(super) const VALUE: Self = Self {
        stops: ALWAYS | GLOB | COMMA | EQUALS,
        slash: Slash::Plain,
        globs_in_quotes: true,
        escapes_quotes: false,
    };

    /// What `set` puts into a variable.
    pub(super) const ASSIGNED: Self =
        Self { stops: ALWAYS & !(BLANK | CLOSE), slash: Slash::Plain, ..Self::NAME };

    /// The words behind a name.
    pub(super) fn of(kind: Kind) -> Self {
        let plain = Self {
            stops: ALWAYS | GLOB,
            slash: Slash::Plain,
            globs_in_quotes: false,
            escapes_quotes: false,
        };
        match kind {
            Kind::Program | Kind::Call | Kind::Start => Self { escapes_quotes: true, ..plain },
            Kind::Internal | Kind::Echo | Kind::Set => plain,
            Kind::Folder => {
                Self { stops: ALWAYS | GLOB | SLASH, slash: Slash::EndsSwitch, ..plain }
            }
            Kind::Files => Self {
                stops: ALWAYS | GLOB | SLASH | COMMA | EQUALS,
                slash: Slash::EndsFile,
                globs_in_quotes: true,
                escapes_quotes: false,
            },
        }
    }

    /// What stands between two such words.
    pub(super) fn delimiters(self) -> u16 {
        BLANK | self.stops & (COMMA | EQUALS)
    }
}

/// Carets in a row, and what they do.
pub(super) struct Caret {
    /// Behind the last of them.
    pub(super) end: usize,
    /// How many of them stay.
    pub(super) literal: usize,
    /// Whether the next character loses its meaning.
    pub(super) escapes: bool,
}

/// What is known about a word while it is read.
struct Progress {
    mode: Mode,
    /// Where the word starts.
    start: usize,
    /// Where the text that has not become a piece yet starts.
    run: usize,
    /// Whether the program would see a quote open, so that blanks do not separate.
    joined: bool,
    /// Parentheses open in an operand.
    open: u32,
    /// Slashes before this offset are known to be part of a path.
    path_until: usize,
}

impl<'a> Reader<'a, '_> {
    /// Reads the word that is next. It is empty only where a stop is next.
    pub(super) fn word(&mut self, mode: Mode) -> Word<'a> {
        let start = self.cursor.at;
        let mark = self.pieces.len();
        let mut word =
            Progress { mode, start, run: start, joined: false, open: 0, path_until: start };
        loop {
            self.cursor.seek(self.stops(&word));
            let Some(byte) = self.cursor.peek() else {
                self.end_run(&mut word, self.cursor.at);
                self.end_quote();
                break;
            };
            let goes_on = match class(byte) {
                QUOTE => self.quote(&mut word),
                CARET => self.carets(&mut word),
                PERCENT | BANG => self.expansion(&mut word),
                GLOB => self.pattern(&mut word, byte),
                SLASH => !self.slash_ends(&mut word),
                OPEN => {
                    word.open += 1;
                    self.plain()
                }
                CLOSE if word.open > 0 => {
                    word.open -= 1;
                    self.plain()
                }
                CLOSE if self.groups == 0 => self.plain(),
                OPERATOR => {
                    self.give_back_descriptor(&word, byte);
                    false
                }
                LINE => {
                    self.end_run(&mut word, self.cursor.at);
                    self.end_quote();
                    false
                }
                _ => false,
            };
            if !goes_on {
                self.end_run(&mut word, self.cursor.at);
                break;
            }
        }
        Word { span: self.since(start), pieces: take(self.arena, &mut self.pieces, mark) }
    }

    /// What to look for from here on.
    fn stops(&self, word: &Progress) -> u16 {
        let separators = BLANK | COMMA | EQUALS | SLASH;
        let mut stops = word.mode.stops;
        if self.quote.is_some() {
            stops &= !(OPERATOR | CARET | CLOSE | OPEN | COMMA | EQUALS | SLASH);
            if !word.mode.globs_in_quotes {
                stops &= !GLOB;
            }
        }
        if word.joined {
            stops &= !separators;
        }
        stops
    }

    /// The character at the cursor means itself.
    fn plain(&mut self) -> bool {
        self.cursor.at += 1;
        true
    }

    /// Makes the text up to an offset a piece.
    fn end_run(&mut self, word: &mut Progress, end: usize) {
        let quoted = self.quote.is_some() || word.joined;
        self.push_text(word.run, end, quoted);
        word.run = end;
    }

    fn push_text(&mut self, start: usize, end: usize, quoted: bool) {
        if start < end {
            let text = self.cursor.slice(start, end);
            self.pieces.push(Piece::Text { text, at: Span::new(start, end), quoted });
        }
    }

    /// Goes on behind `count` characters that are part of no piece.
    fn drop_characters(&mut self, word: &mut Progress, count: usize) {
        self.end_run(word, self.cursor.at);
        self.cursor.at += count;
        word.run = self.cursor.at;
    }

    fn quote(&mut self, word: &mut Progress) -> bool {
        let at = self.cursor.at;
        if word.mode.escapes_quotes && self.is_quote_for_cmd_only(word) {
            // The program drops the backslash and keeps the quote.
            self.end_run(word, at - 1);
            word.run = at;
            self.cursor.at += 1;
        } else {
            self.drop_characters(word, 1);
            word.joined = !word.joined;
        }
        self.quote = match self.quote {
            Some(_) => None,
            None => Some(at),
        };
        true
    }

    /// Whether the quote at the cursor is `\"`. A folder that ends in a backslash (`"C:\x\"`) is
    /// recognised by what is around it; programs stumble over it, and its user meant it closed.
    fn is_quote_for_cmd_only(&self, word: &Progress) -> bool {
        let at = self.cursor.at;
        let mut before = at;
        while before > word.run && self.cursor.byte(before - 1) == Some(b'\\') {
            before -= 1;
        }
        if (at - before).is_multiple_of(2) {
            return false;
        }
        let next = self.cursor.byte(at + 1);
        let closes = word.joined
            && self.quote.is_some()
            && (next.is_none() || is(next, BLANK | LINE | OPERATOR))
            && before > word.run
            && !is(self.cursor.byte(before - 1), BLANK);
        !closes
    }

    fn carets(&mut self, word: &mut Progress) -> bool {
        let at = self.cursor.at;
        let caret = self.caret();
        self.end_run(word, at);
        self.push_text(at, at + caret.literal, true);
        self.cursor.at = caret.end;
        word.run = caret.end;
        if !caret.escapes {
            return true;
        }
        let next = self.cursor.peek();
        match next.map_or(0, class) {
            // A caret at the end of a line joins it with the next. cmd would also take the first
            // character there literally; an operator is read as one so that nothing hides.
            LINE => {
                self.cursor.at = self.cursor.past_line_end(caret.end);
                word.run = self.cursor.at;
                true
            }
            // Programs see the blank and separate at it.
            BLANK if !word.joined && word.mode.stops & BLANK != 0 => false,
            QUOTE => {
                self.cursor.at += 1;
                word.run = self.cursor.at;
                word.joined = !word.joined;
                true
            }
            // Variables are expanded before carets are looked at.
            PERCENT => true,
            0 => {
                // The first byte of any character: what follows of it is plain too.
                self.cursor.at += usize::from(next.is_some());
                true
            }
            _ => {
                self.push_text(caret.end, caret.end + 1, true);
                self.cursor.at += 1;
                word.run = self.cursor.at;
                true
            }
        }
    }

    /// Looks at the carets at the cursor. Text that `for /f` runs lost half of them before.
    pub(super) fn caret(&self) -> Caret {
        let start = self.cursor.at;
        let mut end = start;
        while self.cursor.byte(end) == Some(b'^') {
            end += 1;
        }
        let count = end - start;
        let left = count.checked_shr(self.unescapes).unwrap_or(0);
        // A line is joined with the next before anything else is done to it.
        let joins = !count.is_multiple_of(2) && is(self.cursor.byte(end), LINE);
        Caret { end, literal: left / 2, escapes: joins || !left.is_multiple_of(2) }
    }

    /// The offset behind carets that `for /f` removes before the text is run.
    pub(super) fn past_dropped_carets(&self, mut at: usize) -> usize {
        if self.unescapes > 0 && self.cursor.byte(at) == Some(b'^') {
            at += 1;
        }
        at
    }

    fn expansion(&mut self, word: &mut Progress) -> bool {
        let at = self.cursor.at;
        let quoted = self.quote.is_some() || word.joined;
        if let Some(piece) = self.variable(quoted) {
            let end = self.cursor.at;
            self.end_run(word, at);
            self.pieces.push(piece);
            word.run = end;
        } else if self.cursor.peek() == Some(b'%') && self.cursor.byte(at + 1) == Some(b'%') {
            // Two of them are one.
            self.drop_characters(word, 1);
            self.cursor.at += 1;
        } else {
            self.cursor.at += 1;
        }
        true
    }

    fn pattern(&mut self, word: &mut Progress, byte: u8) -> bool {
        let at = self.cursor.at;
        if byte == b'?' && self.cursor.byte(word.start) == Some(b'/') {
            // `/?` asks for help.
            return self.plain();
        }
        self.end_run(word, at);
        self.cursor.at += 1;
        word.run = self.cursor.at;
        let text = self.cursor.slice(at, at + 1);
        self.pieces.push(Piece::Glob { text, at: Span::new(at, at + 1) });
        true
    }

    /// Whether the `/` at the cursor starts a new word; otherwise it is taken.
    fn slash_ends(&mut self, word: &mut Progress) -> bool {
        let at = self.cursor.at;
        let is_switch = self.cursor.byte(word.start) == Some(b'/');
        let ends = at > word.start
            && match word.mode.slash {
                Slash::Plain => false,
                Slash::EndsSwitch => is_switch,
                Slash::EndsFile => is_switch || self.only_switches_follow(word),
                Slash::EndsName => {
                    word.mode.stops &= !SLASH;
                    ends_before_slash(self.cursor.slice(word.start, at))
                }
            };
        if !ends {
            self.cursor.at += 1;
        }
        ends
    }

    /// Whether nothing but `/x` of one letter each follows up to the next blank.
    fn only_switches_follow(&self, word: &mut Progress) -> bool {
        let mut at = self.cursor.at;
        if at < word.path_until {
            return false;
        }
        loop {
            let letter = self.cursor.byte(at + 1);
            let next = self.cursor.byte(at + 2);
            at += 2;
            if !letter.is_some_and(|letter| letter.is_ascii_alphabetic()) {
                break;
            }
            match next {
                Some(b'/') => {}
                None => return true,
                Some(byte) if class(byte) & (BLANK | LINE | OPERATOR | COMMA | CLOSE) != 0 => {
                    return true;
                }
                Some(_) => break,
            }
        }
        word.path_until = at;
        false
    }

    /// A digit directly before `<` or `>` is its descriptor if a delimiter stands before it.
    fn give_back_descriptor(&mut self, word: &Progress, operator: u8) {
        let at = self.cursor.at;
        let redirects = matches!(operator, b'<' | b'>');
        if redirects
            && at >= word.run + 2
            && matches!(self.cursor.byte(at - 1), Some(b'0'..=b'9'))
            && is(self.cursor.byte(at - 2), COMMA | EQUALS)
        {
            self.cursor.at -= 1;
        }
    }
}
