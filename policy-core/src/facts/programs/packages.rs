//! Package managers of the machine.

use crate::facts::call::Call;
use crate::facts::cases::{Of, begins, exists, first, given, named, not, otherwise, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

/// Takes packages of the system away, and with them what needs them.
const UNSETS: Deed = Deed::new(Kind::Configures, Domain::System);

const REMOVES: Deed = Deed::new(Kind::Uninstalls, Domain::Package);
/// Takes packages away that are a person's own, or a project's.
const REMOVES_OWN: Deed = REMOVES.with(Traits::MILD);
const INSTALLS: Deed = Deed::new(Kind::Installs, Domain::Package);
/// Replaces everything that is installed by something newer.
const REPLACES: Deed = INSTALLS.with(Traits::WHOLE);
/// Throws away what was downloaded; it can be downloaded again.
const CLEANS: Deed = Deed::new(Kind::Deletes, Domain::Package).with(Traits::REMADE);

const NONE: Options = Options::gnu("");

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(
        &["apt", "apt-get", "aptitude", "apt-fast", "nala"],
        Options::gnu(
            "y|yes|assume-yes q|quiet s|simulate|just-print|recon|no-act|dry-run purge auto-remove autoremove f|fix-broken d|download-only o|option= t|target-release= a= c= no-install-recommends allow-downgrades allow-remove-essential allow-unauthenticated force-yes V|verbose-versions no-upgrade print-uris h|help",
        ),
        APT,
        Act::Reads,
    ),
    program(
        &[
            "apt-file",
            "apt-config",
            "repoquery",
            "pkgfile",
            "apt-rdepends",
            "equery",
            "eix",
            "xbps-query",
            "nix-search",
        ],
        NONE,
        Act::Reads,
    ),
    program(
        &[
            "apt-mark",
            "apt-key",
            "add-apt-repository",
            "update-alternatives",
            "dpkg-reconfigure",
            "dpkg-divert",
        ],
        Options::gnu("r|remove remove install= set= remove-all="),
        APT_SETTINGS,
    ),
    program(
        &["dpkg"],
        Options::gnu(
            "i|install r|remove P|purge l|list L|listfiles s|status S|search p|print-avail c|contents I|info configure unpack a|pending force-all force-depends force-remove-essential force-confnew force-overwrite no-act dry-run simulate V|verify C|audit clear-avail set-selections print-architecture x|extract X= e b|build W|show version help R|recursive",
        ),
        DPKG,
    ),
    toolbox(
        &["dnf", "yum", "microdnf", "dnf5", "tdnf"],
        Options::gnu(
            "y|assumeyes q|quiet assumeno enablerepo= disablerepo= exclude|x= releasever= installroot= setopt= best allowerasing nogpgcheck C|cacheonly downloadonly v|verbose refresh c|config= e= d= h|help",
        ),
        DNF,
        Act::Reads,
    ),
    program(
        &["rpm"],
        Options::gnu(
            "e|erase q|query a|all i|install U|upgrade F|freshen V|verify K|checksig test nodeps force v|verbose h|hash l|list f|file p|package import= initdb rebuilddb qf= queryformat= oldpackage allmatches E|eval= showrc",
        ),
        RPM,
    ),
    toolbox(
        &["zypper"],
        Options::gnu(
            "n|non-interactive q|quiet v|verbose D|dry-run y|no-confirm t|type= r|repo= u|clean-deps l|auto-agree-with-licenses no-gpg-checks R= help",
        ),
        ZYPPER,
        Act::Reads,
    ),
    program(
        &["pacman", "yay", "paru", "pacaur", "pamac", "trizen"],
        Options::gnu(
            "S|sync R|remove Q|query U|upgrade D|database F|files T|deptest c|clean n|nosave s|search|recursive y|refresh u|sysupgrade i|info l|list q|quiet o|owns k|check m|foreign e|explicit d|deps t|unrequired g|groups w|downloadonly p|print noconfirm needed dbonly asdeps asexplicit overwrite= ignore= r= b= config= cachedir= V|version h|help",
        ),
        PACMAN,
    ),
    toolbox(
        &["apk"],
        Options::gnu(
            "no-cache U|update-cache q|quiet v|verbose t|virtual= X|repository= p|root= s|simulate f|force u|upgrade",
        ),
        APK,
        Act::Reads,
    ),
    program(
        &["emerge"],
        Options::gnu(
            "C|unmerge c|depclean P|prune p|pretend a|ask s|search S|searchdesc sync u|update D|deep N|newuse q|quiet v|verbose 1|oneshot f|fetchonly r|resume info version W|deselect",
        ),
        EMERGE,
    ),
    toolbox(
        &["brew"],
        Options::gnu(
            "f|force q|quiet v|verbose d|debug n|dry-run cask formula formulae casks zap ignore-dependencies s|scrub prune= json=? versions help",
        ),
        BREW,
        Act::Reads,
    ),
    toolbox(&["port"], NONE, PORT, Act::Reads),
    toolbox(&["snap"], Options::gnu("revision= channel="), SNAP, Act::Reads),
    toolbox(
        &["flatpak"],
        Options::gnu("y|assumeyes u|user v|verbose columns="),
        FLATPAK,
        Act::Reads,
    ),
    program(
        &["nix-collect-garbage"],
        Options::gnu("d|delete-old delete-older-than= dry-run max-freed= j= help"),
        Act::Does(&[CLEANS.unless("dry-run")]),
    ),
    program(
        &["nix-env"],
        Options::gnu(
            "i|install e|uninstall u|upgrade q|query A|attr= f|file= p|profile= G|switch-generation= rollback delete-generations list-generations set= dry-run S|switch-profile=",
        ),
        NIX_ENV,
    ),
    program(
        &["nix-store"],
        Options::gnu("gc delete q|query r|realise print-dead print-live max-freed="),
        Act::Does(&[CLEANS.only("gc delete").unless("print-dead print-live query")]),
    ),
    toolbox(&["guix"], NONE, GUIX, Act::Runs),
    program(
        &["xbps-remove"],
        Options::gnu("R|recursive y|yes n|dry-run o|remove-orphans O|clean-cache f|force-revdeps"),
        Act::Does(&[REMOVES.unless("dry-run")]),
    ),
    program(&["xbps-install"], Options::gnu("n|dry-run"), Act::Does(&[INSTALLS])),
    toolbox(
        &["pkg", "pkgin", "opkg", "tazpkg", "slackpkg", "eopkg", "swupd", "urpmi"],
        Options::gnu("y|yes n|dry-run f|force a|all force-depends autoremove"),
        PKG,
        Act::Reads,
    ),
    program(
        &["pkg_delete", "removepkg", "urpme", "pkgrm"],
        Options::gnu("n"),
        Act::Does(&[REMOVES.unless("n")]),
    ),
    program(&["mas"], NONE, MAS),
    program(
        &["code", "code-insiders", "codium", "cursor"],
        Options::gnu(
            "uninstall-extension= install-extension= list-extensions d|diff g|goto n|new-window r|reuse-window w|wait a|add= user-data-dir= extensions-dir= force status v|version",
        ),
        EDITOR,
    ),
];

static APT: &[Sub] = &[
    sub("update", NONE, Act::Does(&[INSTALLS])),
    sub(
        "install|reinstall|build-dep|upgrade|safe-upgrade|download|source|markauto|hold|unhold|fetch|satisfy",
        NONE,
        Act::Code(apt_install),
    ),
    sub(
        "remove|purge|autoremove|autopurge|auto-remove",
        NONE,
        Act::Does(&[REMOVES.unless("dry-run")]),
    ),
    sub(
        "dist-upgrade|full-upgrade|dselect-upgrade",
        NONE,
        Act::Does(&[REPLACES.unless("dry-run")]),
    ),
    sub(
        "clean|autoclean|auto-clean|distclean|forget-new",
        NONE,
        Act::Does(&[CLEANS.unless("dry-run")]),
    ),
    sub("edit-sources", NONE, Act::Does(&[Deed::new(Kind::Configures, Domain::System)])),
];

static DNF: &[Sub] = &[
    sub(
        "install|localinstall|reinstall|update|upgrade|upgrade-minimal|makecache|groupinstall|builddep|download|copr|config-manager|check-update",
        NONE,
        Act::Does(&[INSTALLS]),
    ),
    sub(
        "remove|erase|rm|autoremove|groupremove|swap|downgrade|distro-sync|distribution-synchronization|system-upgrade",
        NONE,
        Act::Does(&[REMOVES.unless("assumeno downloadonly")]),
    ),
    sub("group|groups remove|erase", NONE, Act::Does(&[REMOVES.unless("assumeno")])),
    sub("group|groups install|upgrade", NONE, Act::Does(&[INSTALLS])),
    sub("module remove|reset|disable|switch-to", NONE, Act::Does(&[REMOVES.unless("assumeno")])),
    sub("module install|enable", NONE, Act::Does(&[INSTALLS])),
    sub("history undo|rollback|redo", NONE, Act::Does(&[REMOVES.unless("assumeno")])),
    sub("clean", NONE, Act::Does(&[CLEANS])),
    sub("versionlock|mark", NONE, Act::Runs),
];

static ZYPPER: &[Sub] = &[
    sub(
        "install|in|update|up|patch|refresh|ref|addrepo|ar|modifyrepo|mr|source-install|si|addlock|al|removelock|rl",
        NONE,
        Act::Does(&[INSTALLS]),
    ),
    sub("remove|rm|removerepo|rr|purge-kernels", NONE, Act::Does(&[REMOVES.unless("dry-run")])),
    sub("dist-upgrade|dup", NONE, Act::Does(&[REPLACES.unless("dry-run")])),
    sub("clean|cc", NONE, Act::Does(&[CLEANS])),
];

static APK: &[Sub] = &[
    sub("del", Options::gnu("r|rdepends purge"), Act::Does(&[REMOVES.unless("simulate")])),
    sub("add|update|upgrade|fix|fetch", NONE, Act::Does(&[INSTALLS])),
    sub("cache clean|purge", NONE, Act::Does(&[CLEANS])),
];

static BREW: &[Sub] = &[
    sub(
        "install|reinstall|update|upgrade|tap|link|pin|unpin|fetch|bundle|postinstall|extract|create|edit|analytics",
        NONE,
        Act::Does(&[INSTALLS]),
    ),
    sub(
        "uninstall|remove|rm|autoremove|untap|unlink",
        NONE,
        Act::Does(&[REMOVES_OWN.unless("dry-run")]),
    ),
    sub("cleanup", Options::gnu("s prune="), Act::Does(&[CLEANS.unless("dry-run")])),
    sub("bundle cleanup", NONE, Act::Does(&[REMOVES_OWN.only("force")])),
    sub("services stop|kill", NONE, Act::Does(&[Deed::new(Kind::Stops, Domain::Service)])),
    sub(
        "services restart",
        NONE,
        Act::Does(&[Deed::new(Kind::Stops, Domain::Service).with(Traits::MILD)]),
    ),
    sub("services start|run|cleanup", NONE, Act::Runs),
    sub("services", NONE, Act::Reads),
    sub("link", Options::gnu("overwrite"), Act::Does(&[INSTALLS])),
];

static PORT: &[Sub] = &[
    sub("install|upgrade|sync|selfupdate|activate|fetch", NONE, Act::Does(&[INSTALLS])),
    sub("uninstall|deactivate", NONE, Act::Does(&[REMOVES_OWN])),
    sub("clean|reclaim", NONE, Act::Does(&[CLEANS])),
];

static SNAP: &[Sub] = &[
    sub(
        "install|refresh|enable|connect|alias|try|switch|set|start|ack",
        NONE,
        Act::Does(&[INSTALLS]),
    ),
    sub("remove", NONE, Act::Does(&[REMOVES])),
    sub("revert|disable|disconnect|unset", NONE, Act::Does(&[REMOVES_OWN])),
    sub("stop", NONE, Act::Does(&[Deed::new(Kind::Stops, Domain::Service)])),
    sub("restart", NONE, Act::Does(&[Deed::new(Kind::Stops, Domain::Service).with(Traits::MILD)])),
    sub("forget", NONE, Act::Does(&[Deed::new(Kind::Deletes, Domain::Backup)])),
];

static FLATPAK: &[Sub] = &[
    sub(
        "install|update|upgrade|remote-add|override|run|make-current|repair|mask|pin",
        NONE,
        Act::Does(&[INSTALLS]),
    ),
    sub("uninstall|remove|remote-delete", NONE, Act::Does(&[REMOVES_OWN])),
];

static GUIX: &[Sub] = &[
    sub(
        "gc",
        Options::gnu(
            "d|delete-generations=? C|collect-garbage=? D|delete F|free-space= list-dead list-live",
        ),
        Act::Does(&[CLEANS.unless("list-dead list-live")]),
    ),
    sub("remove", NONE, Act::Does(&[REMOVES_OWN])),
    sub(
        "package",
        Options::gnu(
            "r|remove= i|install= d|delete-generations=? roll-back l|list-generations=? I|list-installed=? s|search= m|manifest=",
        ),
        Act::Does(&[REMOVES_OWN.only("remove delete-generations roll-back")]),
    ),
    sub("search|show|size|graph|describe", NONE, Act::Reads),
];

static PKG: &[Sub] = &[
    sub("install|add|update|upgrade|in|bundle-add|get|get-install", NONE, Act::Does(&[INSTALLS])),
    sub(
        "delete|remove|autoremove|rm|uninstall|bundle-remove|purge",
        NONE,
        Act::Does(&[REMOVES.unless("dry-run")]),
    ),
    sub("clean|clean-cache|dc|delete-cache", NONE, Act::Does(&[CLEANS.unless("dry-run")])),
];

fn adds<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.does(kind, Domain::Package, traits, call);
}

/// `apt install nginx-` takes `nginx` away.
fn apt_install<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("dry-run print-uris")) {
        return;
    }
    let removes = call.operands.iter().any(|arg| arg.text.len() > 1 && arg.text.ends_with('-'));
    if removes
        || call.has_any(words!("purge autoremove auto-remove allow-remove-essential force-yes"))
    {
        adds(walker, call, Kind::Uninstalls, Traits::empty());
    } else {
        adds(walker, call, Kind::Installs, Traits::empty());
    }
}

/// Sources, keys and alternatives of the package manager.
const APT_SETTINGS: Act = Act::Cases(&[
    when(begins(Of::First, "show"), Act::Reads),
    when(first("list finger export"), Act::Reads),
    when(given("remove remove-all r"), Act::Does(&[UNSETS])),
    when(first("del remove"), Act::Does(&[UNSETS])),
    otherwise(Act::Runs),
]);

const DPKG: Act = Act::Cases(&[
    when(given("no-act dry-run simulate"), Act::Reads),
    when(given("remove purge clear-avail"), Act::Does(&[REMOVES])),
    when(
        given("install unpack configure set-selections").and(&begins(Of::Flags, "force-")),
        Act::Does(&[REPLACES]),
    ),
    when(given("install unpack configure set-selections"), Act::Does(&[INSTALLS])),
    when(given("build extract e X"), Act::Runs),
]);

const RPM: Act = Act::Cases(&[
    when(given("query test verify checksig showrc eval"), Act::Reads),
    when(given("erase"), Act::Does(&[REMOVES])),
    when(
        given("install upgrade freshen").and(&given("force nodeps oldpackage")),
        Act::Does(&[REPLACES]),
    ),
    when(given("install upgrade freshen"), Act::Does(&[INSTALLS])),
    when(given("import rebuilddb initdb"), Act::Runs),
]);

const PACMAN: Act = Act::Cases(&[
    when(given("print"), Act::Reads),
    when(given("remove"), Act::Does(&[REMOVES])),
    when(named("pamac").and(&first("remove")), Act::Does(&[REMOVES])),
    when(given("sync").and(&given("clean")), Act::Does(&[CLEANS])),
    when(
        given("sync").and(&not(given("recursive info list groups search"))),
        Act::Does(&[INSTALLS]),
    ),
    when(given("upgrade database").and(&not(given("query"))), Act::Does(&[INSTALLS])),
    when(not(named("pacman")).and(&not(exists(Of::Flags))), Act::Runs),
]);

const EMERGE: Act = Act::Cases(&[
    when(given("pretend search searchdesc info version"), Act::Reads),
    when(given("unmerge depclean prune"), Act::Does(&[REMOVES])),
    otherwise(Act::Does(&[INSTALLS])),
]);

const NIX_ENV: Act = Act::Cases(&[
    when(given("query list-generations dry-run"), Act::Reads),
    when(
        given("uninstall delete-generations rollback switch-generation"),
        Act::Does(&[REMOVES_OWN]),
    ),
    otherwise(Act::Does(&[INSTALLS])),
]);

const MAS: Act = Act::Cases(&[
    when(first("uninstall reset"), Act::Does(&[REMOVES_OWN])),
    when(first("install upgrade lucky purchase"), Act::Does(&[INSTALLS])),
]);

const EDITOR: Act = Act::Cases(&[
    when(given("uninstall-extension"), Act::Does(&[REMOVES_OWN])),
    when(not(given("list-extensions status version")), Act::Runs),
]);
