//! Programs with a little language of their own, which is mostly data and now and then writes a
//! file or runs a program: `mlr`, `exiftool`, `gnuplot`, `m4`, `gs`.

use super::interpreters::may_change_anything;
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Stream};
use crate::facts::call::Call;
use crate::facts::options::Options;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    program(&["mlr", "miller"], Options::leading("version help"), Behavior::Code(miller)),
    program(&["exiftool"], Options::leading("ver"), Behavior::Code(exiftool)),
    program(
        &["gnuplot"],
        Options::leading("e= p|persist c= d V|version h|help"),
        Behavior::Code(gnuplot),
    ),
    program(
        &["m4", "gm4"],
        Options::gnu(
            "D|define= U|undefine= I|include= E|fatal-warnings F|freeze-state= G|traditional H|hashsize= L|nesting-limit= P|prefix-builtins Q|quiet|silent R|reload-state= s|synclines t|trace= W|word-regexp= e|interactive i d|debug=? o|debugfile= l|arglength= help version",
        ),
        Behavior::Code(m4),
    ),
    program(
        &["gs", "ghostscript", "gsc", "gsx"],
        Options::leading("h|help v|version"),
        Behavior::Code(ghostscript),
    ),
];

/// `mlr --csv put '…' then tee x file`: verbs that write, and statements that do.
fn miller<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let mut words = call.args.iter();
    let in_place = call.args.iter().any(|arg| arg.is("-I"));
    while let Some(word) = words.next() {
        match word.text {
            "tee" => {
                let file = words.find(|next| !next.is_flag());
                walker.overwrites(file.unwrap_or(&Arg::unknown(call.at)));
            }
            "split" | "case" if word.is("split") => may_change_anything(walker, word.at),
            text if writes_records(text) => may_change_anything(walker, word.at),
            _ => {}
        }
    }
    if in_place {
        // The files stand last; where the verb ends only mlr knows.
        let files = call.args.iter().rev().take_while(|arg| !arg.is_flag()).take(8);
        let files: Vec<_> = files.filter(|arg| arg.text.contains(['.', '/', '*'])).collect();
        if files.is_empty() {
            walker.overwrites(&Arg::unknown(call.at));
        }
        files.into_iter().for_each(|file| walker.overwrites(file));
    }
}

/// Whether a statement for records sends them to a file or a program.
fn writes_records(code: &str) -> bool {
    let runs = words!("system( exec( os.").any_within(code);
    let statement = |word: &str| {
        code.match_indices(word).any(|(at, _)| {
            let rest = code.get(at + word.len()..).unwrap_or_default();
            let end = rest.find([';', '}']).unwrap_or(rest.len());
            rest.get(..end).unwrap_or_default().contains(['>', '|'])
        })
    };
    runs || ["tee", "emit", "print", "dump"].into_iter().any(statement)
}

/// Tags that are set, and flags that write.
fn exiftool<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let mut writes = false;
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        let Some(flag) = arg.text.strip_prefix('-') else { continue };
        match flag.to_ascii_lowercase().as_str() {
            "@" | "config" | "execute" | "stay_open" | "if" | "if2" => {
                let value = args.next().map_or("", |value| value.text);
                // A condition is a piece of Perl; a plain comparison does no harm.
                if !flag.starts_with("if") || value.contains(['(', ';', '`', '{']) {
                    may_change_anything(walker, arg.at);
                }
            }
            "p" | "printformat" => {
                if args.next().is_some_and(|format| format.text.contains([';', '`'])) {
                    may_change_anything(walker, arg.at);
                }
            }
            "o" | "out" => args.next().into_iter().for_each(|file| walker.overwrites(file)),
            name if name.starts_with("overwrite_original")
                || words!(
                    "delete_original restore_original tagsfromfile geotag w textout w! w+ w+! diff"
                )
                .has(name) =>
            {
                writes = true;
            }
            name => writes |= name.contains('=') && !name.starts_with("csv=") || name.contains('<'),
        }
        writes |= flag.starts_with("csv=") || flag.starts_with("json=");
    }
    if !writes {
        return;
    }
    let files = call.args.iter().filter(|arg| !arg.is_flag());
    let mut any = false;
    for file in files {
        any = true;
        walker.overwrites(file);
    }
    if !any {
        walker.overwrites(&Arg::unknown(call.at));
    }
}

fn gnuplot<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("version help")) {
        return;
    }
    walker.mark_changing();
    let mut any = false;
    for code in call.values("e") {
        any = true;
        match walker.flow_of_arg(code) {
            Stream::Text(flow) => plot(walker, flow),
            _ => may_change_anything(walker, code.at),
        }
    }
    if !any && call.operands.is_empty() {
        match walker.input() {
            Stream::Text(flow) => plot(walker, flow),
            Stream::Idle => {}
            _ => may_change_anything(walker, call.at),
        }
    }
}

fn plot<'a>(walker: &mut Walker<'a>, flow: Flow<'a>) {
    let text = flow.text;
    // `system("…")`, `'< command'`, `` `command` ``, `"| command"` and `!command` run programs.
    let runs = words!("system( system! '< \"< ` '| \"| popen eval").any_within(text);
    if runs || text.split(['\n', ';']).any(|line| line.trim_start().starts_with('!')) {
        may_change_anything(walker, flow.at);
    }
    for line in text.split(['\n', ';']) {
        let mut words = line.split_ascii_whitespace();
        let (verb, what) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let harmless = words!(
            "print pr plot pl p splot sp set se unset show reset pause quit exit q help replot rep \
             test fit stats do if else while array undefine"
        );
        match verb {
            // `set output` may be cut short to `set o`.
            "set" | "se" if "output".starts_with(what) && !what.is_empty() => {
                let file = words.next().unwrap_or_default().trim_matches(['"', '\'']);
                if !file.is_empty() {
                    let file = Arg::whole(walker.alloc_str(file), flow.at);
                    walker.overwrites(&file);
                }
            }
            "set" | "se" if words!("print table log").has(what) && words.next().is_some() => {
                may_change_anything(walker, flow.at);
            }
            "" => {}
            _ if harmless.has(verb) || line.contains('=') || verb.starts_with('#') => {}
            _ => may_change_anything(walker, flow.at),
        }
    }
}

/// `syscmd` and `esyscmd` run their argument.
fn m4<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("help version")) {
        return;
    }
    walker.mark_changing();
    for file in call.values("freeze-state").chain(call.values("debugfile")) {
        walker.overwrites(file);
    }
    let definitions =
        call.values("define").map(|text| walker.flow_of_arg(text)).collect::<Vec<_>>();
    let reads = call.operands.is_empty() || call.operands.iter().any(|arg| arg.is("-"));
    let input = if reads { walker.input() } else { Stream::Idle };
    for stream in definitions.into_iter().chain([input]) {
        match stream {
            Stream::Text(flow) => macros(walker, flow),
            Stream::Idle => {}
            _ => may_change_anything(walker, call.at),
        }
    }
}

fn macros<'a>(walker: &mut Walker<'a>, flow: Flow<'a>) {
    for (at, name) in flow.text.match_indices("syscmd") {
        let behind = flow.text.get(at + name.len()..).unwrap_or_default();
        let inside = behind.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        match inside {
            Some((code, _)) if flow.exact => {
                let text = code.trim_matches(['`', '\'', ' ']);
                let code = Flow { text, written: None, ..flow };
                walker.run_flow(code, Dialect::Sh, Scoping::Own);
            }
            _ => may_change_anything(walker, flow.at),
        }
    }
    // Names that are put together may be those of the two.
    if words!("indir( builtin( changeword(").any_within(flow.text) {
        may_change_anything(walker, flow.at);
    }
}

fn ghostscript<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("help version")) {
        return;
    }
    walker.mark_changing();
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        let text = arg.text;
        if let Some(file) = text.strip_prefix("-sOutputFile=") {
            walker.overwrites(&arg.skip(text.len() - file.len()));
        } else if text == "-o" {
            args.next().into_iter().for_each(|file| walker.overwrites(file));
        } else if words!("%pipe% deletefile renamefile (w)").any_within(text) {
            may_change_anything(walker, arg.at);
        }
    }
}
