//! Objects of a cluster.

use crate::facts::effect::{Domain, Kind, Traits};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "cluster/delete-much",
        title: "Deletes a namespace, volumes or everything in a cluster",
        level: Risk::Critical,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Cluster
                && effect.traits.intersects(Traits::WHOLE.union(Traits::BEYOND_REPAIR))
        },
        what: "Something that holds many others is deleted: a namespace, a volume, a definition, a whole cluster.",
        why: "All of it goes at once, data included, and no checkpoint reaches it.",
        instead: "Delete the one object you mean; try `--dry-run=client` first.",
        matches: &[
            "kubectl delete namespace prod",
            "kubectl -n web delete pvc --all",
            "eksctl delete cluster --name prod",
            "flux uninstall --silent",
        ],
        non_matches: &["kubectl get namespaces", "kubectl delete ns prod --dry-run=client"],
    },
    Rule {
        id: "cluster/delete",
        title: "Deletes objects of a cluster",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Cluster && !effect.traits.contains(Traits::MINOR)
        },
        what: "Objects that run in a cluster are deleted.",
        why: "What they served stops, and their history is not kept.",
        instead: "Keep their manifests, and try `--dry-run=client` first.",
        matches: &[
            "kubectl delete pod web-0",
            "helm -n web uninstall api",
            "argocd app delete web",
            "kubectl apply --prune -f .",
        ],
        non_matches: &[
            "kubectl describe pod web-0",
            "kubectl delete pod x --dry-run=server",
            "helm list",
        ],
    },
    Rule {
        id: "cluster/delete-local",
        title: "Deletes a cluster of this machine or its entry",
        level: Risk::Medium,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| effect.domain == Domain::Cluster,
        what: "A cluster for trying things out, or the entry that leads to one, is deleted.",
        why: "It is made again quickly, but what was set up in it is gone.",
        instead: "Stop it instead, if you will want it again.",
        matches: &[
            "kind delete cluster",
            "minikube delete --all",
            "kubectl config delete-context old",
        ],
        non_matches: &["kind get clusters", "minikube status"],
    },
    Rule {
        id: "cluster/drain",
        title: "Takes machines or all copies out of service",
        level: Risk::High,
        effect_kinds: &[Kind::Stops],
        condition: |effect| {
            effect.domain == Domain::Cluster
                && effect.traits.intersects(Traits::WHOLE.union(Traits::BEYOND_REPAIR))
        },
        what: "Everything that runs on a node is put out of it, or every node of a group goes.",
        why: "What does not find another place stops serving.",
        instead: "Cordon the node first and see where its work would go.",
        matches: &[
            "kubectl drain node-1 --ignore-daemonsets",
            "eksctl scale nodegroup --cluster c --name ng --nodes 0",
        ],
        non_matches: &["kubectl get nodes", "kubectl uncordon node-1"],
    },
    Rule {
        id: "cluster/interrupt",
        title: "Interrupts what a cluster serves",
        level: Risk::Medium,
        effect_kinds: &[Kind::Stops],
        condition: |effect| effect.domain == Domain::Cluster,
        what: "Something that runs in a cluster is stopped, restarted or taken back.",
        why: "Whoever uses it may be cut off meanwhile.",
        instead: "Look at its state first, and do it when nobody depends on it.",
        matches: &[
            "kubectl scale deploy/web --replicas=0",
            "kubectl rollout restart deploy/web",
            "helm rollback api 3",
        ],
        non_matches: &[
            "kubectl scale deploy/web --replicas=5",
            "kubectl rollout status deploy/web",
        ],
    },
    Rule {
        id: "cluster/change",
        title: "Changes objects of a cluster over what is there",
        level: Risk::Medium,
        effect_kinds: &[Kind::ChangesRemote, Kind::Configures],
        condition: |effect| effect.domain == Domain::Cluster,
        what: "Objects are replaced, patched or set anew.",
        why: "What was there is not kept unless a manifest holds it.",
        instead: "See the difference with `kubectl diff` first.",
        matches: &[
            "kubectl replace -f pod.yaml",
            "kubectl patch svc web -p '{\"spec\":{}}'",
            "helmfile apply",
        ],
        non_matches: &["kubectl diff -f pod.yaml", "kubectl apply -f pod.yaml --dry-run=server"],
    },
];
