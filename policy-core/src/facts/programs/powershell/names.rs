//! Names that a text gives a new meaning through PowerShell's drives: `$alias:ls = 'ri'`,
//! `Set-Item function:ls { … }`, `${C:\file} = ''`.

use super::flow;
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Knowledge};
use crate::facts::effect::{Kind, Traits};
use crate::facts::scope::Value;
use crate::facts::walker::Walker;
use crate::facts::words::{Words, words};
use crate::shell;
use crate::shell::tree::{
    Command, Function, Item, Join, Node, Parameter, ParameterForm, Piece, Script, Word,
};
use crate::source::{Location, Origin};

/// What a drive of the session holds under a name.
enum Drive {
    Aliases,
    Functions,
    Variables,
    Environment,
}

fn drive(name: &str) -> Option<Drive> {
    Some(match name.to_ascii_lowercase().as_str() {
        "alias" => Drive::Aliases,
        "function" => Drive::Functions,
        "variable" => Drive::Variables,
        "env" => Drive::Environment,
        _ => return None,
    })
}

/// `$drive:name = value`; answers whether that was more than a variable.
pub(in crate::facts) fn assign_item<'a>(
    walker: &mut Walker<'a>,
    name: &'a str,
    value: Value<'a>,
    at: Location,
) -> bool {
    let Some((prefix, path)) = name.split_once(':') else { return false };
    // `[Console]::Title = 'x'` sets a property.
    if prefix.starts_with('[') || path.starts_with(':') {
        return false;
    }
    match drive(prefix) {
        Some(Drive::Environment | Drive::Variables) => return false,
        Some(kind) => define(walker, &kind, path, &as_arg(walker, value, at), at),
        None => {
            walker.bare(at);
            // `+=` reads the file and writes it anew as well.
            let file = Arg::whole(name, at);
            flow::touch(walker, Kind::Overwrites, &file, Traits::empty());
        }
    }
    true
}

fn as_arg<'a>(walker: &Walker<'a>, value: Value<'a>, at: Location) -> Arg<'a> {
    match value {
        Value::Text(text) => Arg::whole(walker.alloc_str(text), at),
        Value::List([one]) => *one,
        _ => Arg::unknown(at),
    }
}

/// `Set-Item alias:q Remove-Item`, `New-Item function: -Name ls -Value { … }`; answers whether
/// the item was one of the session.
pub(super) fn define_item<'a>(
    walker: &mut Walker<'a>,
    item: &Arg<'a>,
    name: Option<&Arg<'a>>,
    value: Option<&Arg<'a>>,
    at: Location,
) -> bool {
    let Some((prefix, path)) = item.text.split_once(':') else { return false };
    let prefix = prefix.rsplit('\\').next().unwrap_or(prefix);
    let Some(kind) = drive(prefix) else { return false };
    walker.mark_changing();
    let path = path.trim_start_matches([':', '\\', '/']);
    let path = match name.and_then(|name| name.literal()) {
        Some(name) if path.is_empty() => name,
        _ => path,
    };
    let unknown = Arg::unknown(at);
    let value = value.unwrap_or(&unknown);
    if item.known().is_none() || path.is_empty() || path.contains(['*', '?']) {
        possible(walker, at);
    } else {
        define(walker, &kind, path, value, at);
    }
    true
}

/// Whether a path begins with the drive of aliases or that of functions.
pub(super) fn holds_names(path: &str) -> bool {
    let prefix = path.split(':').next().unwrap_or_default();
    let prefix = prefix.rsplit('\\').next().unwrap_or(prefix);
    path.contains(':') && matches!(drive(prefix), Some(Drive::Aliases | Drive::Functions))
}

/// Properties of a file that are kept on the disk.
const FILE_PROPERTIES: Words = words(
    "isreadonly attributes lastwritetime lastwritetimeutc creationtime creationtimeutc \
     lastaccesstime lastaccesstimeutc unixfilemode",
);

/// `(Get-Item x).IsReadOnly = $true`: sets something of a file, whichever it is.
pub(in crate::facts) fn assign_property(walker: &mut Walker<'_>, at: Location) {
    let written = walker.reading.sources.slice(at);
    let target = written.split('=').next().unwrap_or_default().trim_end_matches([' ', '+', '-']);
    let Some((_, member)) = target.rsplit_once('.') else { return };
    if FILE_PROPERTIES.has(&member.to_ascii_lowercase()) {
        walker.bare(at);
        walker.touches(Kind::Overwrites, &Arg::unknown(at), Traits::ATTRIBUTES);
    }
}

/// Some name means something else from here on, and nobody knows what.
pub(super) fn possible(walker: &mut Walker<'_>, at: Location) {
    walker.may_run_anything(at);
}

fn define<'a>(walker: &mut Walker<'a>, kind: &Drive, name: &'a str, value: &Arg<'a>, at: Location) {
    match kind {
        Drive::Aliases => match value.known() {
            Some(target) => define_alias(walker, name, target, at),
            None => possible(walker, at),
        },
        Drive::Functions => match (value.knowledge, value.known()) {
            (Knowledge::Block(block), _) => define_function(walker, name, *block, at),
            (_, Some(code)) => match read(walker, code, at) {
                Some(body) => define_function(walker, name, body, at),
                None => possible(walker, at),
            },
            _ => possible(walker, at),
        },
        Drive::Variables => {
            let known = match value.knowledge {
                Knowledge::Whole => Value::Text(value.text),
                Knowledge::Block(_) => Value::List(walker.row(&[*value])),
                _ => Value::Unknown,
            };
            walker.set_variable(name, known);
        }
        Drive::Environment => {
            let name = bumpalo::format!(in walker.arena, "env:{}", name).into_bump_str();
            let known = value.known().map_or(Value::Unknown, Value::Text);
            walker.set_variable(name, known);
        }
    }
}

/// Reads the text of a function.
fn read<'a>(walker: &mut Walker<'a>, code: &'a str, at: Location) -> Option<Script<'a>> {
    let origin = Origin { parent: at, map: &[] };
    let id = walker.reading.sources.add(code, Dialect::PowerShell, origin)?;
    Some(shell::read_source(&mut walker.reading, id))
}

fn define_function<'a>(walker: &mut Walker<'a>, name: &'a str, body: Script<'a>, at: Location) {
    let function = walker.arena.alloc(Function { name, body, span: at.span });
    walker.scope.define(function, body.source);
}

/// An alias is a function that hands its words on.
pub(super) fn define_alias<'a>(
    walker: &mut Walker<'a>,
    name: &'a str,
    target: &'a str,
    at: Location,
) {
    if target.eq_ignore_ascii_case(name) {
        return;
    }
    let (arena, source, span) = (walker.arena, at.source, at.span);
    let rest = arena.alloc(Parameter {
        name: "@",
        form: ParameterForm::Elements,
        words: &[],
        quoted: true,
        at: span,
    });
    let head = arena.alloc_slice_copy(&[Piece::Text { text: target, at: span, quoted: false }]);
    let pieces = arena.alloc_slice_copy(&[Piece::Parameter(rest)]);
    let words = arena.alloc_slice_copy(&[Word { span, pieces: head }, Word { span, pieces }]);
    let command = arena.alloc(Command { span, assignments: &[], words, redirections: &[] });
    let node = Node::Command(command);
    let items = arena.alloc_slice_copy(&[Item { join: Join::Always, background: false, node }]);
    let body = Script { source, span, items };
    define_function(walker, name, body, at);
}
