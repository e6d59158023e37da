//! Programs that run a command for each thing they find or are given: `find`, `fd`, `xargs`,
//! `parallel`, `entr`, `watch`.

use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::call::{self, Call};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::walker::Walker;
use crate::facts::words::{Words, words};

/// The help flag has another name in these models: behind `-exec` it belongs to another program.
pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["find", "gfind", "bfs"],
        Options::long(
            "help|version|usage name= iname= path= ipath= wholename= iwholename= regex= iregex= type= xtype= size= mtime= mmin= atime= amin= ctime= cmin= newer= anewer= cnewer= newermt= perm= user= group= uid= gid= maxdepth= mindepth= printf= fprint= fprint0= fls= inum= links= samefile= lname= ilname= fstype= used= regextype= context= delete print ls prune empty depth exec execdir ok okdir",
        )
        .only_reads(),
        Behavior::Code(find),
    ),
    program(
        &["fd", "fdfind"],
        Options::gnu(
            "help|V|version|usage H|hidden I|no-ignore u|unrestricted s|case-sensitive i|ignore-case g|glob regex F|fixed-strings and= a|absolute-path l|list-details L|follow p|full-path d|max-depth= min-depth= exact-depth= E|exclude= t|type= e|extension= S|size= changed-within= changed-before= o|owner= x|exec X|exec-batch c|color= j|threads= 0|print0 q|quiet max-results= base-directory= C= search-path= path-separator= format=",
        ),
        Behavior::Code(fd),
    ),
    program(
        &["xargs", "gxargs"],
        Options::leading(
            "0|null a|arg-file= d|delimiter= E= e=? I= i|replace=? J= L|max-lines= l=? n|max-args= o|open-tty P|max-procs= p|interactive process-slot-var= r|no-run-if-empty R= S= s|max-chars= show-limits t|verbose x|exit help version",
        ),
        Behavior::Code(xargs),
    ),
    program(
        &["parallel", "rush", "rust-parallel"],
        Options::leading(
            "j|P|jobs= k|keep-order X|xargs m n|max-args= N|max-replace-args= L|max-lines= I= a|arg-file= d|delimiter= 0|null C|colsep= q|quote u|ungroup bar eta progress dry-run|dryrun t|verbose halt= joblog=> results=> resume pipepart spreadstdin stdin round-robin tmux max-procs= rpl= sqlworker= sshloginfile= transferfile= return= cleanup basefile= trc= profile= retries= delay= timeout= S|sshlogin= tmpdir= tag linebuffer|lb line-buffer pipe block= will-cite no-notice citation r|no-run-if-empty load= memfree= nice= workdir|wd= env= shuf link colour= semaphore help version",
        ),
        Behavior::Code(parallel),
    ),
    program(&["zargs"], Options::leading("e=? i=? I= l=? L= n= P= r s= x"), Behavior::Code(zargs)),
    program(&["entr"], Options::leading("a c d r s x"), Behavior::Code(entr)),
    program(
        &["watch", "gwatch", "viddy", "hwatch"],
        Options::leading(
            "b|beep c|color C|no-color d|differences=? e|errexit g|chgexit n|interval= p|precise q|equexit= r|no-rerun s= t|no-title w|no-wrap x|exec u h|help v|version",
        ),
        Behavior::Code(watch),
    ),
];

/// Tests and actions of `find` that take one word.
const ONE_WORD: Words = words(
    "\
    -name -iname -path -ipath -wholename -iwholename -regex -iregex -type -xtype -size \
    -mtime -mmin -atime -amin -ctime -cmin -newer -anewer -cnewer -newermt -newerct -newerat \
    -perm -user -group -uid -gid -maxdepth -mindepth -printf -inum -links -samefile -lname \
    -ilname -fstype -used -regextype -context -files0-from -Bmin -Btime -flags -depth-n \
    -exclude -limit",
);

/// Tests that leave some files out.
const FILTERS: Words = words(
    "\
    -name -iname -path -ipath -wholename -iwholename -regex -iregex -size -mtime -mmin \
    -atime -amin -ctime -cmin -newer -anewer -cnewer -newermt -perm -user -group -inum \
    -samefile -lname -empty",
);

fn find<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let (mut starts, expression) = starting_points(call.args);
    if starts.is_empty() {
        starts.push(Arg::whole(".", call.at));
    }
    if starts.len() > 16 {
        starts.truncate(15);
        starts.push(Arg::unknown(call.at));
    }
    let filtered = filters(expression);
    let name = only_name(expression);
    let mut rest = expression;
    while let Some((word, behind)) = rest.split_first() {
        rest = behind;
        match word.text {
            "-delete" => {
                for start in &starts {
                    if filtered && spares_repository(expression) {
                        let found = below(walker, start, name.unwrap_or("_"));
                        walker.touches(Kind::Deletes, &found, Traits::empty());
                    } else {
                        walker.touches(Kind::Deletes, start, Traits::RECURSIVE | Traits::FORCED);
                    }
                }
            }
            "-exec" | "-execdir" | "-ok" | "-okdir" => {
                let (command, after) = command_of(rest);
                rest = after;
                if word.text.ends_with("dir") && names_beside(command) {
                    // In folders below, and only the search knows which.
                    walker.in_unknown_directory(|walker| {
                        let found = below(walker, &Arg::whole(".", word.at), "_");
                        let words = walker.filled_all(command, &["{}"], &found);
                        walker.run_wrapped_without_input(words.into_bump_slice());
                    });
                    continue;
                }
                for start in &starts {
                    let name = if filtered { name.unwrap_or("_") } else { "" };
                    // What is found is named from the folder it lies in.
                    let beside = word.text.ends_with("dir").then_some(start);
                    let here = Arg::whole(".", word.at);
                    walker.in_directory(beside, |walker| {
                        let from = if beside.is_some() { &here } else { start };
                        let found = below(walker, from, name);
                        let words = walker.filled_all(command, &["{}"], &found);
                        walker.run_wrapped_without_input(words.into_bump_slice());
                    });
                }
            }
            "-fprint" | "-fprint0" | "-fls" | "-fprintf" => {
                if let Some((file, after)) = rest.split_first() {
                    walker.overwrites(file);
                    rest = after.get(usize::from(word.text == "-fprintf")..).unwrap_or(&[]);
                }
            }
            text if ONE_WORD.has(text) => rest = rest.get(1..).unwrap_or(&[]),
            text if SWITCHES.has(text) || text == "," || text.starts_with("-newer") => {}
            // An action that is not known, or a word that may be one.
            _ => walker.mark_changing(),
        }
    }
}

/// Tests and actions of `find` that take no word and only look.
const SWITCHES: Words = words(
    "\
    -print -print0 -ls -prune -empty -depth -d -follow -mount -xdev -noleaf -daystart -true \
    -false -readable -writable -executable -nouser -nogroup -quit -a -and -o -or -not ! ( ) \
    -ignore_readdir_race -noignore_readdir_race -nowarn -warn -x -s -H -L -P -E -X -unique \
    -hidden -nohidden -color -nocolor -xattr -acl -sparse \\( \\) \\!",
);

/// The directories `find` starts in, and what it does there.
fn starting_points<'a>(args: &'a [Arg<'a>]) -> (Vec<Arg<'a>>, &'a [Arg<'a>]) {
    let mut starts = Vec::new();
    let mut rest = args;
    while let Some((word, behind)) = rest.split_first() {
        match word.text {
            "-H" | "-L" | "-P" | "-E" | "-X" | "-s" | "-x" | "-d" if word.known().is_some() => {}
            "-D" => {
                rest = behind.get(1..).unwrap_or(&[]);
                continue;
            }
            "-f" => {
                starts.extend(behind.first().copied());
                rest = behind.get(1..).unwrap_or(&[]);
                continue;
            }
            "(" | "!" | "," if word.known().is_some() => break,
            text if text.starts_with("-O") => {}
            text if text.starts_with('-') => break,
            _ => starts.push(*word),
        }
        rest = behind;
    }
    (starts, rest)
}

/// Whether a command names more than what was found: a file beside it, or one further up.
fn names_beside(command: &[Arg<'_>]) -> bool {
    let words = command.get(1..).unwrap_or_default();
    let found = words.iter().any(|word| word.text.contains("{}"));
    words.iter().any(|word| {
        word.text.split('/').any(|part| part == "..")
            || !found && !word.text.starts_with(['-', '/'])
    })
}

fn filters(expression: &[Arg<'_>]) -> bool {
    let mut rest = expression;
    while let Some((word, behind)) = rest.split_first() {
        rest = behind;
        // What comes behind a deletion does not hold it back.
        if matches!(word.text, "-delete" | "-exec" | "-execdir") {
            return false;
        }
        let takes = ONE_WORD.has(word.text);
        let everything = takes && behind.first().is_some_and(|value| value.text == "*");
        if FILTERS.has(word.text) && !everything {
            return true;
        }
        if takes {
            rest = rest.get(1..).unwrap_or(&[]);
        }
    }
    false
}

/// Whether the files found have names that nothing below `.git` has, or that is left out.
fn spares_repository(expression: &[Arg<'_>]) -> bool {
    let names = words!("-name -iname -path -ipath -wholename -iwholename -regex -iregex -prune");
    expression.iter().any(|word| names.has(word.text))
}

/// The name all found files have, where the expression says so.
fn only_name<'a>(expression: &'a [Arg<'a>]) -> Option<&'a str> {
    if expression.iter().any(|word| matches!(word.text, "-o" | "-or" | "!" | "-not" | ",")) {
        return None;
    }
    let at = expression.iter().position(|word| word.text == "-name")?;
    let name = expression.get(at + 1)?.known()?;
    (!name.contains(['*', '?', '[', '/'])).then_some(name)
}

/// Something found below a starting point.
fn below<'a>(walker: &Walker<'a>, start: &Arg<'a>, name: &str) -> Arg<'a> {
    Arg { knowledge: Knowledge::Start, written: None, ..walker.entry(start, name) }
}

/// The words of `-exec` up to its end, and what follows.
fn command_of<'a>(rest: &'a [Arg<'a>]) -> (&'a [Arg<'a>], &'a [Arg<'a>]) {
    let end = rest.iter().enumerate().position(|(index, word)| {
        word.is(";")
            || (word.is("+")
                && index
                    .checked_sub(1)
                    .and_then(|before| rest.get(before))
                    .is_some_and(|b| b.text == "{}"))
    });
    match end {
        Some(end) => (rest.get(..end).unwrap_or(&[]), rest.get(end + 1..).unwrap_or(&[])),
        None => (rest, &[]),
    }
}

fn fd<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let at = call.args.iter().position(|arg| {
        matches!(arg.text, "-x" | "-X" | "--exec" | "--exec-batch")
            || arg.text.starts_with("--exec=")
            || arg.text.starts_with("--exec-batch=")
    });
    let Some(at) = at else { return };
    let before = call.args.get(..at).unwrap_or(&[]);
    let Some(known) = super::find(walker.dialect(), call.name) else { return };
    let sorted = call::sort(walker.arena, known, call.name, before, call.at);
    // The first word is the pattern, the others are where to look.
    let folders = sorted.operands.iter().skip(1);
    let folders: Vec<_> = folders.chain(sorted.value("search-path")).collect();
    let found = match folders.as_slice() {
        [one] => below(walker, one, "_"),
        [] => below(walker, &Arg::whole(".", call.at), "_"),
        _ => Arg::unknown(call.at),
    };
    let mut words: Vec<Arg<'a>> = Vec::new();
    if let Some((_, glued)) = call.args.get(at).and_then(|arg| arg.text.split_once('=')) {
        let arg = call.args.get(at).copied().unwrap_or(found);
        words.push(arg.skip(arg.text.len() - glued.len()));
    }
    let behind = call.args.get(at + 1..).unwrap_or(&[]);
    words.extend(behind.iter().take_while(|arg| !arg.is(";")));
    let words = filled_or_appended(walker, &words, &["{}", "{/}", "{//}", "{.}", "{/.}"], &found);
    walker.run_wrapped_without_input(words);
}

/// Words with a value in the place of marks, or behind them where there are none.
fn filled_or_appended<'a>(
    walker: &Walker<'a>,
    words: &[Arg<'a>],
    marks: &[&str],
    value: &Arg<'a>,
) -> &'a [Arg<'a>] {
    let marked = words.iter().any(|word| marks.iter().any(|mark| word.text.contains(mark)));
    let mut words = walker.filled_all(words, marks, value);
    if !marked {
        words.push(*value);
    }
    words.into_bump_slice()
}

fn xargs<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("help version show-limits")) {
        return;
    }
    if call.operands.is_empty() {
        return;
    }
    walker.mark_wrapper();
    let mark = match (
        call.value("I").or(call.value("J")),
        call.flags.iter().rfind(|flag| flag.name == "replace"),
    ) {
        (Some(mark), _) => Some(mark.text),
        (None, Some(flag)) => Some(flag.value.map_or("{}", |value| value.text)),
        (None, None) => None,
    };
    let input = if call.has("arg-file") { Stream::Unknown } else { walker.input() };
    let values = values(walker, call, input, mark.is_some());
    walker.with_input(Stream::Idle, |walker| match mark {
        Some(mark) => {
            let mut output = Stream::Unknown;
            for value in values.iter().take(16) {
                let words = walker.filled_all(call.operands, &[mark], value);
                output = walker.run_wrapped(words.into_bump_slice());
            }
            walker.writes(match output {
                Stream::Text(_) if values.len() != 1 => Stream::Unknown,
                other => other,
            });
        }
        None => {
            let words = walker.appended_words(call.operands, &values);
            walker.run_wrapped_writing(words);
        }
    });
}

/// What `xargs` hands over: the words or lines that flow in.
fn values<'a>(
    walker: &Walker<'a>,
    call: &Call<'a>,
    input: Stream<'a>,
    lines: bool,
) -> Vec<Arg<'a>> {
    match input {
        Stream::Text(flow) if flow.exact => {
            let mut values = Vec::new();
            let mut take = |text: &'a str| values.push(Arg::whole(text, flow.at));
            if call.has("null") {
                flow.text.split('\0').filter(|text| !text.is_empty()).for_each(take);
            } else if lines || call.has_any(words!("delimiter max-lines")) {
                for line in flow.text.lines().filter(|line| !line.is_empty()) {
                    take(line.trim_start());
                }
            } else {
                for word in words_of(flow.text) {
                    take(walker.alloc_str(&word));
                }
            }
            if values.len() > 64 { vec![Arg::unknown(flow.at)] } else { values }
        }
        Stream::Download => {
            vec![Arg { knowledge: Knowledge::Download, ..Arg::unknown(call.at) }]
        }
        _ => vec![listed(walker).unwrap_or(Arg::unknown(call.at))],
    }
}

/// Something out of a list of files that flows in, where it is known which folder was listed:
/// `find src -name x | sort | xargs …`, `git ls-files | xargs …`.
fn listed<'a>(walker: &Walker<'a>) -> Option<Arg<'a>> {
    let mut next = walker.piped_from;
    for _ in 0..8 {
        let lister = walker.invocations.get(next? as usize)?;
        let here = Arg::whole(".", lister.at);
        match lister.name {
            "find" | "gfind" | "bfs" => {
                let (starts, expression) = starting_points(lister.args);
                return match starts.as_slice() {
                    [] | [_] => {
                        let start = starts.first().copied().unwrap_or(here);
                        let spared = spares_repository(expression);
                        Some(if spared { below(walker, &start, "_") } else { start })
                    }
                    _ => None,
                };
            }
            "git" if lister.words.first().is_some_and(|verb| verb.is("ls-files")) => {
                return Some(below(walker, &here, "_"));
            }
            "sort" | "uniq" | "head" | "tail" | "tac" | "shuf" => next = lister.piped_from,
            "grep" | "egrep" if !lister.flags.iter().any(|flag| flag.name.starts_with('r')) => {
                next = lister.piped_from;
            }
            _ => return None,
        }
    }
    None
}

/// Words as `xargs` cuts them: at blanks, quotes and backslashes protect.
fn words_of(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut present = false;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => word.push(character),
            (None, '\'' | '"') => {
                quote = Some(character);
                present = true;
            }
            (None, '\\') => word.extend(characters.next()),
            (None, _) if character.is_whitespace() => {
                if present || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                present = false;
            }
            (None, _) => word.push(character),
        }
    }
    if present || !word.is_empty() {
        words.push(word);
    }
    words
}

fn parallel<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("help version dry-run citation dryrun")) {
        return;
    }
    walker.mark_wrapper();
    let separator = |arg: &Arg<'_>| matches!(arg.text, ":::" | ":::+" | "::::" | "::::+");
    let cut = call.operands.iter().position(separator);
    let (command, sources) = match cut {
        Some(at) => call.operands.split_at_checked(at).unwrap_or((call.operands, &[])),
        None => (call.operands, &[][..]),
    };
    let from_files = sources.iter().any(|arg| arg.text.starts_with("::::"));
    let values: Vec<_> = if sources.is_empty() {
        let input = if call.has("arg-file") { Stream::Unknown } else { walker.input() };
        self::values(walker, call, input, true)
    } else if from_files {
        vec![Arg::unknown(call.at)]
    } else {
        sources.iter().filter(|arg| !separator(arg)).copied().collect()
    };
    // `{= … =}` is code in Perl, and a replacement string may be given any.
    if call.has("rpl") || command.iter().any(|word| word.text.contains("{=")) {
        walker.runs_unknown(call.at);
    }
    if call.has_any(words!("pipe pipepart spreadstdin stdin")) {
        // What flows in flows on, in pieces.
        walker.run_wrapped(command);
        return;
    }
    let mark = call.value("I").map_or("{}", |mark| mark.text);
    if command.is_empty() || command.first().is_some_and(|word| word.is(mark)) {
        // Each line is a command of its own.
        for value in values.iter().take(16) {
            if value.known().is_none() && !matches!(value.knowledge, Knowledge::Download) {
                walker.add(
                    Kind::RunsUnknown,
                    Domain::Code,
                    Place::Unknown,
                    Traits::empty(),
                    call.at,
                );
            } else {
                walker.runs_shell(value);
            }
        }
        return;
    }
    // Its words are joined and read by a shell; that only matters where one holds more than a word.
    let as_code = command.iter().any(|word| word.text.contains([' ', ';', '|', '&', '>', '$']));
    let marks = [mark, "{.}", "{/}", "{//}", "{/.}", "{1}", "{2}", "{3}"];
    for value in values.iter().take(16) {
        let words = filled_or_appended(walker, command, &marks, value);
        if as_code {
            let code = walker.joined(words, call.at);
            walker.with_input(Stream::Idle, |walker| run_line(walker, code, call));
        } else {
            walker.run_wrapped_without_input(words);
        }
    }
}

/// `zargs -- file… -- command`.
fn zargs<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    let words = match call.args.iter().position(|arg| arg.is("--")) {
        Some(at) => call.args.get(at + 1..).unwrap_or(&[]),
        None => call.operands,
    };
    let Some(at) = words.iter().position(|arg| arg.is("--")) else { return };
    let (values, command) = words.split_at_checked(at).unwrap_or((words, &[]));
    let command = walker.appended_words(command.get(1..).unwrap_or(&[]), values);
    walker.run_wrapped_without_input(command);
}

fn entr<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    let found = Arg { knowledge: Knowledge::Start, ..Arg::whole("./", call.at) };
    let words = walker.filled_all(call.operands, &["/_"], &found).into_bump_slice();
    match words.first() {
        Some(code) if call.has("s") => {
            walker.with_input(Stream::Idle, |walker| walker.runs_shell(code));
        }
        _ => walker.run_wrapped_without_input(words),
    }
}

fn watch<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("help version")) {
        return;
    }
    walker.mark_wrapper();
    if call.has("exec") {
        walker.run_wrapped(call.operands);
        return;
    }
    // Its words are joined and handed to a shell.
    let code = walker.joined(call.operands, call.at);
    run_line(walker, code, call);
}

fn run_line<'a>(walker: &mut Walker<'a>, code: Stream<'a>, call: &Call<'a>) {
    if let Stream::Text(Flow { text: "", .. }) = code {
        return;
    }
    walker.run_stream(code, crate::shell::Dialect::Sh, crate::facts::walker::Scoping::Own, call.at);
}
