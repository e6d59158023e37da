//! What would happen: one effect for each thing an invocation does to one place.

use bitflags::bitflags;

use super::place::Place;
use crate::source::Location;

/// Something an invocation would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// What it does.
    pub kind: Kind,
    /// To what kind of thing.
    pub domain: Domain,
    /// Where that thing is.
    pub place: Place,
    /// How it does it.
    pub traits: Traits,
    /// Which invocation of [`super::Facts`] does it.
    pub invocation: u32,
    /// The words that say so.
    pub at: Location,
}

/// What is done, in order of declaration only; how bad it is, the rules say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Makes something that was not there.
    Creates,
    /// Adds to the end of a file.
    Appends,
    /// Replaces what a file holds.
    Overwrites,
    /// Takes something away.
    Deletes,
    /// Takes something from one place to another.
    Moves,
    /// Throws away changes that version control has not stored.
    Discards,
    /// Replaces commits by others.
    RewritesHistory,
    /// Deletes or moves branches, tags, stashes, reflogs.
    DropsRefs,
    /// Replaces or deletes what others see on a remote.
    ForcesRemote,
    /// Changes who may read, write or run.
    ChangesRights,
    /// Changes who owns.
    ChangesOwner,
    /// Ends processes.
    Kills,
    /// Stops, disables or restarts something that serves.
    Stops,
    /// Shuts the machine down or starts it anew.
    PowersOff,
    /// Brings in packages or programs.
    Installs,
    /// Takes packages or programs away.
    Uninstalls,
    /// Makes a file system, partition or volume anew; what it held is gone.
    Formats,
    /// Writes to a device below the file system.
    WritesDevice,
    /// Runs code that arrived over the network in the same breath.
    RunsDownload,
    /// Runs code that cannot be known from the text.
    RunsUnknown,
    /// Changes what runs later: schedules, hooks, start-up files.
    Schedules,
    /// Changes how a machine, account or service is set up.
    Configures,
    /// Makes something public or hands it to others: a package, a release, a message.
    Publishes,
    /// Changes data or resources that are not files of this machine.
    ChangesRemote,
    /// Sends data out.
    Sends,
    /// Uses up processes, memory or disk.
    Exhausts,
    /// Removes the traces of what was done.
    HidesTraces,
    /// Opens an address in a browser or hands it to whatever program answers for it.
    Opens,
}

impl Kind {
    /// Every one, in order of declaration.
    pub const ALL: [Self; 28] = [
        Self::Creates,
        Self::Appends,
        Self::Overwrites,
        Self::Deletes,
        Self::Moves,
        Self::Discards,
        Self::RewritesHistory,
        Self::DropsRefs,
        Self::ForcesRemote,
        Self::ChangesRights,
        Self::ChangesOwner,
        Self::Kills,
        Self::Stops,
        Self::PowersOff,
        Self::Installs,
        Self::Uninstalls,
        Self::Formats,
        Self::WritesDevice,
        Self::RunsDownload,
        Self::RunsUnknown,
        Self::Schedules,
        Self::Configures,
        Self::Publishes,
        Self::ChangesRemote,
        Self::Sends,
        Self::Exhausts,
        Self::HidesTraces,
        Self::Opens,
    ];

    /// How many there are.
    pub const COUNT: usize = Self::Opens as usize + 1;

    /// The name written in verdicts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Creates => "creates",
            Self::Appends => "appends",
            Self::Overwrites => "overwrites",
            Self::Deletes => "deletes",
            Self::Moves => "moves",
            Self::Discards => "discards",
            Self::RewritesHistory => "rewrites_history",
            Self::DropsRefs => "drops_refs",
            Self::ForcesRemote => "forces_remote",
            Self::ChangesRights => "changes_rights",
            Self::ChangesOwner => "changes_owner",
            Self::Kills => "kills",
            Self::Stops => "stops",
            Self::PowersOff => "powers_off",
            Self::Installs => "installs",
            Self::Uninstalls => "uninstalls",
            Self::Formats => "formats",
            Self::WritesDevice => "writes_device",
            Self::RunsDownload => "runs_download",
            Self::RunsUnknown => "runs_unknown",
            Self::Schedules => "schedules",
            Self::Configures => "configures",
            Self::Publishes => "publishes",
            Self::ChangesRemote => "changes_remote",
            Self::Sends => "sends",
            Self::Exhausts => "exhausts",
            Self::HidesTraces => "hides_traces",
            Self::Opens => "opens",
        }
    }
}

/// The kind of thing something is done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Domain {
    /// Files and directories.
    Files,
    /// A version-control repository.
    Repository,
    /// Disks, partitions, volumes, file systems.
    Disk,
    /// Running processes.
    Process,
    /// Services of this machine.
    Service,
    /// Packages of this machine or project.
    Package,
    /// Code that is run.
    Code,
    /// The machine's own set-up: kernel, boot, registry, policies.
    System,
    /// Users, groups, passwords.
    Account,
    /// Firewalls, interfaces, routes.
    Network,
    /// Scheduled jobs.
    Schedule,
    /// Containers, images, volumes, networks of a container engine.
    Container,
    /// Objects of a cluster.
    Cluster,
    /// Infrastructure described as code.
    Infrastructure,
    /// Resources of a cloud or hosting platform.
    Cloud,
    /// Databases, schemas, tables, rows.
    Database,
    /// Buckets, objects, blobs.
    Storage,
    /// Backups and their repositories.
    Backup,
    /// Queues, topics, streams.
    Queue,
    /// Search indexes.
    Search,
    /// Hosted repositories, issues, releases.
    Hosting,
    /// Pipelines and their secrets.
    Pipeline,
    /// Published packages and images.
    Registry,
    /// Names, zones, caches, balancers, gateways.
    Edge,
    /// Secrets, keys, certificates.
    Secret,
    /// Whatever answers at an address of the web.
    Web,
    /// Feature flags.
    Flag,
    /// Payments and customers.
    Payment,
    /// E-mail and its lists.
    Mail,
    /// Monitors, alerts, dashboards.
    Monitoring,
    /// The Windows registry.
    WindowsRegistry,
    /// How the machine starts and recovers.
    Boot,
    /// What guards the machine: virus scanners, execution policies, disk encryption.
    Protection,
    /// Virtual machines of this machine or another one.
    VirtualMachine,
}

impl Domain {
    /// Every one, in order of declaration.
    pub const ALL: [Self; 34] = [
        Self::Files,
        Self::Repository,
        Self::Disk,
        Self::Process,
        Self::Service,
        Self::Package,
        Self::Code,
        Self::System,
        Self::Account,
        Self::Network,
        Self::Schedule,
        Self::Container,
        Self::Cluster,
        Self::Infrastructure,
        Self::Cloud,
        Self::Database,
        Self::Storage,
        Self::Backup,
        Self::Queue,
        Self::Search,
        Self::Hosting,
        Self::Pipeline,
        Self::Registry,
        Self::Edge,
        Self::Secret,
        Self::Web,
        Self::Flag,
        Self::Payment,
        Self::Mail,
        Self::Monitoring,
        Self::WindowsRegistry,
        Self::Boot,
        Self::Protection,
        Self::VirtualMachine,
    ];

    /// Where its things are.
    #[must_use]
    pub fn place(self) -> Place {
        match self {
            Self::Files | Self::Repository => Place::Workspace,
            Self::Disk => Place::Device,
            Self::Process
            | Self::Service
            | Self::Package
            | Self::Code
            | Self::System
            | Self::Account
            | Self::Network
            | Self::Schedule
            | Self::Container
            | Self::WindowsRegistry
            | Self::Boot
            | Self::Protection => Place::Machine,
            _ => Place::Elsewhere,
        }
    }

    /// The name written in verdicts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Repository => "repository",
            Self::Disk => "disk",
            Self::Process => "process",
            Self::Service => "service",
            Self::Package => "package",
            Self::Code => "code",
            Self::System => "system",
            Self::Account => "account",
            Self::Network => "network",
            Self::Schedule => "schedule",
            Self::Container => "container",
            Self::Cluster => "cluster",
            Self::Infrastructure => "infrastructure",
            Self::Cloud => "cloud",
            Self::Database => "database",
            Self::Storage => "storage",
            Self::Backup => "backup",
            Self::Queue => "queue",
            Self::Search => "search",
            Self::Hosting => "hosting",
            Self::Pipeline => "pipeline",
            Self::Registry => "registry",
            Self::Edge => "edge",
            Self::Secret => "secret",
            Self::Web => "web",
            Self::Flag => "flag",
            Self::Payment => "payment",
            Self::Mail => "mail",
            Self::Monitoring => "monitoring",
            Self::WindowsRegistry => "windows_registry",
            Self::Boot => "boot",
            Self::Protection => "protection",
            Self::VirtualMachine => "virtual_machine",
        }
    }
}

bitflags! {
    /// How something is done.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Traits: u16 {
        /// With everything below it.
        const RECURSIVE = 1;
        /// Without asking, over protection.
        const FORCED = 1 << 1;
        /// As another, more powerful user.
        const PRIVILEGED = 1 << 2;
        /// All of them, by a flag or a pattern that takes everything.
        const WHOLE = 1 << 3;
        /// So that not even the trash, a log or a replica keeps it.
        const BEYOND_REPAIR = 1 << 4;
        /// Only adds the right to run a file.
        const EXECUTABLE_ONLY = 1 << 5;
        /// Opens it to everyone.
        const WORLD = 1 << 6;
        /// On another machine or in a container.
        const ELSEWHERE = 1 << 7;
        /// May happen, but the text does not say so for certain.
        const POSSIBLE = 1 << 8;
        /// What is touched can be made anew by a tool (a cache, an index).
        const REMADE = 1 << 9;
        /// Milder than its kind suggests, as the tool's own model says.
        const MILD = 1 << 10;
        /// By a redirection, not by the program itself.
        const REDIRECTION = 1 << 11;
    }
}
