//! Package managers of the machine.

use crate::facts::call::Call;
use crate::facts::cases::{
    Subject, Target, WordAction, also, contains, exists, first_operand, has_flag, named, not,
    otherwise, starts_with, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::programs::interpreters::may_change_anything;
use crate::facts::walker::Walker;
use crate::facts::words::words;

/// Takes packages of the system away, and with them what needs them.
const UNSETS: EffectSpec = EffectSpec::new(Kind::Configures, Domain::System);

const REMOVES: EffectSpec = EffectSpec::new(Kind::Uninstalls, Domain::Package);
/// Takes packages away that are a person's own, or a project's.
const REMOVES_OWN: EffectSpec = REMOVES.with(Traits::MINOR);
const INSTALLS: EffectSpec = EffectSpec::new(Kind::Installs, Domain::Package);
/// Replaces everything that is installed by something newer.
const REPLACES: EffectSpec = INSTALLS.with(Traits::WHOLE);
/// Throws away what was downloaded; it can be downloaded again.
const CLEANS: EffectSpec = EffectSpec::new(Kind::Deletes, Domain::Package).with(Traits::REMADE);

const NONE: Options = Options::gnu("");

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(
        &["apt", "apt-get", "aptitude", "apt-fast", "nala"],
        Options::gnu(
            "y|yes|assume-yes q|quiet s|simulate|just-print|recon|no-act|dry-run purge auto-remove autoremove f|fix-broken d|download-only o|option=! t|target-release= a= c= no-install-recommends allow-downgrades allow-remove-essential allow-unauthenticated force-yes V|verbose-versions no-upgrade print-uris installed upgradable upgradeable all-versions manual-installed h|help",
        ),
        APT,
        Behavior::Reads,
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
        Behavior::Reads,
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
        Behavior::Reads,
    ),
    program(
        &["rpm"],
        Options::gnu(
            "e|erase q|query a|all i|install U|upgrade F|freshen V|verify K|checksig test nodeps force v|verbose h|hash l|list f|file p|package import= initdb rebuilddb qf= queryformat= oldpackage allmatches E|eval= D|define= pipe= showrc",
        ),
        RPM,
    ),
    toolbox(
        &["zypper"],
        Options::gnu(
            "n|non-interactive q|quiet v|verbose D|dry-run y|no-confirm t|type= r|repo= u|clean-deps l|auto-agree-with-licenses no-gpg-checks R= help",
        ),
        ZYPPER,
        Behavior::Reads,
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
        Behavior::Reads,
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
        Behavior::Reads,
    ),
    toolbox(&["port"], NONE, PORT, Behavior::Reads),
    toolbox(&["snap"], Options::gnu("revision= channel="), SNAP, Behavior::Reads),
    toolbox(
        &["flatpak"],
        Options::gnu("y|assumeyes u|user v|verbose columns="),
        FLATPAK,
        Behavior::Reads,
    ),
    program(
        &["nix-collect-garbage"],
        Options::gnu("d|delete-old delete-older-than= dry-run max-freed= j= help"),
        Behavior::Effects(&[CLEANS.unless("dry-run")]),
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
        Behavior::Effects(&[CLEANS.only("gc delete").unless("print-dead print-live query")]),
    ),
    toolbox(&["guix"], NONE, GUIX, Behavior::Runs),
    program(
        &["xbps-remove"],
        Options::gnu("R|recursive y|yes n|dry-run o|remove-orphans O|clean-cache f|force-revdeps"),
        Behavior::Effects(&[REMOVES.unless("dry-run")]),
    ),
    program(&["xbps-install"], Options::gnu("n|dry-run"), Behavior::Effects(&[INSTALLS])),
    toolbox(
        &["pkg", "pkgin", "opkg", "tazpkg", "slackpkg", "eopkg", "swupd", "urpmi"],
        Options::gnu("y|yes n|dry-run f|force a|all force-depends autoremove"),
        PKG,
        Behavior::Reads,
    ),
    program(
        &["pkg_delete", "removepkg", "urpme", "pkgrm"],
        Options::gnu("n"),
        Behavior::Effects(&[REMOVES.unless("n")]),
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
    sub(
        "list|search|show|showsrc|policy|depends|rdepends|pkgnames|check|changelog|indextargets|moo|help|why|why-not|versions|madison|stats|dump|unmet|dotty|history|showhold|showauto|showmanual",
        NONE,
        Behavior::Reads,
    ),
    sub("update", NONE, Behavior::Effects(&[INSTALLS])),
    sub(
        "install|reinstall|build-dep|upgrade|safe-upgrade|download|source|markauto|hold|unhold|fetch|satisfy",
        NONE,
        Behavior::Code(apt_install),
    ),
    sub(
        "remove|purge|autoremove|autopurge|auto-remove",
        NONE,
        Behavior::Effects(&[REMOVES.unless("dry-run")]),
    ),
    sub(
        "dist-upgrade|full-upgrade|dselect-upgrade",
        NONE,
        Behavior::Effects(&[REPLACES.unless("dry-run")]),
    ),
    sub(
        "clean|autoclean|auto-clean|distclean|forget-new",
        NONE,
        Behavior::Effects(&[CLEANS.unless("dry-run")]),
    ),
    sub(
        "edit-sources",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::System)]),
    ),
];

static DNF: &[Sub] = &[
    sub(
        "list|info|search|provides|whatprovides|repolist|repoinfo|repoquery|deplist|check|check-upgrade|grouplist|groupinfo|help|updateinfo|alias|needs-restarting|leaves|advisory|environment",
        NONE,
        Behavior::Reads,
    ),
    sub("group|groups|grp list|info|summary", NONE, Behavior::Reads),
    sub("module list|info|provides|repoquery", NONE, Behavior::Reads),
    sub("history", NONE, Behavior::Reads),
    sub("history list|info|userinstalled", NONE, Behavior::Reads),
    sub("repo list|info", NONE, Behavior::Reads),
    sub(
        "install|localinstall|reinstall|update|upgrade|upgrade-minimal|makecache|groupinstall|builddep|download|copr|config-manager|check-update",
        NONE,
        Behavior::Effects(&[INSTALLS]),
    ),
    sub(
        "remove|erase|rm|autoremove|groupremove|swap|downgrade|distro-sync|distribution-synchronization",
        NONE,
        Behavior::Effects(&[REMOVES.unless("assumeno downloadonly")]),
    ),
    sub("system-upgrade log", NONE, Behavior::Reads),
    sub("system-upgrade", NONE, Behavior::Effects(&[REMOVES.unless("assumeno")])),
    sub("group|groups|grp remove|erase|rm", NONE, Behavior::Effects(&[REMOVES.unless("assumeno")])),
    sub("group|groups install|upgrade", NONE, Behavior::Effects(&[INSTALLS])),
    sub(
        "module remove|reset|disable|switch-to",
        NONE,
        Behavior::Effects(&[REMOVES.unless("assumeno")]),
    ),
    sub("module install|enable", NONE, Behavior::Effects(&[INSTALLS])),
    sub("history undo|rollback|redo", NONE, Behavior::Effects(&[REMOVES.unless("assumeno")])),
    sub("clean", NONE, Behavior::Effects(&[CLEANS])),
    sub("versionlock|mark", NONE, Behavior::Runs),
];

static ZYPPER: &[Sub] = &[
    sub(
        "search|se|info|if|list-updates|lu|list-patches|lp|patch-check|pchk|patches|pch|packages|pa|patterns|pt|products|pd|what-provides|wp|repos|lr|locks|ll|services|ls|targetos|tos|versioncmp|vcmp|ps|licenses|help|verify|ve",
        NONE,
        Behavior::Reads,
    ),
    sub(
        "install|in|update|up|patch|refresh|ref|addrepo|ar|modifyrepo|mr|source-install|si|addlock|al|removelock|rl",
        NONE,
        Behavior::Effects(&[INSTALLS]),
    ),
    sub(
        "remove|rm|removerepo|rr|purge-kernels",
        NONE,
        Behavior::Effects(&[REMOVES.unless("dry-run")]),
    ),
    sub("dist-upgrade|dup", NONE, Behavior::Effects(&[REPLACES.unless("dry-run")])),
    sub("clean|cc", NONE, Behavior::Effects(&[CLEANS])),
];

static APK: &[Sub] = &[
    sub(
        "info|search|list|policy|stats|index|dot|version|audit|verify|manifest|query",
        NONE,
        Behavior::Reads,
    ),
    sub("del", Options::gnu("r|rdepends purge"), Behavior::Effects(&[REMOVES.unless("simulate")])),
    sub("add|update|upgrade|fix|fetch", NONE, Behavior::Effects(&[INSTALLS])),
    sub("cache clean|purge", NONE, Behavior::Effects(&[CLEANS])),
];

static BREW: &[Sub] = &[
    sub(
        "list|ls|info|abv|search|deps|uses|leaves|outdated|config|doctor|dr|home|homepage|desc|log|cat|formulae|casks|commands|shellenv|options|missing|tap-info|help|which|which-formula|livecheck|audit|style|readall|cache",
        NONE,
        Behavior::Reads,
    ),
    sub(
        "install|reinstall|update|upgrade|tap|link|pin|unpin|fetch|bundle|postinstall|extract|create|edit|analytics",
        NONE,
        Behavior::Effects(&[INSTALLS]),
    ),
    sub(
        "uninstall|remove|rm|autoremove|untap|unlink",
        NONE,
        Behavior::Effects(&[REMOVES_OWN.unless("dry-run")]),
    ),
    sub("cleanup", Options::gnu("s prune="), Behavior::Effects(&[CLEANS.unless("dry-run")])),
    sub("bundle cleanup", NONE, Behavior::Effects(&[REMOVES_OWN.only("force")])),
    sub(
        "services stop|kill",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Service)]),
    ),
    sub(
        "services restart",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Service).with(Traits::MINOR)]),
    ),
    sub("services start|run|cleanup", NONE, Behavior::Runs),
    sub("services", NONE, Behavior::Reads),
    sub("link", Options::gnu("overwrite"), Behavior::Effects(&[INSTALLS])),
];

static PORT: &[Sub] = &[
    sub(
        "list|search|info|installed|outdated|contents|deps|dependents|rdeps|rdependents|variants|provides|location|notes|echo|help|version|livecheck|lint|file|dir|work|cat|url|homepage|diagnose|leaves",
        NONE,
        Behavior::Reads,
    ),
    sub("install|upgrade|sync|selfupdate|activate|fetch", NONE, Behavior::Effects(&[INSTALLS])),
    sub("uninstall|deactivate", NONE, Behavior::Effects(&[REMOVES_OWN])),
    sub("clean|reclaim", NONE, Behavior::Effects(&[CLEANS])),
];

static SNAP: &[Sub] = &[
    sub(
        "list|find|search|info|version|changes|tasks|watch|connections|interfaces|interface|services|logs|get|aliases|known|saved|help|whoami|warnings|model|recovery|debug|validate|components",
        NONE,
        Behavior::Reads,
    ),
    sub(
        "install|refresh|enable|connect|alias|try|switch|set|start|ack",
        NONE,
        Behavior::Effects(&[INSTALLS]),
    ),
    sub("remove", NONE, Behavior::Effects(&[REMOVES])),
    sub("revert|disable|disconnect|unset", NONE, Behavior::Effects(&[REMOVES_OWN])),
    sub("stop", NONE, Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Service)])),
    sub(
        "restart",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Service).with(Traits::MINOR)]),
    ),
    sub("forget", NONE, Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Backup)])),
];

static FLATPAK: &[Sub] = &[
    sub(
        "list|info|search|remotes|remote-ls|remote-info|history|ps|permissions|permission-show|documents|document-list|help|config|metadata",
        NONE,
        Behavior::Reads,
    ),
    sub(
        "install|update|upgrade|remote-add|override|run|make-current|repair|mask|pin",
        NONE,
        Behavior::Effects(&[INSTALLS]),
    ),
    sub("uninstall|remove|remote-delete", NONE, Behavior::Effects(&[REMOVES_OWN])),
];

static GUIX: &[Sub] = &[
    sub(
        "gc",
        Options::gnu(
            "d|delete-generations=? C|collect-garbage=? D|delete F|free-space= list-dead list-live",
        ),
        Behavior::Effects(&[CLEANS.unless("list-dead list-live")]),
    ),
    sub("remove", NONE, Behavior::Effects(&[REMOVES_OWN])),
    sub(
        "package",
        Options::gnu(
            "r|remove= i|install= d|delete-generations=? roll-back l|list-generations=? I|list-installed=? s|search= m|manifest=",
        ),
        Behavior::Effects(&[REMOVES_OWN.only("remove delete-generations roll-back")]),
    ),
    sub("search|show|size|graph|describe", NONE, Behavior::Reads),
];

static PKG: &[Sub] = &[
    sub(
        "info|search|query|which|version|audit|list|show|rquery|shell-completion|stats|check|help|avail|files|status|depends|whatdepends|list-installed|list-upgradable|li|sr|la|lu|bundle-list|bundle-info|provides|pkg-descr|list-available",
        NONE,
        Behavior::Reads,
    ),
    sub(
        "install|add|update|upgrade|in|bundle-add|get|get-install",
        NONE,
        Behavior::Effects(&[INSTALLS]),
    ),
    sub(
        "delete|remove|autoremove|rm|uninstall|un|bundle-remove|purge",
        NONE,
        Behavior::Effects(&[REMOVES.unless("dry-run")]),
    ),
    sub("clean|clean-cache|dc|delete-cache", NONE, Behavior::Effects(&[CLEANS.unless("dry-run")])),
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
const APT_SETTINGS: Behavior = Behavior::Cases(&[
    when(starts_with(Subject::First, "show"), Behavior::Reads),
    when(first_operand("list finger export"), Behavior::Reads),
    when(has_flag("remove remove-all r"), Behavior::Effects(&[UNSETS])),
    when(first_operand("del remove"), Behavior::Effects(&[UNSETS])),
    otherwise(Behavior::Runs),
]);

const DPKG: Behavior = Behavior::Cases(&[
    // Even a rehearsal is written into its log.
    when(has_flag("no-act dry-run simulate"), Behavior::Runs),
    when(has_flag("remove purge clear-avail"), Behavior::Effects(&[REMOVES])),
    when(
        has_flag("install unpack configure set-selections")
            .and(&starts_with(Subject::Flags, "force-")),
        Behavior::Effects(&[REPLACES]),
    ),
    when(has_flag("install unpack configure set-selections"), Behavior::Effects(&[INSTALLS])),
    when(has_flag("build extract e X"), Behavior::Runs),
]);

const RPM: Behavior = Behavior::Cases(&[
    // Macros may run commands: `%(code)`, `%{lua:code}`.
    also(has_flag("pipe"), Behavior::On(WordAction::RunsShell, Target::Values("pipe"))),
    when(contains(Subject::Args, "%( %{lua: %{expand:"), Behavior::Code(rpm_macro)),
    when(has_flag("query test verify checksig showrc eval"), Behavior::Reads),
    when(has_flag("erase"), Behavior::Effects(&[REMOVES])),
    when(
        has_flag("install upgrade freshen").and(&has_flag("force nodeps oldpackage")),
        Behavior::Effects(&[REPLACES]),
    ),
    when(has_flag("install upgrade freshen"), Behavior::Effects(&[INSTALLS])),
    when(has_flag("import rebuilddb initdb"), Behavior::Runs),
]);

/// `rpm --eval '%(rm -rf x)'`: the code in brackets is run.
fn rpm_macro<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    for arg in call.args {
        let Some(at) = arg.text.find("%(") else {
            if arg.text.contains("%{") {
                may_change_anything(walker, arg.at);
            }
            continue;
        };
        let inside = arg.skip(at + 2);
        let end = inside.text.rfind(')').unwrap_or(inside.text.len());
        walker.runs_shell(&inside.with_text(inside.text.get(..end).unwrap_or_default()));
    }
}

const PACMAN: Behavior = Behavior::Cases(&[
    when(has_flag("help version"), Behavior::Reads),
    when(has_flag("print"), Behavior::Reads),
    when(has_flag("remove"), Behavior::Effects(&[REMOVES])),
    when(named("pamac").and(&first_operand("remove")), Behavior::Effects(&[REMOVES])),
    when(has_flag("sync").and(&has_flag("clean")), Behavior::Effects(&[CLEANS])),
    when(
        has_flag("sync").and(&not(has_flag("recursive info list groups search"))),
        Behavior::Effects(&[INSTALLS]),
    ),
    when(has_flag("upgrade database").and(&not(has_flag("query"))), Behavior::Effects(&[INSTALLS])),
    when(not(named("pacman")).and(&not(exists(Subject::Flags))), Behavior::Runs),
]);

const EMERGE: Behavior = Behavior::Cases(&[
    when(has_flag("pretend search searchdesc info version"), Behavior::Reads),
    when(has_flag("unmerge depclean prune"), Behavior::Effects(&[REMOVES])),
    otherwise(Behavior::Effects(&[INSTALLS])),
]);

const NIX_ENV: Behavior = Behavior::Cases(&[
    when(has_flag("query list-generations dry-run"), Behavior::Reads),
    when(
        has_flag("uninstall delete-generations rollback switch-generation"),
        Behavior::Effects(&[REMOVES_OWN]),
    ),
    otherwise(Behavior::Effects(&[INSTALLS])),
]);

const MAS: Behavior = Behavior::Cases(&[
    when(first_operand("uninstall reset"), Behavior::Effects(&[REMOVES_OWN])),
    when(first_operand("install upgrade lucky purchase"), Behavior::Effects(&[INSTALLS])),
]);

const EDITOR: Behavior = Behavior::Cases(&[
    when(has_flag("uninstall-extension"), Behavior::Effects(&[REMOVES_OWN])),
    when(not(has_flag("list-extensions status version")), Behavior::Runs),
]);
