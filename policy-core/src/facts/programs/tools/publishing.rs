//! Packages handed to everyone, and taken back from them.

use super::verbs;
use super::verbs::rows::registries as rows;
use super::verbs::sure;
use crate::facts::call::Call;
use crate::facts::cases::{Of, affirmed, given, holds, named, not, otherwise, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(
        &["twine"],
        Options::gnu(
            "r|repository= repository-url= u|username= p|password= c|comment= config-file= skip-existing verbose s|sign h|help",
        ),
        TWINE_SUBS,
        Act::Runs,
    ),
    toolbox(
        &["vsce", "ovsx", "@vscode/vsce"],
        Options::gnu(
            "p|pat= i|packagePath= t|target= m|message= f|force r|registryUrl= h|help dry-run",
        ),
        VSCE_SUBS,
        Act::Runs,
    ),
    toolbox(&["nuget"], NUGET, NUGET_SUBS, Act::Runs),
    toolbox(
        &["ko"],
        Options::gnu(
            "repository= r|repo= n|no-prompt u|user= a|auth= y|yes dry-run h|help token= username= password= no-build",
        ),
        PUBLISH_SUBS,
        Act::Runs,
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
        Act::Does(&[Deed::new(Kind::Publishes, Domain::Registry).unless("dry-run version")]),
    ),
    toolbox(
        &["changeset", "changesets"],
        Options::gnu("tag= otp= h|help"),
        &[sub("publish", NONE, rows::PUBLISHES)],
        Act::Runs,
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
        Act::Runs,
    ),
    program(
        &["cpan-upload", "mojopaste"],
        Options::gnu("u|user= p|password= dry-run d|directory= h|help"),
        Act::Does(&[Deed::new(Kind::Publishes, Domain::Registry).unless("dry-run")]),
    ),
    toolbox(
        &["dzil", "minil", "mbtiny"],
        Options::gnu("h|help dry-run"),
        &[sub("release|regenerate-release|upload", NONE, rows::PUBLISHES)],
        Act::Runs,
    ),
    toolbox(
        &["anaconda"],
        Options::gnu("t|token= s|site= u|user= f|force l|label= h|help c|channel="),
        ANACONDA_SUBS,
        Act::Runs,
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
        Act::Runs,
    ),
    toolbox(
        &["fastlane"],
        Options::gnu("env= verbose h|help skip_metadata skip_screenshots force"),
        FASTLANE_SUBS,
        Act::Code(fastlane),
    ),
    toolbox(
        &["chrome-webstore-upload", "chrome-webstore-upload-cli", "web-ext", "amo-upload"],
        Options::gnu(
            "source= extension-id= client-id= client-secret= refresh-token= s|source-dir= api-key= api-secret= channel= h|help a|artifacts-dir=",
        ),
        WEBSTORE_SUBS,
        Act::Runs,
    ),
    program(
        &["altool", "transporter", "iTMSTransporter"],
        Options::gnu(
            "upload-app upload-package= validate-app f|file= t|type= u|username= p|password= m=",
        ),
        Act::Does(&[Deed::new(Kind::Publishes, Domain::Registry)
            .only("upload-app upload-package m")
            .unless("validate-app")]),
    ),
    toolbox(
        &["snapcraft", "charmcraft", "rockcraft"],
        Options::gnu("release= channel= revision= h|help"),
        SNAP_SUBS,
        Act::Runs,
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
        Act::Code(registry),
    ),
];

const NONE: Options = Options::gnu("");

static TWINE_SUBS: &[Sub] =
    &[sub("upload|register", NONE, rows::PUBLISHES), sub("check", NONE, Act::Reads)];

static VSCE_SUBS: &[Sub] = &[
    sub("publish", NONE, rows::PUBLISHES),
    sub("unpublish", NONE, rows::DELETES),
    sub("delete-publisher", NONE, rows::DELETES_ALL),
    sub(
        "package|ls|show|search|verify-pat|login|logout|list-publishers|ls-publishers|create-namespace|get",
        NONE,
        Act::Runs,
    ),
];

const NUGET: Options = Options::gnu(
    "s|source= k|api-key= Source= ApiKey= NonInteractive t|timeout= h|help SymbolSource= n|name=",
);

static NUGET_SUBS: &[Sub] = &[
    sub("push", Options::long("Source= ApiKey= SkipDuplicate NonInteractive"), rows::PUBLISHES),
    sub("delete", Options::long("Source= ApiKey= NonInteractive"), rows::DELETES),
    sub("locals", NONE, Act::Runs),
    sub(
        "list|search|verify|pack|restore|install|sources|spec|config|update|add|init|setapikey",
        NONE,
        Act::Runs,
    ),
];

static PUBLISH_SUBS: &[Sub] = &[sub("publish|upload", NONE, rows::PUBLISHES)];

static GORELEASER_SUBS: &[Sub] = &[
    sub("release", NONE, GORELEASER),
    sub("publish|announce|continue", NONE, rows::PUBLISHES),
    sub("build|check|init|healthcheck|jsonschema|completion", NONE, Act::Runs),
];

static RELEASE_SUBS: &[Sub] = &[
    sub(
        "release",
        NONE,
        Act::Does(&[Deed::new(Kind::Publishes, Domain::Registry).unless("dry-run dryRun")]),
    ),
    sub("release version|changelog|plan", NONE, Act::Runs),
    sub("publish", NONE, Act::Code(publish)),
    sub("release publish", NONE, rows::PUBLISHES),
    sub("shipit", NONE, rows::PUBLISHES),
    sub(
        "run|build|test|affected|graph|g|generate|install|update|check|bump|change|lint|version|changelog|run-many|reset|list|show|serve|e2e|format|migrate|add",
        NONE,
        Act::Runs,
    ),
    sub("github-release|manifest-release", NONE, rows::PUBLISHES),
    sub("release-pr|manifest-pr|bootstrap", NONE, Act::Runs),
];

static POD_SUBS: &[Sub] = &[
    sub("trunk push", NONE, rows::PUBLISHES),
    sub("trunk delete|deprecate", NONE, rows::DELETES),
    sub("trunk add-owner|remove-owner", NONE, rows::RIGHTS),
    sub("trunk info|me|register", NONE, Act::Runs),
    sub("repo push", NONE, rows::PUBLISHES),
    sub("repo remove", NONE, Act::Runs),
    sub("cache clean", NONE, Act::Runs),
    sub(
        "install|update|lib|spec|outdated|search|list|env|init|deintegrate|setup|repo|ipc",
        NONE,
        Act::Runs,
    ),
];

static ANACONDA_SUBS: &[Sub] = &[
    sub("upload", NONE, rows::PUBLISHES),
    sub("remove", NONE, rows::DELETES),
    sub("move|copy", NONE, rows::CHANGES),
    sub(
        "label",
        Options::gnu("remove= copy= list"),
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Registry).only("remove")]),
    ),
    sub(
        "auth",
        Options::gnu("r|remove= create"),
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Secret).only("remove")]),
    ),
    sub("show|search|download|whoami|login|logout|groups|channel|config|notebook", NONE, Act::Runs),
];

static TOOL_SUBS: &[Sub] = &[
    sub("publish|deploy", NONE, Act::Code(publish)),
    sub("hex publish", NONE, Act::Code(publish)),
    sub("hex retire|revert", NONE, rows::DELETES),
    sub("hex", NONE, Act::Runs),
    sub("upload", NONE, CABAL_UPLOAD),
    sub("unpublish|yank", NONE, rows::DELETES),
    sub("register|unregister", NONE, rows::PUBLISHES),
    sub("package publish|push", NONE, Act::Code(publish)),
    sub("client publish", NONE, rows::PUBLISHES),
];

static FASTLANE_SUBS: &[Sub] = &[
    sub(
        "deliver|supply|pilot|upload_to_app_store|upload_to_play_store|upload_to_testflight|appstore",
        NONE,
        rows::PUBLISHES,
    ),
    sub("pilot upload|distribute", NONE, rows::PUBLISHES),
    sub("pilot list|builds|export|find", NONE, Act::Reads),
    sub(
        "match nuke",
        NONE,
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Secret).with(Traits::WHOLE)]),
    ),
    sub(
        "match|cert|sigh|pem|snapshot|scan|gym|lanes|list|actions|action|env|init|install_plugins|screengrab|frameit|search_plugins|docs|socket_server",
        NONE,
        Act::Runs,
    ),
    sub("produce", NONE, Act::Runs),
];

static WEBSTORE_SUBS: &[Sub] = &[
    sub("publish|sign", NONE, rows::PUBLISHES),
    sub("upload", NONE, Act::Does(&[Deed::new(Kind::Publishes, Domain::Registry)])),
    sub("lint|build|run|docs", NONE, Act::Runs),
];

static SNAP_SUBS: &[Sub] = &[
    sub("upload|push|promote|release|upload-metadata", NONE, rows::PUBLISHES),
    sub("close|unregister", NONE, rows::DELETES),
    sub(
        "clean|pack|prime|build|stage|login|list|status|whoami|register|revisions|remote-build",
        NONE,
        Act::Runs,
    ),
];

fn add<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.does(kind, Domain::Registry, traits, call);
}

const GORELEASER: Act = Act::Cases(&[
    when(given("snapshot skip-publish v version"), Act::Runs),
    when(holds(Of::Value, "publish").of("skip"), Act::Runs),
    otherwise(sure::registries::PUBLISHES),
]);

fn publish<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let only_read = call.affirms(words!("dry-run dryRun preview"));
    // rush says what it would publish until it is told to.
    if only_read || (call.name == "rush" && !call.has("publish")) {
        return;
    }
    // `stack deploy` and others without a registry do not publish.
    let deploys = call.words.first().is_some_and(|word| word.is("deploy"));
    if deploys && !matches!(call.name, "lein" | "clojars") {
        return walker.acts();
    }
    add(walker, call, Kind::Publishes, Traits::empty());
}

/// `cabal upload` puts a candidate there unless told `--publish`.
const CABAL_UPLOAD: Act = Act::Cases(&[
    when(named("cabal").and(&not(given("publish"))), Act::Runs),
    otherwise(sure::registries::PUBLISHES),
]);

/// Tools that release when they are simply run.
const RELEASE: Act = Act::Cases(&[
    when(affirmed("dry-run dryRun preview no-publish"), Act::Reads),
    when(named("release-it np publish-please"), sure::registries::PUBLISHES),
    when(named("cargo-release").and(&given("execute x")), sure::registries::PUBLISHES),
    otherwise(Act::Runs),
]);

/// A lane does what its file says; some names say it too.
fn fastlane<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let lane = call.operands.iter().take(2).map(|word| word.text);
    let ships =
        |name: &str| words!("release deploy production beta appstore playstore publish").has(name);
    if lane.into_iter().any(ships) {
        add(walker, call, Kind::Publishes, Traits::empty());
    } else {
        walker.acts();
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
