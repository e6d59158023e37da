//! Clusters: kubectl and the tools around it.

use super::containers::container_command;
use super::verbs::rows::clusters as rows;
use super::verbs::rows::registries;
use super::verbs::sure;
use crate::facts::call::Call;
use crate::facts::cases::{
    ALL, Doing, Of, Target, affirmed, begins, exists, given, holds, named, not, otherwise, value,
    when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::{Words, words};

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(
        &["kubectl", "k", "oc", "kubecolor", "microk8s.kubectl"],
        KUBECTL,
        KUBECTL_SUBS,
        Act::Runs,
    ),
    toolbox(&["microk8s", "k3s"], Options::leading("h|help"), CARRIES_KUBECTL, Act::Runs),
    toolbox(&["helm"], HELM, HELM_SUBS, Act::Runs),
    toolbox(&["helmfile"], HELMFILE, HELMFILE_SUBS, Act::Runs),
    program(
        &["kustomize", "k9s", "kubectx", "kubens", "stern", "kubeconform", "kubeval"],
        Options::gnu(""),
        Act::Runs,
    ),
    toolbox(
        &["kind", "k3d", "minikube", "kops", "eksctl", "kubeadm", "colima", "ctlptl"],
        LOCAL,
        LOCAL_SUBS,
        Act::Runs,
    ),
    toolbox(&["argocd"], ARGOCD, ARGOCD_SUBS, Act::Verb(Domain::Cluster)),
    toolbox(&["flux"], FLUX, FLUX_SUBS, Act::Runs),
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
        Act::Verb(Domain::Cluster),
    ),
    program(
        &["k3s-uninstall.sh", "k3s-agent-uninstall.sh", "k3s-killall.sh", "rke2-uninstall.sh"],
        NONE,
        rows::DELETES_ALL,
    ),
    toolbox(&["rke"], NONE, &[sub("remove", Options::gnu(""), rows::DELETES_ALL)], Act::Runs),
    toolbox(&["etcdctl"], ETCD, ETCD_SUBS, Act::Runs),
];

const OPENS: Act =
    Act::Does(&[Deed::new(Kind::ChangesRights, Domain::Cluster).with(Traits::WORLD)]);

const KUBECTL: Options = Options::gnu(
    "n|namespace= context= cluster= user= kubeconfig= s|server= token= as= as-group= request-timeout= v= cache-dir= certificate-authority= client-certificate= client-key= o|output= l|selector= f|filename= field-selector= A|all-namespaces dry-run=? k|kustomize= c|container= R|recursive h|help all=? cascade=? force=? grace-period= wait=? timeout= loglevel= field-manager= sort-by= template=",
);

const NONE: Options = Options::gnu("");

static KUBECTL_SUBS: &[Sub] = &[
    sub("delete", NONE, Act::Code(delete)),
    sub(
        "drain",
        Options::gnu("ignore-daemonsets delete-emptydir-data pod-selector= disable-eviction"),
        DRAIN,
    ),
    sub("cordon|taint", NONE, rows::STOPS),
    sub("uncordon", NONE, Act::Runs),
    sub("scale", Options::gnu("replicas= current-replicas= resource-version="), SCALE),
    sub("autoscale", Options::gnu("min= max= cpu-percent= name="), Act::Runs),
    sub("rollout undo|restart|pause", Options::gnu("to-revision="), rows::STOPS),
    sub("rollout status|history", Options::gnu("revision= w|watch"), Act::Reads),
    sub("rollout latest|cancel", NONE, rows::STOPS),
    sub("rollback", NONE, rows::STOPS),
    sub("replace", Options::gnu("save-config subresource= raw="), REPLACE),
    sub(
        "apply",
        Options::gnu(
            "prune server-side force-conflicts overwrite=? prune-allowlist= raw= validate=?",
        ),
        APPLY,
    ),
    sub("apply view-last-applied", NONE, Act::Reads),
    sub("patch", Options::gnu("p|patch= type= patch-file= local subresource="), CHANGES),
    sub("edit", NONE, rows::CHANGES),
    sub(
        "set image|env|resources|selector|serviceaccount|subject",
        Options::gnu("e|env= from= local list limits= requests="),
        CHANGES,
    ),
    sub("label|annotate", Options::gnu("resource-version="), Act::Runs),
    sub(
        "exec",
        Options::leading(
            "n|namespace= context= kubeconfig= c|container= i|stdin t|tty q|quiet f|filename= pod-running-timeout= h|help",
        ),
        Act::Code(exec),
    ),
    sub(
        "rsh",
        Options::leading("n|namespace= context= c|container= T|no-tty t|tty shell= timeout="),
        Act::Code(exec),
    ),
    sub(
        "debug",
        Options::leading(
            "n|namespace= context= c|container= i|stdin t|tty image= copy-to= target= profile= q|quiet",
        ),
        Act::Runs,
    ),
    sub(
        "run",
        Options::leading(
            "n|namespace= context= image= i|stdin t|tty restart= env= l|labels= overrides= port= dry-run=? o|output= q|quiet",
        ),
        Act::Runs,
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
        Act::Runs,
    ),
    sub("certificate approve|deny", NONE, rows::RIGHTS),
    sub("adm policy", NONE, rows::RIGHTS),
    sub(
        "adm prune",
        Options::gnu("confirm"),
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Cluster).only("confirm")]),
    ),
    sub("adm drain", NONE, rows::STOPS),
    sub("policy", NONE, rows::RIGHTS),
    sub("config delete-context|delete-cluster|delete-user|unset", NONE, rows::DELETES_MILDLY),
    sub(
        "config view|get-contexts|current-context|get-clusters|get-users|use-context|set-context|set-cluster|set-credentials|set|rename-context",
        NONE,
        Act::Runs,
    ),
    sub(
        "get|describe|logs|top|explain|api-resources|api-versions|version|cluster-info|diff|wait|events|options|kustomize|completion|status|whoami|projects",
        NONE,
        Act::Reads,
    ),
    sub("auth can-i|whoami", NONE, Act::Reads),
    sub("auth reconcile", NONE, rows::RIGHTS),
    sub("argo rollouts abort|undo|terminate|retry|restart", NONE, rows::STOPS),
    sub("krew uninstall|remove", NONE, Act::Runs),
    sub("minio|cnpg|rabbitmq|cert-manager", NONE, Act::Verb(Domain::Cluster)),
    sub(
        "neat|tree|ctx|ns|krew|plugin|proxy|port-forward|attach|expose|login|logout|project",
        NONE,
        Act::Runs,
    ),
];

static CARRIES_KUBECTL: &[Sub] = &[
    sub("kubectl|helm|ctr", Options::leading(""), Act::On(Doing::Carries, Target::Words)),
    sub("reset|stop|disable|uninstall", Options::gnu("destroy-storage"), rows::DELETES),
    sub("etcd-snapshot delete|prune", NONE, rows::DELETES),
];

const HELM: Options = Options::gnu(
    "n|namespace= kube-context= kubeconfig= f|values= set= set-string= set-file= version= timeout= o|output= repo= registry-config= repository-config= description= dry-run=? h|help a|all l|selector= username= password= wait",
);

static HELM_SUBS: &[Sub] = &[
    sub(
        "uninstall|delete|del|un",
        Options::gnu("no-hooks purge cascade= ignore-not-found"),
        rows::DELETES,
    ),
    sub("rollback", Options::gnu("force recreate-pods cleanup-on-fail history-max="), rows::STOPS),
    sub(
        "upgrade",
        Options::gnu("i|install force reset-values reuse-values cleanup-on-fail create-namespace"),
        HELM_UPGRADE,
    ),
    sub(
        "install|template|lint|test|create|dependency|package|pull|repo|plugin|registry",
        NONE,
        Act::Runs,
    ),
    sub("plugin uninstall", NONE, rows::DELETES_MILDLY),
    sub("repo remove|rm", NONE, rows::DELETES_MILDLY),
    sub("push", NONE, registries::PUBLISHES),
    sub("cm-push", Options::gnu("f|force"), registries::PUBLISHES),
    sub("secrets", Options::leading(""), Act::Runs),
    sub(
        "list|ls|status|history|get|show|search|version|env|verify|diff|completion",
        NONE,
        Act::Reads,
    ),
];

const HELMFILE: Options = Options::gnu(
    "e|environment= f|file= n|namespace= l|selector= kube-context= state-values-set= state-values-file= log-level= b|helm-binary= q|quiet i|interactive args=",
);

static HELMFILE_SUBS: &[Sub] = &[
    sub(
        "destroy|delete",
        Options::gnu(""),
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Cluster).with(Traits::WHOLE)]),
    ),
    sub("sync|apply", Options::gnu(""), rows::CHANGES),
    sub("diff|template|lint|list|status|build|fetch|deps|repos|version|test", NONE, Act::Reads),
];

const LOCAL: Options = Options::gnu(
    "p|profile= n|name= r|region= c|cluster= f|config-file= kubeconfig= state= yes w|wait a|all force approve dry-run h|help",
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
    sub("cluster|clusters|node|nodes stop", NONE, rows::STOPS),
    sub("node|nodes delete|del|rm", NONE, DELETE_LOCAL),
    sub("registry delete|rm", NONE, rows::DELETES_MILDLY),
    sub("stop|pause", NONE, rows::STOPS),
    sub("drain nodegroup", NONE, rows::STOPS),
    sub("scale nodegroup", Options::gnu("N|nodes= nodes-min= nodes-max= m= M="), SCALE_NODES),
    sub(
        "reset",
        Options::gnu("f|force cert-dir= cri-socket= ignore-preflight-errors="),
        rows::DELETES,
    ),
    sub("kubectl", Options::leading(""), Act::On(Doing::Carries, Target::Words)),
    sub("ssh", Options::leading("n|node= p|profile="), Act::On(Doing::CarriesElsewhere, ALL)),
    sub(
        "rolling-update cluster",
        NONE,
        Act::Does(&[Deed::new(Kind::Stops, Domain::Cluster).only("yes")]),
    ),
    sub(
        "update|upgrade|replace cluster",
        NONE,
        Act::Does(&[Deed::new(Kind::ChangesRemote, Domain::Cluster).only("yes approve force")]),
    ),
    sub("replace", NONE, rows::CHANGES),
    sub("token delete", NONE, rows::DELETES_MILDLY),
    sub("certs renew", NONE, rows::CHANGES),
    sub("get|status|logs|version|ip|list|describe|profile|addons|config|validate", NONE, Act::Runs),
];

const ARGOCD: Options = Options::gnu(
    "server= auth-token= N|app-namespace= kube-context= loglevel= y|yes cascade=? p|propagation-policy= l|selector= o|output= config= dry-run h|help",
);

static ARGOCD_SUBS: &[Sub] = &[
    sub(
        "app|appset|proj|project|cluster|repo|repocreds|cert|gpg|account delete|rm|remove|delete-token",
        NONE,
        rows::DELETES,
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
        rows::CHANGES,
    ),
    sub("app set|create|add|wait|edit|run|actions", NONE, Act::Runs),
    sub("app get|list|diff|history|logs|manifests|resources", NONE, Act::Reads),
    sub("admin", NONE, Act::Runs),
    sub("admin import", Options::gnu(""), rows::CHANGES),
    sub("account update-password", NONE, rows::CHANGES),
];

const FLUX: Options = Options::gnu(
    "n|namespace= context= kubeconfig= timeout= s|silent dry-run path= kind= o|output= h|help",
);

static FLUX_SUBS: &[Sub] = &[
    sub("uninstall", NONE, rows::DELETES_ALL),
    sub("delete", NONE, rows::DELETES),
    sub("suspend", NONE, rows::STOPS),
    sub("push artifact", NONE, registries::PUBLISHES),
    sub(
        "get|logs|events|check|tree|trace|diff|export|version|stats|build|envsubst|list|debug",
        NONE,
        Act::Reads,
    ),
    sub("reconcile|resume|create|bootstrap|install|pull|tag", NONE, Act::Runs),
];

const MESH: Options = Options::gnu(
    "n|namespace= context= kubeconfig= address= token= region= profile= f|filename= set= revision= i|istioNamespace= y|skip-confirmation t|type= purge detach prefix nodes= e|endpoints= talosconfig= http-addr= ca-file= h|help o|output= force system-labels-to-wipe=",
);

static MESH_SUBS: &[Sub] = &[
    sub("uninstall", NONE, rows::DELETES),
    sub("x|experimental uninstall", NONE, rows::DELETES),
    sub("kv delete", Options::gnu(""), rows::DELETES),
    sub("kv put|import", NONE, rows::CHANGES),
    sub("kv get|export", NONE, Act::Reads),
    sub("snapshot restore", NONE, rows::CHANGES),
    sub("operator raft", NONE, Act::Verb(Domain::Cluster)),
    sub("operator remove-peer", NONE, rows::DELETES),
    sub("acl", NONE, Act::Verb(Domain::Secret)),
    sub("xpkg push", NONE, registries::PUBLISHES),
    sub("force-leave|leave|maint|reload", NONE, rows::STOPS),
    sub("job stop|purge", NONE, rows::STOPS),
    sub(
        "job|alloc|node|deployment|namespace|system status|run|plan|inspect|history|validate|init|logs",
        NONE,
        Act::Runs,
    ),
    sub("system gc", NONE, rows::DELETES_MILDLY),
    sub("node drain|eligibility", Options::gnu("deadline="), rows::STOPS),
    sub("alloc exec", Options::leading("i t task="), Act::Code(exec)),
    sub("exec", Options::leading("node= service="), Act::Code(consul_exec)),
    sub("alloc stop|restart|signal", NONE, rows::STOPS),
    sub("reset|wipe", NONE, rows::DELETES_ALL),
    sub(
        "analyze|proxy-status|proxy-config|verify-install|check|viz|dashboard|version|stat|tap|edges|diagnostics",
        NONE,
        Act::Reads,
    ),
    sub("inject|install|upgrade", NONE, Act::Runs),
];

const ETCD: Options = Options::gnu(
    "endpoints= cacert= cert= key= user= password= w|write-out= prefix from-key command-timeout= dial-timeout= h|help keys-only limit= rev= prev-kv range-end=",
);

static ETCD_SUBS: &[Sub] = &[
    sub("del|rm|rmdir", Options::gnu("recursive"), ETCD_DELETE),
    sub("put|set|update", NONE, Act::Runs),
    sub("member remove", NONE, rows::DELETES),
    sub("snapshot restore", Options::gnu("data-dir= name= initial-cluster="), rows::CHANGES),
    sub("auth disable", NONE, rows::RIGHTS),
    sub("user|role delete|revoke-role|revoke-permission", NONE, rows::RIGHTS),
    sub("compact|compaction|defrag|move-leader", NONE, rows::STOPS),
    sub("lease revoke", NONE, rows::DELETES),
    sub("alarm disarm", NONE, Act::Runs),
    sub("get|watch|endpoint|version|check|ls", NONE, Act::Reads),
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

const DRAIN: Act =
    Act::Does(&[Deed::new(Kind::Stops, Domain::Cluster).with(Traits::WHOLE).unless("dry-run")]);

const SCALE: Act = Act::Cases(&[
    when(affirmed("dry-run"), Act::Reads),
    // Only a known number above zero is sure to leave something running.
    when(begins(Of::Value, "1 2 3 4 5 6 7 8 9").of("replicas"), Act::Runs),
    otherwise(sure::clusters::STOPS),
]);

const SCALE_NODES: Act =
    Act::Cases(&[when(value("nodes", "0"), sure::clusters::STOPS_ALL), otherwise(Act::Runs)]);

const REPLACE: Act = Act::Cases(&[
    when(affirmed("dry-run"), Act::Reads),
    when(affirmed("force"), sure::clusters::DELETES),
    otherwise(sure::clusters::CHANGES),
]);

const APPLY: Act = Act::Cases(&[
    when(affirmed("dry-run"), Act::Reads),
    when(affirmed("prune"), sure::clusters::DELETES),
    when(affirmed("force force-conflicts"), sure::clusters::CHANGES),
    otherwise(Act::Runs),
]);

const CHANGES: Act = Act::Cases(&[
    when(affirmed("dry-run"), Act::Reads),
    when(not(given("local list")), sure::clusters::CHANGES),
]);

/// A binding to `cluster-admin` hands the cluster over.
const BINDING: Act = Act::Cases(&[
    when(affirmed("dry-run"), Act::Reads),
    when(value("clusterrole", "cluster-admin"), OPENS),
    when(value("role", "cluster-admin"), OPENS),
    when(holds(Of::Values, "*").of("verb"), OPENS),
    otherwise(Act::Runs),
]);

/// `kubectl exec pod -- command`.
fn exec<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.acts();
    // Its own flags may still stand behind the pod; the dashes end them.
    let words = call.behind(words!("--")).or(call.operands.get(1..));
    container_command(walker, words.unwrap_or(&[]));
}

/// `consul exec command`: one text for many machines.
fn consul_exec<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.acts();
    let code = walker.joined(call.operands, call.at);
    walker.with_elsewhere(|walker| {
        let dialect = crate::shell::Dialect::Sh;
        walker.run_stream(code, dialect, crate::facts::walker::Scoping::Own, call.at);
    });
}

const COPY: Act = Act::Cases(&[
    when(holds(Of::Last, ":"), Act::Runs),
    otherwise(Act::On(Doing::Touches(Kind::Overwrites, Traits::empty()), Target::Last)),
]);

/// Clusters of this machine are made again; those of a cloud are not.
const DELETE_LOCAL: Act = Act::Cases(&[
    when(affirmed("dry-run"), Act::Reads),
    // kops only shows its plan until it is told `--yes`.
    when(named("kops").and(&not(given("yes"))), Act::Reads),
    when(named("kind k3d minikube colima ctlptl"), sure::clusters::DELETES_MILDLY),
    otherwise(sure::clusters::DELETES_ALL),
]);

const HELM_UPGRADE: Act = Act::Cases(&[
    when(affirmed("dry-run"), Act::Reads),
    when(affirmed("force reset-values"), sure::clusters::CHANGES),
    otherwise(Act::Runs),
]);

const ARGOCD_SYNC: Act = Act::Cases(&[
    when(affirmed("dry-run"), Act::Reads),
    when(affirmed("prune"), sure::clusters::DELETES),
    when(affirmed("force replace"), sure::clusters::CHANGES),
    otherwise(Act::Runs),
]);

const ETCD_DELETE: Act = Act::Cases(&[
    when(given("prefix from-key recursive range-end"), sure::clusters::DELETES_ALL),
    when(exists(Of::Second), sure::clusters::DELETES_ALL),
    otherwise(sure::clusters::DELETES),
]);
