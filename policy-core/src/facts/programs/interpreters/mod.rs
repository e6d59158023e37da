//! Interpreters: `python -c '…'`, `node -e '…'`, text piped into one of them.

mod body;
mod calls;
mod harmless;
mod imports;
mod library;
mod meaning;
mod nested_code;
mod scan;
mod tcl;
mod tokens;
mod values;

use crate::facts::arg::{Arg, Knowledge, Stream};
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::walker::Walker;
use crate::facts::words::{Words, words};
use crate::source::Location;
use tokens::Language;

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &[
            "python",
            "python2",
            "python2.7",
            "python3",
            "python3.6",
            "python3.7",
            "python3.8",
            "python3.9",
            "python3.10",
            "python3.11",
            "python3.12",
            "python3.13",
            "python3.14",
            "pypy",
            "pypy3",
            "ipython",
            "ipython3",
            "micropython",
            "py",
            "pythonw",
            "sage",
            "bpython",
        ],
        Options::leading("c= m= B b E h i S u v V W= X= x version help check-hash-based-pycs="),
        Behavior::Code(python),
    ),
    program(
        &["node", "nodejs", "ts-node", "tsx", "babel-node", "qjs", "d8", "osascript-js"],
        Options::leading(
            "e|eval= p|print= c|check i|interactive r|require= import= v|version h|help input-type= loader= env-file= trace-warnings test run= conditions= C= T|transpile-only P|project= O= cpu-prof cpu-prof-name= cpu-prof-dir= heap-prof heap-prof-name= heap-prof-dir= trace-event-file-pattern= trace-event-categories= report-filename= report-dir= redirect-warnings= diagnostic-dir= tls-keylog= build-snapshot=",
        ),
        Behavior::Code(node),
    ),
    program(
        &["perl", "perl5", "raku"],
        // Only digits may be glued to `-l` and `-0`: `-lne` is three letters.
        Options::leading("e= E= i=? p n l # a F=? M=? m=? I=? c S u v V=? x=? d=? D=? C=? f h"),
        Behavior::Code(perl),
    ),
    program(
        &["ruby", "jruby", "irb", "truffleruby"],
        Options::leading(
            "e= i=? p l a F= I= r= W=? c x=? C= X= E= S v h # n T=? K=? version help enable= disable= yjit",
        ),
        Behavior::Code(ruby),
    ),
    program(
        &["php", "php8", "php7", "php8.1", "php8.2", "php8.3", "php8.4", "hhvm"],
        Options::leading(
            "r= R= B= E= F= f= d= c= i m v l z= a S= t= ini rf= rc= re= ri= version help",
        ),
        Behavior::Code(php),
    ),
    program(
        &["lua", "lua5.1", "lua5.2", "lua5.3", "lua5.4", "luajit", "texlua"],
        Options::leading("e= l= i v E"),
        Behavior::Code(lua),
    ),
    program(
        &["Rscript", "R", "littler"],
        Options::leading("e= f= file= default-packages= version help verbose"),
        Behavior::Code(r_script),
    ),
    program(&["osascript"], Options::leading("e= l= i s="), Behavior::Code(osascript)),
    program(
        &["julia"],
        Options::leading(
            "e|eval= E|print= L|load= p= t|threads= project=? J= O=? i q|quiet startup-file= color= v|version h|help",
        ),
        Behavior::Code(julia),
    ),
    program(
        &["elixir", "iex"],
        Options::leading("e|eval= r= S= pa= pz= rpc-eval= app= name= sname= cookie= v|version"),
        Behavior::Code(elixir),
    ),
    program(&["groovy"], Options::leading("e= cp= p l=? i=? v D=?"), Behavior::Code(groovy)),
    program(
        &[
            "erl",
            "scala",
            "scala-cli",
            "guile",
            "racket",
            "jshell",
            "clojure",
            "clj",
            "bb",
            "sbcl",
            "clisp",
            "ghc",
            "runghc",
            "ocaml",
            "swipl",
            "dotnet-script",
            "csharp",
            "kotlin",
            "nim",
            "janet",
            "chibi-scheme",
            "gosh",
            "chicken",
            "csi",
            "octave",
            "gst",
            "escript",
            "factor-vm",
            "io",
            "coffee",
            "lsc",
            "chicken-csi",
            "mit-scheme",
            "ecl",
            "newlisp",
            "picolisp",
            "gforth",
            "gprolog",
            "octave-cli",
            "scilab",
            "scilab-cli",
            "maxima",
            "gp",
            "crystal",
            "rust-script",
            "frawk",
            "bpftrace",
            "stap",
            "dtrace",
            "jjs",
            "pry",
        ],
        Options::leading("e|eval= c= eval-file= noshell x= s= g= l= i v|version help"),
        Behavior::Code(not_read),
    ),
    program(
        &["tclsh", "tclsh8.6", "wish", "jimsh"],
        Options::leading("encoding="),
        Behavior::Code(tcl::run),
    ),
    program(&["expect"], Options::leading("c= D=? i f= b v"), Behavior::Code(tcl::run)),
];

/// Runs the code behind some flags or else a script, unless others only ask for something.
fn interpret<'a>(
    walker: &mut Walker<'a>,
    call: &Call<'a>,
    language: Language,
    asks: Words,
    code: Words,
) {
    if !call.has_any(asks) && !codes(walker, call, code, language) {
        script_or_input(walker, call, call.operands.first(), language);
    }
}

/// Runs the code behind flags, in order; answers whether there was any.
fn codes<'a>(walker: &mut Walker<'a>, call: &Call<'a>, flags: Words, language: Language) -> bool {
    let mut any = false;
    for flag in call.flags.iter().filter(|flag| flags.has(flag.name)) {
        any = true;
        match flag.value {
            Some(code) => run_arg(walker, code, language),
            None => walker.mark_changing(),
        }
    }
    any
}

fn run_arg<'a>(walker: &mut Walker<'a>, code: &Arg<'a>, language: Language) {
    let stream = match code.knowledge {
        Knowledge::Pipe(stream) => *stream,
        _ => walker.flow_of_arg(code),
    };
    body::run(walker, stream, language, code.at);
}

/// Runs a piece of Python that another program takes.
pub(super) fn run_python<'a>(walker: &mut Walker<'a>, code: &Arg<'a>) {
    run_arg(walker, code, Language::Python);
}

/// Runs a piece of Elixir that another program takes.
pub(super) fn run_elixir<'a>(walker: &mut Walker<'a>, code: &Arg<'a>) {
    run_arg(walker, code, Language::Elixir);
}

/// Runs a script, or what flows in where none is named.
fn script_or_input<'a>(
    walker: &mut Walker<'a>,
    call: &Call<'a>,
    script: Option<&Arg<'a>>,
    language: Language,
) {
    walker.mark_changing();
    if let Some(script) = script {
        match script.knowledge {
            Knowledge::Pipe(stream) => return body::run(walker, *stream, language, script.at),
            Knowledge::Whole
                if matches!(script.text, "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0") => {}
            // A script of the project: judged where it can be read.
            _ => {
                if let Some(found) = walker.script_of(script) {
                    walker.in_file(found.path, |walker| {
                        body::run(walker, found.content, language, script.at);
                    });
                }
                return;
            }
        }
    }
    body::run(walker, walker.input(), language, call.at);
}

fn python<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("V version h help")) {
        return;
    }
    if let Some(module) = call.value("m") {
        return python_module(walker, call, module);
    }
    if codes(walker, call, words!("c"), Language::Python) {
        return;
    }
    // Django's own commands.
    if let [script, verb, rest @ ..] = call.operands
        && script.text.ends_with("manage.py")
        && matches!(verb.text, "shell" | "shell_plus")
    {
        let at = rest.iter().position(|arg| matches!(arg.text, "-c" | "--command"));
        if let Some(code) = at.and_then(|at| rest.get(at + 1)) {
            return run_arg(walker, code, Language::Python);
        }
    }
    if let [script, rest @ ..] = call.operands
        && script.text.ends_with("setup.py")
        && rest.iter().any(|arg| arg.is("upload"))
    {
        return walker.does(Kind::Publishes, Domain::Registry, Traits::empty(), call);
    }
    if let [script, rest @ ..] = call.operands
        && script.text.ends_with("manage.py")
    {
        return super::packaged::run_as(walker, "manage.py", rest, call);
    }
    script_or_input(walker, call, call.operands.first(), Language::Python);
}

/// `python -m pip …` is pip.
fn python_module<'a>(walker: &mut Walker<'a>, call: &Call<'a>, module: &Arg<'a>) {
    walker.mark_changing();
    let Some(name) = module.literal() else { return may_change_anything(walker, call.at) };
    // The flag may be glued to its value, or stand before it.
    let at = call.args.iter().position(|arg| {
        arg.text == name
            || arg.text == module.text
            || (arg.text.starts_with("-m") && arg.text.ends_with(name))
    });
    let rest = at.and_then(|at| call.args.get(at + 1..)).unwrap_or(&[]);
    let program = name.split('.').next().unwrap_or(name);
    let words = || rest.iter().filter(|arg| !arg.is_flag());
    let has = |flags: Words| rest.iter().any(|arg| flags.has(arg.text));
    match program {
        // What comes with the language and is a program of its own.
        "zipfile" | "tarfile" if has(words!("-e --extract")) => {
            let target = rest.last().filter(|_| rest.len() > 2);
            let here = Arg::whole("./x", call.at);
            walker.touches(Kind::Overwrites, target.unwrap_or(&here), Traits::empty());
        }
        "zipfile" | "tarfile" if has(words!("-c --create")) => {
            words().take(1).for_each(|archive| walker.overwrites(archive));
        }
        "json" => words().skip(1).for_each(|file| walker.overwrites(file)),
        "zipapp" => match rest.iter().position(|arg| matches!(arg.text, "-o" | "--output")) {
            Some(at) => rest.iter().skip(at + 1).take(1).for_each(|file| walker.overwrites(file)),
            None => {
                let made = words().next().map(|source| walker.entry(source, "_"));
                made.iter().for_each(|file| walker.overwrites(file));
            }
        },
        "venv" | "virtualenv" if has(words!("--clear")) => {
            let all = Traits::RECURSIVE | Traits::FORCED;
            words().for_each(|folder| walker.touches(Kind::Deletes, folder, all));
        }
        "gzip" | "bz2" | "lzma" => {
            words().for_each(|file| {
                let packed = walker.alloc_str(&format!("{}.gz", file.text));
                walker.overwrites(&file.with_text(packed));
            });
        }
        "code" | "asyncio" | "idlelib" | "pdb" => {
            let code = rest.iter().position(|arg| matches!(arg.text, "-c" | "--command"));
            if let Some(code) = code.and_then(|at| rest.get(at + 1)) {
                run_arg(walker, code, Language::Python);
            }
            body::run(walker, walker.input(), Language::Python, call.at);
        }
        // What is kept in a pickle may be code.
        "pickle" | "pickletools" if program == "pickle" => may_change_anything(walker, call.at),
        "uu" | "quopri" | "encodings" => {
            words().skip(1).for_each(|file| walker.overwrites(file));
        }
        // It empties the folder for its own files first.
        "pytest" if rest.iter().any(|arg| arg.text.starts_with("--basetemp=")) => {
            for arg in rest {
                if arg.text.starts_with("--basetemp=") {
                    let folder = arg.skip("--basetemp=".len());
                    walker.touches(Kind::Deletes, &folder, Traits::RECURSIVE);
                }
            }
        }
        "timeit" => {
            let mut statement = true;
            for arg in rest {
                let takes =
                    matches!(arg.text, "-n" | "-r" | "-u" | "--number" | "--repeat" | "--unit");
                if statement && !takes && (!arg.is_flag() || arg.text.contains(['(', ' '])) {
                    run_arg(walker, arg, Language::Python);
                }
                statement = !takes;
            }
        }
        "cProfile" | "profile" | "trace" if has(words!("-o -f --file -C --coverdir")) => {
            may_change_anything(walker, call.at);
        }
        "lib2to3" | "pydoc" if has(words!("-w --write")) => may_change_anything(walker, call.at),
        "test" | "http" | "time" | "this" | "calendar" | "platform" | "select" | "trace"
        | "zipfile" | "tarfile" | "venv" | "virtualenv" | "cProfile" | "profile" | "lib2to3"
        | "pydoc" | "site" | "sysconfig" | "tokenize" | "ast" | "dis" | "inspect" | "base64"
        | "ensurepip" | "compileall" | "py_compile" | "doctest" | "uuid" | "random"
        | "webbrowser" | "tabnanny" | "pyclbr" | "symtable" | "filecmp" => {}
        _ => {
            super::packaged::run_as(walker, program, rest, call);
            walker.mark_changing();
        }
    }
}

fn node<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("version help check")) {
        return;
    }
    // `-pe code` is two flags in one.
    if call.value("print").is_some_and(|value| value.is("e"))
        && let Some(code) = call.operands.first()
    {
        return run_arg(walker, code, Language::JavaScript);
    }
    // Profiles and traces are written where they are told to.
    let written = words!(
        "cpu-prof-name heap-prof-name trace-event-file-pattern report-filename redirect-warnings \
         tls-keylog"
    );
    for flag in call.flags.iter().filter(|flag| written.has(flag.name)) {
        flag.value.iter().for_each(|file| walker.overwrites(file));
    }
    if !codes(walker, call, words!("eval print"), Language::JavaScript) {
        if call.has_any(words!("test run")) {
            return walker.mark_changing();
        }
        script_or_input(walker, call, call.operands.first(), Language::JavaScript);
    }
}

/// `deno eval 'code'`, `deno run script`, `deno run -`.
pub(super) fn deno<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    match (call.path(), call.operands) {
        ("", []) | ("", [_, ..]) => {}
        ("eval", [code, ..]) => run_arg(walker, code, Language::JavaScript),
        (_, [script, ..])
            if script.text.starts_with("http://") || script.text.starts_with("https://") =>
        {
            walker.add(
                Kind::RunsDownload,
                Domain::Code,
                Place::Unknown,
                Traits::empty(),
                script.at,
            );
        }
        (_, [script, ..]) if script.is("-") => {
            script_or_input(walker, call, Some(script), Language::JavaScript);
        }
        _ => {}
    }
}

/// `bun -e 'code'`, `bun script.ts`.
pub(super) fn bun<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let at =
        call.args.iter().position(|arg| matches!(arg.text, "-e" | "--eval" | "-p" | "--print"));
    match at.and_then(|at| call.args.get(at + 1)) {
        Some(code) => run_arg(walker, code, Language::JavaScript),
        None => match call.operands.first() {
            Some(first) if first.is("-") => {
                script_or_input(walker, call, Some(first), Language::JavaScript)
            }
            Some(first) if !first.text.contains(['.', '/']) => {
                super::packaged::own_program(walker, super::projects::from_first_word(call))
            }
            _ => {}
        },
    }
}

fn perl<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // `-M'warnings;code'` is code behind the name of a module.
    for module in call.values("M").chain(call.values("m")) {
        if module.text.contains([';', '(', '{', '\n']) {
            run_arg(walker, module, Language::Perl);
        }
    }
    if call.has_any(words!("v V c")) {
        return;
    }
    // A pattern may hold code, and so may the name of a file: `-n … 'code |'`.
    for pattern in call.values("F").filter(|pattern| pattern.text.contains("(?")) {
        may_change_anything(walker, pattern.at);
    }
    let any = codes(walker, call, words!("e E"), Language::Perl);
    if call.has_any(words!("n p i")) {
        for file in call.operands.iter().filter(|_| any) {
            let name = file.text.trim();
            if let Some(code) = name.strip_suffix('|').or_else(|| name.strip_prefix('|')) {
                walker.runs_shell(&file.with_text(walker.alloc_str(code)));
            } else if name.starts_with('>') {
                walker.overwrites(&file.skip(1));
            }
        }
    }
    in_place(walker, call, any);
    if !any {
        script_or_input(walker, call, call.operands.first(), Language::Perl);
    }
}

fn ruby<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("version help c"))
        || (call.has("v") && call.operands.is_empty() && !call.has("e"))
    {
        return;
    }
    // `ruby -run -e rm -- -rf src`: a library of commands.
    if call.values("r").any(|library| library.is("un"))
        && let Some(command) = call.value("e")
    {
        let words = walker.appended_words(std::slice::from_ref(command), call.operands);
        walker.run_wrapped(words);
        return walker.mark_changing();
    }
    if let Some(folder) = call.value("C").or(call.value("X")) {
        return walker.in_directory(Some(folder), |walker| ruby_code(walker, call));
    }
    ruby_code(walker, call);
}

fn ruby_code<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let any = codes(walker, call, words!("e"), Language::Ruby);
    in_place(walker, call, any);
    if !any {
        script_or_input(walker, call, call.operands.first(), Language::Ruby);
    }
}

/// `perl -i -pe 's/a/b/' file` writes its files anew.
fn in_place<'a>(walker: &mut Walker<'a>, call: &Call<'a>, code: bool) {
    if !call.has("i") {
        return;
    }
    // Without `-e` the first word is the script.
    let files = call.operands.get(usize::from(!code)..).unwrap_or(&[]);
    for file in files {
        walker.touches(Kind::Overwrites, file, Traits::empty());
    }
    if files.is_empty() {
        walker.add(Kind::Overwrites, Domain::Files, Place::Unknown, Traits::empty(), call.at);
    }
}

fn php<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("v i m l ini version help")) {
        return;
    }
    if codes(walker, call, words!("r R B E"), Language::Php) || call.has_any(words!("S f F")) {
        return walker.mark_changing();
    }
    if let [script, verb, rest @ ..] = call.operands
        && script.text.ends_with("artisan")
        && verb.is("tinker")
    {
        for code in rest.iter().filter(|arg| arg.text.starts_with("--execute=")) {
            run_arg(walker, &code.skip("--execute=".len()), Language::Php);
        }
        return walker.mark_changing();
    }
    // Laravel's and Symfony's own commands.
    if let [script, rest @ ..] = call.operands
        && let Some(name) = script.literal().and_then(|text| text.rsplit('/').next())
        && matches!(name, "artisan" | "console" | "composer.phar" | "wp-cli.phar")
    {
        let name = name.strip_suffix(".phar").unwrap_or(name);
        return super::packaged::run_as(walker, name, rest, call);
    }
    script_or_input(walker, call, call.operands.first(), Language::Php);
}

fn lua<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("v") && call.operands.is_empty() && !call.has("e") {
        return;
    }
    interpret(walker, call, Language::Lua, Words::NONE, words!("e"));
}

fn r_script<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("version help")) {
        return;
    }
    if call.operands.first().is_some_and(|arg| arg.is("CMD")) {
        return walker.mark_changing();
    }
    if !codes(walker, call, words!("e"), Language::R) && !call.has_any(words!("f file")) {
        script_or_input(walker, call, call.operands.first(), Language::R);
    }
}

fn osascript<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let language = match call.value("l") {
        Some(name) if name.text.eq_ignore_ascii_case("JavaScript") => Language::JavaScript,
        _ => Language::AppleScript,
    };
    interpret(walker, call, language, Words::NONE, words!("e"));
}

fn julia<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    interpret(walker, call, Language::Julia, words!("version help"), words!("eval print"));
}

fn elixir<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    interpret(walker, call, Language::Elixir, words!("version"), words!("eval rpc-eval"));
}

fn groovy<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    interpret(walker, call, Language::Groovy, Words::NONE, words!("e"));
}

/// Runs a script by the name of its interpreter; answers whether that is one of these.
pub(super) fn run_source<'a>(
    walker: &mut Walker<'a>,
    name: &str,
    content: Stream<'a>,
    at: Location,
) -> bool {
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let language = match plain {
        "python" | "pypy" => Language::Python,
        "node" | "nodejs" | "deno" | "bun" | "tsx" => Language::JavaScript,
        "perl" => Language::Perl,
        "ruby" => Language::Ruby,
        "php" => Language::Php,
        "lua" => Language::Lua,
        "Rscript" => Language::R,
        _ => return false,
    };
    body::run(walker, content, language, at);
    true
}

/// Says that something runs that may change anything it can reach.
pub(super) fn may_change_anything(walker: &mut Walker<'_>, at: Location) {
    walker.add(Kind::Overwrites, Domain::Code, Place::Unknown, Traits::POSSIBLE, at);
}

/// Languages that are not read: code all of whose names are known to look and print does no harm,
/// any other may do whatever it can.
fn not_read<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("version help")) {
        return;
    }
    walker.mark_changing();
    let inline = call
        .args
        .iter()
        .position(|arg| words!("-e -c -eval --eval -x --expr -E -g eval").has(arg.text));
    let code = match inline.and_then(|at| call.args.get(at + 1)) {
        Some(code) => walker.flow_of_arg(code),
        None if call.operands.is_empty() || call.operands.iter().any(|arg| arg.is("-")) => {
            walker.input()
        }
        None => Stream::Idle,
    };
    match code {
        Stream::Idle => {}
        Stream::Download => {
            walker.add(Kind::RunsDownload, Domain::Code, Place::Unknown, Traits::empty(), call.at);
        }
        Stream::Unknown => walker.runs_unknown(call.at),
        Stream::Text(flow) if only_prints(flow.text) => {}
        Stream::Text(_) => may_change_anything(walker, call.at),
    }
}

/// Whether every name in a piece of code is one that languages use for looking and printing.
pub(super) fn only_prints(code: &str) -> bool {
    let mut rest = code;
    while let Some(at) = rest.find(|c: char| c == '"' || c == '_' || c.is_alphabetic()) {
        rest = rest.get(at..).unwrap_or_default();
        if let Some(inside) = rest.strip_prefix('"') {
            let end = inside.find('"').map_or(inside.len(), |at| at + 1);
            rest = inside.get(end..).unwrap_or_default();
            continue;
        }
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '\'')))
            .unwrap_or(rest.len());
        let name = rest.get(..end).unwrap_or_default().trim_end_matches('-');
        // A variable has a short name.
        if name.len() > 2 && !PRINTING.has(&name.to_ascii_lowercase()) {
            return false;
        }
        rest = rest.get(end..).unwrap_or_default();
    }
    true
}

const PRINTING: Words = words(
    "print println printf putstrln putstr puts display newline write-line format write-string \
     princ prin1 terpri halt writeln fwrite true false nil let where map filter reduce foldr foldl \
     sum product length show lines words main erlang system_info otp_release version list def defn \
     str echo disp sprintf quit exit mapm_ take drop reverse sort range inc dec count first rest last \
     concat append cons car cdr lambda for doseq doall vec hash-map get assoc apply max min abs sqrt \
     pow sin cos exp log floor ceiling round mod rem div string number integer float char null else \
     cond case then end begin module import text.printf data.list prelude not and eqv equal zerop \
     console.log object println! system.out math lib-version lisp-implementation-version ones zeros \
     eye rand mean size numel strcat num2str ans octave_version pkg",
);
