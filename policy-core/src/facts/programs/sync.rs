//! Programs that copy files between machines or directories.

use crate::facts::arg::{Arg, Stream};
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, EffectSpec, Program, program};
use crate::facts::walker::Walker;
use crate::facts::words::words;

use super::archives::{is_remote, lands};

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["rsync"],
        Options::gnu(
            "v|verbose q|quiet c|checksum a|archive r|recursive R|relative b|backup backup-dir= suffix= u|update append append-verify d|dirs l|links L|copy-links k|copy-dirlinks K|keep-dirlinks H|hard-links p|perms E|executability A|acls X|xattrs o|owner g|group t|times O|omit-dir-times S|sparse n|dry-run W|whole-file x|one-file-system B|block-size= e|rsh= rsync-path= ignore-existing remove-source-files del delete delete-before delete-during delete-delay delete-after delete-excluded delete-missing-args ignore-errors force max-delete= max-size= min-size= partial partial-dir= progress m|prune-empty-dirs usermap= groupmap= chown= chmod= timeout= contimeout= I|ignore-times modify-window= T|temp-dir= y|fuzzy compare-dest= copy-dest= link-dest= z|compress compress-level= C|cvs-exclude f|filter= exclude= exclude-from= include= include-from= files-from= 0|from0 s|protect-args address= port= sockopts= h|human-readable i|itemize-changes out-format= log-file= log-file-format= password-file= list-only bwlimit= iconv= 4|ipv4 6|ipv6 version info= debug=",
        ),
        Behavior::Code(rsync),
    ),
    program(
        &["scp", "sftp"],
        Options::gnu("p r v O D= c= F= i= J= l= o= P= S= X= b= s= a f"),
        Behavior::Code(scp),
    ),
    // One of the two calendars is emptied before the other one is copied over it.
    program(
        &["calcurse-caldav"],
        Options::gnu("init= config= lockfile= datadir= hookdir= force verbose debug authcode="),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Files)
            .at(Place::Unknown)
            .only("init")]),
    ),
    program(
        &["unison"],
        Options::long("force= prefer= root= path= ignore= ui="),
        Behavior::Code(unison),
    ),
];

fn rsync<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let Some(shell) = call.value("rsh") {
        walker.runs_shell(shell);
    }
    if let Some(program) = call.value("rsync-path") {
        walker.with_elsewhere(|walker| {
            walker.runs_shell(program);
        });
    }
    if call.has_any(words!("dry-run list-only version")) {
        return;
    }
    let [sources @ .., target] = call.operands else { return };
    if sources.is_empty() {
        // One path alone is listed.
        return;
    }
    walker.mark_changing();
    let deletes = call.flags.iter().any(|flag| flag.name.starts_with("del"));
    if deletes {
        lands(walker, Kind::Deletes, target, Traits::RECURSIVE);
    }
    if call.has("remove-source-files") {
        for source in sources {
            lands(walker, Kind::Deletes, source, Traits::RECURSIVE);
        }
    }
    if let Some(log) = call.value("log-file") {
        walker.touches(Kind::Appends, log, Traits::empty());
    }
    if !call.has("ignore-existing") {
        lands(walker, Kind::Overwrites, target, Traits::empty());
    }
}

fn scp<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    for option in call.values("o") {
        let (name, value) = option.text.split_once(['=', ' ']).unwrap_or((option.text, ""));
        if matches!(name.to_ascii_lowercase().as_str(), "proxycommand" | "localcommand") {
            walker.runs_shell(&option.skip(option.text.len() - value.len()));
        }
    }
    let programs = if call.name == "sftp" { ["S", "D"] } else { ["S", "S"] };
    for program in programs.iter().filter_map(|name| call.value(name)).take(1) {
        walker.runs_shell(program);
    }
    walker.mark_changing();
    if call.name == "sftp" {
        return orders(walker, call);
    }
    if let [_, .., target] = call.operands {
        lands(walker, Kind::Overwrites, target, Traits::empty());
    }
}

/// What flows into `sftp` or `ftp`: orders, and lines for the shell behind a `!`.
pub(super) fn orders<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let Stream::Text(flow) = walker.input() else { return };
    for line in flow.text.lines().map(str::trim) {
        if let Some(code) = line.strip_prefix('!') {
            walker.runs_shell(&Arg::whole(code, flow.at));
            continue;
        }
        let verb = line.trim_start_matches('-').split_whitespace().next().unwrap_or_default();
        if words!("rm rmdir delete mdelete rename").has(verb) {
            walker.add(Kind::Deletes, Domain::Web, Place::Elsewhere, Traits::empty(), call.at);
        } else if words!("get mget reget recv").has(verb) {
            walker.overwrites(&Arg::unknown(flow.at));
        }
    }
}

fn unison<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("doc version help")) {
        return;
    }
    walker.mark_changing();
    for root in call.operands.iter().filter(|root: &&Arg<'_>| !is_remote(root)) {
        lands(walker, Kind::Overwrites, root, Traits::empty());
    }
}
