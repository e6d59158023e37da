//! Commands that are not listed, judged by their verb. PowerShell's verbs come from an approved
//! list, so `Remove-AzResourceGroup` says what it does without being known.

use super::flow::run_blocks;
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Kept, Known, Program};
use crate::facts::walker::Walker;
use crate::facts::words::{Words, words};

static LOOKS: Program = cmdlet!(&[], "", Behavior::Code(looks));
static DOES: Program = cmdlet!(
    &[],
    "path= literalpath= filepath= outfile= outputfile= destination= destinationpath= outputpath= force noclobber append",
    Behavior::Code(does)
);
static HARMS: Program = cmdlet!(
    &[],
    "path= literalpath= filepath= outfile= outputfile= destination= destinationpath= outputpath= force noclobber append",
    Behavior::Code(harms)
);

static LOOKS_KEPT: Kept = Kept::new();
static DOES_KEPT: Kept = Kept::new();
static HARMS_KEPT: Kept = Kept::new();

const READING: Words = words(
    "\
    get test select where measure find show convertto convertfrom compare out write read \
    resolve split join group sort wait receive search watch ping trace debug confirm convert",
);

const HARMFUL: Words = words(
    "\
    remove clear uninstall disable stop reset revoke unregister dismount format restore \
    suspend restart limit publish initialize resize set new add enable export unpublish \
    block grant install update rename move disconnect unlock",
);

/// The model for a command that is known only by its verb; none for a name without one.
pub(in crate::facts::programs) fn by_verb(name: &str) -> Option<Known> {
    let (verb, noun) = name.split_once('-')?;
    let is_verb = verb.bytes().all(|byte| byte.is_ascii_lowercase());
    if !is_verb || !noun.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return None;
    }
    if READING.has(verb) {
        Some(Known::new(&LOOKS, &LOOKS_KEPT))
    } else if HARMFUL.has(verb) {
        Some(Known::new(&HARMS, &HARMS_KEPT))
    } else if words!(
        "import invoke start register connect enter exit push pop use save backup checkpoint \
         build copy edit open close lock merge mount optimize repair request resume send step \
         switch sync undo redo unprotect protect approve assert complete deny deploy expand \
         compress submit skip unblock"
    )
    .has(verb)
    {
        Some(Known::new(&DOES, &DOES_KEPT))
    } else {
        None
    }
}

fn looks<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    run_blocks(walker, call);
}

fn does<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    run_blocks(walker, call);
    if call.name.starts_with("save-") {
        writes_file(walker, call);
    }
    // A resource is brought into the state its properties ask for.
    if call.name == "invoke-dscresource" || call.name == "start-dscconfiguration" {
        walker.may_run_anything(call.at);
    }
}

/// Commands that make or export something write the file they name.
fn writes_file<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.is_on("noclobber") {
        return;
    }
    let names = words!(
        "path literalpath filepath outfile outputfile destination destinationpath outputpath"
    );
    for file in names.iter().filter_map(|name| call.value(name)) {
        let kind = if call.is_on("append") { Kind::Appends } else { Kind::Overwrites };
        super::flow::touch(walker, kind, file, Traits::empty());
    }
}

/// Things that are files, whatever the verb is.
const FILES: Words = words(
    "\
    modulemanifest scriptfileinfo psscriptfileinfo filecatalog psrolecapabilityfile \
    pssessionconfigurationfile markdownhelp externalhelp",
);

fn harms<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    run_blocks(walker, call);
    let Some((verb, noun)) = call.name.split_once('-') else { return };
    walker.mark_changing();
    if verb == "export" || FILES.has(noun) {
        writes_file(walker, call);
    }
    // Objects of the management interface are settings of the machine.
    if noun.starts_with("ciminstance") || noun.starts_with("wmi") {
        return walker.does(Kind::Configures, Domain::System, Traits::empty(), call);
    }
    let Some(domain) = domain(noun) else { return };
    let Some(kind) = kind(verb, domain) else { return };
    let traits = if call.is_on("force") { Traits::FORCED } else { Traits::empty() };
    let kind = match (kind, domain) {
        // Wiping a log is not a loss of work but of evidence.
        (Kind::Deletes, Domain::Monitoring) => Kind::HidesTraces,
        (Kind::Deletes, Domain::Disk) => Kind::Formats,
        (Kind::Deletes, Domain::Package) => Kind::Uninstalls,
        (kind, _) => kind,
    };
    let place = match domain {
        Domain::Disk => Place::Device,
        Domain::Cloud | Domain::Storage | Domain::Edge | Domain::Mail => Place::Elsewhere,
        _ => Place::Machine,
    };
    walker.add(kind, domain, place, traits, call.at);
}

/// What a verb does to a kind of thing; none where it is everyday work.
fn kind(verb: &str, domain: Domain) -> Option<Kind> {
    Some(match verb {
        "remove" | "clear" | "uninstall" | "unregister" | "reset" | "format" | "restore" => {
            Kind::Deletes
        }
        "initialize" | "resize" if domain == Domain::Disk => Kind::Formats,
        "disable" | "stop" | "suspend" | "restart" | "dismount" | "limit" | "block"
        | "disconnect" => match domain {
            Domain::Monitoring => Kind::HidesTraces,
            Domain::Package => Kind::Uninstalls,
            Domain::Account
            | Domain::Network
            | Domain::Protection
            | Domain::Schedule
            | Domain::Backup
            | Domain::Disk => Kind::Configures,
            _ => Kind::Stops,
        },
        "revoke" | "grant" => Kind::ChangesRights,
        "publish" | "unpublish" => Kind::Publishes,
        // Making and setting is everyday work, but not for who gets in and what guards.
        "set" | "new" | "add" | "enable" | "rename" | "unlock"
            if matches!(domain, Domain::Account | Domain::Network | Domain::Protection)
                || (verb == "set" && domain == Domain::Disk) =>
        {
            Kind::Configures
        }
        _ => return None,
    })
}

/// Things of the session alone.
const SESSION: Words = words(
    "\
    variable module job pssession psdrive psbreakpoint event alias host typedata \
    psreadlinekeyhandler formatdata object member history transcript wmievent \
    psreadlineoption culture clipboard timezone date psrepository runspace runspacedebug \
    cimsession guid timespan temporaryfile trace list table wide custom hex help \
    modulemanifest psdebug strictmode psstyle error",
);

/// How nouns begin that name things of a kind. The first that fits counts.
const NOUNS: &[(Domain, &str)] = &[
    (Domain::Cloud, "az ec2 gce rds lm cfn eks ecs iam"),
    (Domain::Storage, "s3 gcs"),
    (Domain::Account, "ad localuser localgroup mguser mggroup msol"),
    (Domain::Container, "vm container"),
    (Domain::Network, "net dnsclient vpn"),
    (Domain::Edge, "dns dhcp"),
    (Domain::Mail, "mailbox mailcontact distributiongroup transportrule"),
    (Domain::Service, "service web iis smbshare printer print rd"),
    (Domain::Process, "process"),
    (Domain::Schedule, "scheduledtask scheduledjob jobtrigger"),
    (Domain::Monitoring, "eventlog winevent"),
    (Domain::System, "diskimage"),
    (Domain::Disk, "disk partition volume virtualdisk storagepool physicaldisk vhd"),
    (Domain::Package, "package appx windowsfeature windowsoptional windowscap psresource"),
    (Domain::Protection, "mp bitlocker tpm processmitigation executionpolicy"),
    (Domain::Backup, "computerrestore wb shadow"),
    (Domain::Secret, "cert pfx secret"),
];

/// What kind of thing a noun names; none for things of the session alone.
fn domain(noun: &str) -> Option<Domain> {
    if SESSION.has(noun) {
        return None;
    }
    if noun == "computer" {
        return Some(Domain::Backup);
    }
    for (domain, starts) in NOUNS {
        if starts.split(' ').any(|start| noun.starts_with(start)) {
            return Some(*domain);
        }
    }
    Some(Domain::System)
}
