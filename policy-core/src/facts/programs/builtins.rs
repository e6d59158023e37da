//! Builtins of posix shells: those that change what later commands mean, and those that run code.

use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::call::Call;
use crate::facts::cases::{Target, WordAction};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::{Options, Style};
use crate::facts::program::StateChange::{
    Code, Commands, Directory, Modes, Nothing, Positional, Variables,
};
use crate::facts::program::{Behavior, Builtin, builtin};
use crate::facts::scope::Value;
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;

pub(super) static BUILTINS: &[Builtin] = &[
    builtin(&["cd", "chdir", "pushd"], Options::gnu("P L e"), Directory, Behavior::Code(cd)),
    builtin(&["popd"], Options::gnu("n"), Directory, Behavior::Code(popd)),
    builtin(
        &["echo", "print"],
        Options::new(Style::Leading, "n e E"),
        Variables(&[]),
        Behavior::Code(echo),
    ),
    builtin(&["printf"], Options::leading("v="), Variables(&[]), Behavior::Code(printf)),
    builtin(
        &[
            ":",
            "true",
            "false",
            "return",
            "exit",
            "break",
            "continue",
            "logout",
            "sleep",
            "bg",
            "fg",
            "disown",
            "times",
            "yes",
            "seq",
            "suspend",
            "caller",
            "dirs",
            "jobs",
            "type",
            "help",
            "compopt",
            "umask",
            "ulimit",
            "bye",
            "unhash",
            "rehash",
            "unfunction",
            "disable",
            "ttyctl",
            "log",
            "compinit",
        ],
        Options::gnu(""),
        Nothing,
        Behavior::NoEffect,
    ),
    builtin(
        &["getopts"],
        Options::leading(""),
        Variables(&["OPTARG", "OPTIND"]),
        Behavior::Code(getopts),
    ),
    builtin(&["wait"], Options::gnu("f n p="), Variables(&[]), Behavior::Code(wait)),
    builtin(
        &[
            "export", "declare", "typeset", "local", "readonly", "integer", "float", "private",
            "nameref",
        ],
        Options::leading("a A E F f g h H i I l L m n p r R t T u U x z Z"),
        Variables(&[]),
        Behavior::Code(declare),
    ),
    builtin(&["test", "["], Options::leading(""), Nothing, Behavior::Code(test)),
    builtin(&["let"], Options::leading(""), Code, Behavior::Code(let_)),
    builtin(&["shift"], Options::gnu("p"), Positional, Behavior::Code(shift)),
    builtin(&["enable"], Options::gnu("a d n p s f="), Commands, Behavior::Code(enable)),
    builtin(
        &["bind", "complete", "compgen"],
        Options::gnu("x= C= F= W= A= G= X= l P= v V S= q= u= r= m= s p D E I o= a b c d e f g j k"),
        Code,
        Behavior::Code(hooks),
    ),
    builtin(&["unset"], Options::gnu("f v n m"), Variables(&[]), Behavior::Code(unset)),
    builtin(
        &["read", "vared", "sysread", "getln"],
        Options::gnu("a= A c d= e i= k=? n= N= p= q r s t=? u= z E l o= O="),
        Variables(&["REPLY"]),
        Behavior::Code(read),
    ),
    builtin(
        &["mapfile", "readarray"],
        Options::gnu("d= n= O= s= t u= C= c="),
        Variables(&["MAPFILE"]),
        Behavior::Code(mapfile),
    ),
    builtin(&["set"], Options::leading("o= A="), Positional, Behavior::Code(set)),
    builtin(
        &["shopt", "setopt", "unsetopt"],
        Options::gnu("p q s u o m"),
        Modes,
        Behavior::Code(modes),
    ),
    builtin(
        &[
            "zformat",
            "strftime",
            "zselect",
            "zsocket",
            "ztcp",
            "zregexparse",
            "pcre_match",
            "zstat",
            "compadd",
            "echotc",
            "echoti",
            "zprof",
            "zsystem",
            "sysseek",
            "zgetattr",
            "zlistattr",
            "pcre_compile",
        ],
        Options::gnu("A= a= s= v= f= D E F K M R"),
        Variables(&["REPLY", "reply", "MATCH", "match"]),
        Behavior::NoEffect,
    ),
    builtin(
        &["zparseopts"],
        Options::gnu("A= a= D E F K M G"),
        Variables(&[]),
        Behavior::Code(zparseopts),
    ),
    // They write: to a descriptor, and to the file of a database.
    builtin(&["syswrite", "ztie"], Options::gnu("d= f= c= o= r"), Variables(&[]), Behavior::Runs),
    builtin(
        &["zstyle"],
        Options::gnu("e s b a t T m g d L q"),
        Variables(&[]),
        Behavior::Code(zstyle),
    ),
    builtin(
        &["zmodload", "autoload", "functions", "zle"],
        Options::gnu(""),
        Commands,
        Behavior::NoEffect,
    ),
    builtin(
        &["zcompile"],
        Options::gnu("U z k R M c m a t"),
        Nothing,
        Behavior::On(WordAction::Overwrites, Target::Nth(0)),
    ),
    builtin(&["sched"], Options::leading("t= o"), Code, Behavior::Code(sched)),
    builtin(&["eval"], Options::leading(""), Code, Behavior::Code(eval)),
    builtin(&["source", "."], Options::leading("p="), Code, Behavior::Code(source)),
    builtin(&["trap"], Options::leading("l p P"), Code, Behavior::Code(trap)),
    builtin(&["alias"], Options::leading("g s p L m r"), Commands, Behavior::Code(alias)),
    builtin(&["unalias"], Options::gnu("a m s"), Commands, Behavior::NoEffect),
    builtin(&["hash"], Options::gnu("d l p= r t"), Commands, Behavior::Code(hash)),
    builtin(
        &["history", "fc"],
        Options::gnu("c d= a n r w s l p e="),
        Code,
        Behavior::Code(history),
    ),
];

fn cd<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    let rotates = |arg: &Arg<'_>| arg.text.starts_with(['+', '-']);
    // `pushd -1` is not a flag.
    if call.args.iter().any(|arg| arg.is_flag() && !matches!(arg.text, "-P" | "-L" | "-e" | "--")) {
        return walker.forget_directory();
    }
    // `cd name` looks below the folders of this variable first.
    let searches = |walker: &Walker<'a>| {
        ["CDPATH", "cdpath"]
            .iter()
            .any(|name| !matches!(walker.scope.get(name), None | Some(Value::Text(""))))
    };
    match call.operands {
        [] if call.name != "pushd" => match walker.scope.get("HOME") {
            None => walker.go_home(),
            Some(Value::Text(home)) => walker.go(&Arg::whole(home, call.at)),
            Some(_) => walker.forget_directory(),
        },
        [target]
            if !matches!(target.text, "." | "..")
                && !["/", "./", "../", "~"].iter().any(|start| target.text.starts_with(start))
                && searches(walker) =>
        {
            walker.forget_directory();
        }
        // `cd old new` of zsh, `cd -` and `pushd +1` lead where only the shell knows.
        [target] if !rotates(target) => walker.go(target),
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
        // What is formatted is not worked out.
        walker.set_named(variable, Value::Unknown);
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
    let refers = call.name == "nameref" || call.has("n") && call.name != "export";
    let exports = call.name == "export" || call.has("x");
    let local = !matches!(call.name, "export" | "readonly") && !call.has("g");
    // Functions, not variables.
    if call.has("f") || call.has("F") {
        return;
    }
    let transforms =
        matches!(call.name, "integer" | "float") || call.has_any(words!("l u i E F L R Z U T c"));
    for operand in call.operands {
        let (name, value) = match operand.text.split_once('=') {
            Some((name, _)) => (name, Some(operand.skip(name.len() + 1))),
            None if operand.known().is_none() => {
                walker.forget_variables();
                continue;
            }
            None => (operand.text, None),
        };
        let (name, appends) = match name.strip_suffix('+') {
            Some(name) => (name, true),
            None => (name, false),
        };
        if local {
            walker.declare_local(name);
        }
        if exports {
            walker.hand_over(name);
        }
        if transforms {
            walker.transform_variable(name);
            if let Some(value) = value {
                walker.evaluate_number(value.text, value.at);
            }
        }
        let Some(value) = value else {
            if refers {
                // What it refers to is said later, or was said before.
                walker.forget_variables();
            }
            continue;
        };
        if refers {
            walker.evaluate_number(value.text, value.at);
            match value.literal() {
                Some(other) if !other.contains('[') => walker.refer_variable(name, other),
                _ => walker.forget_variables(),
            }
            continue;
        }
        let value = match value.knowledge {
            Knowledge::Whole if !value.tilde && !value.glob => Value::Text(value.text),
            Knowledge::Whole | Knowledge::Start if !value.text.is_empty() => {
                Value::List(walker.row(&[value]))
            }
            Knowledge::Download => Value::Download,
            _ => Value::Unknown,
        };
        if name.contains('[') {
            walker.set_named(&operand.with_text(name), value);
        } else if appends {
            walker.append_variable(name, value);
        } else {
            walker.set_variable(name, value);
        }
    }
}

/// `test -v 'a[$(code)]'`: the shell runs what stands in a subscript, even in quotes.
fn test<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    for arg in call.args {
        walker.evaluate_number(arg.text, arg.at);
    }
}

/// `wait -p name` puts a number into a variable.
fn wait<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    if let Some(name) = call.value("p") {
        walker.set_named(name, Value::Unknown);
    }
}

/// `let "x = 1"`: its words are arithmetic.
fn let_<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    for arg in call.args {
        walker.evaluate_number(arg.text, arg.at);
        let name = arg.text.split(|c: char| !c.is_alphanumeric() && c != '_').next();
        if let Some(name) = name.filter(|name| !name.is_empty()) {
            walker.set_variable(name, Value::Unknown);
        }
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
        walker.forget_commands();
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
    // The words to choose from are expanded like any others.
    if let Some(list) = call.value("W")
        && (list.text.contains("$(") || list.text.contains('`'))
    {
        let code = walker.alloc_str(&format!(": {}", list.text));
        walker.run_code(&list.with_text(code), dialect, Scoping::Own);
    }
}

/// `hash -p /bin/rm ls`: from here on `ls` is `rm`.
fn hash<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    let Some(path) = call.value("p") else { return };
    for name in call.operands {
        match name.literal() {
            Some(name) => walker.set_alias(name, *path),
            None => walker.forget_commands(),
        }
    }
}

/// `shopt -s lastpipe`: from here on the end of a pipe runs in this shell.
fn modes<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    if call.operands.iter().any(|mode| mode.known().is_none_or(|mode| mode == "lastpipe")) {
        walker.keep_end_of_pipes();
    }
}

/// `zparseopts x:=name` puts what it finds into variables, the words before its own among them.
fn zparseopts<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    for operand in call.operands {
        if let Some((_, name)) = operand.text.split_once('=') {
            walker.set_variable(name, Value::Unknown);
        }
    }
}

/// `zstyle -e context style code` keeps code; `-s`, `-b` and `-a` set a variable.
fn zstyle<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    if call.has("e")
        && let [_, _, code @ ..] = call.operands
    {
        let code = walker.joined(code, call.at);
        walker.run_stream(code, Dialect::Zsh, Scoping::Own, call.at);
    }
}

/// `sched +5 code` of zsh.
fn sched<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    if let [_, code @ ..] = call.operands {
        walker.mark_wrapper();
        let code = walker.joined(code, call.at);
        walker.run_stream(code, Dialect::Zsh, Scoping::Own, call.at);
    }
}

/// `getopts letters name`: which letter is met is not followed.
fn getopts<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    if let Some(name) = call.operands.get(1) {
        walker.set_named(name, Value::Unknown);
    }
}

fn unset<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    for name in call.operands {
        walker.set_named(name, Value::Text(""));
        // zsh has a table of files, and taking one out of it deletes it.
        if walker.dialect() == Dialect::Zsh && name.text.starts_with("mapfile[") {
            walker.touches(Kind::Deletes, &Arg::unknown(name.at), Traits::empty());
        }
    }
}

fn read<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    // `read x <<< text` takes the first line, unless it is told to take another part.
    let whole_line = call.name == "read" && !call.has_any(words!("a d n N u q k t z A O i e"));
    let input = match walker.input() {
        Stream::Text(flow) if flow.exact && whole_line => {
            let mut lines = flow.text.lines().filter(|line| !line.trim().is_empty());
            match (lines.next(), lines.next()) {
                (Some(line), None) => Value::Text(line.trim()),
                // A loop takes one after the other.
                _ => Value::Unknown,
            }
        }
        Stream::Download => Value::Download,
        _ => Value::Unknown,
    };
    let names = call.operands.iter().chain(call.value("a"));
    let single = call.operands.len() == 1 && call.value("a").is_none();
    for name in names {
        walker.set_named(name, if single { input } else { Value::Unknown });
    }
    if call.operands.is_empty() && call.value("a").is_none() {
        walker.set_variable("REPLY", input);
    }
}

fn mapfile<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    if let Some(code) = call.value("C") {
        walker.run_callback(code);
    }
    for name in call.operands {
        walker.set_named(name, Value::Unknown);
    }
}

fn set<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    // `set -A name words` of zsh.
    if let Some(name) = call.value("A") {
        return walker.set_named(name, Value::List(call.operands));
    }
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
    let [code, signals @ ..] = call.operands else { return };
    if signals.is_empty() {
        return;
    }
    if matches!(code.known(), Some("" | "-")) {
        return;
    }
    let dialect = walker.dialect();
    walker.mark_wrapper();
    walker.run_code(code, dialect, Scoping::Own);
    // It runs later, and by then its variables may hold something else.
    walker.set_trap(*code);
}

fn alias<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    for operand in call.operands {
        if operand.known().is_none() && !operand.text.contains('=') {
            walker.forget_commands();
        }
        if let Some((name, _)) = operand.text.split_once('=') {
            let code = operand.skip(name.len() + 1);
            // A global alias is any piece of a line: it is read as the end of one.
            if call.has("g") {
                let line = walker.alloc_str(&format!(": {}", code.text));
                let dialect = walker.dialect();
                walker.run_code(&Arg { text: line, written: None, ..code }, dialect, Scoping::Own);
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
    if call.has("a") {
        walker.mark_changing();
    }
    if call.has("c") || call.has("d") || call.has("w") {
        walker.does(Kind::HidesTraces, Domain::System, Traits::empty(), call);
    }
}
