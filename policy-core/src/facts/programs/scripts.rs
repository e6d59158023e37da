//! `sed` and `awk`: their programs are data, except for the commands in them that write files or
//! run other programs.

use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::programs::interpreters::may_change_anything;
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["sed", "gsed", "ssed"],
        Options::gnu(
            "n|quiet|silent e|expression= f|file= E|r|regexp-extended i|I|in-place=? l|line-length= s|separate u|unbuffered z|null-data b|binary posix debug sandbox follow-symlinks help version",
        ),
        Behavior::Code(sed),
    ),
    program(
        &["awk", "gawk", "mawk", "nawk", "goawk", "original-awk"],
        Options::leading(
            "F|field-separator= v|assign= f|file= e|source= i|include= l|load= E|exec= o|pretty-print=? d|dump-variables=? p|profile=? c D=? h|help V|version W= L=? csv",
        ),
        Behavior::Code(awk),
    ),
];

/// What a script does besides reading.
#[derive(Debug, PartialEq, Eq)]
enum AwkEffect<'t> {
    /// Writes over this file.
    Writes(&'t str),
    /// Adds to this file.
    Appends(&'t str),
    /// Writes some file or other.
    WritesSome,
    /// Runs this command line.
    Runs(&'t str),
    /// Runs this, in which parameters stand for what is put in.
    RunsBegun(String),
    /// Runs something.
    RunsSome,
    /// Hands what it prints to this command line.
    PipesInto(&'t str),
}

fn sed<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let in_place = call.flags.iter().find(|flag| flag.name == "in-place");
    let mut operands = call.operands;
    // BSD's `-i ''` has its suffix in a word of its own.
    if in_place.is_some_and(|flag| flag.value.is_none())
        && let Some((first, rest)) = operands.split_first()
        && first.is("")
    {
        operands = rest;
    }
    let given = call.has_any(words!("expression file"));
    let (script, files) = match operands.split_first() {
        Some((script, files)) if !given => (Some(script), files),
        _ => (None, operands),
    };
    let input = walker.input_of(files);
    walker.writes_made_of(input);
    if !call.has("sandbox") {
        let read = program_files(walker, call);
        for script in call.values("expression").chain(script).chain(read) {
            for effect in sed_effects(script.text) {
                perform(walker, effect, script);
            }
        }
    }
    if in_place.is_some() {
        walker.mark_changing();
        for file in files {
            walker.overwrites(file);
        }
    }
}

fn awk<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let in_place = call.values("include").any(|library| library.text.contains("inplace"));
    let given = call.has_any(words!("file source exec"));
    let (script, files) = match call.operands.split_first() {
        Some((script, files)) if !given => (Some(script), files),
        _ => (None, call.operands),
    };
    let input = walker.input_of(files);
    walker.writes_made_of(input);
    // What it would write about the program and its variables goes into a file.
    for flag in call.flags {
        let unnamed = match flag.name {
            "pretty-print" | "profile" => "awkprof.out",
            "dump-variables" => "awkvars.out",
            // The debugger has commands of its own.
            "D" => {
                walker.mark_changing();
                continue;
            }
            _ => continue,
        };
        let unnamed = Arg::whole(unnamed, call.at);
        walker.overwrites(flag.value.unwrap_or(&unnamed));
    }
    let read = program_files(walker, call);
    for script in call.values("source").chain(script).chain(read) {
        // Functions out of libraries, and functions called by a name that is put together.
        if script.text.contains('@') && awk_calls_by_name(script.text) {
            may_change_anything(walker, script.at);
        }
        for effect in awk_effects(script.text) {
            perform(walker, effect, script);
        }
    }
    if in_place {
        walker.mark_changing();
        for file in files.iter().filter(|file| !file.text.contains('=')) {
            walker.overwrites(file);
        }
    }
}

/// Whether an awk program has an `@` outside of texts and patterns: `@load`, `@include`, `@f()`.
fn awk_calls_by_name(program: &str) -> bool {
    let mut cursor = Cursor { text: program, at: 0 };
    let mut before = ' ';
    while let Some(next) = cursor.next() {
        match next {
            '"' => {
                string(&mut cursor);
            }
            '#' => {
                cursor.line();
            }
            // A pattern begins where no operand stands before.
            '/' if !before.is_alphanumeric() && !matches!(before, ')' | ']' | '$' | '_') => {
                cursor.pattern('/', true);
            }
            '@' => return true,
            _ => {}
        }
        if !next.is_whitespace() {
            before = next;
        }
    }
    false
}

/// `awk -f -`, `sed -f <(…)`: programs read from a text that may be known. A program out of a
/// file that nobody has read is like any script of the project.
fn program_files<'a>(walker: &mut Walker<'a>, call: &Call<'a>) -> Vec<&'a Arg<'a>> {
    let mut read = Vec::new();
    for file in call.values("file").chain(call.values("exec")) {
        let text = if file.is("-") || file.is("/dev/stdin") {
            Some(walker.input())
        } else if let Knowledge::Pipe(stream) = file.knowledge {
            Some(*stream)
        } else {
            walker.script_of(file).map(|found| found.content)
        };
        match text {
            Some(Stream::Text(flow)) => {
                read.push(&*walker.arena.alloc(Arg::whole(flow.text, file.at)));
            }
            Some(Stream::Download) => {
                walker.run_stream(Stream::Download, Dialect::Sh, Scoping::Own, file.at);
            }
            _ => walker.mark_changing(),
        }
    }
    read
}

fn perform<'a>(walker: &mut Walker<'a>, effect: AwkEffect<'_>, script: &Arg<'a>) {
    let at = script.at;
    match effect {
        AwkEffect::Writes(file) => {
            let file = Arg::whole(walker.alloc_str(file), at);
            walker.overwrites(&file);
        }
        AwkEffect::Appends(file) => {
            let file = Arg::whole(walker.alloc_str(file), at);
            walker.touches(Kind::Appends, &file, Traits::empty());
        }
        AwkEffect::WritesSome => walker.overwrites(&Arg::unknown(at)),
        AwkEffect::Runs(line) => run(walker, line, script, true),
        AwkEffect::RunsBegun(line) => run(walker, &line, script, false),
        // What is printed into a shell is run there.
        AwkEffect::PipesInto(line) if !is_shell(line) => run(walker, line, script, true),
        AwkEffect::RunsSome | AwkEffect::PipesInto(_) => {
            walker.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::empty(), at);
        }
    }
}

fn run<'a>(walker: &mut Walker<'a>, line: &str, script: &Arg<'a>, exact: bool) {
    let text = walker.alloc_str(line);
    let text = walker.unescaped(text);
    let flow = Flow { text, at: script.at, written: None, exact };
    walker.run_stream(Stream::Text(flow), Dialect::Sh, Scoping::Own, script.at);
}

/// Whether a command line starts a program that runs what flows into it.
pub(super) fn is_shell(line: &str) -> bool {
    let name = line.split_whitespace().next().unwrap_or_default();
    let name = name.rsplit('/').next().unwrap_or_default();
    matches!(name, "sh" | "bash" | "zsh" | "dash" | "ksh" | "xargs")
}

/// A cursor over a script's text.
struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn skip_while(&mut self, test: impl Fn(char) -> bool) -> &'t str {
        let from = self.at;
        while self.peek().is_some_and(&test) {
            self.next();
        }
        self.text.get(from..self.at).unwrap_or_default()
    }

    fn line(&mut self) -> &'t str {
        self.skip_while(|c| c != '\n')
    }

    /// Skips up to an unescaped delimiter and over it.
    fn pattern(&mut self, delimiter: char, brackets: bool) {
        let mut inside = false;
        while let Some(next) = self.next() {
            match next {
                '\\' => {
                    self.next();
                }
                '\n' if !inside => {}
                '[' if brackets && !inside => {
                    inside = true;
                    // `[]…]` and `[^]…]` hold the bracket itself.
                    self.skip_while(|c| c == '^');
                    if self.peek() == Some(']') {
                        self.next();
                    }
                }
                ']' if inside => inside = false,
                _ if next == delimiter && !inside => return,
                _ => {}
            }
        }
    }
}

fn sed_effects(script: &str) -> Vec<AwkEffect<'_>> {
    let mut effects = Vec::new();
    let mut cursor = Cursor { text: script, at: 0 };
    while let Some(next) = cursor.next() {
        match next {
            '/' => cursor.pattern('/', true),
            '\\' => {
                if let Some(delimiter) = cursor.next() {
                    cursor.pattern(delimiter, true);
                }
            }
            '#' => {
                cursor.line();
            }
            's' => {
                let Some(delimiter) = cursor.next() else { break };
                cursor.pattern(delimiter, true);
                cursor.pattern(delimiter, false);
                loop {
                    match cursor.peek() {
                        Some('w') => {
                            cursor.next();
                            effects.push(AwkEffect::Writes(cursor.line().trim()));
                        }
                        Some('e') => {
                            cursor.next();
                            effects.push(AwkEffect::RunsSome);
                        }
                        Some(flag) if flag.is_ascii_alphanumeric() => {
                            cursor.next();
                        }
                        _ => break,
                    }
                }
            }
            'y' => {
                let Some(delimiter) = cursor.next() else { break };
                cursor.pattern(delimiter, false);
                cursor.pattern(delimiter, false);
            }
            'a' | 'i' | 'c' => {
                // The text goes on behind a backslash at the end of a line.
                while cursor.line().ends_with('\\') && cursor.next().is_some() {}
            }
            'r' | 'R' => {
                cursor.line();
            }
            'w' | 'W' => effects.push(AwkEffect::Writes(cursor.line().trim())),
            'e' => match cursor.line().trim() {
                "" => effects.push(AwkEffect::RunsSome),
                line => effects.push(AwkEffect::Runs(line)),
            },
            ':' | 'b' | 't' | 'T' => {
                cursor.skip_while(|c| !matches!(c, '\n' | ';' | '}'));
            }
            // `I` and `M` behind an address, numbers, `{`, `p`, `d`…
            _ => {}
        }
    }
    effects
}

fn awk_effects(program: &str) -> Vec<AwkEffect<'_>> {
    let mut scan = AwkScan {
        cursor: Cursor { text: program, at: 0 },
        effects: Vec::new(),
        printing: None,
        depth: 0,
        operand_before: false,
        last_string: None,
    };
    while let Some(next) = scan.cursor.next() {
        scan.step(next);
    }
    scan.effects
}

/// A walk through an awk program.
struct AwkScan<'t> {
    cursor: Cursor<'t>,
    effects: Vec<AwkEffect<'t>>,
    /// How deep in parentheses the current `print` is, if there is one.
    printing: Option<u32>,
    depth: u32,
    /// Whether an operand comes before, so that a `/` divides and begins no pattern.
    operand_before: bool,
    /// The string just before, blanks aside.
    last_string: Option<&'t str>,
}

impl<'t> AwkScan<'t> {
    fn step(&mut self, next: char) {
        let string_before = self.last_string.take();
        self.operand_before = match next {
            '"' => {
                self.last_string = Some(string(&mut self.cursor));
                true
            }
            '/' if !self.operand_before => {
                self.cursor.pattern('/', true);
                false
            }
            '#' => {
                self.cursor.line();
                false
            }
            '(' => {
                self.depth += 1;
                false
            }
            ')' => {
                self.depth = self.depth.saturating_sub(1);
                true
            }
            '\n' | ';' | '}' | '{' => {
                self.printing = None;
                false
            }
            '>' if self.printing == Some(self.depth) => return self.redirection(),
            '|' => {
                self.pipe(string_before);
                false
            }
            _ if next.is_alphabetic() || next == '_' => self.word(next),
            ' ' | '\t' => {
                self.last_string = string_before;
                return;
            }
            _ => next.is_ascii_digit() || matches!(next, ']' | '$'),
        };
    }

    /// `print > "file"`, the first `>` of which is read.
    fn redirection(&mut self) {
        let appends = self.cursor.peek() == Some('>');
        if appends {
            self.cursor.next();
        }
        self.effects.push(match target(&mut self.cursor) {
            Target::Whole(file) if appends => AwkEffect::Appends(file),
            Target::Whole(file) => AwkEffect::Writes(file),
            Target::Begun(_) | Target::Unknown if appends => return,
            Target::Begun(_) | Target::Unknown => AwkEffect::WritesSome,
        });
        self.operand_before = false;
    }

    /// `"command" | getline` or `print | "command"`, the first `|` of which is read.
    fn pipe(&mut self, string_before: Option<&'t str>) {
        match self.cursor.peek() {
            Some('|') => {
                self.cursor.next();
                return;
            }
            Some('&') => {
                self.cursor.next();
            }
            _ => {}
        }
        self.cursor.skip_while(|c| c == ' ' || c == '\t');
        let rest = self.cursor.text.get(self.cursor.at..);
        if rest.is_some_and(|rest| rest.starts_with("getline")) {
            self.effects.push(string_before.map_or(AwkEffect::RunsSome, AwkEffect::Runs));
        } else if self.printing.is_some() {
            self.effects.push(match target(&mut self.cursor) {
                Target::Whole(line) => AwkEffect::PipesInto(line),
                Target::Begun(line) => AwkEffect::RunsBegun(line),
                Target::Unknown => AwkEffect::RunsSome,
            });
        }
    }

    /// A name or keyword, the first letter of which is read; says whether it is an operand.
    fn word(&mut self, first: char) -> bool {
        let from = self.cursor.at - first.len_utf8();
        self.cursor.skip_while(|c| c.is_alphanumeric() || c == '_');
        match self.cursor.text.get(from..self.cursor.at).unwrap_or_default() {
            "print" | "printf" => {
                self.printing = Some(self.depth);
                false
            }
            "system" => {
                self.cursor.skip_while(|c| c == ' ');
                if self.cursor.peek() == Some('(') {
                    self.cursor.next();
                    self.effects.push(match target(&mut self.cursor) {
                        Target::Whole(line) => AwkEffect::Runs(line),
                        Target::Begun(line) => AwkEffect::RunsBegun(line),
                        Target::Unknown => AwkEffect::RunsSome,
                    });
                    self.depth += 1;
                }
                false
            }
            "in" | "return" | "else" | "do" => false,
            _ => true,
        }
    }
}

enum Target<'t> {
    Whole(&'t str),
    /// Strings with something between them or behind, for which parameters stand.
    Begun(String),
    Unknown,
}

/// What a redirection or a call names: a string, a string with more behind it, or something.
fn target<'t>(cursor: &mut Cursor<'t>) -> Target<'t> {
    cursor.skip_while(|c| c == ' ' || c == '\t');
    if cursor.peek() != Some('"') {
        return Target::Unknown;
    }
    cursor.next();
    let text = string(cursor);
    cursor.skip_while(|c| c == ' ' || c == '\t');
    match cursor.peek() {
        None | Some(')' | ';' | '}' | '\n' | '|' | '&') => Target::Whole(text),
        _ => Target::Begun(with_holes(text, cursor)),
    }
}

/// The strings that follow, up to where the expression ends, with a parameter for each thing
/// that is put between them.
fn with_holes(first: &str, cursor: &mut Cursor<'_>) -> String {
    let mut text = first.to_owned();
    let mut depth = 0u32;
    let mut hole = false;
    while let Some(next) = cursor.peek() {
        match next {
            ')' | ']' if depth == 0 => break,
            ';' | '}' | '\n' | '|' | '&' if depth == 0 => break,
            '"' => {
                cursor.next();
                let inside = string(cursor);
                if depth == 0 {
                    text.push_str(inside);
                    hole = false;
                }
                continue;
            }
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        if !next.is_whitespace() && !hole {
            text.push_str("$_");
            hole = true;
        }
        cursor.next();
    }
    text
}

/// The inside of a string whose opening quote was just read.
fn string<'t>(cursor: &mut Cursor<'t>) -> &'t str {
    let from = cursor.at;
    while let Some(next) = cursor.next() {
        match next {
            '\\' => {
                cursor.next();
            }
            '"' => return cursor.text.get(from..cursor.at - 1).unwrap_or_default(),
            _ => {}
        }
    }
    cursor.text.get(from..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sed_scripts_that_only_print_do_nothing() {
        for script in [
            "1,20p",
            "s/a/b/g;s/w x/e/",
            "/w file/d",
            "s|rm -rf /|echo|",
            "$!N;P;D",
            "/x/Ip",
            "s/[/]w/x/",
        ] {
            assert_eq!(sed_effects(script), [], "{script}");
        }
    }

    #[test]
    fn sed_scripts_that_write_or_run_say_so() {
        assert_eq!(sed_effects("/x/w out.txt"), [AwkEffect::Writes("out.txt")]);
        assert_eq!(sed_effects("s/a/b/gw changed.txt"), [AwkEffect::Writes("changed.txt")]);
        assert_eq!(sed_effects("1e rm -rf src"), [AwkEffect::Runs("rm -rf src")]);
        assert_eq!(sed_effects("s/^/ /e"), [AwkEffect::RunsSome]);
    }

    #[test]
    fn awk_programs_that_only_print_do_nothing() {
        for program in [
            "$1 > 3",
            "{ if ($1 > 3) print $2 }",
            "{print ($1 > 3)}",
            "/rm -rf/ { n++ } END { print n }",
            "BEGIN { print \"rm -rf / > x\" }",
            "a || b { print }",
        ] {
            assert_eq!(awk_effects(program), [], "{program}");
        }
    }

    #[test]
    fn awk_programs_that_write_or_run_say_so() {
        assert_eq!(awk_effects("{print > \"out.txt\"}"), [AwkEffect::Writes("out.txt")]);
        assert_eq!(awk_effects("{print >> \"out.txt\"}"), [AwkEffect::Appends("out.txt")]);
        assert_eq!(awk_effects("{print > $1\".txt\"}"), [AwkEffect::WritesSome]);
        assert_eq!(
            awk_effects("BEGIN { system(\"rm -rf src\") }"),
            [AwkEffect::Runs("rm -rf src")]
        );
        assert_eq!(awk_effects("{system(\"rm \" $1)}"), [AwkEffect::RunsBegun("rm $_".to_owned())]);
        assert_eq!(
            awk_effects(r#"{system("mv \"" $0 "\" \"" new "\"")}"#),
            [AwkEffect::RunsBegun(r#"mv \"$_\" \"$_\""#.to_owned())]
        );
        assert_eq!(awk_effects("{print \"x\" | \"sh\"}"), [AwkEffect::PipesInto("sh")]);
        assert_eq!(awk_effects("{print $0 | \"sh\"}"), [AwkEffect::PipesInto("sh")]);
    }
}
