//! What cmd does to a line before and after it reads it: values put in for `%x%`, the second
//! reading behind `call`, the values `for /f` cuts out of lines.

use super::{Scoping, Walker};
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::programs;
use crate::facts::scope::Value;
use crate::limits;
use crate::shell::tree::{Loop, ProblemKind, Script};
use crate::source::{Location, Origin, Span};

type ArenaString<'a> = bumpalo::collections::String<'a>;

/// How `for /f` cuts a line.
struct Fields<'o> {
    /// Lines left out at the beginning.
    skip: usize,
    /// A line that begins with it is left out.
    comment: Option<char>,
    /// What separates values.
    separators: &'o str,
    /// Which values are taken, in order; all that follows the last one too where it ends in `*`.
    tokens: Vec<usize>,
    rest: bool,
}

impl<'a> Walker<'a> {
    /// Walks a line that names variables. Where the text has set one of them, the line is read
    /// again with its value in place, operators and all.
    pub(super) fn line(&mut self, line: &Script<'a>) -> Stream<'a> {
        if !self.scope.sets_variables() || self.dialect() != Dialect::Cmd {
            return self.script(line);
        }
        let at = Location { source: line.source, span: line.span };
        let text = self.reading.sources.slice(at);
        match self.with_values(text) {
            Some(text) => self.read_again(text, at),
            None => self.script(line),
        }
    }

    /// A text of cmd with the values of variables put in; nothing where none is known.
    fn with_values(&mut self, text: &'a str) -> Option<&'a str> {
        let mut out = ArenaString::new_in(self.arena);
        let mut rest = text;
        let mut changed = false;
        while let Some(at) = rest.find(['%', '!']) {
            out.push_str(rest.get(..at).unwrap_or_default());
            rest = rest.get(at..).unwrap_or_default();
            let (used, value) = self.value_at(rest);
            match value {
                Some(value) => {
                    changed = true;
                    out.push_str(value);
                }
                None => out.push_str(rest.get(..used).unwrap_or_default()),
            }
            rest = rest.get(used..).unwrap_or_default();
            if out.len() > limits::VALUE_BYTES.max(text.len()) {
                return None;
            }
        }
        out.push_str(rest);
        changed.then(|| out.into_bump_str())
    }

    /// The value of the variable a text begins with, and how many bytes name it.
    fn value_at(&self, text: &'a str) -> (usize, Option<&'a str>) {
        let mark = if text.starts_with('%') { '%' } else { '!' };
        let inside = text.get(1..).unwrap_or_default();
        match inside.bytes().next() {
            // `%%i` and `%1` are no variables of this kind.
            Some(b'%') if mark == '%' => return (2, None),
            Some(b'0'..=b'9' | b'*' | b'~') if mark == '%' => return (2, None),
            _ => {}
        }
        let Some(end) = inside.find([mark, '\n', '\r']).filter(|end| *end > 0) else {
            return (1, None);
        };
        if !inside.get(end..).is_some_and(|behind| behind.starts_with(mark)) {
            return (1, None);
        }
        let written = inside.get(..end).unwrap_or_default();
        let (name, change) = match written.split_once(':') {
            Some((name, change)) => (name, Some(change)),
            None => (written, None),
        };
        let key = self.variable_key(self.arena.alloc_str(name));
        let value = match self.scope.get(key) {
            Some(Value::Text(value)) => Some(value),
            Some(Value::List([one])) => one.known().filter(|_| !one.tilde),
            _ => None,
        };
        let value = match (value, change) {
            (Some(value), Some(change)) => self.changed(value, change),
            (value, _) => value,
        };
        // A value behind `!` is put in once the line was read: operators in it are none.
        let plain = |value: &&str| {
            mark == '%' || !value.contains(['&', '|', '<', '>', '"', '^', '%', '(', ')'])
        };
        match value.filter(plain) {
            Some(value) => (end + 2, Some(value)),
            // The mark behind the name may be the one before the next.
            None if change.is_none() && key_is_unlikely(name) => (1, None),
            None => (end + 2, None),
        }
    }

    /// `%x:~1,2%` cuts a value, `%x:a=b%` and `%x:*a=b%` replace in it.
    fn changed(&self, value: &'a str, change: &str) -> Option<&'a str> {
        if let Some(cut) = change.strip_prefix('~') {
            return cut_out(value, cut);
        }
        let (from, to) = change.split_once('=')?;
        let (whole, from) = match from.strip_prefix('*') {
            Some(from) => (true, from),
            None => (false, from),
        };
        if from.is_empty() {
            return None;
        }
        let (lower, wanted) = (value.to_ascii_lowercase(), from.to_ascii_lowercase());
        let mut out = ArenaString::new_in(self.arena);
        let mut at = 0;
        while let Some(found) = lower.get(at..).and_then(|rest| rest.find(&wanted)) {
            if !whole {
                out.push_str(value.get(at..at + found).unwrap_or_default());
            }
            out.push_str(to);
            at += found + wanted.len();
            if whole || out.len() > limits::VALUE_BYTES {
                break;
            }
        }
        out.push_str(value.get(at..).unwrap_or_default());
        Some(out.into_bump_str())
    }

    /// Reads a text of cmd in the place of another one and runs it in the same scope.
    fn read_again(&mut self, text: &'a str, at: Location) -> Stream<'a> {
        if !self.deeper(at.span) {
            return Stream::Unknown;
        }
        let origin = Origin { parent: at, map: &[] };
        let Some(id) = self.reading.sources.add(text, Dialect::Cmd, origin) else {
            self.reading.report(ProblemKind::TooMany, at.source, at.span);
            self.depth -= 1;
            return Stream::Unknown;
        };
        let script = crate::shell::read_source(&mut self.reading, id);
        let output = self.script(&script);
        self.depth -= 1;
        output
    }

    /// `d:` changes to another drive, to whatever directory one was in there.
    pub(super) fn change_drive(&mut self, drive: &str) {
        if self.drive_here().is_none_or(|here| !here.eq_ignore_ascii_case(drive)) {
            self.scope.now.directory = None;
            self.scope.now.fallback = None;
        }
    }

    /// Whether a path surely lies on another drive than the current directory.
    #[must_use]
    pub(crate) fn is_on_other_drive(&self, path: &Arg<'a>) -> bool {
        match (path.text.get(..2), self.drive_here()) {
            (Some(drive), Some(here)) if is_drive(drive) => !here.eq_ignore_ascii_case(drive),
            _ => false,
        }
    }

    /// The drive one is on, where that is known.
    pub(super) fn drive_here(&self) -> Option<&'a str> {
        let here = self.paths.located(self.scope.now.directory?);
        here.parts.first().copied().filter(|part| is_drive(part))
    }

    /// The words of a command whose name has its first ones glued on (`del/q`, `rd.git`), as
    /// it may come out of a variable; nothing where cmd has no command of that name.
    pub(super) fn unglued(&self, head: &Arg<'a>, rest: &'a [Arg<'a>]) -> Option<&'a [Arg<'a>]> {
        let end = head.text.find(|letter: char| !letter.is_ascii_alphabetic())?;
        let (name, glued) = head.text.split_at_checked(end)?;
        let mark = glued.chars().next()?;
        let is_name = matches!(mark, '-' | '_') || mark.is_ascii_digit();
        let lower = name.to_ascii_lowercase();
        if is_name || !programs::is_part_of_cmd(&lower) || names_program(glued) {
            return None;
        }
        let separators = [' ', '\t', ',', ';', '='];
        let mut words = bumpalo::collections::Vec::new_in(self.arena);
        words.push(head.with_text(self.alloc_str(name)));
        for word in glued.split(separators) {
            let mut switches = word.match_indices('/').map(|(at, _)| at).peekable();
            if !word.starts_with('/') {
                let end = switches.peek().copied().unwrap_or(word.len());
                words.extend(
                    word.get(..end)
                        .filter(|word| !word.is_empty())
                        .map(|word| head.with_text(word)),
                );
            }
            while let Some(at) = switches.next() {
                let end = switches.peek().copied().unwrap_or(word.len());
                words.extend(word.get(at..end).map(|word| head.with_text(word)));
            }
        }
        words.extend_from_slice(rest);
        Some(words.into_bump_slice())
    }

    /// `setlocal`: what is set from here on is forgotten later.
    pub(crate) fn open_local(&mut self) {
        let mark = self.scope.mark();
        self.locals.push(mark);
    }

    /// `endlocal`: variables and directory are what they were before the last `setlocal`.
    pub(crate) fn close_local(&mut self) {
        if let Some(mark) = self.locals.pop() {
            let now = self.scope.now;
            self.scope.restore(mark);
            let directory = self.scope.now.directory;
            self.scope.now = crate::facts::scope::ShellState { directory, ..now };
        }
    }

    /// Runs the words behind `call`, which cmd reads a second time: carets and percent signs that
    /// the first reading left mean something now.
    pub(crate) fn call_line(&mut self, words: &'a [Arg<'a>], at: Location) -> Stream<'a> {
        let written = self.reading.sources.slice(at);
        let is_plain = !written.contains(['^', '%']);
        let start = words.first().map(|first| first.at);
        let (false, Some(first)) = (is_plain, start.filter(|first| first.source == at.source))
        else {
            return self.run_wrapped(words);
        };
        let span = Span { start: first.span.start, end: at.span.end };
        let line = self.reading.sources.slice(Location { span, ..at });
        let line = self.with_values(line).unwrap_or(line);
        let text = self.arena.alloc_str(&once_unescaped(line));
        let flow = Flow { text, at: Location { span, ..at }, written: None, exact: true };
        self.run_flow(flow, Dialect::Cmd, Scoping::Shared)
    }

    /// Runs the body of `for /f` for each line of its values, or once with values nobody knows.
    pub(super) fn repeat_fields(
        &mut self,
        repeated: &'a Loop<'a>,
        options: &'a str,
        values: &[Arg<'a>],
    ) {
        let variable = repeated.variable.unwrap_or_default();
        let rows =
            if self.depth < 4 { self.fields_of(variable, options, values) } else { Vec::new() };
        for row in &rows {
            for (name, text) in row {
                self.scope.set(name, Value::Text(text));
            }
            self.depth += 1;
            self.script(&repeated.body);
            self.depth -= 1;
        }
        if !rows.is_empty() {
            return;
        }
        // One value that is a whole line may still be known by its beginning.
        let whole = options.is_empty() || options.trim().eq_ignore_ascii_case("delims=");
        for letter in letters_from(variable) {
            let name = self.alloc_str(letter.encode_utf8(&mut [0; 4]));
            let name = self.variable_key(name);
            let value = match values {
                [one] if whole && name.eq_ignore_ascii_case(variable) => {
                    Value::List(self.row(&[*one]))
                }
                _ => Value::Unknown,
            };
            self.scope.set(name, value);
            if options.is_empty() {
                break;
            }
        }
        self.script(&repeated.body);
    }

    /// What `for /f` cuts out of the values it is given, a row for each line; none where the
    /// values are not known or too many.
    fn fields_of(
        &self,
        variable: &str,
        options: &str,
        values: &[Arg<'a>],
    ) -> Vec<Vec<(&'a str, &'a str)>> {
        let Some(fields) = Fields::read(options) else { return Vec::new() };
        let mut rows = Vec::new();
        for value in values {
            if !matches!(value.knowledge, Knowledge::Whole) {
                return Vec::new();
            }
            for line in value.text.lines().skip(fields.skip) {
                if line.trim().is_empty()
                    || fields.comment.is_some_and(|mark| line.starts_with(mark))
                {
                    continue;
                }
                let row: Vec<_> = fields
                    .cut(line)
                    .into_iter()
                    .zip(letters_from(variable))
                    .map(|(text, letter)| {
                        let letter = self.arena.alloc_str(letter.encode_utf8(&mut [0; 4]));
                        (self.variable_key(letter), self.arena.alloc_str(text) as &'a str)
                    })
                    .collect();
                // Without the first value a line is left out.
                if row.first().is_some_and(|(_, text)| !text.is_empty()) {
                    rows.push(row);
                }
                if rows.len() > 4 {
                    return Vec::new();
                }
            }
        }
        rows
    }
}

fn is_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic())
}

/// Whether what is glued to a name makes it the name of a program's file (`move.exe`).
fn names_program(glued: &str) -> bool {
    let Some(ending) = glued.strip_prefix('.') else { return false };
    ["exe", "com", "bat", "cmd"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// The variable of a loop and those behind it in the alphabet.
fn letters_from(variable: &str) -> impl Iterator<Item = char> {
    let first = variable.chars().next().filter(char::is_ascii).map_or(b'z', |letter| letter as u8);
    (first..=first.saturating_add(25)).map(char::from)
}

/// Whether a stretch between two marks is hardly a variable's name.
fn key_is_unlikely(name: &str) -> bool {
    name.contains([' ', '\t', '"', '&', '|', '<', '>', '\\', '/'])
}

impl<'o> Fields<'o> {
    /// Reads the options; nothing where one of them is not understood.
    fn read(options: &'o str) -> Option<Self> {
        let mut fields =
            Self { skip: 0, comment: Some(';'), separators: " \t", tokens: vec![1], rest: false };
        let mut rest = options.trim_start();
        while !rest.is_empty() {
            let begins = |name: &str| {
                rest.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name))
            };
            if begins("usebackq") {
                rest = rest.get(8..).unwrap_or_default().trim_start();
                continue;
            }
            let (name, behind) = rest.split_once('=')?;
            let name = name.trim().to_ascii_lowercase();
            if name == "delims" {
                // It may hold blanks where it stands last.
                let end = last_option(behind);
                fields.separators = behind.get(..end).unwrap_or(behind);
                rest = behind.get(end..).unwrap_or_default().trim_start();
                continue;
            }
            let end = match name.as_str() {
                "eol" => behind.chars().next().map_or(0, char::len_utf8),
                _ => behind.find([' ', '\t']).unwrap_or(behind.len()),
            };
            let value = behind.get(..end).unwrap_or_default();
            match name.as_str() {
                "eol" => fields.comment = value.chars().next(),
                "skip" => fields.skip = value.parse().ok()?,
                "tokens" => fields.choose(value)?,
                _ => return None,
            }
            rest = behind.get(end..).unwrap_or_default().trim_start();
        }
        Some(fields)
    }

    /// `2`, `1,3`, `2-4`, `1*`
    fn choose(&mut self, tokens: &str) -> Option<()> {
        self.rest = tokens.ends_with('*');
        self.tokens.clear();
        for part in tokens.trim_end_matches('*').split(',').filter(|part| !part.is_empty()) {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
            if first == 0 || last > 31 {
                return None;
            }
            self.tokens.extend(first..=last);
        }
        self.tokens.sort_unstable();
        Some(())
    }

    /// The values of one line, in the order of their variables.
    fn cut(&self, line: &'o str) -> Vec<&'o str> {
        let is_separator = |letter: char| self.separators.contains(letter);
        let mut values = Vec::new();
        let mut rest = line.trim_start_matches(is_separator);
        let mut number = 1;
        let mut wanted = self.tokens.iter().peekable();
        while let Some(&&next) = wanted.peek() {
            if rest.is_empty() {
                break;
            }
            let end = rest.find(is_separator).unwrap_or(rest.len());
            let (value, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
            if number == next {
                values.push(value);
                wanted.next();
            }
            number += 1;
            rest = behind.trim_start_matches(is_separator);
        }
        values.resize(self.tokens.len(), "");
        if self.rest {
            values.push(rest);
        }
        values
    }
}

/// Where the value of `delims` ends: before the next option, or with the text.
fn last_option(behind: &str) -> usize {
    let lower = behind.to_ascii_lowercase();
    ["tokens=", "skip=", "eol=", "usebackq"]
        .iter()
        .filter_map(|name| {
            let at = lower.find(name)?;
            let before = lower.get(..at)?;
            before.ends_with([' ', '\t']).then(|| before.trim_end().len())
        })
        .min()
        .unwrap_or(behind.len())
}

/// `~1,2`: from the second character on, two of them; both may count from the end.
fn cut_out<'v>(value: &'v str, cut: &str) -> Option<&'v str> {
    let (start, length) = match cut.split_once(',') {
        Some((start, length)) => (start, Some(length)),
        None => (cut, None),
    };
    let number = |text: &str| -> Option<i64> {
        let text = text.trim();
        if text.is_empty() { Some(0) } else { text.parse().ok() }
    };
    let len = i64::try_from(value.len()).ok()?;
    let start = number(start)?;
    let start = if start < 0 { (len + start).max(0) } else { start.min(len) };
    let end = match length.map(number) {
        None => len,
        Some(length) => {
            let length = length?;
            if length < 0 { (len + length).max(start) } else { (start + length).min(len) }
        }
    };
    value.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
}

/// A text as it is after one reading: carets outside quotes are gone, percent signs halved.
fn once_unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    let mut quoted = false;
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {
                quoted = !quoted;
                out.push(letter);
            }
            '^' if !quoted => out.extend(letters.next()),
            '%' if letters.peek() == Some(&'%') => {
                letters.next();
                out.push('%');
            }
            _ => out.push(letter),
        }
    }
    out
}
