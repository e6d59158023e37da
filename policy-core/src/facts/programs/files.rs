//! Programs that delete files, throw them into a trash or give them other names.

use crate::facts::call::Call;
use crate::facts::cases::{ALL, Target, WordAction, has_flag, not, otherwise, when};
use crate::facts::effect::{Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["rm", "grm", "zf_rm"],
        Options::gnu(
            "r|R|recursive f|force interactive=? v|verbose d|dir x one-file-system preserve-root=? no-preserve-root help version",
        ),
        Behavior::Code(rm),
    ),
    program(
        &["rmdir", "grmdir"],
        Options::gnu("p|parents v|verbose ignore-fail-on-non-empty help version"),
        Behavior::Runs,
    ),
    program(&["unlink", "gunlink"], Options::gnu("help version"), Behavior::Code(rm)),
    program(
        &["shred", "gshred"],
        Options::gnu(
            "f|force n|iterations= random-source= s|size= u remove=? v|verbose x|exact z|zero help version",
        ),
        Behavior::Code(shred),
    ),
    program(
        &["srm", "wipe", "scrub"],
        Options::gnu("r|R|recursive f|force s|simple v|verbose Q= p= help version"),
        Behavior::Code(srm),
    ),
    program(
        &["rimraf", "del-cli"],
        Options::gnu(
            "g|glob=? G|no-glob v|verbose V|no-verbose dry-run force no-preserve-root tmp= max-retries= retry-delay= backoff= i|interactive help version",
        ),
        RIMRAF,
    ),
    program(
        &["trash", "trash-put", "rmtrash", "recycle", "gtrash", "trash-rm"],
        Options::gnu("v|verbose f|force r|R|recursive trash-dir= help version e"),
        TRASH,
    ),
    program(&["trash-empty"], Options::gnu("trash-dir= dry-run help version"), EMPTY_TRASH),
    program(&["trash-list"], Options::gnu(""), Behavior::Reads),
    program(&["trash-restore"], Options::gnu(""), Behavior::Runs),
    toolbox(&["gio"], Options::gnu("help version"), GIO, Behavior::Reads),
    program(
        &[
            "rename",
            "prename",
            "perl-rename",
            "file-rename",
            "mmv",
            "zmv",
            "vidir",
            "nomino",
            "rnr",
            "krename",
        ],
        Options::gnu(
            "n|nono|no-act|dry-run v|verbose f|force o|no-overwrite s|symlink e|expr= i|interactive g l d|nopath p a N help version",
        ),
        Behavior::Code(rename),
    ),
    program(
        &["fdupes", "jdupes"],
        Options::gnu(
            "r|recurse R|recurse: s|symlinks H|hardlinks n|noempty A|nohidden f|omitfirst 1|sameline S|size m|summarize q|quiet d|delete N|noprompt I|immediate G|minsize= maxsize= L|linkhard l|linksoft o|order= help version",
        ),
        Behavior::Code(fdupes),
    ),
    program(
        &["rdfind"],
        Options::long(
            "deleteduplicates= makehardlinks= makesymlinks= dryrun= n= makeresultsfile= ignoreempty= minsize= outputname= checksum= sleep= removeidentinode= followsymlinks=",
        ),
        Behavior::Code(rdfind),
    ),
    program(
        &["tmpreaper", "tmpwatch"],
        Options::gnu(
            "a|all c|ctime d|nodirs f|force m|mtime t|test q|quiet s|fuser u|atime U= x|exclude= protect= T= help version",
        ),
        TMPREAPER,
    ),
    program(
        &["logrotate"],
        Options::gnu("f|force d|debug v|verbose s|state= m|mail= l|log= usage help version"),
        LOGROTATE,
    ),
];

static GIO: &[Sub] = &[
    sub(
        "cat|info|list|tree|help|version|mime|monitor|list-mounts",
        Options::gnu(""),
        Behavior::Reads,
    ),
    sub("remove", Options::gnu("f|force"), Behavior::Code(rm)),
    sub("trash", Options::gnu("f|force empty list restore"), TRASH),
    sub("move|rename", Options::gnu(""), Behavior::Code(gio_move)),
    sub("copy", Options::gnu(""), Behavior::Code(gio_copy)),
    sub("mkdir|open|launch|mount|set|save", Options::gnu(""), Behavior::Runs),
];

fn rm<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let mut traits = Traits::empty();
    if call.has("recursive") {
        traits |= Traits::RECURSIVE;
    }
    if call.has("force") {
        traits |= Traits::FORCED;
    }
    for target in call.operands {
        walker.touches(Kind::Deletes, target, traits);
    }
    // Its targets may come from elsewhere.
    if call.operands.is_empty() && !call.has("version") {
        walker.mark_changing();
    }
}

fn shred<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let kind = if call.has_any(words!("u remove")) { Kind::Deletes } else { Kind::Overwrites };
    for target in call.operands {
        let device = walker.place_of(target) == Place::Device;
        let kind = if device { Kind::Overwrites } else { kind };
        walker.touches(kind, target, Traits::BEYOND_REPAIR);
    }
}

fn srm<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let mut traits = Traits::BEYOND_REPAIR;
    if call.has("recursive") {
        traits |= Traits::RECURSIVE;
    }
    if call.has("force") {
        traits |= Traits::FORCED;
    }
    for target in call.operands {
        let device = walker.place_of(target) == Place::Device;
        walker.touches(if device { Kind::Overwrites } else { Kind::Deletes }, target, traits);
    }
}

const RIMRAF: Behavior = Behavior::Cases(&[when(
    not(has_flag("dry-run")),
    Behavior::On(WordAction::Touches(Kind::Deletes, Traits::RECURSIVE.union(Traits::FORCED)), ALL),
)]);

const TRASH: Behavior = Behavior::Cases(&[
    when(has_flag("list restore"), Behavior::Reads),
    when(has_flag("empty e"), EMPTY_TRASH),
    otherwise(Behavior::On(WordAction::Touches(Kind::Moves, Traits::empty()), ALL)),
]);

/// Every disk has a trash of its own, and the home's is where the desktop keeps it.
const EMPTY_TRASH: Behavior = Behavior::Cases(&[when(
    not(has_flag("dry-run")),
    Behavior::On(WordAction::Touches(Kind::Deletes, Traits::RECURSIVE), Target::Somewhere),
)]);

fn gio_move<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    super::overwrites::move_all(walker, call.operands, None, false);
}

fn gio_copy<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    super::overwrites::copy_all(walker, call.operands, None);
}

fn rename<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("no-act") || call.has("dry-run") || call.has_any(words!("version")) {
        return;
    }
    let files =
        if call.has("expr") { call.operands } else { call.operands.get(1..).unwrap_or(&[]) };
    if files.is_empty() {
        walker.mark_changing();
    }
    for file in files {
        walker.touches(Kind::Moves, file, Traits::empty());
    }
}

fn fdupes<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if !call.has_any(words!("delete linkhard linksoft")) {
        return;
    }
    for folder in call.operands {
        let file = walker.somewhere_below(folder);
        walker.touches(Kind::Deletes, &file, Traits::empty());
    }
}

fn rdfind<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let on = |name: &str| call.value(name).is_some_and(|value| !value.is("false"));
    if on("dryrun") || on("n") {
        return;
    }
    walker.mark_changing();
    if on("deleteduplicates") || on("makehardlinks") || on("makesymlinks") {
        for folder in call.operands {
            let file = walker.somewhere_below(folder);
            walker.touches(Kind::Deletes, &file, Traits::empty());
        }
    }
}

const TMPREAPER: Behavior = Behavior::Cases(&[when(
    not(has_flag("test")),
    Behavior::On(WordAction::Touches(Kind::Deletes, Traits::RECURSIVE), Target::From(1)),
)]);

const LOGROTATE: Behavior = Behavior::Cases(&[
    when(has_flag("debug"), Behavior::Runs),
    when(
        has_flag("force"),
        Behavior::On(WordAction::Touches(Kind::Moves, Traits::empty()), Target::Path("/var/log/_")),
    ),
    otherwise(Behavior::Runs),
]);
