//! Package managers of languages, and the registries they publish to.

use crate::dialect::Dialect;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{
    ALSO_CHANGES, Target, WordAction, first_operand, has_flag, otherwise, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, sub, toolbox};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;

use super::builds::cleans;

/// Takes packages away that are a person's own, or a project's.
const REMOVES: EffectSpec = EffectSpec::new(Kind::Uninstalls, Domain::Package).with(Traits::MINOR);
const INSTALLS: EffectSpec = EffectSpec::new(Kind::Installs, Domain::Package);
/// Throws away what was downloaded or built; it can be made again.
const CLEANS: EffectSpec = EffectSpec::new(Kind::Deletes, Domain::Package).with(Traits::REMADE);
const PUBLISHES: EffectSpec = EffectSpec::new(Kind::Publishes, Domain::Registry);
const UNPUBLISHES: EffectSpec = EffectSpec::new(Kind::Deletes, Domain::Registry);

const NONE: Options = Options::gnu("");

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(
        &["pip", "pip3", "pip2", "pip3.9", "pip3.10", "pip3.11", "pip3.12", "pip3.13", "pip3.14"],
        Options::gnu(
            "y|yes r|requirement= q|quiet v|verbose dry-run U|upgrade user e|editable= t|target= i|index-url= extra-index-url= f|find-links= c|constraint= no-cache-dir no-deps pre force-reinstall break-system-packages proxy= trusted-host= python= prefix= root= d|dest= help",
        ),
        PIP,
        Behavior::Runs,
    ),
    toolbox(
        &["pipx"],
        Options::gnu("f|force q|quiet v|verbose spec= pip-args= python= include-deps suffix="),
        PIPX,
        Behavior::Runs,
    ),
    toolbox(
        &["uv"],
        Options::gnu(
            "q|quiet v|verbose n|no-cache cache-dir= directory=/ project= python|p= config-file= color= y|yes dry-run package= group= extra= all with= with-requirements= from= env-file= index-url= frozen no-project m|module= s|script no-sync",
        ),
        UV,
        Behavior::Runs,
    ),
    toolbox(
        &["conda", "mamba", "micromamba"],
        Options::gnu(
            "n|name= p|prefix= y|yes q|quiet v|verbose d|dry-run c|channel= a|all f|file= force force-remove json override-channels",
        ),
        CONDA,
        Behavior::Runs,
    ),
    toolbox(
        &["poetry", "pdm", "hatch", "rye", "flit", "pipenv", "pixi"],
        Options::gnu(
            "n|no-interaction q|quiet v|verbose C|directory=/ P|project= dry-run all rm y|yes G|group= dev e|env= p= build",
        ),
        POETRY,
        PIPENV,
    ),
    toolbox(
        &["npm", "pnpm", "yarn", "bun", "cnpm", "yarnpkg"],
        Options::gnu(
            "g|global f|force D|save-dev S|save E prefix=/ C|dir=/ cwd=/ w|workspace= r|recursive filter|F= s|silent dry-run legacy-peer-deps production omit= registry= access= tag= otp= loglevel= json depth= y|yes c|call= package|p= if-present no-save ignore-scripts frozen-lockfile parallel a|all latest help",
        ),
        NPM,
        Behavior::Code(npm_script),
    ),
    toolbox(
        &["cargo"],
        Options::gnu(
            "manifest-path=^ p|package= q|quiet v|verbose color= config= Z= C=/ target-dir= features|F= target= profile= j|jobs= n|dry-run release|r exclude= bin= example= test= bench= bins doc message-format= list version|V",
        ),
        CARGO,
        Behavior::Code(cargo),
    ),
    toolbox(&["rustup"], Options::gnu("v"), RUSTUP, Behavior::Runs),
    toolbox(
        &["gem"],
        Options::gnu(
            "v|version= a|all x|executables I|ignore-dependencies n= d|dryrun dry-run V|verbose f|force key= k= host= i|install-dir= source= user-install",
        ),
        GEM,
        Behavior::Runs,
    ),
    toolbox(
        &["bundle", "bundler"],
        Options::gnu(
            "gemfile= jobs= j= path= without= with= quiet retry= force dry-run local deployment verbose",
        ),
        BUNDLE,
        Behavior::Runs,
    ),
    toolbox(
        &["go"],
        Options::long(
            "C= n race cover run= count= timeout= bench= o= ldflags= tags= mod= modcache cache testcache fuzzcache json f= exec=",
        ),
        GO,
        Behavior::Runs,
    ),
    toolbox(
        &["composer"],
        Options::gnu(
            "d|working-dir=/ n|no-interaction q|quiet v|verbose dry-run dev no-dev ignore-platform-reqs",
        ),
        COMPOSER,
        Behavior::Runs,
    ),
    toolbox(
        &["dotnet"],
        Options::gnu(
            "c|configuration= f|framework= r|runtime= v|verbosity= o|output= k|api-key= s|source= p|project= n|name= g|global tool-path= force",
        ),
        DOTNET,
        Behavior::Runs,
    ),
    toolbox(
        &["deno"],
        Options::gnu("A|allow-all"),
        DENO,
        Behavior::Code(super::interpreters::deno),
    ),
    toolbox(
        &[
            "asdf", "mise", "rtx", "nvm", "fnm", "n", "volta", "pyenv", "rbenv", "nodenv", "jenv",
            "sdk", "tfenv", "goenv", "rvm", "chruby", "swiftenv", "phpenv", "plenv", "nodebrew",
        ],
        Options::gnu("f|force y|yes a n|dry-run"),
        VERSIONS,
        Behavior::Runs,
    ),
];

static PIP: &[Sub] = &[
    sub("install|download|wheel", NONE, Behavior::Effects(&[INSTALLS.unless("dry-run")])),
    sub("uninstall", NONE, Behavior::Effects(&[REMOVES])),
    sub(
        "list|show|freeze|check|search|debug|inspect|index|hash|help|completion",
        Options::gnu("log=> report=> o|outdated u|uptodate l|local format= f|files path= all"),
        Behavior::Reads,
    ),
    sub("config list|get|debug", NONE, Behavior::Reads),
    sub("config", Options::gnu("editor=$"), Behavior::Runs),
    sub("cache purge|remove", NONE, Behavior::Effects(&[CLEANS])),
    sub("cache dir|info|list", NONE, Behavior::Reads),
];

static PIPX: &[Sub] = &[
    sub("uninstall|uninstall-all|uninject", NONE, Behavior::Effects(&[REMOVES])),
    sub("list|environment", NONE, Behavior::Reads),
    sub(
        "run",
        Options::leading("spec= python= no-cache verbose pip-args="),
        Behavior::Code(super::packaged::run_package),
    ),
    sub(
        "install|inject|upgrade|upgrade-all|reinstall|reinstall-all|ensurepath",
        NONE,
        Behavior::Effects(&[INSTALLS]),
    ),
];

static UV: &[Sub] = &[
    sub("pip install|sync|compile", NONE, Behavior::Effects(&[INSTALLS])),
    sub("pip uninstall", NONE, Behavior::Effects(&[REMOVES.unless("dry-run")])),
    sub("pip list|show|freeze|check|tree", NONE, Behavior::Reads),
    sub("pip", NONE, Behavior::Runs),
    sub("remove", NONE, Behavior::Effects(&[REMOVES.unless("dry-run")])),
    sub("tool|python uninstall", Options::gnu("all"), Behavior::Effects(&[REMOVES])),
    sub(
        "tool run",
        Options::leading("from= with= q|quiet python|p="),
        Behavior::Code(super::packaged::run_package),
    ),
    sub("tool list|dir", NONE, Behavior::Reads),
    sub("python list|find|dir", NONE, Behavior::Reads),
    sub("cache clean|prune", NONE, Behavior::Effects(&[CLEANS])),
    sub("cache dir", NONE, Behavior::Reads),
    sub("publish", NONE, Behavior::Effects(&[PUBLISHES.unless("dry-run")])),
    sub(
        "run",
        Options::leading(
            "q|quiet v|verbose with= with-requirements= with-editable= python|p= extra= group= no-dev all-extras all-groups package= env-file= no-sync frozen no-project m|module= s|script directory= project= n|no-cache index-url= no-env-file U|upgrade",
        ),
        Behavior::Code(super::packaged::uv_run),
    ),
    sub("tree|version|help", NONE, Behavior::Reads),
];

static CONDA: &[Sub] = &[
    sub("install|create|update|upgrade", NONE, Behavior::Effects(&[INSTALLS.unless("dry-run")])),
    sub("env create|update|export|config", NONE, Behavior::Runs),
    sub("remove|uninstall", NONE, Behavior::Effects(&[REMOVES.unless("dry-run")])),
    sub("env remove", NONE, Behavior::Effects(&[REMOVES.unless("dry-run")])),
    sub("env list", NONE, Behavior::Reads),
    sub("env", NONE, Behavior::Runs),
    sub(
        "clean",
        Options::gnu("a|all t|tarballs p"),
        Behavior::Effects(&[CLEANS.unless("dry-run")]),
    ),
    sub("list|info|search|config|doctor|compare|repoquery", NONE, Behavior::Reads),
    sub(
        "run",
        Options::leading("n|name= p|prefix= no-capture-output live-stream v|verbose cwd="),
        Behavior::Code(super::packaged::runs_words),
    ),
];

static POETRY: &[Sub] = &[
    sub("remove|uninstall", NONE, Behavior::Effects(&[REMOVES.unless("dry-run")])),
    sub("env remove|prune", NONE, Behavior::Effects(&[REMOVES])),
    sub("env", NONE, Behavior::Runs),
    sub("cache clear|delete|remove", NONE, Behavior::Effects(&[CLEANS])),
    sub("cache", NONE, Behavior::Runs),
    sub("publish|upload", NONE, Behavior::Effects(&[PUBLISHES.unless("dry-run")])),
    sub("show|check|list|graph|info|version|about|search", NONE, Behavior::Reads),
    sub("clean", NONE, Behavior::Effects(&[CLEANS])),
    sub("run", Options::leading("e|env= p="), Behavior::Code(super::packaged::runs_words)),
    sub("self remove|uninstall", NONE, Behavior::Effects(&[REMOVES])),
    sub("self", NONE, Behavior::Runs),
];

static NPM: &[Sub] = &[
    sub(
        "install|i|in|ci|clean-install|add|update|upgrade|up|dedupe|ddp|rebuild|rb|link|ln|install-test|it|import|fetch|audit|create|init|innit|set-script|approve-builds",
        NONE,
        Behavior::Code(npm_install),
    ),
    sub("uninstall|remove|rm|r|un|unlink", NONE, Behavior::Effects(&[REMOVES.unless("dry-run")])),
    sub("prune", NONE, Behavior::Effects(&[REMOVES.unless("dry-run")])),
    sub("global remove", NONE, Behavior::Effects(&[REMOVES])),
    sub("global", NONE, Behavior::Runs),
    sub("cache clean|clear|rm|delete", NONE, Behavior::Effects(&[CLEANS])),
    sub("pm cache rm", NONE, Behavior::Effects(&[CLEANS])),
    sub("pm cache", NONE, Behavior::Reads),
    sub("pm", NONE, Behavior::Runs),
    sub("cache", NONE, Behavior::Reads),
    sub("store prune", NONE, Behavior::Effects(&[CLEANS])),
    sub("store", NONE, Behavior::Reads),
    sub("publish|pub", NONE, Behavior::Effects(&[PUBLISHES.unless("dry-run")])),
    sub("npm tag add|remove|rm", NONE, Behavior::Effects(&[PUBLISHES])),
    sub("npm tag", NONE, Behavior::Reads),
    sub("npm publish", NONE, Behavior::Effects(&[PUBLISHES.unless("dry-run n")])),
    sub("npm", NONE, Behavior::Runs),
    sub("unpublish", NONE, Behavior::Effects(&[UNPUBLISHES.unless("dry-run")])),
    sub("deprecate|undeprecate", NONE, Behavior::Effects(&[PUBLISHES.unless("dry-run")])),
    sub(
        "owner|author|access|team|org|hook add|rm|remove|grant|revoke|create|destroy|set|set-script|edit|public|restricted|update|2fa-required|2fa-not-required",
        NONE,
        Behavior::Effects(&[PUBLISHES.unless("dry-run")]),
    ),
    sub("owner|author|access|team|org|hook", NONE, Behavior::Reads),
    sub(
        "dist-tag|dist-tags|tag add|rm|remove",
        NONE,
        Behavior::Effects(&[PUBLISHES.unless("dry-run")]),
    ),
    sub("dist-tag|dist-tags|tag", NONE, Behavior::Reads),
    sub("token revoke|delete|rm|create|add", NONE, Behavior::Effects(&[PUBLISHES])),
    sub("token", NONE, Behavior::Reads),
    sub(
        "ls|list|la|ll|outdated|view|info|show|v|why|explain|root|bin|prefix|help|help-search|search|s|se|find|doctor|whoami|ping|fund|docs|home|repo|bugs|issues|licenses|query|diff|completion|sbom|get|config|c",
        NONE,
        Behavior::Reads,
    ),
    sub("config|c set|delete|rm|edit|fix", NONE, Behavior::Runs),
    sub(
        "init|create|innit",
        NONE,
        Behavior::On(
            WordAction::Touches(Kind::Appends, Traits::empty()),
            Target::Path("./package.json"),
        ),
    ),
    sub("pkg get", NONE, Behavior::Reads),
    sub(
        "pkg delete|set|fix",
        NONE,
        Behavior::On(
            WordAction::Touches(Kind::Overwrites, Traits::empty()),
            Target::Path("./package.json"),
        ),
    ),
    sub("pkg", NONE, Behavior::Runs),
    sub(
        "run|run-script|rum|urn|test|t|tst|start|stop|restart|build|dev|lint|workspace|workspaces",
        Options::leading("if-present s|silent w|workspace= filter|F= parallel r|recursive"),
        Behavior::Code(npm_script),
    ),
    sub(
        "exec|x",
        Options::leading(
            "c|call= package|p= y|yes no w|workspace= q|quiet no-install r|recursive filter|F= bun parallel",
        ),
        Behavior::Code(super::packaged::run_package),
    ),
    sub(
        "dlx",
        Options::leading("p|package= q|quiet c|shell-mode"),
        Behavior::Code(super::packaged::run_package),
    ),
    sub(
        "login|logout|adduser|add-user|pack|version|shrinkwrap|edit|set|env|patch|deploy|setup|server|upgrade-interactive|constraints|plugin|node|rebuild",
        NONE,
        Behavior::Runs,
    ),
];

static CARGO: &[Sub] = &[
    sub(
        "watch",
        Options::gnu("s|shell= x|exec= w|watch= i|ignore= c|clear q|quiet d|delay= B="),
        CARGO_WATCH,
    ),
    sub("clean", NONE, Behavior::Code(cleans)),
    sub("uninstall|remove|rm", NONE, Behavior::Effects(&[REMOVES.unless("dry-run")])),
    sub("publish", NONE, Behavior::Effects(&[PUBLISHES.unless("dry-run")])),
    sub(
        "yank",
        Options::gnu("version|vers= index= registry= token="),
        Behavior::Effects(&[UNPUBLISHES]),
    ),
    sub(
        "owner",
        Options::gnu("a|add= r|remove= l|list token= index="),
        Behavior::Effects(&[PUBLISHES.only("add remove").unless("list")]),
    ),
    sub("install|update|fetch|add|generate-lockfile|vendor", NONE, Behavior::Effects(&[INSTALLS])),
    sub(
        "tree|metadata|search|info|pkgid|read-manifest|locate-project|help|version|verify-project|audit|outdated|deny",
        NONE,
        Behavior::Reads,
    ),
    // Both rewrite source files in place.
    sub(
        "fix",
        Options::gnu(""),
        Behavior::Effects(&[EffectSpec::new(Kind::Overwrites, Domain::Files)]),
    ),
    sub(
        "clippy",
        Options::gnu("fix"),
        Behavior::Effects(&[EffectSpec::new(Kind::Overwrites, Domain::Files).only("fix")]),
    ),
    sub("release", Options::gnu("x|execute"), Behavior::Effects(&[PUBLISHES.only("execute")])),
    sub(
        "cache",
        Options::gnu("a|autoclean e|autoclean-expensive r|remove-dir="),
        Behavior::Effects(&[CLEANS
            .only("autoclean autoclean-expensive remove-dir")
            .unless("dry-run")]),
    ),
    sub("sweep", NONE, Behavior::Code(cleans)),
];

static RUSTUP: &[Sub] = &[
    sub("toolchain uninstall|remove", NONE, Behavior::Effects(&[REMOVES])),
    sub("toolchain list", NONE, Behavior::Reads),
    sub("toolchain", NONE, Behavior::Runs),
    sub("target|component remove|uninstall", NONE, Behavior::Effects(&[REMOVES])),
    sub("target|component list", NONE, Behavior::Reads),
    sub("target|component", NONE, Behavior::Runs),
    sub("self uninstall", NONE, Behavior::Effects(&[REMOVES])),
    sub("self", NONE, Behavior::Runs),
    sub("uninstall", NONE, Behavior::Effects(&[REMOVES])),
    sub("show|check|which|doc|man|completions|help", NONE, Behavior::Reads),
    sub("run", Options::leading(""), Behavior::On(WordAction::Runs, Target::From(1))),
];

static GEM: &[Sub] = &[
    sub("uninstall|cleanup|clean", NONE, Behavior::Effects(&[REMOVES.unless("dryrun dry-run")])),
    sub("push", NONE, Behavior::Effects(&[PUBLISHES])),
    sub("yank", NONE, Behavior::Effects(&[UNPUBLISHES])),
    sub(
        "owner",
        Options::gnu("a|add= r|remove="),
        Behavior::Effects(&[PUBLISHES.only("add remove r a")]),
    ),
    sub(
        "list|search|info|environment|env|which|contents|dependency|outdated|specification|query|help",
        NONE,
        Behavior::Reads,
    ),
    sub("install|update|fetch", NONE, Behavior::Effects(&[INSTALLS])),
];

static BUNDLE: &[Sub] = &[
    sub("clean|remove|pristine", NONE, Behavior::Effects(&[REMOVES.unless("dry-run")])),
    sub(
        "exec",
        Options::leading("keep-file-descriptors gemfile="),
        Behavior::Code(super::packaged::runs_words),
    ),
    sub("list|show|info|outdated|check|platform|env|doctor|help|viz", NONE, Behavior::Reads),
    sub("install|update|add|lock|cache|package|binstubs", NONE, Behavior::Effects(&[INSTALLS])),
];

static GO: &[Sub] = &[
    sub(
        "clean",
        Options::long("n cache testcache modcache fuzzcache"),
        Behavior::Effects(&[CLEANS.unless("n")]),
    ),
    sub(
        "list|vet",
        Options::long(
            "C=/ toolexec=$ exec=$ vettool= f= json m u versions deps test find e export compiled retracted tags= mod= v x n modfile= race c= fix",
        ),
        GO_LOOK,
    ),
    sub("version|doc|help", NONE, Behavior::Reads),
    sub("env", Options::long("json w u changed"), GO_ENV),
    // The compiler's own tools write, run and serve.
    sub("tool", Options::leading("n o|output=> modfile="), GO_TOOL),
    sub(
        "get|install|mod|work|generate|build|test|fmt|fix",
        Options::long(
            "C=/ o=+ toolexec=$ exec=$ tags= race mod= ldflags= gcflags= asmflags= modfile= overlay= pkgdir= v x n a c i p= run= bench= count= timeout= short json coverprofile=> cpuprofile=> memprofile=> blockprofile=> mutexprofile=> trace=> outputdir= cover covermode= coverpkg= parallel= failfast vet= u d t w r",
        ),
        Behavior::Runs,
    ),
    sub(
        "run",
        Options::leading("C=/ tags= race mod= exec=$ toolexec=$ ldflags= gcflags= v x n a"),
        Behavior::Runs,
    ),
];

const GO_LOOK: Behavior = Behavior::Cases(&[
    when(has_flag("toolexec exec vettool fix export"), Behavior::Runs),
    otherwise(Behavior::Reads),
]);

const GO_ENV: Behavior =
    Behavior::Cases(&[when(has_flag("w u"), Behavior::Runs), otherwise(Behavior::Reads)]);

const GO_TOOL: Behavior = Behavior::Cases(&[
    when(first_operand("compile link asm cgo pack cover pprof trace"), Behavior::Code(go_tool)),
    otherwise(Behavior::Runs),
]);

/// `go tool compile -o file`: what it makes is named behind a flag of the tool's own.
fn go_tool<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    super::guess_flags(walker, call, None);
}

static COMPOSER: &[Sub] = &[
    sub("global remove", NONE, Behavior::Effects(&[REMOVES.unless("dry-run")])),
    sub("global", NONE, Behavior::Runs),
    sub("remove|rm|uninstall", NONE, Behavior::Effects(&[REMOVES.unless("dry-run")])),
    sub("clear-cache|clearcache|cc", NONE, Behavior::Effects(&[CLEANS])),
    sub(
        "show|info|search|outdated|validate|licenses|diagnose|status|why|depends|prohibits|why-not|audit|list|check-platform-reqs",
        NONE,
        Behavior::Reads,
    ),
    sub("exec", Options::leading(""), Behavior::Code(super::packaged::runs_words)),
];

static DOTNET: &[Sub] = &[
    sub("clean", NONE, Behavior::Code(cleans)),
    sub("remove", NONE, Behavior::Effects(&[REMOVES])),
    sub("nuget push", NONE, Behavior::Effects(&[PUBLISHES])),
    sub("nuget delete", NONE, Behavior::Effects(&[UNPUBLISHES])),
    sub("nuget locals", Options::gnu("c|clear l|list"), Behavior::Effects(&[CLEANS.only("clear")])),
    sub("nuget remove|disable", NONE, Behavior::Runs),
    sub("nuget list|verify", NONE, Behavior::Reads),
    sub("nuget", NONE, Behavior::Runs),
    sub("tool|workload uninstall", NONE, Behavior::Effects(&[REMOVES])),
    sub("tool|workload list|search", NONE, Behavior::Reads),
    sub("tool|workload", NONE, Behavior::Runs),
    sub(
        "ef database drop",
        Options::gnu("f|force dry-run"),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Database).unless("dry-run")]),
    ),
    sub(
        "ef database update",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Database)]),
    ),
    sub(
        "ef migrations remove",
        Options::gnu("f|force"),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Files)]),
    ),
    sub("list|sln|help", NONE, Behavior::Reads),
];

static DENO: &[Sub] = &[
    sub("uninstall|remove", Options::gnu("g|global"), Behavior::Effects(&[REMOVES])),
    sub(
        "eval",
        Options::gnu("p|print ext= A|allow-all"),
        Behavior::Code(super::interpreters::deno),
    ),
    sub("check|info|doc|lint|types|test|bench|coverage|completions", NONE, Behavior::Runs),
    sub("clean", NONE, Behavior::Effects(&[CLEANS])),
    sub(
        "publish",
        Options::gnu("dry-run allow-dirty token="),
        Behavior::Effects(&[PUBLISHES.unless("dry-run")]),
    ),
    sub("install|add|cache|upgrade", NONE, Behavior::Effects(&[INSTALLS])),
    sub("fmt", Options::gnu(""), Behavior::Runs),
    sub(
        "task|run|serve|repl|compile|x",
        Options::leading(
            "A|allow-all c|config= allow-read=? allow-write=? allow-net=? allow-run=? allow-env=? q|quiet",
        ),
        Behavior::Code(super::interpreters::deno),
    ),
];

static VERSIONS: &[Sub] = &[
    sub("init|env|activate|hook-env", NONE, Behavior::Code(super::environment::prints_set_up)),
    sub(
        "uninstall|remove|rm|implode|purge|prune|clean",
        NONE,
        Behavior::Effects(&[REMOVES.unless("dry-run")]),
    ),
    sub("plugin|plugins remove|uninstall|rm", NONE, Behavior::Effects(&[REMOVES])),
    sub("plugin|plugins list|ls", NONE, Behavior::Reads),
    sub("plugin|plugins", NONE, Behavior::Runs),
    sub("cache clear|clean|prune", NONE, Behavior::Effects(&[CLEANS])),
    sub("cache", NONE, Behavior::Reads),
    sub(
        "list|ls|versions|version|current|which|where|info|ls-remote|list-all|whence|root|doctor|list-remote",
        NONE,
        Behavior::Reads,
    ),
    sub(
        "exec|x",
        Options::leading("using= q|quiet c|command= C|cd="),
        Behavior::Code(super::packaged::version_exec),
    ),
    sub("run", Options::leading(""), Behavior::Code(super::packaged::version_exec)),
];

/// `pipenv --rm` takes the whole environment away.
const PIPENV: Behavior = Behavior::Cases(&[
    when(
        has_flag("rm"),
        Behavior::Effects(
            &[EffectSpec::new(Kind::Uninstalls, Domain::Package).with(Traits::MINOR)],
        ),
    ),
    otherwise(Behavior::Runs),
]);

/// `cargo +nightly clean`: the toolchain stands where the subcommand would.
fn cargo<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let [first, ..] = call.operands else { return };
    if !first.text.starts_with('+') {
        return;
    }
    if let Some(at) = call.args.iter().position(|arg| arg.is(first.text)) {
        super::packaged::run_as(walker, "cargo", call.args.get(at + 1..).unwrap_or(&[]), call);
    }
}

/// `cargo watch -s 'code'`, `cargo watch -x 'run'`.
const CARGO_WATCH: Behavior = Behavior::Cases(&[
    ALSO_CHANGES,
    otherwise(Behavior::On(WordAction::RunsShell, Target::Values("shell"))),
]);

/// The words from the first one that is not a flag, with the flags behind it.
pub(super) fn from_first_word<'a>(call: &Call<'a>) -> &'a [Arg<'a>] {
    let Some(first) = call.operands.first() else { return &[] };
    let at = call.args.iter().position(|arg| arg.text == first.text).unwrap_or(0);
    call.args.get(at..).unwrap_or(&[])
}

/// Brings packages in, and runs what the project wants run then.
fn npm_install<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("dry-run") {
        return;
    }
    walker.does(INSTALLS.kind, INSTALLS.domain, INSTALLS.traits, call);
    if !call.has_any(words!("global ignore-scripts")) {
        super::project_files::lifecycle(walker, call);
    }
}

/// A project's own script. Its name is all that is known of it.
fn npm_script<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    // `npm run env -- command`: a script of its own that runs what follows.
    if let [script, rest @ ..] = call.operands
        && script.is("env")
        && call.path().starts_with("run")
    {
        let dashes = usize::from(rest.first().is_some_and(|word| word.is("--")));
        walker.run_wrapped(rest.get(dashes..).unwrap_or(&[]));
    }
    if let Some(code) = call.value("call") {
        walker.run_code(code, Dialect::Sh, Scoping::Own);
    }
    // The word that chooses a script, or a subcommand that is one itself.
    let named = match call.words {
        [first, second, ..] if matches!(first.text, "run" | "run-script" | "rum" | "urn") => {
            second.literal()
        }
        [first, ..] if call.sub.is_some() => match first.text {
            "t" | "tst" => Some("test"),
            _ => first.literal(),
        },
        [first, ..] if matches!(call.name, "yarn" | "pnpm" | "bun") => first.literal(),
        _ => None,
    };
    // `npm run env -- command` runs a command in the surroundings of a script.
    if named == Some("env") {
        let rest = call.words.get(2..).unwrap_or_default();
        walker.run_wrapped(rest);
    }
    if let Some(name) = named {
        super::project_files::package_script(walker, call, name);
    }
    // `yarn rimraf dist` and `bun -e code` stand without a subcommand.
    if call.sub.is_none() {
        match call.name {
            "bun" => super::interpreters::bun(walker, call),
            "yarn" | "yarnpkg" | "pnpm" => {
                super::packaged::own_program(walker, from_first_word(call))
            }
            _ => {}
        }
    }
}
