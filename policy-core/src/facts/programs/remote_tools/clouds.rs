//! Google's and Microsoft's command lines, and the clouds whose tools are built like them:
//! groups, then a verb, then names.

use super::verbs::unconditional;
use super::verbs::{self, REHEARSALS, Verb};
use crate::dialect::Dialect;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{Subject, exists, first_operand, flag_enabled, has_flag, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::{Flag, Options};
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Program, Sub, program, sub, toolbox};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::{Words, words};

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["gcloud"], GCLOUD, GCLOUD_SUBS, Behavior::Code(gcloud)),
    toolbox(&["az"], AZ, AZ_SUBS, Behavior::Code(az)),
    program(&["bq"], BQ, BQ_CASES),
    program(&["cbt"], BQ, Behavior::Verb(Domain::Database)),
    program(&["azd"], AZ, Behavior::Code(azd)),
    program(
        &[
            "doctl",
            "ncli",
            "linode-cli",
            "linode",
            "hcloud",
            "scw",
            "oci",
            "ibmcloud",
            "aliyun",
            "tccli",
            "vultr-cli",
            "vultr",
            "exo",
            "civo",
            "openstack",
            "upctl",
            "ovhai",
            "yc",
            "metal",
            "packet",
            "gridscale",
            "ionosctl",
            "bx",
            "rackspace",
            "nova",
            "cinder",
            "glance",
            "neutron",
            "tencentcloud",
            "hws",
            "cf",
            "s2i",
            "gam",
            "tsuru",
            "equinix",
        ],
        OTHERS,
        Behavior::Code(others),
    ),
];

const GCLOUD: Options = Options::gnu(
    "project= account= format= verbosity= configuration= impersonate-service-account= billing-project= filter= zone= region= zones= regions= location= q|quiet flags-file= access-token-file= log-http trace-token= sort-by= limit= page-size= uri user-output-enabled=? member= role= instance= database= command= cluster= service= version= keyring= key= topic= subscription= network= description= name= dataset= labels= update-labels= tags= async no-async h|help image= source= type= condition= size= num-nodes= sql= new-capacity= min-nodes= max-nodes= to-revisions= to-tags= backup-instance= restore-instance= backup-id= snapshot-name= secret= file= data-file= r|R|recursive delete-unmatched-destination-objects dry-run validate-only",
);

static GCLOUD_SUBS: &[Sub] = &[
    sub(
        "compute ssh|start-iap-tunnel",
        Options::gnu("command= ssh-key-file= tunnel-through-iap internal-ip ssh-flag="),
        Behavior::Code(ssh),
    ),
    sub("alpha|beta", Options::gnu(""), Behavior::Code(gcloud)),
    sub(
        "config|auth|components|info|version|help|topic|feedback|cheat-sheet|survey",
        Options::gnu(""),
        Behavior::Runs,
    ),
    sub("auth revoke|print-access-token", Options::gnu("all"), Behavior::Runs),
    sub("components remove", Options::gnu(""), Behavior::Runs),
    sub(
        "storage rm",
        Options::gnu("a|all-versions c|continue-on-error I|read-paths-from-stdin"),
        Behavior::Code(storage_rm),
    ),
    sub("storage mv", Options::gnu("n|no-clobber"), Behavior::Code(storage_rm)),
    sub("storage cp", Options::gnu("n|no-clobber"), Behavior::Code(storage_cp)),
    sub("storage rsync", Options::gnu("x|exclude= checksums-only"), Behavior::Code(storage_rsync)),
    sub("storage ls|cat|du|hash", Options::gnu(""), Behavior::Reads),
];

const AZ: Options = Options::gnu(
    "n|name= g|resource-group= s|subscription= o|output= query= l|location= y|yes ids= tags= no-wait verbose debug only-show-errors h|help vault-name= account-name= c|container-name= server= server-name= account-key= pattern= source= assignee= role= scope= mode= m|method= u|uri|url= b|body= scripts= command-id= f|template-file= template-uri= p|parameters= e|environment= r|registry= registry-name= workspace-name= cluster-name= nodepool-name= namespace-name= description= command= image= slot= settings= user= username= password= object-id= id= project= org= organization= detect= dry-run dryrun what-if purge force count= node-count= new-capacity= admin-user= default-action= public-access= public-network-access= set= remove= add= zone-name= z= record-set-name= container= share-name= queue-name= table-name= d|destination= delete-destination= database= db-name=",
);

static AZ_SUBS: &[Sub] = &[
    sub(
        "login|logout|account|configure|config|version|feedback|interactive|find|extension|cloud|upgrade|self-test|bicep|cache",
        Options::gnu(""),
        Behavior::Runs,
    ),
    sub("account lock|management-group|alias", Options::gnu(""), Behavior::Code(az)),
    sub("rest", Options::gnu(""), Behavior::Code(rest)),
    sub("vm|vmss run-command", Options::gnu(""), Behavior::Code(run_command)),
    sub("deployment group|sub|mg|tenant", Options::gnu(""), Behavior::Code(deployment)),
    sub("group deployment", Options::gnu(""), Behavior::Code(deployment)),
    sub(
        "storage copy|blob|fs|file|share|container|queue|table|message|entity",
        Options::gnu(""),
        Behavior::Code(az),
    ),
];

const BQ: Options = Options::gnu(
    "project_id= dataset_id= location= format= f|force r|recursive t|table d|dataset q|quiet m|model \
     use_legacy_sql=? nouse_legacy_sql n|max_results= replace=? destination_table= schema= \
     dry_run=? instance= project= h|help append_table=? display_name= k|transfer_config headless=? apilog= \
     source_format= skip_leading_rows= autodetect=? batch=?",
);

const OTHERS: Options = Options::gnu(
    "t|access-token= c|config= context= o|output= format= region= project= profile= zone= y|yes \
     f|force api-url= token= name= id= v|verbose all h|help os-cloud= os-auth-url= os-project-name= \
     os-username= os-password= compartment-id= auth= config-file= config-name= as-user= \
     instance-id= bucket-name= label= tag= tag-name= description= folder-id= cloud-id= zone-id= \
     RegionId= InstanceId= InstanceIds.1= no-defaults json text",
);

fn gcloud_domain(group: &str) -> Domain {
    match group {
        "sql" | "spanner" | "bigtable" | "firestore" | "datastore" | "redis" | "alloydb"
        | "memcache" | "dataproc" => Domain::Database,
        "storage" | "filestore" => Domain::Storage,
        "pubsub" | "tasks" | "eventarc" | "scheduler" => Domain::Queue,
        "dns" | "network-services" | "api-gateway" | "apigee" | "endpoints" | "domains" => {
            Domain::Edge
        }
        "secrets" | "kms" | "privateca" => Domain::Secret,
        "container" | "anthos" => Domain::Cluster,
        "artifacts" => Domain::Registry,
        "logging" | "monitoring" | "error-reporting" => Domain::Monitoring,
        "builds" | "deploy" => Domain::Pipeline,
        "source" => Domain::Hosting,
        "deployment-manager" | "infra-manager" => Domain::Infrastructure,
        "backup-dr" => Domain::Backup,
        "search" => Domain::Search,
        _ => Domain::Cloud,
    }
}

/// Groups and kinds of which one holds everything else.
fn holds_much(words: &[Arg<'_>], verb_at: usize) -> bool {
    words.iter().take(verb_at).any(|word| {
        words!(
            "projects folders group databases clusters aks sql spanner keyvault db server \
             cosmosdb postgres mysql storage subscription management-group buckets disks disk \
             resourcegroup kubernetes project volume"
        )
        .has(word.text)
    })
}

fn gcloud<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let words = match call.words.split_first() {
        Some((first, rest)) if first.is("alpha") || first.is("beta") => rest,
        _ => call.words,
    };
    let domain = gcloud_domain(words.first().map_or("", |word| word.text));
    grouped(walker, call, words, domain);
}

/// Groups, a verb, names.
fn grouped<'a>(walker: &mut Walker<'a>, call: &Call<'a>, words: &'a [Arg<'a>], domain: Domain) {
    if call.affirms(REHEARSALS) || call.affirms(words!("validate-only")) {
        return;
    }
    let special = |word: &Arg<'_>| {
        words!(
            "add-iam-policy-binding remove-iam-policy-binding set-iam-policy add-iam-policy \
             set-policy add-access add-user set-default-action"
        )
        .has(word.text)
    };
    if words.iter().take(6).any(special) {
        let world = call
            .value("member")
            .is_some_and(|member| matches!(member.text, "allUsers" | "allAuthenticatedUsers"))
            || call.value("role").is_some_and(|role| role.is("roles/owner"));
        let traits = if world { Traits::WORLD } else { Traits::empty() };
        return walker.does(Kind::ChangesRights, domain, traits, call);
    }
    if let Some(text) = call.value("sql") {
        walker.mark_changing();
        return super::sql::judge_arg(walker, text);
    }
    let mentions = |texts: Words| words.iter().take(5).any(|word| texts.has(word.text));
    if call.value("delete-destination").is_some_and(|value| !value.is("false"))
        && mentions(words!("sync"))
    {
        return walker.does(Kind::Deletes, domain, Traits::WHOLE, call);
    }
    let replaces = mentions(words!("import")) && mentions(words!("sql"))
        || mentions(words!("update-traffic"))
        || mentions(words!("transaction")) && mentions(words!("execute"))
        || mentions(words!("garbage-collection")) && mentions(words!("start"));
    if replaces {
        return walker.does(Kind::ChangesRemote, domain, Traits::empty(), call);
    }
    match verbs::first(words) {
        Some((at, Verb::Deletes | Verb::Purges)) if holds_much(words, at) => {
            walker.does(Kind::Deletes, domain, Traits::WHOLE, call);
        }
        Some((at, Verb::Makes)) => makes(walker, call, words, at, domain),
        Some((_, verb)) => verbs::perform(walker, call, verb, domain),
        None => {
            walker.mark_changing();
            if words.iter().take(3).any(|word| word.literal().is_none()) && words.len() > 1 {
                walker.does(Kind::ChangesRemote, domain, Traits::POSSIBLE, call);
            }
        }
    }
}

/// Verbs that make or set, and still may take away: a scale of zero, an open door.
fn makes<'a>(
    walker: &mut Walker<'a>,
    call: &Call<'a>,
    words: &[Arg<'a>],
    at: usize,
    domain: Domain,
) {
    walker.mark_changing();
    let group = |names: Words| words.iter().take(at).any(|word| names.has(word.text));
    let counts = words!("count node-count num-nodes size max-nodes new-capacity");
    let zero =
        |flag: &Flag<'_>| counts.has(flag.name) && flag.value.is_some_and(|value| value.is("0"));
    if call.flags.iter().any(zero) {
        walker.does(Kind::Stops, domain, Traits::WHOLE, call);
    }
    let rights = (group(words!("role")) && group(words!("assignment")))
        || group(words!("nsg firewall-rule firewall-rules policies"))
        || call.value("default-action").is_some_and(|value| value.is("Allow"))
        || call.value("public-access").is_some_and(|value| !value.is("off"));
    let unguarded = words!(
        "no-deletion-protection no-versioning overwrite overwrite-existing clear-versioning"
    );
    let secret = group(words!("keyvault")) && words.get(at).is_some_and(|word| word.is("set"));
    if call.affirms(unguarded) && !group(words!("aks")) || secret {
        walker.does(Kind::ChangesRemote, domain, Traits::empty(), call);
    }
    if rights {
        walker.does(Kind::ChangesRights, domain, Traits::empty(), call);
    }
}

fn ssh<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let code = call.value("command");
    walker.with_elsewhere(|walker| match code {
        Some(code) => {
            walker.run_code(code, Dialect::Bash, Scoping::Own);
        }
        // `gcloud compute ssh host -- command`.
        None => {
            if let Some(words) = call.behind(words!("--")) {
                walker.run_wrapped(words);
            }
        }
    });
}

fn stored<'a>(walker: &mut Walker<'a>, call: &Call<'a>, traits: Traits) {
    walker.does(Kind::Deletes, Domain::Storage, traits, call);
}

fn storage_rm<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let wild = call.operands.iter().any(|word| word.text.contains('*'));
    let wide = call.has_any(words!("recursive all-versions")) || wild;
    let source = call.operands.first();
    if call.words.get(1).is_some_and(|word| word.is("mv"))
        && let Some(source) = source.filter(|source| !source.text.starts_with("gs://"))
    {
        return walker.touches(Kind::Deletes, source, Traits::empty());
    }
    stored(walker, call, if wide { Traits::WHOLE } else { Traits::empty() });
}

fn storage_cp<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if let [_, .., target] = call.operands
        && !target.text.contains("://")
        && !target.is("-")
    {
        walker.touches(Kind::Overwrites, target, Traits::empty());
    }
}

fn storage_rsync<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.affirms(words!("dry-run")) {
        return;
    }
    walker.mark_changing();
    let [.., target] = call.operands else { return };
    let remote = target.text.contains("://");
    match (remote, call.has("delete-unmatched-destination-objects")) {
        (true, true) => stored(walker, call, Traits::WHOLE),
        (true, false) => {}
        (false, true) => walker.touches(Kind::Deletes, target, Traits::RECURSIVE),
        (false, false) => walker.touches(Kind::Overwrites, target, Traits::empty()),
    }
}

fn az_domain(words: &[Arg<'_>]) -> Domain {
    let first = words.first().map_or("", |word| word.text);
    match first {
        "sql" | "postgres" | "mysql" | "mariadb" | "cosmosdb" | "redis" | "synapse" | "kusto" => {
            Domain::Database
        }
        "storage" => Domain::Storage,
        "servicebus" | "eventhubs" | "eventgrid" => Domain::Queue,
        "network" | "cdn" | "afd" | "apim" => Domain::Edge,
        "keyvault" => Domain::Secret,
        "aks" | "arc" => Domain::Cluster,
        "acr" => Domain::Registry,
        "monitor" => Domain::Monitoring,
        "pipelines" => Domain::Pipeline,
        "repos" | "devops" | "boards" | "artifacts" => Domain::Hosting,
        "deployment" | "stack" | "bicep" => Domain::Infrastructure,
        "backup" | "snapshot" => Domain::Backup,
        "search" => Domain::Search,
        "appconfig" => Domain::Flag,
        "container" | "containerapp" => Domain::Cloud,
        _ => Domain::Cloud,
    }
}

fn az<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // `az aks command invoke --command`, `az containerapp exec --command`.
    let runs = call.words.iter().take(4).any(|word| word.is("invoke") || word.is("exec"));
    if let Some(code) = call.value("command").filter(|_| runs) {
        walker.mark_changing();
        walker.with_elsewhere(|walker| {
            walker.run_code(code, Dialect::Bash, Scoping::Own);
        });
        return;
    }
    grouped(walker, call, call.words, az_domain(call.words));
}

/// `az rest --method delete`.
fn rest<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let method = call.value("method").map_or("get", |method| method.text);
    http(walker, call, method, Domain::Cloud);
}

/// What a method of HTTP does to whatever an address names.
pub(super) fn http<'a>(walker: &mut Walker<'a>, call: &Call<'a>, method: &str, domain: Domain) {
    let place = Place::Elsewhere;
    if method.eq_ignore_ascii_case("delete") {
        walker.add(Kind::Deletes, domain, place, Traits::empty(), call.at);
    } else if method.eq_ignore_ascii_case("put") || method.eq_ignore_ascii_case("patch") {
        walker.add(Kind::ChangesRemote, domain, place, Traits::empty(), call.at);
    } else if method.eq_ignore_ascii_case("post") {
        walker.mark_changing();
    }
}

fn run_command<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    match verbs::first(call.operands) {
        Some((_, Verb::Makes)) | None => {
            walker.mark_changing();
            if let Some(code) = call.value("scripts") {
                walker.with_elsewhere(|walker| {
                    walker.run_code(code, Dialect::Bash, Scoping::Own);
                });
            }
        }
        Some((_, verb)) => verbs::perform(walker, call, verb, Domain::Cloud),
    }
}

/// A deployment in complete mode deletes whatever the template does not name.
fn deployment<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let complete =
        call.value("mode").is_some_and(|mode| mode.text.eq_ignore_ascii_case("complete"));
    if complete && call.operands.iter().any(|word| word.is("create")) {
        return walker.does(Kind::Deletes, Domain::Infrastructure, Traits::WHOLE, call);
    }
    match call.operands.iter().find_map(Arg::literal) {
        Some("what-if" | "validate" | "show" | "list" | "export") => {}
        _ => grouped(walker, call, call.operands, Domain::Infrastructure),
    }
}

fn azd<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    match call.words.first().and_then(Arg::literal) {
        Some("down") => walker.does(Kind::Deletes, Domain::Infrastructure, Traits::WHOLE, call),
        Some("up" | "provision" | "deploy") if !call.has("preview") => {
            walker.does(Kind::ChangesRemote, Domain::Infrastructure, Traits::empty(), call);
        }
        _ => verbs::by_verb(walker, call, Domain::Infrastructure),
    }
}

fn bq_query<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    match call.operands.get(1..).and_then(<[_]>::last) {
        Some(text) => super::sql::judge_arg(walker, text),
        None => {
            let input = walker.input();
            super::sql::judge_stream(walker, input, call.at);
        }
    }
    if call.affirms(words!("replace")) {
        walker.does(Kind::ChangesRemote, Domain::Database, Traits::empty(), call);
    }
}

const BQ_CASES: Behavior = Behavior::Cases(&[
    when(flag_enabled("dry_run"), Behavior::Reads),
    when(
        first_operand("rm").and(&has_flag("recursive dataset")),
        unconditional::databases::DELETES_ALL,
    ),
    when(first_operand("rm"), unconditional::databases::DELETES),
    when(first_operand("query"), Behavior::Code(bq_query)),
    when(
        first_operand("load cp").and(&flag_enabled("replace force")),
        unconditional::databases::CHANGES,
    ),
    when(first_operand("cancel truncate"), unconditional::databases::STOPS),
    when(
        first_operand("add-iam-policy-binding remove-iam-policy-binding set-iam-policy"),
        unconditional::databases::RIGHTS,
    ),
    when(first_operand("ls show head version help wait info"), Behavior::Reads),
    when(exists(Subject::First), Behavior::Runs),
]);

/// Clouds whose groups name what they hold much as the large ones do.
fn others<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // `doctl k c d`: its verbs go by one letter, too.
    let short = |word: &Arg<'_>| matches!(word.text, "d" | "del" | "rm");
    if call.name == "doctl" && call.words.iter().skip(1).any(short) {
        return walker.does(Kind::Deletes, Domain::Cloud, Traits::empty(), call);
    }
    let has = |names: Words| call.words.iter().take(4).any(|word| names.has(word.text));
    let domain = if has(words!("database databases db rdb redis managed-database")) {
        Domain::Database
    } else if has(words!("kubernetes k8s lke cce ks")) {
        Domain::Cluster
    } else if has(words!("registry repository repository-manifest")) {
        Domain::Registry
    } else if has(words!("object-storage bucket obj os container object spaces")) {
        Domain::Storage
    } else if has(words!("domain domains dns cdn load-balancer loadbalancer zone recordset")) {
        Domain::Edge
    } else {
        Domain::Cloud
    };
    // `aliyun ecs DeleteInstance`, `oci … --force`.
    if let Some(operation) = call.words.get(1).and_then(Arg::literal)
        && operation.starts_with(|letter: char| letter.is_ascii_uppercase())
    {
        let verbs = [
            ("Delete", Verb::Deletes),
            ("Release", Verb::Deletes),
            ("Terminate", Verb::Deletes),
            ("Remove", Verb::Deletes),
            ("Stop", Verb::Stops),
            ("Reboot", Verb::Stops),
            ("Destroy", Verb::Deletes),
            ("Isolate", Verb::Deletes),
            ("Describe", Verb::Reads),
            ("List", Verb::Reads),
            ("Get", Verb::Reads),
            ("Query", Verb::Reads),
        ];
        let found = verbs.iter().find(|(prefix, _)| operation.starts_with(prefix));
        return match found {
            Some((_, verb)) => verbs::perform(walker, call, *verb, domain),
            None => walker.mark_changing(),
        };
    }
    grouped(walker, call, call.words, domain);
}
