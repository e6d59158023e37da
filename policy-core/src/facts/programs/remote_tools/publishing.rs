//! Packages handed to everyone, and taken back from them.

use super::verbs;
use super::verbs::respects_dry_run::registries as respects_dry_run;
use super::verbs::unconditional;
use crate::facts::call::Call;
use crate::facts::cases::{Subject, contains, flag_enabled, has_flag, named, not, otherwise, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(
        &["twine"],
        Options::gnu(
            "r|repository= repository-url= u|username= p|password= c|comment= config-file= skip-existing verbose s|sign h|help",
        ),
        TWINE_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &["vsce", "ovsx", "@vscode/vsce"],
        Options::gnu(
            "p|pat= i|packagePath= t|target= m|message= f|force r|registryUrl= h|help dry-run",
        ),
        VSCE_SUBS,
        Behavior::Runs,
    ),
    toolbox(&["nuget"], NUGET, NUGET_SUBS, Behavior::Runs),
    toolbox(
        &["ko"],
        Options::gnu(
            "repository= r|repo= n|no-prompt u|user= a|auth= y|yes dry-run h|help token= username= password= no-build",
        ),
        PUBLISH_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &["goreleaser"],
        Options::gnu(
            "f|config= snapshot skip-publish skip= p|parallelism= release-notes= h|help timeout=",
        ),
        GORELEASER_SUBS,
        GORELEASER,
    ),
    program(
        &["semantic-release"],
        Options::gnu(
            "d|dry-run no-ci b|branches= r|repository-url= e|extends= p|plugins= debug h|help v|version",
        ),
        Behavior::Effects(&[
            EffectSpec::new(Kind::Publishes, Domain::Registry).unless("dry-run version")
        ]),
    ),
    toolbox(
        &["changeset", "changesets"],
        Options::gnu("tag= otp= h|help"),
        &[sub("publish", NONE, respects_dry_run::PUBLISHES)],
        Behavior::Runs,
    ),
    toolbox(
        &[
            "beachball",
            "release-it",
            "np",
            "standard-version",
            "bumpp",
            "publish-please",
            "release-please",
            "cargo-release",
        ],
        Options::gnu(
            "d|dry-run y|yes n|non-interactive dryRun p|publish no-publish h|help preview access= tag= x|execute",
        ),
        RELEASE_SUBS,
        RELEASE,
    ),
    toolbox(
        &["pod"],
        Options::gnu("allow-warnings verbose silent sources= h|help"),
        POD_SUBS,
        Behavior::Runs,
    ),
    program(
        &["cpan-upload", "mojopaste"],
        Options::gnu("u|user= p|password= dry-run d|directory= h|help"),
        Behavior::Effects(&[EffectSpec::new(Kind::Publishes, Domain::Registry).unless("dry-run")]),
    ),
    toolbox(
        &["dzil", "minil", "mbtiny"],
        Options::gnu("h|help dry-run"),
        &[sub("release|regenerate-release|upload", NONE, respects_dry_run::PUBLISHES)],
        Behavior::Runs,
    ),
    toolbox(
        &["anaconda"],
        Options::gnu("t|token= s|site= u|user= f|force l|label= h|help c|channel="),
        ANACONDA_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &[
            "wasm-pack",
            "jsr",
            "wasmer",
            "wapm",
            "tessl",
            "clojars",
            "opam-publish",
            "dune-release",
            "zef",
            "dub",
            "jspm",
            "bower",
            "typings",
            "melos",
            "mops",
            "sui",
            "aptos",
            "foundry",
            "quicklisp",
        ],
        Options::gnu(
            "access= tag= t|target= dry-run token= set-version= publish=? y|yes d|documentation u|username= h|help f|force",
        ),
        TOOL_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &["fastlane"],
        Options::gnu("env= verbose h|help skip_metadata skip_screenshots force"),
        FASTLANE_SUBS,
        Behavior::Code(fastlane),
    ),
    toolbox(
        &["chrome-webstore-upload", "chrome-webstore-upload-cli", "web-ext", "amo-upload"],
        Options::gnu(
            "source= extension-id= client-id= client-secret= refresh-token= s|source-dir= api-key= api-secret= channel= h|help a|artifacts-dir=",
        ),
        WEBSTORE_SUBS,
        Behavior::Runs,
    ),
    program(
        &["altool", "transporter", "iTMSTransporter"],
        Options::gnu(
            "upload-app upload-package= validate-app f|file= t|type= u|username= p|password= m=",
        ),
        Behavior::Effects(&[EffectSpec::new(Kind::Publishes, Domain::Registry)
            .only("upload-app upload-package m")
            .unless("validate-app")]),
    ),
    toolbox(
        &["snapcraft", "charmcraft", "rockcraft"],
        Options::gnu("release= channel= revision= h|help"),
        SNAP_SUBS,
        Behavior::Runs,
    ),
    program(
        &[
            "jfrog",
            "jf",
            "cloudsmith",
            "packagecloud",
            "package_cloud",
            "nexus",
            "artifactory",
            "pulp",
            "quay",
            "harbor",
            "aptly",
            "reprepro",
            "dput",
            "dupload",
            "rpmsign",
            "copr",
            "osc",
            "hf",
            "huggingface-cli",
            "modal",
            "replicate",
            "kaggle",
            "wandb",
            "itch",
            "butler",
            "steamcmd",
            "ghcup",
            "devpi",
            "galaxy",
            "mitamae",
        ],
        Options::gnu(
            "repo= url= user= password= access-token= k|api-key= y|yes quiet=? recursive=? server-id= project= dry-run=? api-token= h|help repo-type= token= p|path= t|type= b|base= f|force m|message=",
        ),
        Behavior::Code(registry),
    ),
];

const NONE: Options = Options::gnu("");

static TWINE_SUBS: &[Sub] = &[
    sub("upload|register", NONE, respects_dry_run::PUBLISHES),
    sub("check", NONE, Behavior::Reads),
];

static VSCE_SUBS: &[Sub] = &[
    sub("publish", NONE, respects_dry_run::PUBLISHES),
    sub("unpublish", NONE, respects_dry_run::DELETES),
    sub("delete-publisher", NONE, respects_dry_run::DELETES_ALL),
    sub(
        "package|ls|show|search|verify-pat|login|logout|list-publishers|ls-publishers|create-namespace|get",
        NONE,
        Behavior::Runs,
    ),
];

const NUGET: Options = Options::gnu(
    "s|source= k|api-key= Source= ApiKey= NonInteractive t|timeout= h|help SymbolSource= n|name=",
);

static NUGET_SUBS: &[Sub] = &[
    sub(
        "push",
        Options::long("Source= ApiKey= SkipDuplicate NonInteractive"),
        respects_dry_run::PUBLISHES,
    ),
    sub("delete", Options::long("Source= ApiKey= NonInteractive"), respects_dry_run::DELETES),
    sub("locals", NONE, Behavior::Runs),
    sub(
        "list|search|verify|pack|restore|install|sources|spec|config|update|add|init|setapikey",
        NONE,
        Behavior::Runs,
    ),
];

static PUBLISH_SUBS: &[Sub] = &[sub("publish|upload", NONE, respects_dry_run::PUBLISHES)];

static GORELEASER_SUBS: &[Sub] = &[
    sub("release", NONE, GORELEASER),
    sub("publish|announce|continue", NONE, respects_dry_run::PUBLISHES),
    sub("build|check|init|healthcheck|jsonschema|completion", NONE, Behavior::Runs),
];

static RELEASE_SUBS: &[Sub] = &[
    sub(
        "release",
        NONE,
        Behavior::Effects(&[
            EffectSpec::new(Kind::Publishes, Domain::Registry).unless("dry-run dryRun")
        ]),
    ),
    sub("release version|changelog|plan", NONE, Behavior::Runs),
    sub("publish", NONE, Behavior::Code(publish)),
    sub("release publish", NONE, respects_dry_run::PUBLISHES),
    sub("shipit", NONE, respects_dry_run::PUBLISHES),
    sub(
        "run|build|test|affected|graph|g|generate|install|update|check|bump|change|lint|version|changelog|run-many|reset|list|show|serve|e2e|format|migrate|add",
        NONE,
        Behavior::Runs,
    ),
    sub("github-release|manifest-release", NONE, respects_dry_run::PUBLISHES),
    sub("release-pr|manifest-pr|bootstrap", NONE, Behavior::Runs),
];

static POD_SUBS: &[Sub] = &[
    sub("trunk push", NONE, respects_dry_run::PUBLISHES),
    sub("trunk delete|deprecate", NONE, respects_dry_run::DELETES),
    sub("trunk add-owner|remove-owner", NONE, respects_dry_run::RIGHTS),
    sub("trunk info|me|register", NONE, Behavior::Runs),
    sub("repo push", NONE, respects_dry_run::PUBLISHES),
    sub("repo remove", NONE, Behavior::Runs),
    sub("cache clean", NONE, Behavior::Runs),
    sub(
        "install|update|lib|spec|outdated|search|list|env|init|deintegrate|setup|repo|ipc",
        NONE,
        Behavior::Runs,
    ),
];

static ANACONDA_SUBS: &[Sub] = &[
    sub("upload", NONE, respects_dry_run::PUBLISHES),
    sub("remove", NONE, respects_dry_run::DELETES),
    sub("move|copy", NONE, respects_dry_run::CHANGES),
    sub(
        "label",
        Options::gnu("remove= copy= list"),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Registry).only("remove")]),
    ),
    sub(
        "auth",
        Options::gnu("r|remove= create"),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Secret).only("remove")]),
    ),
    sub(
        "show|search|download|whoami|login|logout|groups|channel|config|notebook",
        NONE,
        Behavior::Runs,
    ),
];

static TOOL_SUBS: &[Sub] = &[
    sub("publish|deploy", NONE, Behavior::Code(publish)),
    sub("hex publish", NONE, Behavior::Code(publish)),
    sub("hex retire|revert", NONE, respects_dry_run::DELETES),
    sub("hex", NONE, Behavior::Runs),
    sub("upload", NONE, CABAL_UPLOAD),
    sub("unpublish|yank", NONE, respects_dry_run::DELETES),
    sub("register|unregister", NONE, respects_dry_run::PUBLISHES),
    sub("package publish|push", NONE, Behavior::Code(publish)),
    sub("client publish", NONE, respects_dry_run::PUBLISHES),
];

static FASTLANE_SUBS: &[Sub] = &[
    sub(
        "deliver|supply|pilot|upload_to_app_store|upload_to_play_store|upload_to_testflight|appstore",
        NONE,
        respects_dry_run::PUBLISHES,
    ),
    sub("pilot upload|distribute", NONE, respects_dry_run::PUBLISHES),
    sub("pilot list|builds|export|find", NONE, Behavior::Reads),
    sub(
        "match nuke",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Secret).with(Traits::WHOLE)]),
    ),
    sub(
        "match|cert|sigh|pem|snapshot|scan|gym|lanes|list|actions|action|env|init|install_plugins|screengrab|frameit|search_plugins|docs|socket_server",
        NONE,
        Behavior::Runs,
    ),
    sub("produce", NONE, Behavior::Runs),
];

static WEBSTORE_SUBS: &[Sub] = &[
    sub("publish|sign", NONE, respects_dry_run::PUBLISHES),
    sub("upload", NONE, Behavior::Effects(&[EffectSpec::new(Kind::Publishes, Domain::Registry)])),
    sub("lint|build|run|docs", NONE, Behavior::Runs),
];

static SNAP_SUBS: &[Sub] = &[
    sub("upload|push|promote|release|upload-metadata", NONE, respects_dry_run::PUBLISHES),
    sub("close|unregister", NONE, respects_dry_run::DELETES),
    sub(
        "clean|pack|prime|build|stage|login|list|status|whoami|register|revisions|remote-build",
        NONE,
        Behavior::Runs,
    ),
];

fn add<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.does(kind, Domain::Registry, traits, call);
}

const GORELEASER: Behavior = Behavior::Cases(&[
    when(has_flag("snapshot skip-publish v version"), Behavior::Runs),
    when(contains(Subject::Value, "publish").of("skip"), Behavior::Runs),
    otherwise(unconditional::registries::PUBLISHES),
]);

fn publish<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let only_read = call.affirms(words!("dry-run dryRun preview"));
    // rush only shows what it would publish without `--publish`.
    if only_read || (call.name == "rush" && !call.has("publish")) {
        return;
    }
    // `stack deploy` and others without a registry do not publish.
    let deploys = call.words.first().is_some_and(|word| word.is("deploy"));
    if deploys && !matches!(call.name, "lein" | "clojars") {
        return walker.mark_changing();
    }
    add(walker, call, Kind::Publishes, Traits::empty());
}

/// `cabal upload` puts a candidate there without `--publish`.
const CABAL_UPLOAD: Behavior = Behavior::Cases(&[
    when(named("cabal").and(&not(has_flag("publish"))), Behavior::Runs),
    otherwise(unconditional::registries::PUBLISHES),
]);

/// Tools that release when they are simply run.
const RELEASE: Behavior = Behavior::Cases(&[
    when(flag_enabled("dry-run dryRun preview no-publish"), Behavior::Reads),
    when(named("release-it np publish-please"), unconditional::registries::PUBLISHES),
    when(named("cargo-release").and(&has_flag("execute x")), unconditional::registries::PUBLISHES),
    otherwise(Behavior::Runs),
]);

/// A lane does what its file says; some names say it too.
fn fastlane<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let lane = call.operands.iter().take(2).map(|word| word.text);
    let ships =
        |name: &str| words!("release deploy production beta appstore playstore publish").has(name);
    if lane.into_iter().any(ships) {
        add(walker, call, Kind::Publishes, Traits::empty());
    } else {
        walker.mark_changing();
    }
}

/// Registries for every kind of package.
fn registry<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.affirms(words!("dry-run")) {
        return;
    }
    let sends = |text: &str| {
        words!("push publish upload u upload-large-folder build-publish bp bpr includedeb")
            .has(text)
    };
    let early = call.operands.iter().take(2).any(|word| sends(word.text));
    let always = matches!(call.name, "dput" | "dupload");
    if early || (always && !call.operands.is_empty()) {
        add(walker, call, Kind::Publishes, Traits::empty());
    } else {
        verbs::by_verb(walker, call, Domain::Registry);
    }
}
