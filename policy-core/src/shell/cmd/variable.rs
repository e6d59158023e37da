//! `%x%`, `!x!`, `%1`, `%~dp0` and the variables of loops.
//!
//! cmd puts values in before it looks at anything else, and lets a name hold nearly any
//! character. Here a name holds what names hold in practice: with `echo 5% & del x & echo 6%`
//! a file would look for a variable called ` & del x & echo 6`, a prompt would run `del x`.

use super::Reader;
use super::cursor::{LINE, OPERATOR, class};
use crate::shell::tree::{Parameter, ParameterForm, Piece};

impl<'a> Reader<'a, '_> {
    /// Reads the variable whose `%` or `!` is next; takes nothing where it is none.
    pub(super) fn variable(&mut self, quoted: bool) -> Option<Piece<'a>> {
        let start = self.cursor.at;
        let mark = self.cursor.peek()?;
        let next = self.cursor.byte(start + 1)?;
        let (name, form, end) = match (mark, next) {
            (b'%', b'%') => self.loop_variable(start + 2)?,
            (b'%', b'0'..=b'9' | b'*') => ((start + 1, start + 2), ParameterForm::Plain, start + 2),
            (b'%', b'~') => self.loop_variable(start + 1)?,
            (b'%', _) => match self.named(start + 1, b'%') {
                // At a prompt `%i%j` in a loop over `%i` is two variables.
                Some((name, ..)) if name.1 == name.0 + 1 && self.is_loop_variable(next) => {
                    self.loop_variable(start + 1)?
                }
                Some(found) => {
                    self.names_variable = true;
                    found
                }
                None => self.loop_variable(start + 1)?,
            },
            _ => {
                let found = self.named(start + 1, b'!')?;
                self.names_variable = true;
                found
            }
        };
        self.cursor.at = end;
        let name = self.cursor.slice(name.0, name.1);
        let parameter = Parameter { name, form, words: &[], quoted, at: self.since(start) };
        Some(Piece::Parameter(self.arena.alloc(parameter)))
    }

    /// A name that a second mark closes, and what may be done with its value in between
    /// (`:~0,1`, `:a=b`).
    fn named(&self, start: usize, mark: u8) -> Option<Found> {
        let mut at = start;
        let mut open = 0usize;
        loop {
            match self.cursor.byte(at)? {
                b'(' if at > start => open += 1,
                b')' if open > 0 => open -= 1,
                b'_'
                | b'-'
                | b'.'
                | b'#'
                | b'$'
                | b'@'
                | b'['
                | b']'
                | b'{'
                | b'}'
                | b'+'
                | b'\''
                | b'0'..=b'9'
                | b'A'..=b'Z'
                | b'a'..=b'z'
                | 0x80.. => {}
                _ => break,
            }
            at += 1;
        }
        let name = (start, at);
        if at == start {
            return None;
        }
        match self.cursor.byte(at)? {
            byte if byte == mark => Some((name, ParameterForm::Plain, at + 1)),
            b':' => Some((name, ParameterForm::Other, self.changed(at + 1, mark)?)),
            _ => None,
        }
    }

    /// The offset behind a change of the value that starts behind the `:`.
    fn changed(&self, start: usize, mark: u8) -> Option<usize> {
        let cuts = self.cursor.byte(start)? == b'~';
        let mut replaces = false;
        let mut at = start;
        loop {
            match self.cursor.byte(at)? {
                byte if byte == mark => return (cuts || replaces).then_some(at + 1),
                b'=' => replaces = true,
                // An operator in there counts as one unless quotes hide it.
                byte if class(byte) & LINE != 0 => return None,
                byte if class(byte) & OPERATOR != 0 && self.quote.is_none() => return None,
                _ => {}
            }
            at += 1;
        }
    }

    /// The variable of a loop, or an argument with modifiers; `start` is behind the `%`.
    fn loop_variable(&self, start: usize) -> Option<Found> {
        if self.cursor.byte(start)? == b'~' {
            return self.modified(start + 1);
        }
        let letter = self.cursor.byte(start)?;
        let is_doubled = start > 1 && self.cursor.byte(start - 2) == Some(b'%');
        let may_be = self.is_nested
            && letter.is_ascii_alphabetic()
            && (is_doubled
                || !self.cursor.byte(start + 1).is_some_and(|next| next.is_ascii_alphanumeric()));
        (may_be || self.is_loop_variable(letter)).then_some((
            (start, start + 1),
            ParameterForm::Plain,
            start + 1,
        ))
    }

    /// What stands behind `%~`: letters that say which part, then the variable.
    fn modified(&self, start: usize) -> Option<Found> {
        let mut at = start;
        let mut last = None;
        loop {
            let letter = self.cursor.byte(at)?;
            let found = (at, at + 1);
            if letter.is_ascii_digit() || letter == b'*' {
                return Some((found, ParameterForm::Other, at + 1));
            }
            if letter == b'$' {
                at = self.past_search_path(at + 1)?;
                continue;
            }
            let modifies = b"fdpnxsatz".contains(&letter.to_ascii_lowercase());
            if self.is_loop_variable(letter) {
                last = Some((found, ParameterForm::Other, at + 1));
            }
            let next = self.cursor.byte(at + 1);
            let is_last = !modifies || !next.is_some_and(|next| next.is_ascii_alphanumeric());
            if is_last {
                let may_be = self.is_nested && letter.is_ascii_alphabetic();
                return last.or(may_be.then_some((found, ParameterForm::Other, at + 1)));
            }
            at += 1;
        }
    }

    /// `%~$PATH:1` looks for the file in the folders of a variable.
    fn past_search_path(&self, mut at: usize) -> Option<usize> {
        loop {
            match self.cursor.byte(at)? {
                b':' => return Some(at + 1),
                b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => at += 1,
                _ => return None,
            }
        }
    }

    fn is_loop_variable(&self, letter: u8) -> bool {
        letter < 128 && self.loop_variables & (1 << letter) != 0
    }
}

/// Where the name stands, what is done with the value, and where all of it ends.
type Found = ((usize, usize), ParameterForm, usize);
