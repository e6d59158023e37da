//! Container engines: containers and images come back from a build, volumes do not.

use super::verbs::rows::containers as rows;
use super::verbs::rows::registries;
use super::verbs::sure;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{
    ALL, Doing, Of, Target, affirmed, begins, ends, exists, given, holds, is, not, otherwise,
    value, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["docker", "podman", "nerdctl", "finch"], ENGINE, ENGINE_SUBS, Act::Runs),
    toolbox(&["docker-compose", "podman-compose"], COMPOSE, COMPOSE_SUBS, Act::Runs),
    toolbox(&["buildah"], ENGINE, BUILDAH_SUBS, Act::Runs),
    toolbox(&["skopeo", "crane", "gcrane", "regctl", "oras"], SKOPEO, SKOPEO_SUBS, Act::Runs),
    toolbox(&["crictl", "ctr"], CRICTL, CRICTL_SUBS, Act::Runs),
    toolbox(&["docker-machine"], Options::gnu("D|debug s|storage-path="), MACHINE_SUBS, Act::Runs),
    program(&["dive", "ctop", "lazydocker"], Options::gnu(""), Act::Reads),
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

static ENGINE_SUBS: &[Sub] = &[
    sub("rm|rmi", REMOVE, REMOVE_CASES),
    sub("container rm|remove", REMOVE, REMOVE_CASES),
    sub(
        "image|machine|pod|manifest|buildx|builder|context|plugin|trust|secret|config rm|remove|revoke",
        REMOVE,
        REMOVE_CASES,
    ),
    sub("network rm|remove", REMOVE, REMOVE_CASES),
    sub("network disconnect", REMOVE, rows::STOPS),
    sub("volume rm|remove", REMOVE, rows::DELETES),
    sub("volume prune", PRUNE, rows::DELETES),
    sub("system prune", PRUNE, PRUNE_CASES),
    sub("container|image|network|builder|buildx|pod|machine prune", PRUNE, rows::DELETES_MILDLY),
    sub("system reset", REMOVE, rows::DELETES_ALL),
    sub("machine reset", REMOVE, rows::DELETES_ALL),
    sub("system df|info|events", NONE, Act::Reads),
    sub("kill", Options::gnu("s|signal= a|all"), rows::STOPS),
    sub("restart|pause", Options::gnu("s|signal= t|time|timeout= a|all"), rows::STOPS),
    sub(
        "container kill|restart|pause",
        Options::gnu("s|signal= t|time|timeout= a|all"),
        rows::STOPS,
    ),
    sub("pod kill|stop|restart|pause", Options::gnu("t|time= a|all"), rows::STOPS),
    sub("machine stop", NONE, rows::STOPS),
    sub("run", RUN, Act::Code(run)),
    sub("container run|create", RUN, Act::Code(run)),
    sub("create", RUN, Act::Code(run)),
    sub("exec", EXEC, Act::On(Doing::CarriesElsewhere, Target::From(1))),
    sub("container exec", EXEC, Act::On(Doing::CarriesElsewhere, Target::From(1))),
    sub("cp", NONE, COPY),
    sub("container cp", NONE, COPY),
    sub("push", Options::gnu("a|all-tags q|quiet"), registries::PUBLISHES),
    sub("image push", Options::gnu("a|all-tags q|quiet"), registries::PUBLISHES),
    sub("manifest push", Options::gnu("p|purge"), registries::PUBLISHES),
    sub(
        "buildx build",
        Options::gnu("push t|tag= f|file= platform= build-arg= o|output="),
        Act::Does(&[Deed::new(Kind::Publishes, Domain::Registry).only("push")]),
    ),
    sub(
        "build",
        Options::gnu("push t|tag= f|file= platform= build-arg= o|output="),
        Act::Does(&[Deed::new(Kind::Publishes, Domain::Registry).only("push")]),
    ),
    sub("stack rm|remove|down", NONE, rows::DELETES),
    sub("service rm|remove", NONE, rows::DELETES),
    sub("service scale|rollback", Options::gnu("d|detach"), SCALE),
    sub("service update", Options::gnu("force replicas= image= d|detach"), rows::STOPS),
    sub("swarm leave", Options::gnu("f|force"), rows::DELETES),
    sub(
        "swarm ca",
        Options::gnu("rotate"),
        Act::Does(&[Deed::new(Kind::ChangesRemote, Domain::Container).only("rotate")]),
    ),
    sub("node rm|remove|demote", Options::gnu("f|force"), rows::DELETES),
    sub("node update", Options::gnu("availability= role= label-add= label-rm="), NODE_UPDATE),
    sub("unshare", Options::leading("rootless-netns"), Act::On(Doing::Carries, ALL)),
    sub("checkpoint rm", NONE, rows::DELETES_MILDLY),
    sub("namespace remove|rm", NONE, rows::DELETES),
    sub(
        "swarm join-token|unlock-key",
        Options::gnu("rotate q|quiet"),
        Act::Does(&[Deed::new(Kind::ChangesRemote, Domain::Container).only("rotate")]),
    ),
    sub("swarm init|join|update", NONE, Act::Runs),
    sub("compose", COMPOSE, Act::Runs),
    sub("compose down", Options::gnu("v|volumes rmi= remove-orphans t|timeout="), COMPOSE_DOWN),
    sub("compose rm", Options::gnu("f|force s|stop v|volumes"), COMPOSE_DOWN),
    sub("compose kill|restart|pause", Options::gnu("s|signal= t|timeout="), rows::STOPS),
    sub("compose exec", COMPOSE_RUN, Act::On(Doing::CarriesElsewhere, Target::From(1))),
    sub("compose run", COMPOSE_RUN, Act::On(Doing::CarriesElsewhere, Target::From(1))),
    sub("compose push", NONE, registries::PUBLISHES),
    sub(
        "compose up",
        Options::gnu(
            "d|detach force-recreate V|renew-anon-volumes remove-orphans scale= t|timeout= pull=",
        ),
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Container)
            .only("renew-anon-volumes remove-orphans")
            .with(Traits::MILD)]),
    ),
    sub(
        "compose ps|ls|logs|config|images|port|top|events|version|stats|convert|volumes",
        NONE,
        Act::Reads,
    ),
    sub(
        "ps|images|logs|inspect|version|info|top|stats|port|diff|history|search|events|wait",
        NONE,
        Act::Reads,
    ),
    sub("image ls|list|inspect|history", NONE, Act::Reads),
    sub("container ls|list|ps|inspect|logs|top|stats|port|diff", NONE, Act::Reads),
    sub(
        "volume|network|secret|config|context|node|service|stack|plugin|pod|machine ls|list|inspect|ps|show|logs|services",
        NONE,
        Act::Reads,
    ),
];

static COMPOSE_SUBS: &[Sub] = &[
    sub("down", Options::gnu("v|volumes rmi= remove-orphans t|timeout="), COMPOSE_DOWN),
    sub("rm", Options::gnu("f|force s|stop v|volumes"), COMPOSE_DOWN),
    sub("kill|restart|pause", Options::gnu("s|signal= t|timeout="), rows::STOPS),
    sub("exec", COMPOSE_RUN, Act::On(Doing::CarriesElsewhere, Target::From(1))),
    sub("run", COMPOSE_RUN, Act::On(Doing::CarriesElsewhere, Target::From(1))),
    sub("push", NONE, registries::PUBLISHES),
    sub(
        "up",
        Options::gnu(
            "d|detach force-recreate V|renew-anon-volumes remove-orphans scale= t|timeout= pull=",
        ),
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Container)
            .only("renew-anon-volumes remove-orphans")
            .with(Traits::MILD)]),
    ),
    sub("ps|ls|logs|config|images|port|top|events|version|stats|convert|volumes", NONE, Act::Reads),
];

static BUILDAH_SUBS: &[Sub] = &[
    sub("rm|rmi|prune", REMOVE, REMOVE_CASES),
    sub("push", NONE, registries::PUBLISHES),
    sub("manifest push", NONE, registries::PUBLISHES),
    sub("images|containers|inspect|info|version", NONE, Act::Reads),
];

const SKOPEO: Options = Options::gnu(
    "creds= authfile= src-creds= dest-creds= src= dest= format= override-os= override-arch= a|all policy= f|force platform= k|insecure u|username= p|password= v|verbosity= host=",
);

static SKOPEO_SUBS: &[Sub] = &[
    sub("tag ls|list|find", NONE, Act::Reads),
    sub("delete", NONE, registries::DELETES),
    sub("manifest|tag|blob|image|index|ref delete|rm", NONE, registries::DELETES),
    sub("copy|cp|push|tag", NONE, COPY_IMAGE),
    sub("gc", NONE, registries::DELETES),
    sub("image copy", NONE, COPY_IMAGE),
    sub("sync", NONE, registries::PUBLISHES),
    sub(
        "inspect|list-tags|manifest-digest|ls|digest|config|catalog|validate|discover|pull",
        NONE,
        Act::Reads,
    ),
];

const CRICTL: Options =
    Options::gnu("a|address= n|namespace= r|runtime-endpoint= i|image-endpoint= t|timeout=");

static CRICTL_SUBS: &[Sub] = &[
    sub("rm|rmi|rmp", REMOVE, REMOVE_CASES),
    sub("stop|stopp", REMOVE, rows::STOPS),
    sub("container|containers|c rm|delete|del|remove", REMOVE, REMOVE_CASES),
    sub("image|images|i rm|delete|del|remove", REMOVE, REMOVE_CASES),
    sub("task|tasks|t kill|rm|delete", REMOVE, rows::STOPS),
    sub("snapshot|snapshots|namespace|namespaces|ns rm|remove|delete", REMOVE, rows::DELETES),
    sub(
        "exec",
        Options::leading("i|interactive t|tty s|sync timeout="),
        Act::On(Doing::CarriesElsewhere, Target::From(1)),
    ),
    sub("ps|pods|images|logs|inspect|inspecti|inspectp|info|stats|version", NONE, Act::Reads),
];

static MACHINE_SUBS: &[Sub] = &[
    sub("rm", Options::gnu("f|force"), rows::DELETES),
    sub("stop|kill|restart", NONE, rows::STOPS),
    sub("ls|ip|status|inspect|env|config|active|url|version", NONE, Act::Reads),
];

fn add<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.does(kind, Domain::Container, traits, call);
}

/// Containers and images: made again from what they were made from, unless volumes go along.
const TAKES: Deed = Deed::new(Kind::Deletes, Domain::Container);

const REMOVE_CASES: Act = Act::Cases(&[
    when(given("volumes").and(&given("force")), Act::Does(&[TAKES.with(Traits::FORCED)])),
    when(given("volumes"), Act::Does(&[TAKES])),
    when(given("force"), Act::Does(&[TAKES.with(Traits::MILD.union(Traits::FORCED))])),
    otherwise(sure::containers::DELETES_MILDLY),
]);

const PRUNE_CASES: Act = Act::Cases(&[
    when(affirmed("volumes").and(&affirmed("all")), sure::containers::DELETES_ALL),
    when(affirmed("volumes"), sure::containers::DELETES),
    otherwise(sure::containers::DELETES_MILDLY),
]);

const COMPOSE_DOWN: Act = Act::Cases(&[
    when(affirmed("dry-run"), Act::Reads),
    when(affirmed("volumes"), sure::containers::DELETES),
    otherwise(sure::containers::DELETES_MILDLY),
]);

/// `service scale web=0` ends it; other numbers only interrupt.
const SCALE: Act = Act::Cases(&[
    when(ends(Of::Operands, "=0"), sure::containers::STOPS),
    when(is(Of::Words, "rollback"), sure::containers::STOPS),
    otherwise(Act::Runs),
]);

const NODE_UPDATE: Act = Act::Cases(&[
    when(
        not(value("availability", "active")).and(&exists(Of::Value).of("availability")),
        sure::containers::STOPS,
    ),
    when(not(value("role", "manager")).and(&exists(Of::Value).of("role")), sure::containers::STOPS),
    otherwise(Act::Runs),
]);

/// A command in a container made for it: what it does inside goes with the container, so only
/// what it was given from outside counts.
fn run<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.acts();
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
    let words = match words.split_first() {
        Some((first, rest)) if first.is("--") => rest,
        _ => words,
    };
    if words.is_empty() {
        return;
    }
    walker.with_elsewhere(|walker| {
        walker.carry(words);
    });
}

/// `docker cp`: into a container replaces files there, out of it replaces files here.
const COPY: Act = Act::Cases(&[
    when(holds(Of::Last, ":"), Act::Runs),
    when(is(Of::Last, "-"), Act::Runs),
    otherwise(Act::On(Doing::Touches(Kind::Overwrites, Traits::empty()), Target::Last)),
]);

/// Copies to a registry are seen by others; copies to a folder are not.
const COPY_IMAGE: Act = Act::Cases(&[
    when(
        begins(
            Of::Last,
            "dir: oci: oci-archive: docker-archive: docker-daemon: containers-storage:",
        ),
        Act::Runs,
    ),
    otherwise(Act::Does(&[Deed::new(Kind::Publishes, Domain::Registry).with(Traits::MILD)])),
]);
