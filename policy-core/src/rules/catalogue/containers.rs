//! Containers, images and volumes.

use crate::facts::effect::{Domain, Kind, Traits};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "container/delete-everything",
        title: "Deletes every image, container and volume",
        level: Risk::Critical,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Container
                && effect.traits.intersects(Traits::WHOLE.union(Traits::BEYOND_REPAIR))
        },
        what: "Everything in the container engine is deleted, volumes included.",
        why: "Volumes hold databases and uploads, and nothing can rebuild them.",
        instead: "Check with `docker system df` first, and delete what you mean by name.",
        matches: &["docker system prune -af --volumes", "podman system reset --force"],
        non_matches: &["docker system prune", "docker system df"],
    },
    Rule {
        id: "container/delete-data",
        title: "Deletes volumes or services of containers",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Container && !effect.traits.contains(Traits::MINOR)
        },
        what: "Volumes, stacks or services are deleted with everything in them.",
        why: "An image can be pulled again, the data in a volume cannot.",
        instead: "Back up the volume first, or remove only the containers.",
        matches: &[
            "docker volume rm pgdata",
            "docker compose down -v",
            "docker stack rm web",
            "docker-compose -f prod.yml down --volumes",
        ],
        non_matches: &["docker volume ls", "docker compose down", "docker compose up -d"],
    },
    Rule {
        id: "container/delete",
        title: "Deletes containers or images",
        level: Risk::Medium,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| effect.domain == Domain::Container,
        what: "Containers, images, networks or caches are deleted.",
        why: "They can be created again, but anything written inside a container is lost.",
        instead: "Stop the container instead, or remove the one you mean by name.",
        matches: &[
            "docker rm -f web",
            "docker rmi app:old",
            "docker system prune",
            "podman image prune -a",
        ],
        non_matches: &["docker ps -a", "docker images", "docker run --rm alpine ls"],
    },
    Rule {
        id: "container/stop",
        title: "Stops containers",
        level: Risk::Medium,
        effect_kinds: &[Kind::Stops],
        condition: |effect| effect.domain == Domain::Container,
        what: "Running containers are stopped or restarted.",
        why: "Their users are cut off until they run again.",
        instead: "Make sure nobody else uses them, or start another one first.",
        matches: &["docker kill web", "docker kill $(docker ps -q)", "docker compose restart"],
        non_matches: &["docker start web", "docker logs web"],
    },
    Rule {
        id: "container/hand-over",
        title: "Gives a container access to the machine",
        level: Risk::High,
        effect_kinds: &[Kind::ChangesRights],
        condition: |effect| effect.domain == Domain::Container,
        what: "A container gets access to the whole machine: its root, its devices or the engine itself.",
        why: "What runs inside can then change everything outside.",
        instead: "Share only the folder the container needs, read-only where that is enough.",
        matches: &[
            "docker run --privileged -it alpine sh",
            "docker run -v /:/host alpine ls /host",
        ],
        non_matches: &["docker run -v $PWD:/src node npm test", "docker run --rm alpine ls"],
    },
    Rule {
        id: "container/change",
        title: "Changes a swarm",
        level: Risk::Medium,
        effect_kinds: &[Kind::ChangesRemote],
        condition: |effect| effect.domain == Domain::Container,
        what: "The configuration of a swarm or an engine changes.",
        why: "Machines that rely on the old configuration may drop out.",
        instead: "Look at the current configuration first, and change one thing at a time.",
        matches: &["docker swarm ca --rotate", "docker swarm ca --rotate --detach"],
        non_matches: &["docker swarm ca", "docker swarm join-token worker"],
    },
];
