//! What a verb says, for tools whose subcommands are all built alike: `<groups…> <verb> <names…>`.
//!
//! Clouds and hosted services have hundreds of subcommands and a few dozen verbs. The first word
//! in the subcommand's place that is a verb decides; what options hold is data and never looked at.

use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::program::{Behavior, EffectSpec};
use crate::facts::walker::Walker;
use crate::facts::words::{Words, words};

/// What a verb does to the thing it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    /// It is gone afterwards.
    Deletes,
    /// It is gone, and not even the trash keeps it.
    Purges,
    /// It no longer serves, but can be started again.
    Stops,
    /// What it held or how it was set up is replaced.
    Replaces,
    /// Someone may no longer do something, or may do more.
    Rights,
    /// Nothing is lost: it is made, added, started.
    Makes,
    /// Only looks.
    Reads,
}

const DELETES: Words = words(
    "\
    delete del rm rmi remove destroy drop erase terminate uninstall unregister deregister \
    undefine delete-all delete_all deleteall nuke teardown tear-down prune cleanup \
    bulk-delete batch-delete delete-batch delete-many force-delete expunge undeploy \
    unpublish discard yank",
);

const PURGES: Words = words("purge wipe truncate flush flushall empty purge-all");

const STOPS: Words = words(
    "\
    stop disable suspend pause cancel deallocate shutdown poweroff power-off halt kill \
    reboot restart drain abandon detach disconnect archive deactivate evict block abort \
    power-cycle unlink unbind unassign hibernate cordon expire stop-all off quarantine",
);

const REPLACES: Words = words(
    "\
    reset seek renew restore rollback replace failover promote transfer rotate regenerate \
    rebuild reimage reinstall overwrite revert swap renew-keys redeploy recreate \
    reset-password clear wipe-cache unset migrate resize downgrade merge override",
);

const RIGHTS: Words = words("revoke revoke-all grant unshare ban");

const MAKES: Words = words(
    "\
    create scale add new init enable start up open login register install set update edit \
    put upload push apply patch attach resume upgrade clone copy cp enqueue watch configure \
    annotate wait",
);

const READS: Words = words(
    "\
    list ls get describe show view inspect search find whoami help cat tail diff preview \
    list-all read validate lint dump",
);

/// Verbs that stand before a noun in one word: `delete-volume`, `batch-delete-image`.
const PREFIXES: &[(&str, Verb)] = &[
    ("delete", Verb::Deletes),
    ("remove", Verb::Deletes),
    ("terminate", Verb::Deletes),
    ("destroy", Verb::Deletes),
    ("deregister", Verb::Deletes),
    ("drop", Verb::Deletes),
    ("batch-delete", Verb::Deletes),
    ("bulk-delete", Verb::Deletes),
    ("release", Verb::Deletes),
    ("erase", Verb::Deletes),
    ("prune", Verb::Deletes),
    ("schedule-key-deletion", Verb::Deletes),
    ("purge", Verb::Purges),
    ("flush", Verb::Purges),
    ("stop", Verb::Stops),
    ("disable", Verb::Stops),
    ("detach", Verb::Stops),
    ("disassociate", Verb::Stops),
    ("cancel", Verb::Stops),
    ("suspend", Verb::Stops),
    ("reboot", Verb::Stops),
    ("abort", Verb::Stops),
    ("deactivate", Verb::Stops),
    ("unassign", Verb::Stops),
    ("abandon", Verb::Stops),
    ("reset", Verb::Replaces),
    ("replace", Verb::Replaces),
    ("restore", Verb::Replaces),
    ("rollback", Verb::Replaces),
    ("failover", Verb::Replaces),
    ("rotate", Verb::Replaces),
    ("clear", Verb::Replaces),
    ("unset", Verb::Replaces),
    ("regenerate", Verb::Replaces),
    ("revoke", Verb::Rights),
    ("get", Verb::Reads),
    ("list", Verb::Reads),
    ("describe", Verb::Reads),
    ("head", Verb::Reads),
    ("show", Verb::Reads),
    ("search", Verb::Reads),
    ("lookup", Verb::Reads),
    ("create", Verb::Makes),
    ("add", Verb::Makes),
    ("set", Verb::Makes),
    ("put", Verb::Makes),
    ("update", Verb::Makes),
    ("enable", Verb::Makes),
    ("attach", Verb::Makes),
    ("register", Verb::Makes),
];

/// What one word says, if it is a verb.
pub(super) fn verb(word: &str) -> Option<Verb> {
    let lists = [
        (DELETES, Verb::Deletes),
        (PURGES, Verb::Purges),
        (STOPS, Verb::Stops),
        (REPLACES, Verb::Replaces),
        (RIGHTS, Verb::Rights),
        (MAKES, Verb::Makes),
        (READS, Verb::Reads),
    ];
    let whole = |word: &str| lists.iter().find(|(words, _)| words.has(word)).map(|(_, verb)| *verb);
    whole(word).or_else(|| whole(word.rsplit_once(':')?.1)).or_else(|| prefix(word))
}

/// What a word such as `delete-volume` or `delete_volume` says.
pub(super) fn prefix(word: &str) -> Option<Verb> {
    let behind =
        |prefix: &str| word.strip_prefix(prefix).is_some_and(|noun| noun.starts_with(['-', '_']));
    // `service-instance-delete`: a few put the verb last.
    let last = || {
        let deletes = ["-delete", "-destroy", "-remove", "-rm"];
        deletes.iter().any(|verb| word.ends_with(verb)).then_some(Verb::Deletes)
    };
    let found = PREFIXES.iter().find(|(prefix, _)| behind(prefix) || word == *prefix);
    found.map(|(_, verb)| *verb).or_else(last)
}

/// The first verb among words that name groups, a verb and then things.
pub(super) fn first<'a>(words: &[Arg<'a>]) -> Option<(usize, Verb)> {
    let known = words.iter().take(6).enumerate();
    known.filter_map(|(index, word)| Some((index, verb(word.literal()?)?))).next()
}

/// Flags by which tools only say what they would do.
pub(super) const REHEARSALS: Words = words(
    "dry-run dryrun dry what-if whatif simulate noop no-op \
     preview check-only generate-cli-skeleton print-only pretend",
);

/// Flags that take everything there is.
const EVERYTHING: Words = words("all all-namespaces cascade recursive delete-all");

/// How a call does what it does, as far as its flags say.
pub(super) fn manner(call: &Call<'_>) -> Traits {
    let mut traits = Traits::empty();
    if call.affirms(EVERYTHING) {
        traits |= Traits::WHOLE;
    }
    if call.affirms(words!("force yes quiet auto-approve confirm")) {
        traits |= Traits::FORCED;
    }
    traits
}

/// Says what a verb does to things of a domain.
pub(super) fn perform<'a>(walker: &mut Walker<'a>, call: &Call<'a>, verb: Verb, domain: Domain) {
    let (kind, own) = match verb {
        Verb::Reads => return,
        Verb::Makes => return walker.mark_changing(),
        Verb::Deletes => (Kind::Deletes, Traits::empty()),
        Verb::Purges => (Kind::Deletes, Traits::WHOLE),
        Verb::Stops => (Kind::Stops, Traits::empty()),
        Verb::Replaces => (Kind::ChangesRemote, Traits::empty()),
        Verb::Rights => (Kind::ChangesRights, Traits::empty()),
    };
    if call.affirms(REHEARSALS) {
        return;
    }
    walker.does(kind, domain, own | manner(call), call);
}

/// Asks the first verb among the words of a call.
pub(in crate::facts) fn by_verb<'a>(walker: &mut Walker<'a>, call: &Call<'a>, domain: Domain) {
    match first(call.operands) {
        Some((_, verb)) => perform(walker, call, verb, domain),
        None => unclear(walker, call, domain),
    }
}

/// A tool whose verb is not known: harmless, unless only the shell will know it.
pub(super) fn unclear<'a>(walker: &mut Walker<'a>, call: &Call<'a>, domain: Domain) {
    if call.operands.is_empty() {
        return;
    }
    walker.mark_changing();
    if call.operands.iter().take(2).any(|word| word.literal().is_none()) {
        walker.does(Kind::ChangesRemote, domain, Traits::POSSIBLE, call);
    }
}

/// Names behaviors of one effect each.
macro_rules! behaviors {
    ($($(#[$doc:meta])* $name:ident => $kind:ident, $traits:expr;)*) => {
        $($(#[$doc])* pub(in crate::facts::programs::remote_tools) const $name: Behavior =
            Behavior::Effects(&[spec(Kind::$kind, $traits)]);)*
    };
}

/// Makes the behaviors of one domain.
macro_rules! behaviors_of {
    ($name:ident, $domain:ident, $unless:expr) => {
        pub(in crate::facts::programs::remote_tools) mod $name {
            use super::*;
            const fn spec(kind: Kind, traits: Traits) -> EffectSpec {
                EffectSpec {
                    unless: $unless,
                    ..EffectSpec::new(kind, Domain::$domain).with(traits)
                }
            }
            const NONE: Traits = Traits::empty();
            behaviors! {
                /// Takes it away.
                DELETES => Deletes, NONE;
                /// Takes everything of it away.
                DELETES_ALL => Deletes, Traits::WHOLE;
                /// Takes away what is easily made again.
                DELETES_MINOR => Deletes, Traits::MINOR;
                /// Interrupts it.
                STOPS => Stops, NONE;
                /// Interrupts all of it.
                STOPS_ALL => Stops, Traits::WHOLE;
                /// Replaces what it was.
                CHANGES => ChangesRemote, NONE;
                /// Replaces what all of it was.
                CHANGES_ALL => ChangesRemote, Traits::WHOLE;
                /// Changes who may use it.
                RIGHTS => ChangesRights, NONE;
                /// Hands it to others.
                PUBLISHES => Publishes, NONE;
            }
        }
    };
}

/// Makes the behaviors of table rows for one domain after the other: those that flags for a dry
/// run make read-only, and those of tools which know no such flags or have checked them before.
macro_rules! rows_of {
    ($($name:ident => $domain:ident),* $(,)?) => {
        #[expect(dead_code, reason = "not every domain uses every row")]
        pub(super) mod respects_dry_run {
            use super::{Behavior, EffectSpec, Domain, Kind, REHEARSALS, Traits};
            $(behaviors_of!($name, $domain, REHEARSALS);)*
        }
        #[expect(dead_code, reason = "not every domain uses every row")]
        pub(super) mod unconditional {
            use super::{Behavior, EffectSpec, Domain, Kind, Traits, Words};
            $(behaviors_of!($name, $domain, Words::NONE);)*
        }
    };
}

rows_of! {
    containers => Container,
    clusters => Cluster,
    infrastructure => Infrastructure,
    clouds => Cloud,
    databases => Database,
    storage => Storage,
    backups => Backup,
    queues => Queue,
    searches => Search,
    hosting => Hosting,
    pipelines => Pipeline,
    registries => Registry,
    edges => Edge,
    secrets => Secret,
    flags => Flag,
    payments => Payment,
    mail => Mail,
    monitoring => Monitoring,
    machines => VirtualMachine,
}
