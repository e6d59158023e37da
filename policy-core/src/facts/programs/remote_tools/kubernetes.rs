//! Clusters: kubectl and the tools around it.

use super::containers::container_command;
use super::verbs::respects_dry_run::clusters as respects_dry_run;
use super::verbs::respects_dry_run::registries;
use super::verbs::unconditional;
use crate::facts::call::Call;
use crate::facts::cases::{
    ALL, Subject, Target, WordAction, contains, exists, flag_enabled, has_flag, named, not,
    otherwise, starts_with, value, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::{Words, words};

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(
        &["kubectl", "k", "oc", "kubecolor", "microk8s.kubectl"],
        KUBECTL,
        KUBECTL_SUBS,
        Behavior::Runs,
    ),
    toolbox(&["microk8s", "k3s"], Options::leading("h|help"), CARRIES_KUBECTL, Behavior::Runs),
    toolbox(&["helm"], HELM, HELM_SUBS, Behavior::Runs),
    toolbox(&["helmfile"], HELMFILE, HELMFILE_SUBS, Behavior::Runs),
    program(
        &["kustomize", "k9s", "kubectx", "kubens", "stern", "kubeconform", "kubeval"],
        Options::gnu(""),
        Behavior::Runs,
    ),
    toolbox(
        &["kind", "k3d", "minikube", "kops", "eksctl", "kubeadm", "colima", "ctlptl"],
        LOCAL,
        LOCAL_SUBS,
        Behavior::Runs,
    ),
    toolbox(&["argocd"], ARGOCD, ARGOCD_SUBS, Behavior::Verb(Domain::Cluster)),
    toolbox(&["flux"], FLUX, FLUX_SUBS, Behavior::Runs),
    toolbox(
        &[
            "istioctl",
            "linkerd",
            "cilium",
            "consul",
            "nomad",
            "kn",
            "tkn",
            "rancher",
            "argo",
            "crossplane",
            "vcluster",
            "clusterctl",
            "talosctl",
            "kubevirt",
            "virtctl",
            "calicoctl",
        ],
        MESH,
        MESH_SUBS,
        Behavior::Verb(Domain::Cluster),
    ),
    program(
        &["k3s-uninstall.sh", "k3s-agent-uninstall.sh", "k3s-killall.sh", "rke2-uninstall.sh"],
        NONE,
        respects_dry_run::DELETES_ALL,
    ),
    toolbox(
        &["rke"],
        NONE,
        &[sub("remove", Options::gnu(""), respects_dry_run::DELETES_ALL)],
        Behavior::Runs,
    ),
    toolbox(&["etcdctl"], ETCD, ETCD_SUBS, Behavior::Runs),
];

const OPENS: Behavior =
    Behavior::Effects(&[EffectSpec::new(Kind::ChangesRights, Domain::Cluster).with(Traits::WORLD)]);

const KUBECTL: Options = Options::gnu(
    "n|namespace= context= cluster= user= kubeconfig= s|server= token= as= as-group= request-timeout= v= cache-dir= certificate-authority= client-certificate= client-key= o|output= l|selector= f|filename= field-selector= A|all-namespaces dry-run=? k|kustomize= c|container= R|recursive h|help all=? cascade=? force=? grace-period= wait=? timeout= loglevel= field-manager= sort-by= template=",
);

const NONE: Options = Options::gnu("");

static KUBECTL_SUBS: &[Sub] = &[
    sub("delete", NONE, Behavior::Code(delete)),
    sub(
        "drain",
        Options::gnu("ignore-daemonsets delete-emptydir-data pod-selector= disable-eviction"),
        DRAIN,
    ),
    sub("cordon|taint", NONE, respects_dry_run::STOPS),
    sub("uncordon", NONE, Behavior::Runs),
    sub("scale", Options::gnu("replicas= current-replicas= resource-version="), SCALE),
    sub("autoscale", Options::gnu("min= max= cpu-percent= name="), Behavior::Runs),
    sub("rollout undo|restart|pause", Options::gnu("to-revision="), respects_dry_run::STOPS),
    sub("rollout status|history", Options::gnu("revision= w|watch"), Behavior::Reads),
    sub("rollout latest|cancel", NONE, respects_dry_run::STOPS),
    sub("rollback", NONE, respects_dry_run::STOPS),
    sub("replace", Options::gnu("save-config subresource= raw="), REPLACE),
    sub(
        "apply",
        Options::gnu(
            "prune server-side force-conflicts overwrite=? prune-allowlist= raw= validate=?",
        ),
        APPLY,
    ),
    sub("apply view-last-applied", NONE, Behavior::Reads),
    sub("patch", Options::gnu("p|patch= type= patch-file= local subresource="), CHANGES),
    sub("edit", NONE, respects_dry_run::CHANGES),
    sub(
        "set image|env|resources|selector|serviceaccount|subject",
        Options::gnu("e|env= from= local list limits= requests="),
        CHANGES,
    ),
    sub("label|annotate", Options::gnu("resource-version="), Behavior::Runs),
    sub(
        "exec",
        Options::leading(
            "n|namespace= context= kubeconfig= c|container= i|stdin t|tty q|quiet f|filename= pod-running-timeout= h|help",
        ),
        Behavior::Code(exec),
    ),
    sub(
        "rsh",
        Options::leading("n|namespace= context= c|container= T|no-tty t|tty shell= timeout="),
        Behavior::Code(exec),
    ),
    sub(
        "debug",
        Options::leading(
            "n|namespace= context= c|container= i|stdin t|tty image= copy-to= target= profile= q|quiet",
        ),
        Behavior::Runs,
    ),
    sub(
        "run",
        Options::leading(
            "n|namespace= context= image= i|stdin t|tty restart= env= l|labels= overrides= port= dry-run=? o|output= q|quiet",
        ),
        Behavior::Runs,
    ),
    sub("cp", Options::gnu("no-preserve retries="), COPY),
    sub(
        "create clusterrolebinding|rolebinding|clusterrole|role",
        Options::gnu("clusterrole= role= user= group= serviceaccount= verb= resource="),
        BINDING,
    ),
    sub(
        "create token|secret|configmap|namespace|ns|deployment|job|cronjob|service|ingress|quota|serviceaccount",
        NONE,
        Behavior::Runs,
    ),
    sub("certificate approve|deny", NONE, respects_dry_run::RIGHTS),
    sub("adm policy", NONE, respects_dry_run::RIGHTS),
    sub(
        "adm prune",
        Options::gnu("confirm"),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Cluster).only("confirm")]),
    ),
    sub("adm drain", NONE, respects_dry_run::STOPS),
    sub("policy", NONE, respects_dry_run::RIGHTS),
    sub(
        "config delete-context|delete-cluster|delete-user|unset",
        NONE,
        respects_dry_run::DELETES_MINOR,
    ),
    sub(
        "config view|get-contexts|current-context|get-clusters|get-users|use-context|set-context|set-cluster|set-credentials|set|rename-context",
        NONE,
        Behavior::Runs,
    ),
    sub(
        "get|describe|logs|top|explain|api-resources|api-versions|version|cluster-info|diff|wait|events|options|kustomize|completion|status|whoami|projects",
        NONE,
        Behavior::Reads,
    ),
    sub("auth can-i|whoami", NONE, Behavior::Reads),
    sub("auth reconcile", NONE, respects_dry_run::RIGHTS),
    sub("argo rollouts abort|undo|terminate|retry|restart", NONE, respects_dry_run::STOPS),
    sub("krew uninstall|remove", NONE, Behavior::Runs),
    sub("minio|cnpg|rabbitmq|cert-manager", NONE, Behavior::Verb(Domain::Cluster)),
    sub(
        "neat|tree|ctx|ns|krew|plugin|proxy|port-forward|attach|expose|login|logout|project",
        NONE,
        Behavior::Runs,
    ),
];

static CARRIES_KUBECTL: &[Sub] = &[
    sub("kubectl|helm|ctr", Options::leading(""), Behavior::On(WordAction::Runs, Target::Words)),
    sub("reset|stop|disable|uninstall", Options::gnu("destroy-storage"), respects_dry_run::DELETES),
    sub("etcd-snapshot delete|prune", NONE, respects_dry_run::DELETES),
];

const HELM: Options = Options::gnu(
    "n|namespace= kube-context= kubeconfig= f|values= set= set-string= set-file= version= timeout= o|output= repo= registry-config= repository-config= description= dry-run=? h|help a|all l|selector= username= password= wait",
);

static HELM_SUBS: &[Sub] = &[
    sub(
        "uninstall|delete|del|un",
        Options::gnu("no-hooks purge cascade= ignore-not-found"),
        respects_dry_run::DELETES,
    ),
    sub(
        "rollback",
        Options::gnu("force recreate-pods cleanup-on-fail history-max="),
        respects_dry_run::STOPS,
    ),
    sub(
        "upgrade",
        Options::gnu("i|install force reset-values reuse-values cleanup-on-fail create-namespace"),
        HELM_UPGRADE,
    ),
    sub(
        "install|template|lint|test|create|dependency|package|pull|repo|plugin|registry",
        NONE,
        Behavior::Runs,
    ),
    sub("plugin uninstall", NONE, respects_dry_run::DELETES_MINOR),
    sub("repo remove|rm", NONE, respects_dry_run::DELETES_MINOR),
    sub("push", NONE, registries::PUBLISHES),
    sub("cm-push", Options::gnu("f|force"), registries::PUBLISHES),
    sub("secrets", Options::leading(""), Behavior::Runs),
    sub(
        "list|ls|status|history|get|show|search|version|env|verify|diff|completion",
        NONE,
        Behavior::Reads,
    ),
];

const HELMFILE: Options = Options::gnu(
    "e|environment= f|file= n|namespace= l|selector= kube-context= state-values-set= state-values-file= log-level= b|helm-binary= q|quiet i|interactive args=",
);

static HELMFILE_SUBS: &[Sub] = &[
    sub(
        "destroy|delete",
        Options::gnu(""),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Cluster).with(Traits::WHOLE)]),
    ),
    sub("sync|apply", Options::gnu(""), respects_dry_run::CHANGES),
    sub(
        "diff|template|lint|list|status|build|fetch|deps|repos|version|test",
        NONE,
        Behavior::Reads,
    ),
];

const LOCAL: Options = Options::gnu(
    "p|profile= n|name= r|region= c|cluster= f|config-file= kubeconfig= state= y|yes w|wait a|all force approve dry-run h|help",
);

static LOCAL_SUBS: &[Sub] = &[
    sub("delete", NONE, DELETE_LOCAL),
    sub("delete cluster|clusters", NONE, DELETE_LOCAL),
    sub(
        "delete nodegroup|fargateprofile|iamserviceaccount|addon|iamidentitymapping|instance|instancegroup|ig|secret|sshpublickey|accessentry|podidentityassociation",
        NONE,
        DELETE_LOCAL,
    ),
    sub("cluster|clusters delete|del|rm", NONE, DELETE_LOCAL),
    sub("cluster|clusters|node|nodes stop", NONE, respects_dry_run::STOPS),
    sub("node|nodes delete|del|rm", NONE, DELETE_LOCAL),
    sub("registry delete|rm", NONE, respects_dry_run::DELETES_MINOR),
    sub("stop|pause", NONE, respects_dry_run::STOPS),
    sub("drain nodegroup", NONE, respects_dry_run::STOPS),
    sub("scale nodegroup", Options::gnu("N|nodes= nodes-min= nodes-max= m= M="), SCALE_NODES),
    sub(
        "reset",
        Options::gnu("f|force cert-dir= cri-socket= ignore-preflight-errors="),
        respects_dry_run::DELETES,
    ),
    sub("kubectl", Options::leading(""), Behavior::On(WordAction::Runs, Target::Words)),
    sub(
        "ssh",
        Options::leading("n|node= p|profile="),
        Behavior::On(WordAction::RunsElsewhere, ALL),
    ),
    sub(
        "rolling-update cluster",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Cluster).only("yes")]),
    ),
    sub(
        "update|upgrade|replace cluster",
        NONE,
        Behavior::Effects(&[
            EffectSpec::new(Kind::ChangesRemote, Domain::Cluster).only("yes approve force")
        ]),
    ),
    sub("replace", NONE, respects_dry_run::CHANGES),
    sub("token delete", NONE, respects_dry_run::DELETES_MINOR),
    sub("certs renew", NONE, respects_dry_run::CHANGES),
    sub(
        "get|status|logs|version|ip|list|describe|profile|addons|config|validate",
        NONE,
        Behavior::Runs,
    ),
];

const ARGOCD: Options = Options::gnu(
    "server= auth-token= N|app-namespace= kube-context= loglevel= y|yes cascade=? p|propagation-policy= l|selector= o|output= config= dry-run h|help",
);

static ARGOCD_SUBS: &[Sub] = &[
    sub(
        "app|appset|proj|project|cluster|repo|repocreds|cert|gpg|account delete|rm|remove|delete-token",
        NONE,
        respects_dry_run::DELETES,
    ),
    sub(
        "app sync",
        Options::gnu(
            "prune force replace revision= resource= preview-changes local= timeout= async",
        ),
        ARGOCD_SYNC,
    ),
    sub(
        "app rollback|terminate-op|delete-resource|unset|patch|patch-resource",
        NONE,
        respects_dry_run::CHANGES,
    ),
    sub("app set|create|add|wait|edit|run|actions", NONE, Behavior::Runs),
    sub("app get|list|diff|history|logs|manifests|resources", NONE, Behavior::Reads),
    sub("admin", NONE, Behavior::Runs),
    sub("admin import", Options::gnu(""), respects_dry_run::CHANGES),
    sub("account update-password", NONE, respects_dry_run::CHANGES),
];

const FLUX: Options = Options::gnu(
    "n|namespace= context= kubeconfig= timeout= s|silent dry-run path= kind= o|output= h|help",
);

static FLUX_SUBS: &[Sub] = &[
    sub("uninstall", NONE, respects_dry_run::DELETES_ALL),
    sub("delete", NONE, respects_dry_run::DELETES),
    sub("suspend", NONE, respects_dry_run::STOPS),
    sub("push artifact", NONE, registries::PUBLISHES),
    sub(
        "get|logs|events|check|tree|trace|diff|export|version|stats|build|envsubst|list|debug",
        NONE,
        Behavior::Reads,
    ),
    sub("reconcile|resume|create|bootstrap|install|pull|tag", NONE, Behavior::Runs),
];

const MESH: Options = Options::gnu(
    "n|namespace= context= kubeconfig= address= token= region= profile= f|filename= set= revision= i|istioNamespace= y|skip-confirmation t|type= purge detach prefix nodes= e|endpoints= talosconfig= http-addr= ca-file= h|help o|output= force system-labels-to-wipe=",
);

static MESH_SUBS: &[Sub] = &[
    sub("uninstall", NONE, respects_dry_run::DELETES),
    sub("x|experimental uninstall", NONE, respects_dry_run::DELETES),
    sub("kv delete", Options::gnu(""), respects_dry_run::DELETES),
    sub("kv put|import", NONE, respects_dry_run::CHANGES),
    sub("kv get|export", NONE, Behavior::Reads),
    sub("snapshot restore", NONE, respects_dry_run::CHANGES),
    sub("operator raft", NONE, Behavior::Verb(Domain::Cluster)),
    sub("operator remove-peer", NONE, respects_dry_run::DELETES),
    sub("acl", NONE, Behavior::Verb(Domain::Secret)),
    sub("xpkg push", NONE, registries::PUBLISHES),
    sub("force-leave|leave|maint|reload", NONE, respects_dry_run::STOPS),
    sub("job stop|purge", NONE, respects_dry_run::STOPS),
    sub(
        "job|alloc|node|deployment|namespace|system status|run|plan|inspect|history|validate|init|logs",
        NONE,
        Behavior::Runs,
    ),
    sub("system gc", NONE, respects_dry_run::DELETES_MINOR),
    sub("node drain|eligibility", Options::gnu("deadline="), respects_dry_run::STOPS),
    sub("alloc exec", Options::leading("i t task="), Behavior::Code(exec)),
    sub("exec", Options::leading("node= service="), Behavior::Code(consul_exec)),
    sub("alloc stop|restart|signal", NONE, respects_dry_run::STOPS),
    sub("reset|wipe", NONE, respects_dry_run::DELETES_ALL),
    sub(
        "analyze|proxy-status|proxy-config|verify-install|check|viz|dashboard|version|stat|tap|edges|diagnostics",
        NONE,
        Behavior::Reads,
    ),
    sub("inject|install|upgrade", NONE, Behavior::Runs),
];

const ETCD: Options = Options::gnu(
    "endpoints= cacert= cert= key= user= password= w|write-out= prefix from-key command-timeout= dial-timeout= h|help keys-only limit= rev= prev-kv range-end=",
);

static ETCD_SUBS: &[Sub] = &[
    sub("del|rm|rmdir", Options::gnu("recursive"), ETCD_DELETE),
    sub("put|set|update", NONE, Behavior::Runs),
    sub("member remove", NONE, respects_dry_run::DELETES),
    sub(
        "snapshot restore",
        Options::gnu("data-dir= name= initial-cluster="),
        respects_dry_run::CHANGES,
    ),
    sub("auth disable", NONE, respects_dry_run::RIGHTS),
    sub("user|role delete|revoke-role|revoke-permission", NONE, respects_dry_run::RIGHTS),
    sub("compact|compaction|defrag|move-leader", NONE, respects_dry_run::STOPS),
    sub("lease revoke", NONE, respects_dry_run::DELETES),
    sub("alarm disarm", NONE, Behavior::Runs),
    sub("get|watch|endpoint|version|check|ls", NONE, Behavior::Reads),
];

fn add<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.does(kind, Domain::Cluster, traits, call);
}

fn rehearses(call: &Call<'_>) -> bool {
    call.affirms(words!("dry-run"))
}

/// Objects whose deletion takes others with it or loses data.
const CARRIES_OTHERS: Words = words(
    "\
    namespace namespaces ns project projects pv persistentvolume persistentvolumes pvc \
    persistentvolumeclaim persistentvolumeclaims crd crds customresourcedefinition \
    customresourcedefinitions node nodes all storageclass statefulset statefulsets sts",
);

fn delete<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if rehearses(call) {
        return;
    }
    let kinds = call.operands.first().map_or("", |word| word.text);
    let heavy = kinds
        .split(',')
        .map(|name| name.split('/').next().unwrap_or_default())
        .map(|name| name.split('.').next().unwrap_or_default())
        .any(|name| CARRIES_OTHERS.has(name));
    let mut traits = Traits::empty();
    if heavy || call.affirms(words!("all all-namespaces")) {
        traits |= Traits::WHOLE;
    }
    if call.affirms(words!("force")) {
        traits |= Traits::FORCED;
    }
    add(walker, call, Kind::Deletes, traits);
}

const DRAIN: Behavior = Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Cluster)
    .with(Traits::WHOLE)
    .unless("dry-run")]);

const SCALE: Behavior = Behavior::Cases(&[
    when(flag_enabled("dry-run"), Behavior::Reads),
    // Only a known number above zero is sure to leave something running.
    when(starts_with(Subject::Value, "1 2 3 4 5 6 7 8 9").of("replicas"), Behavior::Runs),
    otherwise(unconditional::clusters::STOPS),
]);

const SCALE_NODES: Behavior = Behavior::Cases(&[
    when(value("nodes", "0"), unconditional::clusters::STOPS_ALL),
    otherwise(Behavior::Runs),
]);

const REPLACE: Behavior = Behavior::Cases(&[
    when(flag_enabled("dry-run"), Behavior::Reads),
    when(flag_enabled("force"), unconditional::clusters::DELETES),
    otherwise(unconditional::clusters::CHANGES),
]);

const APPLY: Behavior = Behavior::Cases(&[
    when(flag_enabled("dry-run"), Behavior::Reads),
    when(flag_enabled("prune"), unconditional::clusters::DELETES),
    when(flag_enabled("force force-conflicts"), unconditional::clusters::CHANGES),
    otherwise(Behavior::Runs),
]);

const CHANGES: Behavior = Behavior::Cases(&[
    when(flag_enabled("dry-run"), Behavior::Reads),
    when(not(has_flag("local list")), unconditional::clusters::CHANGES),
]);

/// A binding to `cluster-admin` hands the cluster over.
const BINDING: Behavior = Behavior::Cases(&[
    when(flag_enabled("dry-run"), Behavior::Reads),
    when(value("clusterrole", "cluster-admin"), OPENS),
    when(value("role", "cluster-admin"), OPENS),
    when(contains(Subject::Values, "*").of("verb"), OPENS),
    otherwise(Behavior::Runs),
]);

/// `kubectl exec pod -- command`.
fn exec<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    // Its own flags may still stand behind the pod; the dashes end them.
    let words = call.behind(words!("--")).or(call.operands.get(1..));
    container_command(walker, words.unwrap_or(&[]));
}

/// `consul exec command`: one text for many machines.
fn consul_exec<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let code = walker.joined(call.operands, call.at);
    walker.with_elsewhere(|walker| {
        let dialect = crate::shell::Dialect::Sh;
        walker.run_stream(code, dialect, crate::facts::walker::Scoping::Own, call.at);
    });
}

const COPY: Behavior = Behavior::Cases(&[
    when(contains(Subject::Last, ":"), Behavior::Runs),
    otherwise(Behavior::On(WordAction::Touches(Kind::Overwrites, Traits::empty()), Target::Last)),
]);

/// Clusters of this machine are made again; those of a cloud are not.
const DELETE_LOCAL: Behavior = Behavior::Cases(&[
    when(flag_enabled("dry-run"), Behavior::Reads),
    // kops only shows its plan until it is told `--yes`.
    when(named("kops").and(&not(has_flag("yes"))), Behavior::Reads),
    when(named("kind k3d minikube colima ctlptl"), unconditional::clusters::DELETES_MINOR),
    otherwise(unconditional::clusters::DELETES_ALL),
]);

const HELM_UPGRADE: Behavior = Behavior::Cases(&[
    when(flag_enabled("dry-run"), Behavior::Reads),
    when(flag_enabled("force reset-values"), unconditional::clusters::CHANGES),
    otherwise(Behavior::Runs),
]);

const ARGOCD_SYNC: Behavior = Behavior::Cases(&[
    when(flag_enabled("dry-run"), Behavior::Reads),
    when(flag_enabled("prune"), unconditional::clusters::DELETES),
    when(flag_enabled("force replace"), unconditional::clusters::CHANGES),
    otherwise(Behavior::Runs),
]);

const ETCD_DELETE: Behavior = Behavior::Cases(&[
    when(has_flag("prefix from-key recursive range-end"), unconditional::clusters::DELETES_ALL),
    when(exists(Subject::Second), unconditional::clusters::DELETES_ALL),
    otherwise(unconditional::clusters::DELETES),
]);
