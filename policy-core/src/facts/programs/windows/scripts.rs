//! Programs of Windows that fetch, run or open what they are given.

use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{has_flag, otherwise, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::EffectSpec;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::programs::powershell::{fetched, is_address, split_words};
use crate::facts::walker::Walker;
use crate::facts::words::words;

const NONE: Options = Options::slash("");

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["certutil"],
        Options::slash(
            "urlcache f decode encode decodehex encodehex dump delstore addstore importpfx",
        ),
        Behavior::Code(certutil),
    ),
    program(&["bitsadmin"], Options::slash("transfer"), Behavior::Code(bitsadmin)),
    program(&["mshta"], NONE, Behavior::Code(mshta)),
    program(&["rundll32"], NONE, Behavior::Code(rundll32)),
    program(&["regsvr32"], Options::slash("s u i n"), Behavior::Code(foreign)),
    program(&["cscript", "wscript"], NONE, Behavior::Code(foreign)),
    program(&["installutil", "regasm", "regsvcs"], Options::slash("u"), HIDDEN),
    program(
        &[
            "explorer",
            "msedge",
            "chrome",
            "firefox",
            "iexplore",
            "brave",
            "opera",
            "vivaldi",
            "microsoftedge",
        ],
        NONE,
        Behavior::Code(browser),
    ),
    program(&["notepad", "calc", "mspaint", "wordpad", "write"], NONE, Behavior::Runs),
];

fn certutil<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let target = call.operands.last();
    if call.has("urlcache") || call.args.iter().any(|arg| is_address(arg.text)) {
        walker.mark_changing();
        match target.filter(|target| !is_address(target.text)) {
            Some(target) => fetched(walker, target),
            None => walker.writes(crate::facts::arg::Stream::Download),
        }
    } else if call.has_any(words!("decode encode decodehex encodehex")) {
        if let [_, target, ..] = call.operands {
            walker.touches(Kind::Overwrites, target, Traits::empty());
        }
    } else if call.has_any(words!("delstore addstore importpfx deletehellocontainer delkey")) {
        walker.add(Kind::Deletes, Domain::Secret, Place::Machine, Traits::empty(), call.at);
    } else if let ([_, .., target], true) =
        (call.operands, call.has_any(words!("exportpfx backup backupdb backupkey getreg mergepfx")))
    {
        walker.touches(Kind::Overwrites, target, Traits::empty());
    } else if let [_, _, target] = call.operands {
        // `-store my x file` writes what it shows.
        walker.touches(Kind::Overwrites, target, Traits::empty());
    } else if !call.has_any(words!(
        "hashfile dump store viewstore ping verify v getkey dumppfx asn error oid template cainfo ca \
         schema view enumstore verifystore url ?"
    )) {
        walker.mark_changing();
    }
}

fn bitsadmin<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let is = |wanted: &str| {
        call.args.iter().position(|arg| {
            arg.text.strip_prefix(['/', '-']).is_some_and(|name| name.eq_ignore_ascii_case(wanted))
        })
    };
    if is("transfer").is_some() || is("addfile").is_some() {
        walker.mark_changing();
        if let Some(target) = call.operands.last() {
            fetched(walker, target);
        }
    } else if let Some(at) = is("setnotifycmdline") {
        // `/setnotifycmdline job program "words"`: judged as if it ran now.
        walker.mark_changing();
        let mut words = bumpalo::collections::Vec::new_in(walker.arena);
        for word in call.args.get(at + 2..).unwrap_or(&[]) {
            split_words(walker, word, &mut words);
        }
        walker.in_unknown_directory(|walker| walker.run_wrapped(words.into_bump_slice()));
    } else if is("reset").is_some() || is("cancel").is_some() {
        walker.does(Kind::Configures, Domain::System, Traits::empty(), call);
    } else if is("list").is_none() && is("info").is_none() {
        walker.mark_changing();
    }
}

fn runs(walker: &mut Walker<'_>, kind: Kind, call: &Call<'_>) {
    walker.add(kind, Domain::Code, Place::Unknown, Traits::empty(), call.at);
}

/// Runs a page as a program: from the network, or from the words themselves.
fn mshta<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let has_scheme = |arg: &Arg<'_>| {
        ["javascript:", "vbscript:", "about:"].iter().any(|scheme| {
            arg.text.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme))
        })
    };
    if call.args.iter().any(|arg| is_address(arg.text)) {
        runs(walker, Kind::RunsDownload, call);
    } else if call.args.iter().any(has_scheme) {
        runs(walker, Kind::RunsUnknown, call);
    }
}

/// Entry points of libraries that show or lock something.
const HARMLESS_ENTRIES: &[&str] = &[
    "user32.dll,lockworkstation",
    "shell32.dll,control_rundll",
    "shell32.dll,options_rundll",
    "shell32.dll,openas_rundll",
    "dfshim.dll,shopenverbapplication",
    "url.dll,fileprotocolhandler",
    "user32.dll,updateperusersystemparameters",
    "keymgr.dll,krshowkeymgr",
    "sysdm.cpl,editenvironmentvariables",
];

/// Runs a function of a library: what it does, only the library knows.
fn rundll32<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let Some(entry) = call.args.first() else { return };
    let lower = entry.text.to_ascii_lowercase();
    let name = lower.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_script = lower.contains("javascript:") || lower.contains("vbscript:");
    let harmless = !is_script && HARMLESS_ENTRIES.iter().any(|known| name.starts_with(known));
    if !is_script && call.args.iter().any(|arg| is_address(arg.text)) {
        walker.add(Kind::Opens, Domain::Network, Place::Elsewhere, Traits::empty(), call.at);
    } else if !harmless {
        runs(walker, Kind::RunsUnknown, call);
    }
}

/// A script or library from the network.
fn foreign<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let address = |arg: &Arg<'_>| {
        let value = arg.text.split_once(':').map_or("", |(_, value)| value);
        is_address(arg.text) || is_address(value) || arg.text.starts_with("\\\\")
    };
    if call.args.iter().any(address) {
        runs(walker, Kind::RunsDownload, call);
    }
}

/// Runs code of a library in a way few people mean.
const HIDDEN: Behavior = Behavior::Cases(&[
    when(
        has_flag("u"),
        Behavior::Effects(&[EffectSpec::new(Kind::RunsUnknown, Domain::Code).at(Place::Unknown)]),
    ),
    otherwise(Behavior::Runs),
]);

fn browser<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if let Some(address) = call.args.iter().find(|arg| is_address(arg.text)) {
        walker.add(Kind::Opens, Domain::Network, Place::Elsewhere, Traits::empty(), address.at);
    }
}
