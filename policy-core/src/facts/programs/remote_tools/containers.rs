//! Container engines: containers and images come back from a build, volumes do not.

use super::verbs::respects_dry_run::containers as respects_dry_run;
use super::verbs::respects_dry_run::registries;
use super::verbs::unconditional;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{
    ALL, Subject, Target, WordAction, contains, ends_with, exists, flag_enabled, has_flag, is, not,
    otherwise, starts_with, value, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["docker", "podman", "nerdctl", "finch"], ENGINE, ENGINE_SUBS, Behavior::Runs),
    toolbox(&["docker-compose", "podman-compose"], COMPOSE, COMPOSE_SUBS, Behavior::Runs),
    toolbox(&["buildah"], ENGINE, BUILDAH_SUBS, Behavior::Runs),
    toolbox(&["skopeo", "crane", "gcrane", "regctl", "oras"], SKOPEO, SKOPEO_SUBS, Behavior::Runs),
    toolbox(&["crictl", "ctr"], CRICTL, CRICTL_SUBS, Behavior::Runs),
    toolbox(
        &["docker-machine"],
        Options::gnu("D|debug s|storage-path="),
        MACHINE_SUBS,
        Behavior::Runs,
    ),
    program(&["dive", "ctop", "lazydocker"], Options::gnu(""), Behavior::Reads),
];

const ENGINE: Options = Options::gnu(
    "H|host= c|context= l|log-level= D|debug config= tls tlscacert= tlscert= tlskey= tlsverify v|version h|help r|remote url= connection= identity= root= runroot= storage-driver= storage-opt= runtime= a|address= n|namespace= filter= format= f|force",
);

const COMPOSE: Options = Options::gnu(
    "f|file= p|project-name= profile= env-file= project-directory= ansi= progress= parallel= H|host= c|context= dry-run verbose h|help",
);

const COMPOSE_RUN: Options = Options::leading(
    "d|detach e|env= u|user= w|workdir= index= T|no-TTY privileged v|volume= p|publish= name= entrypoint= l|label= rm no-deps use-aliases i|interactive t|tty",
);

const RUN: Options = Options::leading(
    "v|volume= mount= volumes-from= e|env= env-file= name= w|workdir= u|user= p|publish= P|publish-all network= net= entrypoint= i|interactive t|tty d|detach rm privileged l|label= h|hostname= m|memory= c|cpu-shares= cpus= platform= pull= restart= add-host= cap-add= cap-drop= device= gpus= shm-size= ulimit= pid= ipc= uts= security-opt= log-driver= log-opt= tmpfs= stop-signal= stop-timeout= link= dns= expose= init cidfile= health-cmd= userns= cgroupns= annotation= a|attach= ip= network-alias= volume-driver= q|quiet help",
);

const EXEC: Options = Options::leading(
    "d|detach detach-keys= e|env= env-file= i|interactive t|tty privileged u|user= w|workdir= \
     l|latest help",
);

const PRUNE: Options = Options::gnu("a|all f|force filter= volumes keep-storage= reserved-space=");
const REMOVE: Options = Options::gnu("f|force v|volumes l|link i|ignore a|all t|time=");
const NONE: Options = Options::gnu("");

/// Their flags choose and shape what is shown; `compose config -o` alone writes.
const ONLY_READS: Options = Options::gnu("o|output=>").only_reads();

static ENGINE_SUBS: &[Sub] = &[
    sub("rm|rmi", REMOVE, REMOVE_CASES),
    sub("container rm|remove", REMOVE, REMOVE_CASES),
    sub(
        "image|machine|pod|manifest|buildx|builder|context|plugin|trust|secret|config rm|remove|revoke",
        REMOVE,
        REMOVE_CASES,
    ),
    sub("network rm|remove", REMOVE, REMOVE_CASES),
    sub("network disconnect", REMOVE, respects_dry_run::STOPS),
    sub("volume rm|remove", REMOVE, respects_dry_run::DELETES),
    sub("volume prune", PRUNE, respects_dry_run::DELETES),
    sub("system prune", PRUNE, PRUNE_CASES),
    sub(
        "container|image|network|builder|buildx|pod|machine prune",
        PRUNE,
        respects_dry_run::DELETES_MINOR,
    ),
    sub("system reset", REMOVE, respects_dry_run::DELETES_ALL),
    sub("machine reset", REMOVE, respects_dry_run::DELETES_ALL),
    sub("system df|info|events", NONE, Behavior::Reads),
    sub("kill", Options::gnu("s|signal= a|all"), respects_dry_run::STOPS),
    sub("restart|pause", Options::gnu("s|signal= t|time|timeout= a|all"), respects_dry_run::STOPS),
    sub(
        "container kill|restart|pause",
        Options::gnu("s|signal= t|time|timeout= a|all"),
        respects_dry_run::STOPS,
    ),
    sub("pod kill|stop|restart|pause", Options::gnu("t|time= a|all"), respects_dry_run::STOPS),
    sub("machine stop", NONE, respects_dry_run::STOPS),
    sub("run", RUN, Behavior::Code(run)),
    sub("container run|create", RUN, Behavior::Code(run)),
    sub("create", RUN, Behavior::Code(run)),
    sub("exec", EXEC, Behavior::On(WordAction::RunsElsewhere, Target::From(1))),
    sub("container exec", EXEC, Behavior::On(WordAction::RunsElsewhere, Target::From(1))),
    sub("save|export", Options::gnu("o|output=>"), Behavior::Runs),
    sub("image save", Options::gnu("o|output=>"), Behavior::Runs),
    sub("container export", Options::gnu("o|output=>"), Behavior::Runs),
    sub("sbom", Options::gnu("output=> format= platform= layers= quiet"), Behavior::Runs),
    sub("cp", NONE, COPY),
    sub("container cp", NONE, COPY),
    sub("push", Options::gnu("a|all-tags q|quiet"), registries::PUBLISHES),
    sub("image push", Options::gnu("a|all-tags q|quiet"), registries::PUBLISHES),
    sub("manifest push", Options::gnu("p|purge"), registries::PUBLISHES),
    sub(
        "buildx build",
        Options::gnu(
            "push t|tag= f|file= platform= build-arg= o|output= iidfile=> metadata-file=>",
        ),
        Behavior::Effects(&[EffectSpec::new(Kind::Publishes, Domain::Registry).only("push")]),
    ),
    sub(
        "build",
        Options::gnu(
            "push t|tag= f|file= platform= build-arg= o|output= iidfile=> metadata-file=>",
        ),
        Behavior::Effects(&[EffectSpec::new(Kind::Publishes, Domain::Registry).only("push")]),
    ),
    sub("stack rm|remove|down", NONE, respects_dry_run::DELETES),
    sub("service rm|remove", NONE, respects_dry_run::DELETES),
    sub("service scale|rollback", Options::gnu("d|detach"), SCALE),
    sub("service update", Options::gnu("force replicas= image= d|detach"), respects_dry_run::STOPS),
    sub("swarm leave", Options::gnu("f|force"), respects_dry_run::DELETES),
    sub(
        "swarm ca",
        Options::gnu("rotate"),
        Behavior::Effects(
            &[EffectSpec::new(Kind::ChangesRemote, Domain::Container).only("rotate")],
        ),
    ),
    sub("node rm|remove|demote", Options::gnu("f|force"), respects_dry_run::DELETES),
    sub("node update", Options::gnu("availability= role= label-add= label-rm="), NODE_UPDATE),
    sub("unshare", Options::leading("rootless-netns"), Behavior::On(WordAction::Runs, ALL)),
    sub("checkpoint rm", NONE, respects_dry_run::DELETES_MINOR),
    sub("namespace remove|rm", NONE, respects_dry_run::DELETES),
    sub(
        "swarm join-token|unlock-key",
        Options::gnu("rotate q|quiet"),
        Behavior::Effects(
            &[EffectSpec::new(Kind::ChangesRemote, Domain::Container).only("rotate")],
        ),
    ),
    sub("swarm init|join|update", NONE, Behavior::Runs),
    sub("compose", COMPOSE, Behavior::Runs),
    sub("compose down", Options::gnu("v|volumes rmi= remove-orphans t|timeout="), COMPOSE_DOWN),
    sub("compose rm", Options::gnu("f|force s|stop v|volumes"), COMPOSE_DOWN),
    sub(
        "compose kill|restart|pause",
        Options::gnu("s|signal= t|timeout="),
        respects_dry_run::STOPS,
    ),
    sub("compose exec", COMPOSE_RUN, Behavior::On(WordAction::RunsElsewhere, Target::From(1))),
    sub("compose run", COMPOSE_RUN, Behavior::On(WordAction::RunsElsewhere, Target::From(1))),
    sub("compose push", NONE, registries::PUBLISHES),
    sub("compose up", COMPOSE_UP_OPTIONS, COMPOSE_UP),
    sub(
        "compose ps|ls|logs|config|images|port|top|events|version|stats|convert|volumes",
        ONLY_READS,
        Behavior::Reads,
    ),
    sub(
        "ps|images|logs|inspect|version|info|top|stats|port|diff|history|search|events|wait",
        ONLY_READS,
        Behavior::Reads,
    ),
    sub("image ls|list|inspect|history", ONLY_READS, Behavior::Reads),
    sub("container ls|list|ps|inspect|logs|top|stats|port|diff", ONLY_READS, Behavior::Reads),
    sub(
        "volume|network|secret|config|context|node|service|stack|plugin|pod|machine ls|list|inspect|ps|show|logs|services",
        ONLY_READS,
        Behavior::Reads,
    ),
];

static COMPOSE_SUBS: &[Sub] = &[
    sub("down", Options::gnu("v|volumes rmi= remove-orphans t|timeout="), COMPOSE_DOWN),
    sub("rm", Options::gnu("f|force s|stop v|volumes"), COMPOSE_DOWN),
    sub("kill|restart|pause", Options::gnu("s|signal= t|timeout="), respects_dry_run::STOPS),
    sub("exec", COMPOSE_RUN, Behavior::On(WordAction::RunsElsewhere, Target::From(1))),
    sub("run", COMPOSE_RUN, Behavior::On(WordAction::RunsElsewhere, Target::From(1))),
    sub("push", NONE, registries::PUBLISHES),
    sub("up", COMPOSE_UP_OPTIONS, COMPOSE_UP),
    sub(
        "ps|ls|logs|config|images|port|top|events|version|stats|convert|volumes",
        ONLY_READS,
        Behavior::Reads,
    ),
];

static BUILDAH_SUBS: &[Sub] = &[
    sub("rm|rmi|prune", REMOVE, REMOVE_CASES),
    sub("push", NONE, registries::PUBLISHES),
    sub("manifest push", NONE, registries::PUBLISHES),
    sub("images|containers|inspect|info|version", NONE, Behavior::Reads),
];

const SKOPEO: Options = Options::gnu(
    "creds= authfile= src-creds= dest-creds= src= dest= format= override-os= override-arch= a|all policy= f|force platform= k|insecure u|username= p|password= v|verbosity= host=",
);

static SKOPEO_SUBS: &[Sub] = &[
    sub("tag ls|list|find", NONE, Behavior::Reads),
    sub("delete", NONE, registries::DELETES),
    sub("manifest|tag|blob|image|index|ref delete|rm", NONE, registries::DELETES),
    sub("copy|cp|push|tag", NONE, COPY_IMAGE),
    sub("gc", NONE, registries::DELETES),
    sub("image copy", NONE, COPY_IMAGE),
    sub("sync", NONE, registries::PUBLISHES),
    sub(
        "inspect|list-tags|manifest-digest|ls|digest|config|catalog|validate|discover|pull",
        NONE,
        Behavior::Reads,
    ),
];

const CRICTL: Options =
    Options::gnu("a|address= n|namespace= r|runtime-endpoint= i|image-endpoint= t|timeout=");

static CRICTL_SUBS: &[Sub] = &[
    sub("rm|rmi|rmp", REMOVE, REMOVE_CASES),
    sub("stop|stopp", REMOVE, respects_dry_run::STOPS),
    sub("container|containers|c rm|delete|del|remove", REMOVE, REMOVE_CASES),
    sub("image|images|i rm|delete|del|remove", REMOVE, REMOVE_CASES),
    sub("task|tasks|t kill|rm|delete", REMOVE, respects_dry_run::STOPS),
    sub(
        "snapshot|snapshots|namespace|namespaces|ns rm|remove|delete",
        REMOVE,
        respects_dry_run::DELETES,
    ),
    sub(
        "exec",
        Options::leading("i|interactive t|tty s|sync timeout="),
        Behavior::On(WordAction::RunsElsewhere, Target::From(1)),
    ),
    sub("ps|pods|images|logs|inspect|inspecti|inspectp|info|stats|version", NONE, Behavior::Reads),
];

static MACHINE_SUBS: &[Sub] = &[
    sub("rm", Options::gnu("f|force"), respects_dry_run::DELETES),
    sub("stop|kill|restart", NONE, respects_dry_run::STOPS),
    sub("ls|ip|status|inspect|env|config|active|url|version", NONE, Behavior::Reads),
];

fn add<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.does(kind, Domain::Container, traits, call);
}

/// Containers and images: made again from what they were made from, unless volumes go along.
const TAKES: EffectSpec = EffectSpec::new(Kind::Deletes, Domain::Container);

const REMOVE_CASES: Behavior = Behavior::Cases(&[
    when(
        has_flag("volumes").and(&has_flag("force")),
        Behavior::Effects(&[TAKES.with(Traits::FORCED)]),
    ),
    when(has_flag("volumes"), Behavior::Effects(&[TAKES])),
    when(has_flag("force"), Behavior::Effects(&[TAKES.with(Traits::MINOR.union(Traits::FORCED))])),
    otherwise(unconditional::containers::DELETES_MINOR),
]);

const PRUNE_CASES: Behavior = Behavior::Cases(&[
    when(flag_enabled("volumes").and(&flag_enabled("all")), unconditional::containers::DELETES_ALL),
    when(flag_enabled("volumes"), unconditional::containers::DELETES),
    otherwise(unconditional::containers::DELETES_MINOR),
]);

const COMPOSE_UP_OPTIONS: Options = Options::gnu(
    "d|detach force-recreate V|renew-anon-volumes remove-orphans scale= t|timeout= pull=",
);

const COMPOSE_UP: Behavior =
    Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Container)
        .only("renew-anon-volumes remove-orphans")
        .with(Traits::MINOR)]);

const COMPOSE_DOWN: Behavior = Behavior::Cases(&[
    when(flag_enabled("dry-run"), Behavior::Reads),
    when(flag_enabled("volumes"), unconditional::containers::DELETES),
    otherwise(unconditional::containers::DELETES_MINOR),
]);

/// `service scale web=0` ends it; other numbers only interrupt.
const SCALE: Behavior = Behavior::Cases(&[
    when(ends_with(Subject::Operands, "=0"), unconditional::containers::STOPS),
    when(is(Subject::Words, "rollback"), unconditional::containers::STOPS),
    otherwise(Behavior::Runs),
]);

const NODE_UPDATE: Behavior = Behavior::Cases(&[
    when(
        not(value("availability", "active")).and(&exists(Subject::Value).of("availability")),
        unconditional::containers::STOPS,
    ),
    when(
        not(value("role", "manager")).and(&exists(Subject::Value).of("role")),
        unconditional::containers::STOPS,
    ),
    otherwise(Behavior::Runs),
]);

/// A command in a container made for it: what it does inside goes with the container, so only
/// what it was given from outside counts.
fn run<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let shared = call.has_any(words!("volume mount volumes-from privileged device"));
    let joins = |value: &Arg<'a>| value.is("host") || value.text.starts_with("container:");
    let host = call.values("pid").any(joins);
    // The whole machine, or the engine itself, handed into a container.
    let handed = |value: &Arg<'a>| {
        let from = value.text.split(':').next().unwrap_or_default();
        matches!(from, "/" | "/etc" | "/root" | "/boot" | "/usr" | "/var" | "/home")
            || from.ends_with("docker.sock")
            || value.text.contains("source=/,")
            || value.text.contains("src=/,")
    };
    if call.has("privileged")
        || host
        || call.values("volume").any(handed)
        || call.values("mount").any(handed)
    {
        add(walker, call, Kind::ChangesRights, Traits::empty());
    }
    // Images named after a tool run that tool, which reaches as far as it does from here.
    let image = call.operands.first().map_or("", |word| word.text);
    let tool = image.rsplit('/').next().unwrap_or(image).split([':', '@']).next().unwrap_or(image);
    let tool = match tool {
        "aws-cli" => "aws",
        "terraform" | "kubectl" | "helm" | "rclone" | "restic" | "opentofu" | "mc" => tool,
        _ => "",
    };
    if !tool.is_empty() && !call.has("entrypoint") {
        let name = Arg::whole(tool, call.at);
        let words = walker.appended_words(&[name], call.operands.get(1..).unwrap_or(&[]));
        return container_command(walker, words);
    }
    if shared || host {
        let entry = call.value("entrypoint");
        let words = call.operands.get(1..).unwrap_or(&[]);
        match entry.filter(|entry| entry.literal().is_some_and(|text| !text.is_empty())) {
            Some(entry) => {
                let words = walker.appended_words(std::slice::from_ref(entry), words);
                container_command(walker, words);
            }
            None => container_command(walker, words),
        }
    }
}

/// Runs words inside a container.
pub(in crate::facts) fn container_command<'a>(walker: &mut Walker<'a>, words: &'a [Arg<'a>]) {
    // Words behind an image that nobody knows are for the program the image starts.
    if words.first().is_some_and(|word| word.known().is_none()) {
        return walker.mark_changing();
    }
    let words = match words.split_first() {
        Some((first, rest)) if first.is("--") => rest,
        _ => words,
    };
    if words.is_empty() {
        return;
    }
    walker.with_elsewhere(|walker| {
        walker.run_wrapped(words);
    });
}

/// `docker cp`: into a container replaces files there, out of it replaces files here.
const COPY: Behavior = Behavior::Cases(&[
    when(contains(Subject::Last, ":"), Behavior::Runs),
    when(is(Subject::Last, "-"), Behavior::Runs),
    otherwise(Behavior::On(WordAction::Touches(Kind::Overwrites, Traits::empty()), Target::Last)),
]);

/// Copies to a registry are seen by others; copies to a folder are not.
const COPY_IMAGE: Behavior = Behavior::Cases(&[
    when(
        starts_with(
            Subject::Last,
            "dir: oci: oci-archive: docker-archive: docker-daemon: containers-storage:",
        ),
        Behavior::Runs,
    ),
    otherwise(Behavior::Effects(&[
        EffectSpec::new(Kind::Publishes, Domain::Registry).with(Traits::MINOR)
    ])),
]);
