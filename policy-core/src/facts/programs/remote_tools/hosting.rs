//! Hosted repositories and the pipelines that run beside them.

use super::clouds::http;
use super::verbs;
use super::verbs::respects_dry_run::{clouds, hosting as respects_dry_run, pipelines, secrets};
use super::verbs::unconditional;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{
    ALL, ALSO_CHANGES, Subject, WordAction, also, exists, has_flag, not, otherwise, value, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    program(&["java"], Options::leading(""), Behavior::Code(java)),
    toolbox(&["gh"], GH, GH_SUBS, Behavior::Runs),
    toolbox(&["glab"], GLAB, GLAB_SUBS, Behavior::Runs),
    toolbox(
        &["hub"],
        Options::gnu(
            "h|help y|yes X|method= m|message= F|file= a|attach= t|commitish= d|draft p|prerelease f|force b|base=",
        ),
        HUB_SUBS,
        Behavior::Runs,
    ),
    program(
        &["tea", "bitbucket", "gitea", "forgejo", "berg", "fj"],
        Options::gnu(
            "l|login= r|repo= R|remote= o|output= name= owner= y|yes f|force h|help username= password= title= c|confirm",
        ),
        Behavior::Verb(Domain::Hosting),
    ),
    toolbox(&["circleci"], PIPELINE, CIRCLE_SUBS, Behavior::Runs),
    program(
        &["jenkins-cli", "jenkins-cli.jar", "jcli", "jenkins"],
        Options::gnu("s|server= auth= user= i= logger= p= o= n="),
        Behavior::Code(jenkins),
    ),
    toolbox(
        &[
            "travis",
            "buildkite-agent",
            "bk",
            "drone",
            "woodpecker-cli",
            "vela",
            "gitlab-ctl",
            "spinnaker",
            "spin",
            "harness",
            "codefresh",
            "semaphore",
            "appveyor",
            "act_runner",
            "gitlab-runner",
            "buildbot",
            "teamcity",
            "bamboo",
            "agola",
            "gocd",
            "screwdriver",
        ],
        PIPELINE,
        PIPELINE_SUBS,
        Behavior::Verb(Domain::Pipeline),
    ),
];

const NONE: Options = Options::gnu("");

const GH: Options = Options::gnu(
    "R|repo= hostname= q|jq= t|template= h|help json= y|yes confirm o|org= u|user= e|env= a|all",
);

static GH_SUBS: &[Sub] = &[
    sub("repo delete", NONE, respects_dry_run::DELETES_ALL),
    sub("repo archive", NONE, respects_dry_run::STOPS),
    sub("repo rename", NONE, respects_dry_run::CHANGES),
    sub(
        "repo edit",
        Options::gnu(
            "visibility= d|description= default-branch= homepage= delete-branch-on-merge=? add-topic= remove-topic= template=?",
        ),
        GH_EDIT,
    ),
    sub(
        "repo sync",
        Options::gnu("force b|branch= s|source="),
        Behavior::Effects(&[EffectSpec::new(Kind::ForcesRemote, Domain::Hosting).only("force")]),
    ),
    sub("repo deploy-key delete", NONE, secrets::DELETES),
    sub("repo autolink delete", NONE, respects_dry_run::DELETES_MINOR),
    sub(
        "repo view|list|clone|create|fork|set-default|unarchive|license|gitignore",
        NONE,
        Behavior::Runs,
    ),
    sub("release delete", Options::gnu(""), respects_dry_run::DELETES),
    sub("release delete-asset", NONE, respects_dry_run::DELETES),
    sub(
        "release upload",
        Options::gnu("clobber"),
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Hosting).only("clobber")]),
    ),
    sub(
        "release create",
        Options::gnu(
            "t|title= n|notes= F|notes-file= target= d|draft p|prerelease discussion-category= notes-start-tag=",
        ),
        Behavior::Effects(&[EffectSpec::new(Kind::Publishes, Domain::Hosting).unless("draft")]),
    ),
    sub(
        "release edit",
        Options::gnu("t|title= n|notes= F|notes-file= tag= target="),
        Behavior::Runs,
    ),
    sub("release view|list|download", NONE, Behavior::Runs),
    sub("issue delete|transfer", NONE, respects_dry_run::DELETES),
    sub(
        "issue close|reopen|comment|create|edit|view|list|status|lock|unlock|pin|unpin|develop",
        Options::gnu(
            "b|body= F|body-file= t|title= c|comment= r|reason= l|label= a|assignee= m|milestone= p|project= add-label= remove-label=",
        ),
        Behavior::Runs,
    ),
    sub(
        "pr merge",
        Options::gnu(
            "d|delete-branch s|squash m|merge r|rebase auto b|body= t|subject= F|body-file= match-head-commit= A|author-email= disable-auto",
        ),
        GH_MERGE,
    ),
    sub(
        "pr close",
        Options::gnu("d|delete-branch c|comment="),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Hosting).only("delete-branch")]),
    ),
    sub(
        "pr create|view|list|diff|status|checkout|checks|comment|review|edit|ready|reopen|lock|unlock|update-branch",
        Options::gnu(
            "b|body= F|body-file= t|title= B|base= H|head= r|reviewer= l|label= a|assignee= m|milestone= p|project= c|comment d|draft add-label= remove-label=",
        ),
        Behavior::Runs,
    ),
    sub("secret|variable delete|remove", NONE, secrets::DELETES),
    sub(
        "secret|variable set",
        Options::gnu("b|body= f|env-file= v|visibility= r|repos= a|app="),
        secrets::CHANGES,
    ),
    sub("secret|variable list|get", NONE, Behavior::Reads),
    sub("run delete", NONE, pipelines::DELETES),
    sub("run cancel", Options::gnu(""), pipelines::STOPS),
    sub("run view|list|watch|download|rerun", NONE, Behavior::Runs),
    sub("workflow disable", NONE, pipelines::STOPS),
    sub(
        "workflow enable|list|view|run",
        Options::gnu("f|raw-field= F|field= r|ref="),
        Behavior::Runs,
    ),
    sub(
        "cache delete",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Pipeline).with(Traits::MINOR)]),
    ),
    sub("gist delete", NONE, respects_dry_run::DELETES),
    sub(
        "gist edit|rename",
        Options::gnu("a|add= d|desc= f|filename= r|remove="),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Hosting).only("remove")]),
    ),
    sub(
        "gist create|list|view|clone",
        Options::gnu("p|public d|desc= f|filename= w|web"),
        Behavior::Effects(&[EffectSpec::new(Kind::Publishes, Domain::Hosting)
            .only("public")
            .with(Traits::MINOR)]),
    ),
    sub("label delete", NONE, respects_dry_run::DELETES),
    sub(
        "label create|edit|list|clone",
        Options::gnu("f|force c|color= d|description= n|name="),
        Behavior::Runs,
    ),
    sub("ssh-key|gpg-key delete", NONE, secrets::DELETES),
    sub("ssh-key|gpg-key add|list", NONE, Behavior::Runs),
    sub("codespace|cs delete", Options::gnu("c|codespace= days= f|force"), clouds::DELETES),
    sub("codespace|cs stop|rebuild", Options::gnu("c|codespace="), clouds::STOPS),
    sub(
        "codespace|cs ssh",
        Options::leading("c|codespace= d|debug config profile= server-port="),
        Behavior::On(WordAction::RunsElsewhere, ALL),
    ),
    sub(
        "project delete|item-delete|field-delete|close|unlink|item-archive",
        Options::gnu("owner= id= project-id="),
        respects_dry_run::DELETES,
    ),
    sub(
        "project list|view|create|item-list|item-add|edit|copy|item-edit|field-list",
        NONE,
        Behavior::Runs,
    ),
    sub("ruleset list|view|check", NONE, Behavior::Reads),
    sub(
        "api",
        Options::gnu(
            "X|method= f|raw-field= F|field= H|header= input= i|include p|preview= cache=",
        ),
        Behavior::Code(gh_api),
    ),
    sub("auth logout|token|login|status|refresh|setup-git|switch", NONE, Behavior::Runs),
    sub(
        "extension|ext|alias|config|browse|search|status|completion|org|attestation|copilot",
        NONE,
        Behavior::Runs,
    ),
];

const GLAB: Options =
    Options::gnu("R|repo= h|help y|yes g|group= F|output= P|per-page= p|page= f|force");

static GLAB_SUBS: &[Sub] = &[
    sub("repo|project delete", NONE, respects_dry_run::DELETES_ALL),
    sub("repo|project archive|transfer|mirror|publish", NONE, respects_dry_run::CHANGES),
    sub("repo|project clone|create|fork|list|view|search|contributors", NONE, Behavior::Runs),
    sub(
        "mr merge",
        Options::gnu("d|remove-source-branch s|squash m|message= r|rebase sha="),
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Hosting)]),
    ),
    sub("mr delete", NONE, respects_dry_run::DELETES),
    sub(
        "mr close|create|view|list|diff|note|approve|checkout|update|reopen|rebase|revoke|subscribe|todo|issues",
        Options::gnu(
            "m|message= t|title= d|description= b|target-branch= s|source-branch= a|assignee= l|label=",
        ),
        Behavior::Runs,
    ),
    sub("issue delete", NONE, respects_dry_run::DELETES),
    sub(
        "issue close|create|view|list|note|update|reopen|board|subscribe",
        Options::gnu("m|message= t|title= d|description= a|assignee= l|label="),
        Behavior::Runs,
    ),
    sub("release delete", Options::gnu("t|with-tag"), respects_dry_run::DELETES),
    sub("release create|upload|list|view|download", NONE, Behavior::Runs),
    sub("variable delete|remove", Options::gnu("s|scope="), secrets::DELETES),
    sub(
        "variable set|update",
        Options::gnu("v|value= s|scope= t|type= m|masked p|protected"),
        secrets::CHANGES,
    ),
    sub("variable list|get|export", NONE, Behavior::Reads),
    sub(
        "ci|pipe|pipeline delete",
        Options::gnu("older-than= s|status= dry-run paginate source="),
        pipelines::DELETES,
    ),
    sub("ci|pipe|pipeline cancel", NONE, pipelines::STOPS),
    sub("ci cancel pipeline|job", NONE, pipelines::STOPS),
    sub(
        "ci|pipe|pipeline run|retry|view|status|list|trace|lint|artifact|get|config|trigger",
        NONE,
        Behavior::Runs,
    ),
    sub("schedule delete", NONE, pipelines::DELETES),
    sub("label delete", NONE, respects_dry_run::DELETES),
    sub("snippet|milestone|iteration|runner delete|unregister", NONE, respects_dry_run::DELETES),
    sub("ssh-key|gpg-key|deploy-key delete", NONE, secrets::DELETES),
    sub("token revoke|rotate", NONE, secrets::DELETES),
    sub("securefile remove|rm|delete", NONE, secrets::DELETES),
    sub("cluster agent", NONE, Behavior::Runs),
    sub(
        "api",
        Options::gnu("X|method= f|raw-field= F|field= H|header= input= i|include paginate"),
        Behavior::Code(gh_api),
    ),
    sub(
        "auth|config|alias|user|check-update|changelog|incident|stack|label|token|duo",
        NONE,
        Behavior::Runs,
    ),
];

static HUB_SUBS: &[Sub] = &[
    sub("delete", NONE, respects_dry_run::DELETES_ALL),
    sub("release delete", NONE, respects_dry_run::DELETES),
    sub("release create|edit|show|download", NONE, Behavior::Runs),
    sub("gist create|show", NONE, Behavior::Runs),
    sub(
        "api",
        Options::gnu("X|method= F|field= f|raw-field= H|header= input="),
        Behavior::Code(gh_api),
    ),
    sub("sync", NONE, Behavior::Runs),
    sub(
        "push",
        Options::gnu("f|force"),
        Behavior::Effects(&[EffectSpec::new(Kind::ForcesRemote, Domain::Hosting).only("force")]),
    ),
    sub("browse|ci-status|compare|fork|issue|pr|pull-request|create|clone", NONE, Behavior::Runs),
];

const PIPELINE: Options = Options::gnu(
    "token= host= org= org-id= p|pipeline= t|target= r|repo= s|server= n|name= b|build= e|environment= queue= u|url= h|help y|yes f|force c|config= no-prompt j|job= v|var= l|load-vars-from= team= w|worker= namespace= log-level= a|application= all-runners",
);

static CIRCLE_SUBS: &[Sub] = &[
    sub(
        "context delete|remove-secret|remove-restriction",
        Options::gnu("f|force"),
        secrets::DELETES,
    ),
    sub("context store-secret", NONE, secrets::CHANGES),
    sub("namespace|runner delete|delete-alias", NONE, pipelines::DELETES),
    sub("runner resource-class|token|instance delete", NONE, pipelines::DELETES),
    sub(
        "orb unlist|remove-from-category",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Registry)]),
    ),
    sub(
        "orb publish",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Publishes, Domain::Registry)]),
    ),
    sub("orb validate|list|info|source|process|pack|init|diff", NONE, Behavior::Runs),
    sub("project secret", NONE, Behavior::Verb(Domain::Secret)),
    sub("policy push", NONE, pipelines::CHANGES),
    sub(
        "config|local|version|diagnostic|setup|pipeline|context|runner|build|info|trigger",
        NONE,
        Behavior::Runs,
    ),
];

static PIPELINE_SUBS: &[Sub] = &[
    sub(
        "artifact|meta-data|pipeline|step|annotate|annotation|env|redactor upload|download|set|get|exists|shasum|search|create|update|keys|dump|add",
        Options::gnu("style= context="),
        Behavior::Runs,
    ),
    sub("annotation remove", NONE, pipelines::DELETES_MINOR),
    sub("step cancel", NONE, pipelines::STOPS),
    sub("repo rm|disable|repair|chown", NONE, pipelines::DELETES),
    sub("repo ls|info|sync|enable|update|add|show", NONE, Behavior::Runs),
    sub("secret|orgsecret|user|cron|registry|template|agent rm|delete", NONE, pipelines::DELETES),
    sub("log purge", NONE, pipelines::DELETES),
    sub(
        "logs",
        Options::gnu("d|delete f|force"),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Pipeline).only("delete")]),
    ),
    sub("build|pipeline stop|kill|decline|cancel|purge|prune", NONE, pipelines::STOPS),
    sub(
        "build|pipeline ls|info|last|logs|create|start|restart|queue|promote|approve|ps|deploy|show|history|log|status",
        NONE,
        Behavior::Runs,
    ),
    sub("unregister", Options::gnu("all-runners n|name="), pipelines::DELETES),
    sub("disable|cancel", NONE, pipelines::STOPS),
    sub(
        "cache",
        Options::gnu("d|delete"),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Pipeline)
            .only("delete")
            .with(Traits::MINOR)]),
    ),
    sub("env unset|clear", NONE, secrets::DELETES),
    sub("env set|add|list|copy", NONE, Behavior::Runs),
    sub(
        "settings|sshkey|encrypt|status|history|show|open|lint|login|logout|restart|run|register|list|verify|exec|start",
        Options::gnu("d|D|delete"),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Secret).only("delete")]),
    ),
    sub("job|pipeline|agent delete", NONE, pipelines::DELETES),
    sub("stop|shutdown", NONE, pipelines::STOPS),
];

fn add<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.does(kind, Domain::Hosting, traits, call);
}

const GH_EDIT: Behavior = Behavior::Cases(&[
    ALSO_CHANGES,
    also(value("visibility", "private"), unconditional::hosting::RIGHTS),
    also(
        exists(Subject::Value).of("visibility").and(&not(value("visibility", "private"))),
        Behavior::Effects(&[
            EffectSpec::new(Kind::ChangesRights, Domain::Hosting).with(Traits::WORLD)
        ]),
    ),
    when(has_flag("default-branch"), unconditional::hosting::CHANGES),
]);

const GH_MERGE: Behavior = Behavior::Cases(&[
    when(has_flag("disable-auto"), Behavior::Runs),
    also(has_flag("delete-branch"), unconditional::hosting::DELETES_MINOR),
    otherwise(unconditional::hosting::CHANGES),
]);

/// `gh api -X DELETE repos/o/r`; a mutation of GraphQL says in its name what it does.
fn gh_api<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let graphql = call.operands.first().is_some_and(|word| word.is("graphql"));
    let fields = || call.values("raw-field").chain(call.values("field"));
    if graphql {
        let query = fields().find_map(|field| field.text.strip_prefix("query="));
        let Some(query) = query.map(str::trim_start) else { return walker.mark_changing() };
        if !query.starts_with("mutation") {
            return;
        }
        if words!("delete remove archive").any_within(query) {
            add(walker, call, Kind::Deletes, Traits::empty());
        } else if words!("update merge transfer close").any_within(query) {
            add(walker, call, Kind::ChangesRemote, Traits::empty());
        } else {
            walker.mark_changing();
        }
        return;
    }
    let method = call.value("method").map(|method| method.text);
    let method = method.unwrap_or(if fields().next().is_some() || call.has("input") {
        "POST"
    } else {
        "GET"
    });
    // The address of the repository itself.
    let path = call.operands.first().map_or("", |word| word.text).trim_matches('/');
    let repository = path.starts_with("repos/") && path.split('/').count() == 3;
    if repository && method.eq_ignore_ascii_case("delete") {
        return add(walker, call, Kind::Deletes, Traits::WHOLE);
    }
    // Such a call overwrites a branch.
    let forced = path.contains("/git/refs/") && fields().any(|field| field.is("force=true"));
    if forced {
        return add(walker, call, Kind::ForcesRemote, Traits::FORCED);
    }
    http(walker, call, method, Domain::Hosting);
}

/// `jenkins-cli -s url delete-job name`.
fn jenkins<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let mut verbs = call.operands.iter().filter_map(Arg::literal);
    let verb = verbs.find(|word| {
        word.contains('-') && !word.contains('/')
            || words!("groovy groovysh restart shutdown build console help version job node")
                .has(word)
    });
    match verb.unwrap_or_default() {
        "groovy" | "groovysh" => {
            let text = match walker.input() {
                crate::facts::arg::Stream::Text(flow) => flow.text,
                _ => "",
            };
            let deletes = words!(".delete() doDelete .execute()").any_within(text);
            let kind = if deletes { Kind::Deletes } else { Kind::ChangesRemote };
            walker.does(kind, Domain::Pipeline, Traits::POSSIBLE, call);
        }
        verb if words!("delete- remove-").any_starts(verb) => {
            walker.does(Kind::Deletes, Domain::Pipeline, Traits::empty(), call);
        }
        "restart"
        | "safe-restart"
        | "shutdown"
        | "safe-shutdown"
        | "quiet-down"
        | "disable-job"
        | "offline-node"
        | "disconnect-node"
        | "stop-builds"
        | "reload-configuration"
        | "clear-queue"
        | "disable-plugin" => {
            walker.does(Kind::Stops, Domain::Pipeline, Traits::empty(), call);
        }
        "update-job"
        | "update-credentials-by-xml"
        | "update-credentials-domain-by-xml"
        | "update-node"
        | "update-view"
        | "reload-job"
        | "import-credentials-as-xml"
        | "apply-configuration" => {
            walker.does(Kind::ChangesRemote, Domain::Pipeline, Traits::empty(), call);
        }
        "" => verbs_of(walker, call),
        _ => walker.mark_changing(),
    }
}

fn verbs_of<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    verbs::by_verb(walker, call, Domain::Pipeline);
}

/// `java -jar jenkins-cli.jar …` is the tool that the archive is; other archives do their work.
fn java<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let is_tool = |arg: &Arg<'_>| {
        arg.text.ends_with("jenkins-cli.jar")
            || (arg.text.contains("bfg") && arg.text.ends_with(".jar"))
    };
    let Some(at) = call.args.iter().position(is_tool) else { return };
    let words = call.args.get(at..).unwrap_or(&[]);
    match words.split_first() {
        Some((jar, rest)) if jar.text.contains("bfg") => {
            let words = walker.appended_words(&[jar.with_text("bfg")], rest);
            walker.run_wrapped_writing(words);
        }
        _ => walker.run_wrapped_writing(words),
    }
}
