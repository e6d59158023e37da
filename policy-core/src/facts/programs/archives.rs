//! Archives and compressed files: packing is mild, unpacking writes over what is there.

use crate::facts::arg::{Arg, Knowledge};
use crate::facts::call::{self, Call};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["tar", "gtar", "bsdtar"],
        Options::gnu(
            "A|catenate|concatenate c|create d|diff|compare delete r|append t|list test-label u|update x|extract|get f|file= C|directory= O|to-stdout to-command= checkpoint=? checkpoint-action= I|use-compress-program= F|info-script|new-volume-script= rsh-command= rmt-command= remove-files k|keep-old-files skip-old-files keep-newer-files overwrite overwrite-dir U|unlink-first recursive-unlink keep-directory-symlink T|files-from= X|exclude-from= exclude= b|blocking-factor= H|format= g|listed-incremental= K|starting-file= L|tape-length= N|newer= V|label= strip-components= transform|xform= s= owner= group= mode= mtime= sort= suffix= backup=? newer-mtime= one-file-system level= no-recursion a|auto-compress z|gzip j|bzip2 J|xz Z|compress zstd lzma lzip lzop v|verbose w|interactive p|preserve-permissions P|absolute-names h|dereference m|touch S|sparse W|verify l n|seek i|ignore-zeros B|read-full-records M|multi-volume o R|block-number G|incremental anchored wildcards numeric-owner same-owner no-same-owner no-same-permissions totals=? show-transformed-names help version",
        ),
        Behavior::Code(tar),
    ),
    program(
        &["unzip"],
        Options::gnu("a c d= f I= l o O= p P= S= t u v x y z Z help"),
        Behavior::Code(unzip),
    ),
    program(
        &["zip"],
        Options::gnu(
            "r|recurse-paths m|move d|delete T|test unzip-command= u|update f|freshen g|grow j|junk-paths q|quiet v|verbose y|symlinks e|encrypt P|password= s|split-size= b|temp-path= n= t= x|exclude= i|include= o z c l FS|filesync h|help version",
        ),
        Behavior::Code(zip),
    ),
    program(&["7z", "7za", "7zr", "7zz", "p7zip"], Options::long("y"), Behavior::Code(seven_zip)),
    program(&["unrar", "rar", "winrar"], Options::long("y"), Behavior::Code(unrar)),
    program(
        &[
            "gzip",
            "gunzip",
            "pigz",
            "unpigz",
            "bzip2",
            "bunzip2",
            "pbzip2",
            "xz",
            "unxz",
            "lzma",
            "unlzma",
            "lzip",
            "compress",
            "uncompress",
            "lzop",
        ],
        Options::gnu(
            "c|stdout|to-stdout d|decompress|uncompress f|force k|keep l|list L|license n|no-name N|name q|quiet r|recursive S|suffix= t|test v|verbose z|compress 1|fast 9|best e|extreme T|threads= p|processes= M|memory= F|format= C|check= rsyncable synchronous b= s|small h|help V|version",
        ),
        Behavior::Code(compress),
    ),
    program(
        &["zstd", "unzstd", "zstdmt", "lz4", "unlz4", "brotli"],
        Options::gnu(
            "c|stdout d|decompress f|force j|rm k|keep l|list t|test o|output= v|verbose q|quiet T|threads= D= r S|suffix= w= h|help V|version",
        ),
        Behavior::Code(zstd),
    ),
    program(
        &["cpio", "gcpio"],
        Options::gnu(
            "i|extract o|create p|pass-through t|list u|unconditional d|make-directories m|preserve-modification-time v|verbose F|file= H|format= I= O= D|directory= a c C= E= f k l M= 0|null R= to-stdout help version",
        ),
        Behavior::Code(cpio),
    ),
    program(
        &["pax"],
        Options::gnu("r w a b= c d f= k l o= p= s= t T= u U= v x= z E="),
        Behavior::Code(pax),
    ),
    program(&["ar", "gar", "llvm-ar"], Options::leading("help version"), Behavior::Code(ar)),
    program(
        &["unar", "lsar"],
        Options::gnu(
            "o|output-directory= f|force-overwrite r|force-rename s|force-skip d|force-directory p= e=",
        ),
        Behavior::Code(unar),
    ),
];

fn tar<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let spelled_out;
    let call = match respelled(walker, call) {
        Some(respelled) => {
            spelled_out = respelled;
            &spelled_out
        }
        None => call,
    };
    for flag in call.flags {
        let Some(value) = flag.value else { continue };
        match flag.name {
            // Each file in the archive flows into it.
            "to-command" if super::scripts::is_shell(value.text) => {
                walker.runs_unknown(value.at);
            }
            "to-command"
            | "use-compress-program"
            | "new-volume-script"
            | "rsh-command"
            | "rmt-command" => {
                walker.runs_shell(value);
            }
            "checkpoint-action" if value.text.starts_with("exec=") => {
                walker.runs_shell(&value.skip(5));
            }
            _ => {}
        }
    }
    if call.has("remove-files") {
        for source in call.operands {
            walker.touches(Kind::Deletes, source, Traits::RECURSIVE);
        }
    }
    let archive = call.value("file");
    if call.has_any(words!("get")) {
        walker.mark_changing();
        let keeps = call.has_any(words!("to-stdout to-command keep-old-files skip-old-files"));
        if !keeps {
            unpacks(walker, call.value("directory"), call);
        }
    } else if call.has("delete") || call.has("concatenate") {
        if let Some(archive) = archive {
            walker.overwrites(archive);
        }
    } else if call.has_any(words!("create append update")) {
        walker.mark_changing();
        match archive {
            // Nobody calls an archive `notes.txt`: it would be written over.
            Some(archive) if call.has("create") && !is_archive(archive.text) => {
                walker.overwrites(archive);
            }
            Some(archive) => walker.makes(archive),
            None => {}
        }
    }
    let input = walker.input();
    walker.writes_made_of(input);
}

/// Whether a file goes by a name that archives have: a known ending, or none.
fn is_archive(file: &str) -> bool {
    let name = file.rsplit(['/', '\\']).next().unwrap_or_default();
    let Some((_, ending)) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()) else {
        return true;
    };
    let text = [
        "txt", "md", "json", "csv", "log", "xml", "yml", "yaml", "toml", "ini", "cfg", "html",
        "css", "js", "ts", "py", "rs", "go", "c", "h", "cpp", "java", "sh", "sql", "lock",
    ];
    !text.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// Unpacks into a directory, or the current one.
fn unpacks<'a>(walker: &mut Walker<'a>, directory: Option<&Arg<'a>>, call: &Call<'a>) {
    let here = Arg::whole(".", call.at);
    let file = walker.somewhere_below(directory.unwrap_or(&here));
    walker.overwrites(&file);
}

/// `tar xfC a.tar dir`: the first word holds the letters, the next ones their values in order.
fn respelled<'a>(walker: &Walker<'a>, call: &Call<'a>) -> Option<Call<'a>> {
    let (first, rest) = call.args.split_first()?;
    let letters = first.literal().filter(|text| !text.starts_with('-') && !text.is_empty())?;
    if !letters.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let mut args = Vec::new();
    let mut rest = rest.iter();
    for letter in letters.chars() {
        args.push(first.with_text(walker.alloc_str(&format!("-{letter}"))));
        if matches!(
            letter,
            'f' | 'C' | 'I' | 'T' | 'X' | 'b' | 'H' | 'g' | 'K' | 'L' | 'N' | 'V' | 'F' | 's'
        ) {
            args.extend(rest.next());
        }
    }
    args.extend(rest);
    let known = super::find(walker.dialect(), call.name)?;
    Some(call::sort(walker.arena, known, call.name, walker.row(&args), call.at))
}

fn unzip<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("l t p v z Z c")) {
        let input = walker.input_of(call.operands);
        return walker.writes_made_of(input);
    }
    walker.mark_changing();
    if call.has("o") {
        unpacks(walker, call.value("d"), call);
    } else if let Some(directory) = call.value("d") {
        // It asks before it writes over anything.
        walker.makes(directory);
    }
}

fn zip<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        if (arg.is("-TT") || arg.is("--unzip-command"))
            && let Some(code) = args.next()
        {
            walker.runs_shell(code);
        }
    }
    let Some((archive, files)) = call.operands.split_first() else { return };
    if call.has("move") {
        for file in files {
            walker.touches(Kind::Deletes, file, Traits::RECURSIVE);
        }
    }
    if call.has("delete") {
        walker.overwrites(archive);
    } else {
        walker.makes(archive);
    }
}

fn seven_zip<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let flag = |name: &str| call.args.iter().any(|arg| arg.text.eq_ignore_ascii_case(name));
    let target = call.args.iter().find(|arg| arg.text.starts_with("-o")).map(|arg| arg.skip(2));
    match call.operands.first().and_then(Arg::literal) {
        Some("x" | "e") => {
            walker.mark_changing();
            if (flag("-y") || flag("-aoa")) && !flag("-aos") && !flag("-aou") && !flag("-so") {
                unpacks(walker, target.as_ref().filter(|target| !target.text.is_empty()), call);
            }
        }
        Some("d" | "rn") => {
            if let Some(archive) = call.operands.get(1) {
                walker.overwrites(archive);
            }
        }
        Some("a" | "u") => {
            walker.mark_changing();
            if flag("-sdel") {
                for file in call.operands.get(2..).unwrap_or(&[]) {
                    walker.touches(Kind::Deletes, file, Traits::RECURSIVE);
                }
            }
        }
        _ => {}
    }
}

fn unrar<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let flag = |name: &str| call.args.iter().any(|arg| arg.is(name));
    match call.operands.first().and_then(Arg::literal) {
        Some("x" | "e") => {
            walker.mark_changing();
            if (flag("-o+") || flag("-y")) && !flag("-o-") {
                unpacks(walker, None, call);
            }
        }
        Some("d" | "m" | "mf") => {
            for file in call.operands.get(1..).unwrap_or(&[]) {
                walker.touches(Kind::Deletes, file, Traits::RECURSIVE);
            }
        }
        Some("a" | "u" | "f") => walker.mark_changing(),
        _ => {}
    }
}

/// Replaces each file by its packed or unpacked twin.
fn compress<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input_of(call.operands);
    walker.writes_made_of(input);
    if call.has_any(words!("to-stdout list test version license")) || call.has("stdout") {
        return;
    }
    for file in call.operands {
        if call.has("keep") {
            walker.mark_changing();
        } else if !file.is("-") {
            walker.touches(Kind::Moves, file, Traits::MINOR);
        }
    }
}

fn zstd<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input_of(call.operands);
    walker.writes_made_of(input);
    if call.has_any(words!("stdout list test version")) {
        return;
    }
    if let Some(file) = call.value("output") {
        if call.has("force") { walker.overwrites(file) } else { walker.makes(file) }
    }
    for file in call.operands {
        walker.mark_changing();
        if call.has("rm") {
            walker.touches(Kind::Moves, file, Traits::MINOR);
        }
    }
}

fn cpio<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input();
    walker.writes_made_of(input);
    if call.has_any(words!("list to-stdout")) {
        return;
    }
    if call.has("extract") {
        unpacks(walker, call.value("directory"), call);
    } else if call.has("pass-through") {
        unpacks(walker, call.operands.first(), call);
    } else if let Some(file) = call.value("file").or(call.value("O")) {
        walker.makes(file);
    }
}

fn pax<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    match (call.has("r"), call.has("w")) {
        (true, true) => unpacks(walker, call.operands.last(), call),
        (true, false) if !call.has("k") => unpacks(walker, None, call),
        (true, false) => walker.mark_changing(),
        (false, true) => match call.value("f") {
            Some(archive) => walker.makes(archive),
            None => walker.mark_changing(),
        },
        (false, false) => {}
    }
}

fn ar<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let Some(first) = call.args.first() else { return };
    match first.text.trim_start_matches('-').chars().next() {
        Some('x') => unpacks(walker, None, call),
        Some('d') => {
            if let Some(archive) = call.args.get(1) {
                walker.overwrites(archive);
            }
        }
        Some('t' | 'p') => {}
        _ => walker.mark_changing(),
    }
}

fn unar<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.name == "lsar" {
        return;
    }
    walker.mark_changing();
    if call.has("force-overwrite") {
        unpacks(walker, call.value("output-directory"), call);
    }
}

/// Whether a path names something on another machine (`host:path`, `rsync://…`).
pub(super) fn is_remote(arg: &Arg<'_>) -> bool {
    let text = arg.text;
    if text.starts_with(['/', '.']) || arg.tilde {
        return false;
    }
    match text.find([':', '/']) {
        // One letter is a drive.
        Some(at) => text.get(at..).is_some_and(|rest| rest.starts_with(':')) && at > 1,
        None => false,
    }
}

/// Writes over a file here or on another machine.
pub(super) fn lands<'a>(walker: &mut Walker<'a>, kind: Kind, target: &Arg<'a>, traits: Traits) {
    // On Windows one letter is a drive; elsewhere it is a host.
    let host = !walker.dialect().ignores_case()
        && target.text.as_bytes().get(1) == Some(&b':')
        && target.text.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_remote(target) || host {
        walker.add(kind, Domain::Files, Place::Elsewhere, traits, target.at);
        return;
    }
    let inside = match (kind, target.knowledge) {
        (Kind::Overwrites, Knowledge::Whole) => walker.somewhere_below(target),
        _ => *target,
    };
    walker.touches(kind, &inside, traits);
}
