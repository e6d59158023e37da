//! What statements of SQL would do: a scanner that knows comments and strings, and looks at the
//! words that open a statement. It is not a parser; a statement that it does not know is not known to
//! read.

use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Stream};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::{Words, words};
use crate::source::Location;

/// How deep code inside strings is followed (`EXECUTE '…'`, `DO $$…$$`).
const DEPTH: u8 = 3;

/// One thing a statement does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Found {
    kind: Kind,
    traits: Traits,
    /// Whether a rollback takes it back.
    undone: bool,
}

/// Judges an argument that is SQL.
pub(in crate::facts) fn judge_arg<'a>(walker: &mut Walker<'a>, arg: &Arg<'a>) {
    let stream = walker.flow_of_arg(arg);
    judge_stream(walker, stream, arg.at);
}

/// Judges SQL that flows in, on a server somewhere.
pub(super) fn judge_stream<'a>(walker: &mut Walker<'a>, stream: Stream<'a>, at: Location) {
    judge(walker, stream, at, Place::Elsewhere);
}

/// Judges SQL against the database in some place.
pub(super) fn judge<'a>(walker: &mut Walker<'a>, stream: Stream<'a>, at: Location, place: Place) {
    match stream {
        Stream::Text(flow) => {
            let mut reader = Reader::default();
            reader.script(flow.text, DEPTH);
            if !reader.reads {
                walker.mark_changing();
            }
            for file in reader.written {
                walker.overwrites(&Arg::whole(file, at));
            }
            for found in reader.found {
                walker.add(found.kind, Domain::Database, place, found.traits, at);
            }
            for code in reader.shell {
                let arg = Arg::whole(code, at);
                walker.run_code(&arg, Dialect::Sh, Scoping::Own);
            }
        }
        // A dump or a file of statements may replace everything.
        Stream::Download | Stream::Unknown => {
            walker.add(Kind::ChangesRemote, Domain::Database, place, Traits::POSSIBLE, at);
        }
        Stream::Idle => walker.mark_changing(),
    }
}

/// Words that open a statement which reads. `with` and `explain` count by what stands in them.
const READING: Words = words(
    "select values table show explain describe desc with use begin start commit end rollback \
     savepoint release set declare fetch close help status match optional pragma check analyze \
     list info describe_table ls",
);

/// The file that `\copy … to file` names, if it is no stream.
fn to_file(tail: &str) -> Option<&str> {
    let at = tail.to_ascii_lowercase().find(" to ")?;
    let target = tail.get(at + 4..)?.split_whitespace().next()?.trim_matches(['\'', '"']);
    (!["stdout", "pstdout", "program"].iter().any(|name| target.eq_ignore_ascii_case(name)))
        .then_some(target)
}

/// A piece of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    /// A word, a number or a parameter, as written.
    Word(&'a str),
    /// What stands between quotes.
    Quoted(&'a str),
    /// A sign.
    Sign(char),
}

impl Token<'_> {
    fn is(&self, word: &str) -> bool {
        matches!(self, Token::Word(text) if text.eq_ignore_ascii_case(word))
    }

    fn among(&self, words: Words) -> bool {
        words.iter().any(|word| self.is(word))
    }
}

/// Stands for a token where there is none.
const NO_TOKEN: Token<'_> = Token::Sign(' ');

/// Whether one of several words is among the tokens.
fn has(tokens: &[Token<'_>], words: Words) -> bool {
    tokens.iter().any(|token| token.among(words))
}

struct Reader<'a> {
    found: Vec<Found>,
    shell: Vec<&'a str>,
    /// Files that the client itself writes.
    written: Vec<&'a str>,
    /// Whether every statement so far is known to read.
    reads: bool,
}

impl Default for Reader<'_> {
    fn default() -> Self {
        Self { found: Vec::new(), shell: Vec::new(), written: Vec::new(), reads: true }
    }
}

impl<'a> Reader<'a> {
    fn script(&mut self, text: &'a str, depth: u8) {
        let mut statement = Vec::new();
        let mut transaction = None;
        let mut rest = text;
        while let Some(step) = next(rest, statement.is_empty()) {
            rest = step.rest;
            match step.piece {
                Piece::Nothing => {}
                Piece::Token(token) => statement.push(token),
                Piece::Meta(line) => self.meta(line, depth),
                Piece::End => {
                    self.close(&mut statement, &mut transaction, depth);
                }
            }
        }
        self.close(&mut statement, &mut transaction, depth);
    }

    fn close(
        &mut self,
        statement: &mut Vec<Token<'a>>,
        transaction: &mut Option<usize>,
        depth: u8,
    ) {
        let word = statement.first().unwrap_or(&NO_TOKEN);
        if word.among(words!("begin start")) {
            *transaction = Some(self.found.len());
            // `BEGIN DELETE …` of a block has its statement behind it.
            let body = statement.get(1..).unwrap_or(&[]);
            if !has(body.get(..1).unwrap_or(body), words!("transaction work tran")) {
                self.statement(body, depth);
            }
        } else if word.is("rollback") {
            if let Some(mark) = transaction.take() {
                let mut index = 0;
                self.found.retain(|found| {
                    index += 1;
                    index <= mark || !found.undone
                });
            }
        } else if word.among(words!("commit end")) {
            *transaction = None;
        } else {
            self.statement(statement, depth);
        }
        statement.clear();
    }

    fn add(&mut self, kind: Kind, traits: Traits) {
        self.found.push(Found { kind, traits, undone: false });
    }

    fn add_rows(&mut self, kind: Kind, traits: Traits) {
        self.found.push(Found { kind, traits, undone: true });
    }

    /// `\! command` of psql, `.shell command` of sqlite and their like.
    fn meta(&mut self, line: &'a str, depth: u8) {
        let line = line.trim();
        let (head, tail) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match head {
            "\\!" | "system" => self.shell.push(tail),
            _ if head.starts_with("\\!") || head.starts_with("!!") => {
                self.shell.push(line.get(2..).unwrap_or_default());
            }
            // `\o file`, `\g file`, `\copy t to file` and `tee file` write where the client runs.
            "\\o" | "\\out" | "\\w" | "\\write" | "\\s" | "\\g" | "\\gx" | "\\T" | "\\tee"
            | "tee" => {
                self.writes_file(tail);
            }
            "\\copy" if to_file(tail).is_some() => {
                self.written.extend(to_file(tail));
            }
            // What is for the client alone was looked at by its own model.
            ".restore" => self.add(Kind::ChangesRemote, Traits::WHOLE),
            "\\gexec" => self.add(Kind::ChangesRemote, Traits::POSSIBLE),
            "\\copy" if tail.to_ascii_lowercase().contains(" program ") => {
                self.add(Kind::ChangesRemote, Traits::POSSIBLE);
            }
            // `\copy (DELETE … RETURNING *) to x` and `\watch` stand behind a statement.
            "\\copy" if depth > 0 => self.script(tail, depth - 1),
            _ => {}
        }
    }

    /// A file that output goes to, or a command behind a bar.
    fn writes_file(&mut self, target: &'a str) {
        let target = target.trim().trim_matches(['\'', '"']);
        match target.strip_prefix('|') {
            Some(code) => self.shell.push(code),
            None if target.is_empty() => {}
            None => self.written.push(target),
        }
    }

    fn statement(&mut self, words: &[Token<'a>], depth: u8) {
        let Some((first, rest)) = words.split_first() else { return };
        self.reads &= matches!(first, Token::Sign(_)) || first.among(READING);
        let second = rest.first().unwrap_or(&NO_TOKEN);
        let Token::Word(head) = first else {
            // `(DELETE …)` and the like.
            if matches!(first, Token::Sign('(')) {
                self.statement(rest, depth);
            }
            return;
        };
        match head.to_ascii_lowercase().as_str() {
            "drop" => self.drop(rest),
            "remove" if second.among(words!("table database namespace index field user")) => {
                self.add(Kind::Deletes, Traits::WHOLE);
            }
            "truncate" => self.add(Kind::Deletes, Traits::WHOLE),
            "delete" => self.add_rows(Kind::Deletes, reach(narrowed(rest))),
            "update" => self.add_rows(Kind::ChangesRemote, reach(narrowed(rest))),
            "alter" => self.alter(rest),
            "revoke" => self.add(Kind::ChangesRights, Traits::empty()),
            "grant" | "deny" => {
                let all = has(rest, words!("all superuser dba"));
                self.add(Kind::ChangesRights, if all { Traits::WORLD } else { Traits::empty() });
            }
            "create"
                if second.is("or")
                    && has(rest, words!("replace"))
                    && has(rest.get(..5).unwrap_or(rest), words!("table database schema")) =>
            {
                self.add(Kind::Deletes, Traits::empty());
            }
            "replace" | "merge" => self.add_rows(Kind::ChangesRemote, Traits::empty()),
            "insert" if second.is("overwrite") => self.add_rows(Kind::ChangesRemote, Traits::WHOLE),
            // `INSERT OR REPLACE`, `ON CONFLICT DO UPDATE`, `ON DUPLICATE KEY UPDATE`.
            "insert"
                if second.is("or") && has(rest.get(..2).unwrap_or(rest), words!("replace"))
                    || has(rest, words!("conflict duplicate")) && has(rest, words!("update")) =>
            {
                self.add_rows(Kind::ChangesRemote, Traits::empty());
            }
            "rename" => self.add(Kind::ChangesRemote, Traits::empty()),
            "copy" if has(rest, words!("program")) => {
                self.add(Kind::ChangesRemote, Traits::POSSIBLE)
            }
            "copy" if *second == Token::Sign('(') => {
                self.inner(rest, depth);
                if has(rest, words!("to")) && !has(rest, words!("stdout")) {
                    self.add(Kind::ChangesRemote, Traits::POSSIBLE);
                }
            }
            // Over a file of the server's, or of this machine's where the database is a file.
            "copy" | "export" | "unload"
                if has(rest, words!("to database")) && !has(rest, words!("stdout")) =>
            {
                self.add(Kind::ChangesRemote, Traits::POSSIBLE);
            }
            "select" if has(rest, words!("outfile dumpfile")) => {
                self.add(Kind::ChangesRemote, Traits::POSSIBLE);
            }
            "purge" => self.add(Kind::Deletes, Traits::empty()),
            "reset" if second.among(words!("master slave replica binary persist")) => {
                self.add(Kind::Deletes, Traits::empty());
            }
            "flush" if second.among(words!("tables logs privileges status hosts")) => {}
            "shutdown" | "kill" => self.add(Kind::Stops, Traits::empty()),
            "stop" if second.among(words!("slave replica group_replication")) => {
                self.add(Kind::Stops, Traits::empty());
            }
            "set" if second.among(words!("global persist password")) => {
                let rights = second.is("password");
                let kind = if rights { Kind::ChangesRights } else { Kind::ChangesRemote };
                self.add(kind, Traits::empty());
            }
            "restore" => self.add(Kind::ChangesRemote, Traits::WHOLE),
            "reassign" => self.add(Kind::ChangesRights, Traits::empty()),
            "reindex" | "cluster" => {}
            "pragma" if second.is("writable_schema") => {
                self.add(Kind::ChangesRemote, Traits::empty());
            }
            "explain" | "describe" | "desc" => {
                // Only `ANALYZE` really runs what it explains.
                let runs = rest.iter().position(|token| token.among(words!("analyze analyse")));
                let Some(at) = runs else { return };
                let mut behind = rest.get(at + 1..).unwrap_or_default();
                while let [first, rest @ ..] = behind
                    && (matches!(first, Token::Sign(_))
                        || first.among(words!("verbose buffers format json on costs")))
                {
                    behind = rest;
                }
                self.statement(behind, depth);
            }
            "with" => self.inner(rest, depth),
            "call" => {
                self.add(Kind::ChangesRemote, Traits::POSSIBLE);
                self.functions(rest);
            }
            "select" | "perform" | "values" | "table" => self.functions(rest),
            "do" | "execute" | "exec" | "prepare" | "declare" | "if" | "while" | "for" | "loop"
            | "else" | "then" | "begin" => self.nested(words, depth),
            "detach" if second.is("delete") => self.add(Kind::Deletes, Traits::WHOLE),
            "match" | "optional" | "unwind" | "foreach" => self.cypher(words),
            "shell" | "host" => self.add(Kind::ChangesRemote, Traits::POSSIBLE),
            // A statement that only the shell will know.
            "$_" => self.add(Kind::ChangesRemote, Traits::POSSIBLE),
            _ => {}
        }
    }

    fn drop(&mut self, rest: &[Token<'a>]) {
        let whole = words!(
            "database schema keyspace table tables tablespace owned collection measurement series \
             bucket stream topic foreign partition shard namespace warehouse catalog column"
        );
        let Some(first) = rest.first() else { return };
        if first.among(words!("user role login policy")) {
            self.add(Kind::ChangesRights, Traits::empty());
        } else if has(rest.get(..2).unwrap_or(rest), whole)
            && !first.among(words!("temporary temp"))
        {
            self.add(Kind::Deletes, Traits::WHOLE);
        } else {
            self.add(Kind::Deletes, Traits::MINOR);
        }
    }

    fn alter(&mut self, rest: &[Token<'a>]) {
        let first = rest.first().unwrap_or(&NO_TOKEN);
        if first.among(words!("user role login default")) {
            self.add(Kind::ChangesRights, Traits::empty());
        } else if has(rest, words!("drop delete truncate")) {
            // A constraint or a default holds no data.
            let mild = has(rest, words!("constraint default index not"));
            self.add(Kind::Deletes, if mild { Traits::MINOR } else { Traits::empty() });
        } else if has(rest, words!("rename modify change type owner disable detach update"))
            || first.among(words!("system database"))
        {
            self.add(Kind::ChangesRemote, Traits::empty());
        }
    }

    /// Statements that stand inside others: `WITH x AS (DELETE …)`, `COPY (…) TO`.
    fn inner(&mut self, words: &[Token<'a>], depth: u8) {
        if depth == 0 {
            return;
        }
        for (index, token) in words.iter().enumerate() {
            if token.among(words!("delete update merge")) {
                let before = index.checked_sub(1).and_then(|before| words.get(before));
                // `FOR UPDATE`, `ON DELETE` and `ON UPDATE` do nothing.
                if before.is_some_and(|before| before.among(words!("for on do then or"))) {
                    continue;
                }
                let behind = words.get(index..).unwrap_or(&[]);
                self.statement(behind, depth - 1);
            }
        }
        self.functions(words);
    }

    /// Code in strings, and statements inside blocks.
    fn nested(&mut self, words: &[Token<'a>], depth: u8) {
        if depth == 0 {
            return;
        }
        for (index, token) in words.iter().enumerate().skip(1) {
            match token {
                Token::Quoted(code) => self.script(code, depth - 1),
                Token::Word(word) if word.eq_ignore_ascii_case("xp_cmdshell") => {
                    match words.get(index + 1) {
                        Some(Token::Quoted(code)) => self.shell.push(code),
                        _ => self.add(Kind::ChangesRemote, Traits::POSSIBLE),
                    }
                    return;
                }
                Token::Word(_)
                    if token.among(words!(
                        "begin then else loop as immediate drop delete truncate update"
                    )) =>
                {
                    let opens = token.among(words!("drop delete truncate update"));
                    let from = if opens { index } else { index + 1 };
                    self.statement(words.get(from..).unwrap_or(&[]), depth - 1);
                    return;
                }
                _ => {}
            }
        }
    }

    /// Functions that do more than compute.
    fn functions(&mut self, words: &[Token<'a>]) {
        for token in words {
            if token.among(words!("pg_terminate_backend pg_cancel_backend")) {
                self.add(Kind::Stops, Traits::empty());
            } else if token
                .among(words!("pg_drop_replication_slot lo_unlink drop_chunks pg_file_unlink"))
            {
                self.add(Kind::Deletes, Traits::empty());
            } else if token
                .among(words!("pg_promote pg_reload_conf pg_switch_wal pg_wal_replay_pause"))
            {
                self.add(Kind::ChangesRemote, Traits::empty());
            }
        }
    }

    fn cypher(&mut self, words: &[Token<'a>]) {
        if has(words, words!("delete")) {
            let narrow = has(words, words!("where")) || words.contains(&Token::Sign('{'));
            self.add_rows(Kind::Deletes, reach(narrow));
        } else if has(words, words!("remove"))
            || (has(words, words!("set")) && !has(words, words!("create")))
        {
            self.add_rows(Kind::ChangesRemote, Traits::empty());
        }
    }
}

fn reach(narrow: bool) -> Traits {
    if narrow { Traits::empty() } else { Traits::WHOLE }
}

/// Whether a condition leaves rows out.
fn narrowed(words: &[Token<'_>]) -> bool {
    let Some(at) = words.iter().position(|token| token.is("where")) else {
        // `USING` joins and `LIMIT` leave rows out too.
        return has(words, words!("limit"));
    };
    let condition = words.get(at + 1..).unwrap_or(&[]);
    let same = |a: &Token<'_>, b: &Token<'_>| a == b;
    match condition {
        [only] => !only.among(words!("true 1")),
        [a, Token::Sign('='), b] => !same(a, b),
        [] => false,
        _ => true,
    }
}

enum Piece<'a> {
    Nothing,
    Token(Token<'a>),
    /// A line for the client itself.
    Meta(&'a str),
    End,
}

struct Step<'a> {
    piece: Piece<'a>,
    rest: &'a str,
}

/// Reads one piece; `None` at the end.
fn next(text: &str, at_start: bool) -> Option<Step<'_>> {
    let letter = text.chars().next()?;
    let behind = text.get(letter.len_utf8()..).unwrap_or_default();
    let step = |piece, rest| Some(Step { piece, rest });
    let line_end = |text: &str| text.find('\n').unwrap_or(text.len());
    match letter {
        _ if letter.is_whitespace() => step(Piece::Nothing, text.trim_start()),
        ';' => step(Piece::End, behind),
        '-' if behind.starts_with('-') => {
            step(Piece::Nothing, text.get(line_end(text)..).unwrap_or_default())
        }
        '#' if at_start => step(Piece::Nothing, text.get(line_end(text)..).unwrap_or_default()),
        // `/*! … */` is code to MySQL, all other comments are not.
        '/' if behind.starts_with("*!") => {
            let code = behind.get(2..).unwrap_or_default();
            step(Piece::Nothing, code.trim_start_matches(|c: char| c.is_ascii_digit()))
        }
        '/' if behind.starts_with('*') => {
            let end = behind.find("*/").map_or(behind.len(), |at| at + 2);
            step(Piece::Nothing, behind.get(end..).unwrap_or_default())
        }
        // Lines for the client: `\o file`, `.dump`, and `!!code` of sqlcmd.
        '\\' | '.' | '!' if at_start => {
            let end = line_end(text);
            let line = text.get(..end).unwrap_or_default();
            step(Piece::Meta(line), text.get(end..).unwrap_or_default())
        }
        // `\g`, `\gexec` and `\watch` end the statement before them.
        '\\' => {
            let end = line_end(text);
            let line = text.get(..end).unwrap_or_default();
            if line.starts_with("\\g") {
                return step(Piece::End, text);
            }
            step(Piece::Nothing, behind)
        }
        '\'' | '"' | '`' => {
            let end = quoted_end(behind, letter);
            let inside = behind.get(..end).unwrap_or_default();
            let rest = behind.get(end + 1..).unwrap_or_default();
            // Names in quotes are never keywords.
            step(Piece::Token(Token::Quoted(inside)), rest)
        }
        '$' => {
            let tag = behind
                .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .unwrap_or(behind.len());
            let name = behind.get(..tag).unwrap_or_default();
            let after = behind.get(tag..).unwrap_or_default();
            if after.starts_with('$') && name != "_" {
                let fence = text.get(..tag + 2).unwrap_or_default();
                let body = after.get(1..).unwrap_or_default();
                let end = body.find(fence).unwrap_or(body.len());
                let inside = body.get(..end).unwrap_or_default();
                let rest = body.get(end + fence.len()..).unwrap_or_default();
                return step(Piece::Token(Token::Quoted(inside)), rest);
            }
            let word = text.get(..=tag).unwrap_or_default();
            step(Piece::Token(Token::Word(word)), after)
        }
        _ if letter.is_alphanumeric() || letter == '_' || letter == '@' => {
            let end = text
                .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '@' | '$' | '.')))
                .unwrap_or(text.len());
            let word = text.get(..end).unwrap_or_default();
            let rest = text.get(end..).unwrap_or_default();
            // `GO` and `/` on a line of their own end a batch.
            let alone = rest.is_empty() || rest.starts_with(['\n', '\r']);
            if word.eq_ignore_ascii_case("go") && alone {
                return step(Piece::End, rest);
            }
            // sqlplus and mysql hand such a line to a shell.
            if at_start && matches!(word, "system" | "tee") {
                let end = line_end(text);
                let line = text.get(..end).unwrap_or_default();
                return step(
                    Piece::Meta(line.trim_end_matches(';')),
                    text.get(end..).unwrap_or_default(),
                );
            }
            step(Piece::Token(Token::Word(word)), rest)
        }
        other => step(Piece::Token(Token::Sign(other)), behind),
    }
}

/// Where a quoted piece ends; doubled quotes and backslashes do not end it.
fn quoted_end(text: &str, quote: char) -> usize {
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' && quote == '\'' {
            letters.next();
        } else if letter == quote {
            if letters.peek().is_some_and(|(_, next)| *next == quote) {
                letters.next();
            } else {
                return at;
            }
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(Kind, Traits)> {
        let mut reader = Reader::default();
        reader.script(text, DEPTH);
        reader.found.iter().map(|found| (found.kind, found.traits)).collect()
    }

    fn all(kind: Kind) -> Vec<(Kind, Traits)> {
        vec![(kind, Traits::WHOLE)]
    }

    #[test]
    fn statements_that_take_everything() {
        assert_eq!(found("DROP TABLE users"), all(Kind::Deletes));
        assert_eq!(found("drop database if exists shop;"), all(Kind::Deletes));
        assert_eq!(found("select 1; truncate table t"), all(Kind::Deletes));
        assert_eq!(found("DELETE FROM t"), all(Kind::Deletes));
        assert_eq!(found("DELETE FROM t WHERE 1=1"), all(Kind::Deletes));
        assert_eq!(found("update t set a = 1"), all(Kind::ChangesRemote));
        assert_eq!(found("/*!50000 DROP TABLE x */"), all(Kind::Deletes));
        assert_eq!(found("DO $$ BEGIN DELETE FROM t; END $$"), all(Kind::Deletes));
        assert_eq!(found("EXPLAIN ANALYZE DELETE FROM t"), all(Kind::Deletes));
    }

    #[test]
    fn statements_that_take_some() {
        assert_eq!(found("delete from t where id = 3"), vec![(Kind::Deletes, Traits::empty())]);
        assert_eq!(
            found("WITH x AS (DELETE FROM t WHERE a = 1 RETURNING *) SELECT * FROM x"),
            vec![(Kind::Deletes, Traits::empty())]
        );
        assert_eq!(found("ALTER TABLE t DROP COLUMN c"), vec![(Kind::Deletes, Traits::empty())]);
    }

    #[test]
    fn words_in_data_say_nothing() {
        for text in [
            "SELECT 'DROP TABLE users'",
            "-- DROP TABLE users\nSELECT 1",
            "/* DELETE FROM t */ SELECT 1",
            "SELECT * FROM t WHERE action = 'delete' FOR UPDATE",
            "EXPLAIN DELETE FROM t",
            "SELECT \"drop\" FROM t",
            "\\d users",
            "INSERT INTO log VALUES ('truncate t')",
            "BEGIN; DELETE FROM t; ROLLBACK;",
            "CREATE TABLE t (id int REFERENCES u ON DELETE CASCADE)",
        ] {
            assert_eq!(found(text), vec![], "{text}");
        }
    }
}
