//! Programs that copy files between machines or directories.

use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::effect::{Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, Program, program};
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
    if let Some(program) = call.value("S") {
        walker.runs_shell(program);
    }
    walker.mark_changing();
    if call.name == "sftp" {
        return;
    }
    if let [_, .., target] = call.operands {
        lands(walker, Kind::Overwrites, target, Traits::empty());
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
