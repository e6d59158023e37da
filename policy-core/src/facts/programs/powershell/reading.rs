//! Commands that look, say or sort. Any of them may be given a block, which it runs.

use super::flow::run_blocks;
use crate::facts::arg::{Arg, Stream};
use crate::facts::call::Call;
use crate::facts::program::{Behavior, Program};
use crate::facts::walker::Walker;
use crate::shell::tree::Piece;

pub(super) static PROGRAMS: &[Program] = &[
    cmdlet!(
        &["get-childitem", "gci", "dir", "ls"],
        "path= lp|literalpath= filter= include= exclude= recurse depth= force name attributes= directory|ad file|af hidden readonly system followsymlink",
        Behavior::Code(reads)
    ),
    cmdlet!(
        &["get-item", "gi"],
        "path= lp|literalpath= filter= include= exclude= force stream= credential=",
        Behavior::Code(reads)
    ),
    cmdlet!(
        &[
            "where-object",
            "where",
            "?",
            "select-object",
            "select",
            "sort-object",
            "sort",
            "group-object",
            "group",
            "measure-object",
            "measure",
            "compare-object",
            "compare",
            "diff",
            "format-table",
            "ft",
            "format-list",
            "fl",
            "format-wide",
            "fw",
            "format-custom",
            "fc",
            "format-hex",
            "fhx",
            "select-string",
            "sls",
            "select-xml",
            "get-unique",
            "gu",
            "out-string",
            "oss",
            "out-gridview",
            "ogv",
            "more",
        ],
        "property= filterscript= inputobject=",
        Behavior::Code(reads)
    ),
    cmdlet!(&["write-output", "echo", "write"], "inputobject= noenumerate", Behavior::Code(echo)),
    cmdlet!(
        &[
            "write-host",
            "write-error",
            "write-warning",
            "write-verbose",
            "write-debug",
            "write-information",
            "write-progress",
            "out-null",
            "out-host",
            "oh",
            "out-default",
            "read-host",
            "start-sleep",
            "sleep",
            "clear-host",
            "cls",
            "clear",
            "set-strictmode",
            "exit",
            "return",
            "throw",
            "break",
            "continue",
            "set-psdebug",
            "remove-variable",
            "rv",
            "clear-variable",
            "clv",
            "remove-module",
            "rmo",
            "get-date",
            "get-location",
            "gl",
            "pwd",
            "get-random",
            "wait-job",
            "wjb",
            "receive-job",
            "rcjb",
        ],
        "",
        Behavior::Code(say)
    ),
    cmdlet!(
        &[
            "get-content",
            "gc",
            "cat",
            "type",
            "get-process",
            "gps",
            "ps",
            "get-service",
            "gsv",
            "get-command",
            "gcm",
            "get-help",
            "help",
            "man",
            "get-alias",
            "gal",
            "get-variable",
            "gv",
            "get-member",
            "gm",
            "get-history",
            "ghy",
            "h",
            "history",
            "get-itemproperty",
            "gp",
            "get-itempropertyvalue",
            "gpv",
            "get-module",
            "gmo",
            "get-job",
            "gjb",
            "get-psdrive",
            "gdr",
            "get-acl",
            "get-filehash",
            "get-clipboard",
            "gcb",
            "get-wmiobject",
            "gwmi",
            "get-ciminstance",
            "gcim",
            "test-path",
            "split-path",
            "import-csv",
            "ipcsv",
            "import-clixml",
            "get-computerinfo",
            "gin",
            "get-timezone",
            "gtz",
            "get-error",
            "gerr",
        ],
        "path= literalpath= filter=",
        Behavior::Code(reads)
    ),
];

fn reads<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    run_blocks(walker, call);
    if matches!(call.name, "where-object" | "where" | "?") {
        let code = call.value("filterscript").or(call.operands.first());
        super::dotnet::admit_code(walker, code, call.at);
    } else if sorts(call.name) {
        // What to sort or show by may be a block as well.
        let code = call.value("property").or(call.operands.first());
        let variable = |code: &Arg<'_>| {
            matches!(code.written.map(|word| word.pieces), Some([Piece::Parameter(_)]))
                && code.text.is_empty()
                && code.known().is_none()
        };
        if code.is_some_and(variable) {
            walker.mark_changing();
        }
    }
}

fn sorts(name: &str) -> bool {
    name.starts_with("sort")
        || name.starts_with("group")
        || name.starts_with("select-object")
        || name.starts_with("measure")
        || name.starts_with("format-")
        || matches!(name, "select" | "ft" | "fl" | "fw" | "fc")
}

fn say<'a>(walker: &mut Walker<'a>, _: &Call<'a>) {
    walker.mark_no_effect();
}

fn echo<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    let output = match (call.value("inputobject"), call.operands) {
        (Some(object), _) => walker.flow_of_arg(object),
        (None, []) => walker.input(),
        (None, words) => walker.joined(words, call.at),
    };
    walker.writes(if walker.is_captured() { output } else { Stream::Idle });
}
