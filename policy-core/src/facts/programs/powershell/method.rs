//! Methods of objects: `$x.Delete()`, `(Get-Item y).MoveTo('z')`.
//!
//! The reader makes a command of such a call, whose name is the object followed by `.Name`. What
//! the object is cannot be known, so a method counts by its name; one that is neither listed here
//! nor [known to be harmless](super::harmless) may do anything.

use super::dotnet::{self, run_code_in};
use super::flow::fetched;
use super::harmless;
use super::start::{is_address, launch, split_words};
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;
use crate::shell::tree::{Command, Node, ParameterForm, Piece, SubstitutionKind};
use crate::source::Location;

/// A method that is called on an object.
#[derive(Clone, Copy, Debug)]
pub(in crate::facts) struct Method<'a> {
    /// Its name as written.
    pub(in crate::facts) name: &'a str,
    /// What it is called on.
    object: &'a [Piece<'a>],
    /// Whether it belongs to a type (`$type::Delete`).
    of_type: bool,
}

/// The method a command's name calls, if it is an object followed by a member.
pub(in crate::facts) fn method_of<'a>(head: &Arg<'a>) -> Option<Method<'a>> {
    let word = head.written?;
    if let [Piece::Substitution(made)] = word.pieces
        && made.kind == SubstitutionKind::Output
        && makes_code(made.body.items.first().map(|item| &item.node)?)
    {
        // `& ([scriptblock]::Create('…'))`: the code was followed where it was made.
        return Some(Method { name: "invoke", object: word.pieces, of_type: false });
    }
    let (last, object) = word.pieces.split_last()?;
    let Piece::Text { text, quoted: false, .. } = last else { return None };
    if matches!(object, [] | [Piece::Text { quoted: false, .. }, ..]) {
        return None;
    }
    let (name, of_type) = match text.strip_prefix("::") {
        Some(name) => (name, true),
        None => (text.strip_prefix('.')?, false),
    };
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_name.then_some(Method { name, object, of_type })
}

/// Whether a command makes code of a text, which is followed right there.
fn makes_code(node: &Node<'_>) -> bool {
    let Node::Command(command) = node else { return false };
    let Some(head) = command.words.first() else { return false };
    let Some(Piece::Text { text, .. }) = head.pieces.last() else { return false };
    let lower = text.to_ascii_lowercase();
    lower.ends_with("scriptblock]::create")
        || words!(".addscript .addcommand .addargument .addparameter").has(lower.as_str())
        || lower == ".newscriptblock"
}

impl<'a> Method<'a> {
    /// Follows the call; answers what it gives.
    pub(in crate::facts) fn call(
        &self,
        walker: &mut Walker<'a>,
        head: &Arg<'a>,
        args: &'a [Arg<'a>],
        at: Location,
    ) -> Stream<'a> {
        let lower = self.name.to_ascii_lowercase();
        match (lower.as_str(), self.object) {
            ("invoke" | "invokereturnasis", [Piece::Substitution(made)])
                if made.kind == SubstitutionKind::Output
                    && made.body.items.first().is_some_and(|item| makes_code(&item.node)) =>
            {
                Stream::Unknown
            }
            ("invoke" | "invokereturnasis", object) => {
                if let Knowledge::Block(_) = head.knowledge {
                    return walker.run_code(head, Dialect::PowerShell, Scoping::Shared);
                }
                // `[IO.File]::Delete.Invoke('x')`
                if let [Piece::Parameter(member)] = object
                    && member.name.starts_with('[')
                    && member.name.contains("::")
                {
                    let mut words = bumpalo::collections::Vec::new_in(walker.arena);
                    words.push(Arg::whole(member.name, head.at));
                    words.extend_from_slice(args);
                    return walker.run_wrapped(words.into_bump_slice());
                }
                let kind = match head.knowledge {
                    Knowledge::Download => Kind::RunsDownload,
                    _ => Kind::RunsUnknown,
                };
                walker.add(kind, Domain::Code, Place::Unknown, Traits::empty(), at);
                Stream::Unknown
            }
            ("getstring", _) => match args {
                // Numbers are the bytes of a text, of which nobody writes out more than one.
                [bytes] if !bytes.text.starts_with(|first: char| first.is_ascii_digit()) => {
                    walker.flow_of_arg(bytes)
                }
                _ => Stream::Unknown,
            },
            _ => {
                let object = match self.of_type {
                    true => args.first().copied().unwrap_or_else(|| Arg::unknown(at)),
                    false => self.made_of(walker, head),
                };
                // A text or a number, or what the text itself has made: all stays in memory.
                // A file is none of that, though a text was cast to it.
                let whole = !self.of_type
                    && matches!(head.knowledge, Knowledge::Whole)
                    && !stands_for_file(walker, head);
                let in_memory = whole || takes_out(&lower, self.object, args);
                let output = on_member(walker, self.name, &object, in_memory, args, at);
                match (output, head.knowledge) {
                    // What is cut out of a download is still one.
                    (Stream::Unknown, Knowledge::Download) => Stream::Download,
                    (output, _) => output,
                }
            }
        }
    }

    /// The path an object stands for: `(Get-Item x)`, `[IO.FileInfo]::new('x')`, `[IO.FileInfo]'x'`.
    fn made_of(&self, walker: &Walker<'a>, head: &Arg<'a>) -> Arg<'a> {
        if matches!(head.knowledge, Knowledge::Whole) {
            let len = head.text.len().saturating_sub(self.name.len() + 1);
            return head.with_text(head.text.get(..len).unwrap_or_default());
        }
        let unknown = Arg::unknown(head.at);
        let [Piece::Substitution(made), ..] = self.object else { return unknown };
        let Some(Node::Command(command)) = made.body.items.first().map(|item| &item.node) else {
            return unknown;
        };
        path_in(command).map_or(unknown, |text| Arg {
            glob: text.contains(['*', '?']),
            ..Arg::whole(walker.arena.alloc_str(text), head.at)
        })
    }
}

/// Whether an object is a text that was made a file: `([IO.FileInfo]'x')`.
fn stands_for_file(walker: &Walker<'_>, head: &Arg<'_>) -> bool {
    let written = walker.reading.sources.slice(head.at);
    let cast =
        written.trim_start_matches('(').strip_prefix('[').and_then(|rest| rest.split(']').next());
    cast.is_some_and(|name| name.to_ascii_lowercase().ends_with("info"))
}

/// `$x.Remove('key')`, `(…).Remove(0, 3)`: takes something out of a list or a text.
fn takes_out(method: &str, object: &[Piece<'_>], args: &[Arg<'_>]) -> bool {
    let is_number = |arg: &Arg<'_>| {
        arg.known().is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_variable =
        matches!(object, [Piece::Parameter(only)] if only.form == ParameterForm::Plain);
    let known = !args.is_empty() && args.iter().all(|arg| arg.known().is_some());
    method.starts_with("remove") && known && (is_variable || args.iter().all(is_number))
}

/// The first word that a command which makes or finds a file is given.
fn path_in<'a>(command: &Command<'a>) -> Option<&'a str> {
    let (head, words) = command.words.split_first()?;
    let name = head.plain()?.to_ascii_lowercase();
    let skipped = match name.as_str() {
        "get-item" | "gi" | "get-childitem" | "gci" | "dir" | "ls" => 0,
        "new-object" => 1,
        _ if name.ends_with("]::new") => 0,
        _ => return None,
    };
    let mut plain = words.iter().filter_map(|word| word.plain());
    plain.by_ref().filter(|word| !word.starts_with('-')).nth(skipped)
}

/// A method with what it is called on and given.
struct Called<'c, 'a> {
    /// Its name in small letters.
    name: &'c str,
    object: &'c Arg<'a>,
    /// Whether the object is a text, a number or a list.
    in_memory: bool,
    args: &'a [Arg<'a>],
    at: Location,
}

/// What a member of that name does when it is a method.
pub(super) fn on_member<'a>(
    walker: &mut Walker<'a>,
    name: &str,
    object: &Arg<'a>,
    in_memory: bool,
    args: &'a [Arg<'a>],
    at: Location,
) -> Stream<'a> {
    let lower = name.to_ascii_lowercase();
    let ran = !matches!(lower.as_str(), "invokescript" | "addscript" | "newscriptblock")
        && run_code_in(walker, args);
    let called = Called { name: &lower, object, in_memory, args, at };
    if called.changes_files(walker) || called.changes_machine(walker) {
        return Stream::Unknown;
    }
    if let Some(output) = called.fetches(walker).or_else(|| called.runs(walker, ran)) {
        return output;
    }
    // A method of a class that stands in this very text is followed there.
    let harmless = ran || in_memory || harmless::is_method(&lower);
    if !harmless && !walker.scope.redefines(&lower) {
        walker.may_run_anything(at);
    }
    Stream::Unknown
}

impl<'a> Called<'_, 'a> {
    /// Methods of files and of what is saved to one; answers whether it was one.
    fn changes_files(&self, walker: &mut Walker<'a>) -> bool {
        let none = Traits::empty();
        let Self { object, args, in_memory, .. } = *self;
        let first = args.first();
        let written = match self.name {
            "delete" => {
                let recursive = args.iter().any(|arg| arg.text.eq_ignore_ascii_case("true"));
                let traits = if recursive { Traits::RECURSIVE } else { none };
                walker.touches(Kind::Deletes, object, traits);
                None
            }
            "deletefile" | "deletefolder" | "deletedirectory" => {
                walker.touches(Kind::Deletes, first.unwrap_or(object), Traits::RECURSIVE);
                None
            }
            "moveto" | "movefile" | "movefolder" => {
                walker.touches(Kind::Moves, object, none);
                args.last().filter(|_| args.len() > 1 || self.name == "moveto")
            }
            "copyto" if args.len() > 1 => first,
            "createtextfile" | "savetofile" | "writealltext" | "writealllines"
            | "writeallbytes" => first,
            "copyfile" => args.get(1),
            "extracttodirectory" if args.len() > 1 => args.get(1),
            "extracttofile" if args.len() > 1 => first,
            "save" | "saveas" | "writeto" | "savetofileasync" | "writexml" | "writexmlschema"
                if first.is_some() =>
            {
                first
            }
            "create" | "createtext" | "openwrite" if args.is_empty() => Some(object),
            // `FileInfo.Open('Truncate')`, `FileInfo.Replace('a', 'b')`.
            "open" if !in_memory && first.is_some_and(empties) => Some(object),
            "replace" if object.known().is_some() && !in_memory && args.len() > 1 => first,
            "encrypt" | "decrypt" if args.is_empty() => {
                walker.touches(Kind::Overwrites, object, Traits::ATTRIBUTES);
                None
            }
            "invokeverb" | "doit" => {
                walker.mark_changing();
                if first.is_some_and(|verb| verb.text.eq_ignore_ascii_case("delete")) {
                    walker.touches(Kind::Deletes, object, none);
                }
                None
            }
            _ => return false,
        };
        if let Some(target) = written {
            walker.touches(Kind::Overwrites, target, none);
        }
        true
    }

    /// Methods of keys, processes, services and packages; answers whether it was one.
    fn changes_machine(&self, walker: &mut Walker<'a>) -> bool {
        let (kind, domain) = match self.name {
            "deletesubkey" | "deletesubkeytree" | "deletevalue" => {
                (Kind::Deletes, Domain::WindowsRegistry)
            }
            "setvalue" => (Kind::Configures, Domain::WindowsRegistry),
            "kill" | "terminate" => (Kind::Kills, Domain::Process),
            "uninstall" => (Kind::Uninstalls, Domain::Package),
            "stopservice" => (Kind::Stops, Domain::Service),
            "win32shutdown" => (Kind::PowersOff, Domain::System),
            // Of a text or a list it takes something out; of a store or a service it deletes.
            "remove" | "removeat" | "removeall" | "removerange" | "clear" | "stop" | "start"
            | "restart" => {
                if !self.in_memory {
                    walker.may_run_anything(self.at);
                }
                return true;
            }
            _ => return false,
        };
        walker.add(kind, domain, Place::Machine, Traits::empty(), self.at);
        true
    }

    /// Methods that fetch; answers what they give.
    fn fetches(&self, walker: &mut Walker<'a>) -> Option<Stream<'a>> {
        let first = self.args.first();
        match self.name {
            "downloadfile" | "downloadfileasync" | "downloadfiletaskasync" => {
                if let Some(target) = self.args.get(1) {
                    fetched(walker, target);
                }
                Some(Stream::Unknown)
            }
            "downloadstring"
            | "downloaddata"
            | "downloadstringtaskasync"
            | "downloaddatataskasync"
            | "openread"
            | "getstringasync"
            | "getbytearrayasync"
            | "getresponsestream"
            | "responsetext" => {
                let file =
                    first.is_none_or(|first| !is_address(first.text) && !first.text.is_empty());
                let read = file && self.name == "openread";
                Some(if read { Stream::Unknown } else { Stream::Download })
            }
            _ => None,
        }
    }

    /// Methods that run something; answers what it gives.
    fn runs(&self, walker: &mut Walker<'a>, ran: bool) -> Option<Stream<'a>> {
        let Self { args, at, object, .. } = *self;
        let first = args.first();
        match self.name {
            "invokescript" | "addscript" | "newscriptblock" | "invokeexpression" => {
                walker.mark_wrapper();
                let code = first?;
                return Some(walker.run_code(code, Dialect::PowerShell, Scoping::Shared));
            }
            "addcommand" => {
                walker.mark_wrapper();
                if let Some(command) = first {
                    let words = [*command, Arg::unknown(at)];
                    walker.run_wrapped(walker.row(&words));
                }
            }
            "run" | "exec" | "shellexecute" => start(walker, args),
            "create" if first.is_some() => {
                // `([wmiclass]'Win32_Process').Create('cmd /c …')` in its many spellings.
                start(walker, args);
                walker.may_run_anything(at);
            }
            "open" | "navigate" | "navigate2" | "followhyperlink"
                if first.is_some_and(|first| is_address(first.text)) =>
            {
                start(walker, args);
            }
            "foreach" | "where" if ran => {}
            // `.ForEach('Delete')` calls the method of that name.
            "foreach" => match first.and_then(|member| member.literal()) {
                Some(member) => {
                    let rest = args.get(1..).unwrap_or(&[]);
                    on_pipeline_member(walker, member, object, rest, at);
                }
                None => walker.may_run_anything(at),
            },
            "where" => walker.may_run_anything(at),
            "expandstring" => return self.expands(walker),
            "replace" => dotnet::admit_code(walker, args.get(2), at),
            _ => return None,
        }
        Some(Stream::Unknown)
    }

    /// `ExpandString` reads a text as if it stood in double quotes.
    fn expands(&self, walker: &mut Walker<'a>) -> Option<Stream<'a>> {
        walker.mark_wrapper();
        let code = match walker.flow_of_arg(self.args.first()?) {
            Stream::Text(flow) => {
                let escaped = flow.text.replace('"', "`\"");
                let code = bumpalo::format!(in walker.arena, "\"{}\"", escaped);
                Stream::Text(Flow { text: code.into_bump_str(), written: None, ..flow })
            }
            other => other,
        };
        Some(walker.run_stream(code, Dialect::PowerShell, Scoping::Shared, self.at))
    }
}

/// Whether a file is opened so that nothing of it is left.
fn empties(mode: &Arg<'_>) -> bool {
    ["create", "truncate"].iter().any(|known| mode.text.eq_ignore_ascii_case(known))
}

/// `… | % Delete` calls a method, `… | % Name` reads a property: only the object knows which it
/// is, so a name counts by what it says.
pub(super) fn on_pipeline_member<'a>(
    walker: &mut Walker<'a>,
    name: &str,
    object: &Arg<'a>,
    args: &'a [Arg<'a>],
    at: Location,
) {
    let lower = name.to_ascii_lowercase();
    if harmless::is_deed(&lower) || !args.is_empty() {
        on_member(walker, name, object, false, args, at);
    }
}

/// `WScript.Shell`'s `Run` and the like: a command line in one text or in two.
fn start<'a>(walker: &mut Walker<'a>, args: &'a [Arg<'a>]) {
    let mut words = bumpalo::collections::Vec::new_in(walker.arena);
    for argument in args.iter().take(2) {
        split_words(walker, argument, &mut words);
    }
    launch(walker, words.into_bump_slice());
}
