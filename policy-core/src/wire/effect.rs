//! The words for what would be done, to what, and where.

use crate::named_enum::named_enum;

named_enum! {
    /// What would be done, in order of declaration only; how bad it is, the rules say.
    #[cfg_attr(feature = "types", ts(rename = "Effect"))]
    #[non_exhaustive]
    pub enum EffectKind {
        /// Makes something that was not there.
        Creates = "creates",
        /// Adds to the end of a file.
        Appends = "appends",
        /// Replaces what a file holds.
        Overwrites = "overwrites",
        /// Takes something away.
        Deletes = "deletes",
        /// Takes something from one place to another.
        Moves = "moves",
        /// Throws away changes that version control has not stored.
        Discards = "discards",
        /// Replaces commits by others.
        RewritesHistory = "rewrites_history",
        /// Deletes or moves branches, tags, stashes, reflogs.
        DropsRefs = "drops_refs",
        /// Replaces or deletes what others see on a remote.
        ForcesRemote = "forces_remote",
        /// Changes who may read, write or run.
        ChangesRights = "changes_rights",
        /// Changes who owns.
        ChangesOwner = "changes_owner",
        /// Ends processes.
        Kills = "kills",
        /// Stops, disables or restarts something that serves.
        Stops = "stops",
        /// Shuts the machine down or starts it anew.
        PowersOff = "powers_off",
        /// Brings in packages or programs.
        Installs = "installs",
        /// Takes packages or programs away.
        Uninstalls = "uninstalls",
        /// Makes a file system, partition or volume anew; what it held is gone.
        Formats = "formats",
        /// Writes to a device below the file system.
        WritesDevice = "writes_device",
        /// Runs code that arrived over the network in the same breath.
        RunsDownload = "runs_download",
        /// Runs code that cannot be known from the text.
        RunsUnknown = "runs_unknown",
        /// Changes what runs later: schedules, hooks, start-up files.
        Schedules = "schedules",
        /// Changes how a machine, account or service is set up.
        Configures = "configures",
        /// Makes something public or hands it to others: a package, a release, a message.
        Publishes = "publishes",
        /// Changes data or resources that are not files of this machine.
        ChangesRemote = "changes_remote",
        /// Sends data out.
        Sends = "sends",
        /// Uses up processes, memory or disk.
        Exhausts = "exhausts",
        /// Removes the traces of what was done.
        HidesTraces = "hides_traces",
        /// Opens an address in a browser or hands it to whatever program answers for it.
        Opens = "opens",
    }
}

named_enum! {
    /// The kind of thing something would be done to.
    #[non_exhaustive]
    pub enum Domain {
        /// Files and directories.
        Files = "files",
        /// A version-control repository.
        Repository = "repository",
        /// Disks, partitions, volumes, file systems.
        Disk = "disk",
        /// Running processes.
        Process = "process",
        /// Services of this machine.
        Service = "service",
        /// Packages of this machine or project.
        Package = "package",
        /// Code that is run.
        Code = "code",
        /// The machine's own set-up: kernel, boot, registry, policies.
        System = "system",
        /// Users, groups, passwords.
        Account = "account",
        /// Firewalls, interfaces, routes.
        Network = "network",
        /// Scheduled jobs.
        Schedule = "schedule",
        /// Containers, images, volumes, networks of a container engine.
        Container = "container",
        /// Objects of a cluster.
        Cluster = "cluster",
        /// Infrastructure described as code.
        Infrastructure = "infrastructure",
        /// Resources of a cloud or hosting platform.
        Cloud = "cloud",
        /// Databases, schemas, tables, rows.
        Database = "database",
        /// Buckets, objects, blobs.
        Storage = "storage",
        /// Backups and their repositories.
        Backup = "backup",
        /// Queues, topics, streams.
        Queue = "queue",
        /// Search indexes.
        Search = "search",
        /// Hosted repositories, issues, releases.
        Hosting = "hosting",
        /// Pipelines and their secrets.
        Pipeline = "pipeline",
        /// Published packages and images.
        Registry = "registry",
        /// Names, zones, caches, balancers, gateways.
        Edge = "edge",
        /// Secrets, keys, certificates.
        Secret = "secret",
        /// Whatever answers at an address of the web.
        Web = "web",
        /// Feature flags.
        Flag = "flag",
        /// Payments and customers.
        Payment = "payment",
        /// E-mail and its lists.
        Mail = "mail",
        /// Monitors, alerts, dashboards.
        Monitoring = "monitoring",
        /// The Windows registry.
        WindowsRegistry = "windows_registry",
        /// How the machine starts and recovers.
        Boot = "boot",
        /// What guards the machine: virus scanners, execution policies, disk encryption.
        Protection = "protection",
        /// Belay itself: its settings, its hooks in agents, its checkpoints.
        Guard = "guard",
        /// Virtual machines of this machine or another one.
        VirtualMachine = "virtual_machine",
    }
}

named_enum! {
    /// Where that thing is.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum Place {
        /// `/dev/null` and its like: nothing is lost there.
        Nowhere = "nowhere",
        /// Below a folder for temporary files.
        Temporary = "temporary",
        /// A file or folder of the workspace that a build makes again.
        BuildOutput = "build_output",
        /// What a package manager fetches again.
        Cache = "cache",
        /// A file or folder of the workspace.
        #[default]
        Workspace = "workspace",
        /// The whole workspace.
        WorkspaceRoot = "workspace_root",
        /// The repository's own files (`.git`).
        VersionControl = "version_control",
        /// All temporary files at once, also those of others.
        TemporaryRoot = "temporary_root",
        /// Elsewhere on this machine.
        Outside = "outside",
        /// Below the home directory.
        Home = "home",
        /// Keys, shell start-up files and their like, in the home directory or the system.
        Protected = "protected",
        /// The operating system's own files.
        System = "system",
        /// The whole home directory.
        HomeRoot = "home_root",
        /// The whole machine.
        Root = "root",
        /// A device.
        Device = "device",
        /// On another machine, in a container, a cloud or a cluster.
        Elsewhere = "elsewhere",
        /// Not a place on a disk (a process, a service), on this machine.
        Machine = "machine",
        /// Cannot be told.
        Unknown = "unknown",
    }
}
