//! Builtins of posix shells: those that change what later commands mean, and those that run code.

use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::scope::Value;
use crate::facts::walker::{Scoping, Walker};

pub(super) static PROGRAMS: &[Program] = &[
    program(&["cd", "chdir", "pushd"], Options::gnu("P e"), Behavior::Code(cd)),
    program(&["popd"], Options::gnu(""), Behavior::Code(popd)),
    program(
        &["echo", "print"],
        Options::new(crate::facts::options::Style::Leading, "n e"),
        Behavior::Code(echo),
    ),
    program(&["printf"], Options::leading("v="), Behavior::Code(printf)),
    program(
        &[
            ":", "true", "false", "return", "exit", "break", "continue", "wait", "logout", "sleep",
            "getopts", "bg", "fg", "disown", "times", "yes", "seq", "suspend",
        ],
        Options::gnu(""),
        Behavior::NoEffect,
    ),
    program(
        &["export", "declare", "typeset", "local", "readonly", "integer", "float"],
        Options::gnu("a f F g l n p u x"),
        Behavior::Code(declare),
    ),
    program(&["test", "[", "let"], Options::gnu(""), Behavior::Code(test)),
    program(&["shift"], Options::gnu(""), Behavior::Code(shift)),
    program(&["enable"], Options::gnu("a d n s f="), Behavior::Code(enable)),
    program(
        &["bind", "complete", "compgen"],
        Options::gnu("x= C= F= W= A= G= X= l P v s S q= u= r= m="),
        Behavior::Code(hooks),
    ),
    program(&["unset"], Options::gnu("f v n"), Behavior::Code(unset)),
    program(
        &["read", "mapfile", "readarray", "vared"],
        Options::gnu("a= d= e i= n= N= p= r s t= u= O= c= C="),
        Behavior::Code(read),
    ),
    program(&["set"], Options::leading("o="), Behavior::Code(set)),
    program(
        &[
            "shopt", "setopt", "unsetopt", "ulimit", "umask", "compopt", "compinit", "zstyle",
            "zmodload", "autoload", "zle", "zcompile", "rehash", "unhash", "caller", "dirs",
            "jobs", "type", "help",
        ],
        Options::gnu(""),
        Behavior::NoEffect,
    ),
    program(&["eval"], Options::leading(""), Behavior::Code(eval)),
    program(&["source", "."], Options::leading(""), Behavior::Code(source)),
    program(&["trap"], Options::leading("l P"), Behavior::Code(trap)),
    program(&["alias"], Options::leading("g s"), Behavior::Code(alias)),
    program(&["unalias"], Options::gnu("a"), Behavior::NoEffect),
    program(&["history", "fc"], Options::gnu("c d= a n w s l e="), Behavior::Code(history)),
];

fn cd<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    match call.operands {
        [] => walker.go_home(),
        // `cd old new` of zsh and `cd -` lead where only the shell knows.
        [target] if !target.is("-") => walker.go(target),
        _ => walker.forget_directory(),
    }
}

fn popd<'a>(walker: &mut Walker<'a>, _: &Call<'a>) {
    walker.mark_no_effect();
    walker.forget_directory();
}

fn echo<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    let escapes = call.has("e");
    // `print -P` of zsh expands its words like a prompt.
    if call.has("P") && call.operands.iter().any(|word| word.text.contains("$(")) {
        walker.runs_unknown(call.at);
    }
    if !walker.is_captured() {
        return walker.writes(Stream::Idle);
    }
    // Whatever is not one of its three letters is text, dashes or not.
    let is_flag = |arg: &&Arg<'_>| {
        arg.text.len() > 1
            && arg
                .text
                .strip_prefix('-')
                .is_some_and(|letters| letters.bytes().all(|b| b"neE".contains(&b)))
    };
    let flags = call.args.iter().take_while(is_flag).count();
    let text = match call.name {
        "echo" => call.args.get(flags..).unwrap_or(&[]),
        _ => call.operands,
    };
    let output = walker.joined(text, call.at);
    let output = match output {
        Stream::Text(flow) if escapes => {
            Stream::Text(Flow { text: walker.unescaped(flow.text), written: None, ..flow })
        }
        other => other,
    };
    walker.writes(output);
}

fn printf<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    if let Some(variable) = call.value("v") {
        evaluates_subscript(walker, variable);
    }
    if let Some(variable) = call.value("v").and_then(|arg| arg.literal()) {
        walker.set_variable(variable, Value::Unknown);
    }
    if !walker.is_captured() {
        return walker.writes(Stream::Idle);
    }
    let output = match call.operands {
        [format] => match walker.flow_of_arg(format) {
            Stream::Text(flow) if !flow.text.contains('%') => {
                Stream::Text(Flow { text: walker.unescaped(flow.text), written: None, ..flow })
            }
            Stream::Text(_) => Stream::Unknown,
            other => other,
        },
        // The formats that hand their words through as they are.
        [format, words @ ..]
            if matches!(format.known(), Some("%s" | "%s\\n" | "%b" | "%b\\n" | "%s ")) =>
        {
            match walker.joined(words, call.at) {
                Stream::Text(flow) if format.text.starts_with("%b") => {
                    Stream::Text(Flow { text: walker.unescaped(flow.text), written: None, ..flow })
                }
                other => other,
            }
        }
        _ => Stream::Unknown,
    };
    walker.writes(output);
}

fn declare<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    for operand in call.operands {
        evaluates_subscript(walker, operand);
        let Some((name, _)) = operand.text.split_once('=') else { continue };
        let name = name.strip_suffix('+').unwrap_or(name);
        let value = operand.skip(name.len() + 1);
        let value = match value.knowledge {
            // `declare -n r=c` makes one name stand for another.
            _ if call.has("n") && call.name != "export" => Value::Unknown,
            Knowledge::Whole => Value::Text(value.text),
            Knowledge::Download => Value::Download,
            _ => Value::Unknown,
        };
        walker.set_variable(name, value);
    }
}

/// `test -v 'a[$(code)]'`: the shell runs what stands in a subscript, even in quotes.
fn evaluates_subscript<'a>(walker: &mut Walker<'a>, arg: &Arg<'a>) {
    if arg.text.contains("[$(") || arg.text.contains("[`") {
        walker.runs_unknown(arg.at);
        walker.mark_no_effect();
    }
}

fn test<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    for arg in call.args {
        evaluates_subscript(walker, arg);
    }
}

fn shift<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    let by =
        call.operands.first().map_or(Some(1), |arg| arg.literal().and_then(|n| n.parse().ok()));
    walker.shift_positional(by.unwrap_or(usize::MAX));
}

/// `enable -f file name` loads a library into the shell.
fn enable<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    if call.has("f") {
        walker.runs_unknown(call.at);
    }
}

/// `bind -x '"key": code'` and `complete -C code`: run when a key is pressed.
fn hooks<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    let dialect = walker.dialect();
    if let Some(binding) = call.value("x") {
        let code = binding.text.find(':').map_or(*binding, |at| binding.skip(at + 1));
        walker.run_code(&code, dialect, Scoping::Own);
    }
    if let Some(code) = call.value("C") {
        walker.run_callback(code);
    }
}

fn unset<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    for name in call.operands.iter().filter_map(Arg::literal) {
        walker.set_variable(name, Value::Text(""));
    }
}

fn read<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    let input = match walker.input() {
        // `read x <<< text` takes the first line.
        Stream::Text(flow) if flow.exact => {
            flow.text.lines().next().map_or(Value::Unknown, Value::Text)
        }
        Stream::Download => Value::Download,
        _ => Value::Unknown,
    };
    if let Some(code) = call.value("C") {
        walker.run_callback(code);
    }
    let single = call.operands.len() == 1 && call.name == "read";
    for name in call.operands.iter().chain(call.value("a")).filter_map(Arg::literal) {
        walker.set_variable(name, if single { input } else { Value::Unknown });
    }
}

fn set<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    let behind = call.args.iter().position(|arg| arg.is("--") || arg.is("-"));
    if let Some(at) = behind {
        walker.set_positional(call.args.get(at + 1..).unwrap_or(&[]));
    } else if !call.operands.is_empty() {
        walker.set_positional(call.operands);
    }
}

fn eval<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    // It has no flags: code may begin with a dash (`- ls` of zsh).
    let words = match call.args {
        [first, rest @ ..] if first.is("--") => rest,
        all => all,
    };
    let code = walker.joined(words, call.at);
    let dialect = walker.dialect();
    let output = walker.run_stream(code, dialect, Scoping::Shared, call.at);
    walker.writes(output);
}

fn source<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let Some(file) = call.operands.first() else { return };
    let dialect = walker.dialect();
    match file.knowledge {
        Knowledge::Pipe(stream) => {
            walker.run_stream(*stream, dialect, Scoping::Shared, file.at);
        }
        Knowledge::Whole if matches!(file.text, "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0") => {
            let input = walker.input();
            walker.run_stream(input, dialect, Scoping::Shared, file.at);
        }
        // What a file sets cannot be known from here.
        _ => match walker.script_of(file) {
            Some(found) => {
                walker.in_file(found.path, |walker| {
                    walker.run_stream(found.content, dialect, Scoping::Shared, file.at)
                });
            }
            None => walker.forget_directory(),
        },
    }
}

fn trap<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    let [code, _signal, ..] = call.operands else { return };
    if matches!(code.known(), Some("" | "-")) {
        return;
    }
    let dialect = walker.dialect();
    walker.mark_wrapper();
    walker.run_code(code, dialect, Scoping::Own);
}

fn alias<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    for operand in call.operands {
        if let Some((name, _)) = operand.text.split_once('=') {
            let code = operand.skip(name.len() + 1);
            // A global alias is any piece of a line, not a command.
            if call.has("g") {
                continue;
            }
            walker.mark_wrapper();
            if call.has("s") {
                walker.run_callback(&code);
                continue;
            }
            // Half a command says nothing yet; what it does is seen where it is used.
            walker.set_alias(name, code);
        }
    }
}

fn history<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // `fc` runs an old line again unless it only lists.
    if call.name == "fc" && !call.has("l") {
        walker.runs_unknown(call.at);
        return;
    }
    if call.has("c") || call.has("d") || call.has("w") {
        walker.does(Kind::HidesTraces, Domain::System, Traits::empty(), call);
    }
}
