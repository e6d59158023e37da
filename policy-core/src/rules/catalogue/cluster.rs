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
        what: "A namespace, a volume, a definition or a whole cluster is deleted with everything in it.",
        why: "Everything goes at once, data included, and checkpoints do not cover it.",
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
        title: "Deletes objects in a cluster",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Cluster && !effect.traits.contains(Traits::MINOR)
        },
        what: "Objects running in a cluster are deleted.",
        why: "The services they provide stop, and their history is not kept.",
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
        title: "Deletes a local cluster or its configuration entry",
        level: Risk::Medium,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| effect.domain == Domain::Cluster,
        what: "A local test cluster, or the configuration entry for one, is deleted.",
        why: "It can be created again quickly, but everything set up in it is lost.",
        instead: "Stop it instead if you may need it again.",
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
        what: "Everything running on a node is evicted, or every node of a group is removed.",
        why: "Anything that cannot be moved elsewhere stops working.",
        instead: "Cordon the node first, and check where its work would go.",
        matches: &[
            "kubectl drain node-1 --ignore-daemonsets",
            "eksctl scale nodegroup --cluster c --name ng --nodes 0",
        ],
        non_matches: &["kubectl get nodes", "kubectl uncordon node-1"],
    },
    Rule {
        id: "cluster/interrupt",
        title: "Interrupts what runs in a cluster",
        level: Risk::Medium,
        effect_kinds: &[Kind::Stops],
        condition: |effect| effect.domain == Domain::Cluster,
        what: "Something running in a cluster is stopped, restarted or rolled back.",
        why: "Its users may be cut off in the meantime.",
        instead: "Check its state first, and do it when nobody depends on it.",
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
        title: "Replaces objects in a cluster",
        level: Risk::Medium,
        effect_kinds: &[Kind::ChangesRemote, Kind::Configures],
        condition: |effect| effect.domain == Domain::Cluster,
        what: "Objects are replaced, patched or reset.",
        why: "The previous state is not kept, unless a manifest has it.",
        instead: "Check the difference with `kubectl diff` first.",
        matches: &[
            "kubectl replace -f pod.yaml",
            "kubectl patch svc web -p '{\"spec\":{}}'",
            "helmfile apply",
        ],
        non_matches: &["kubectl diff -f pod.yaml", "kubectl apply -f pod.yaml --dry-run=server"],
    },
];
