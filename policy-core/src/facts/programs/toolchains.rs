//! Compilers and the toolchains of single languages.

use super::builds::{cleans, throw};
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["xcodebuild"],
        Options::long(
            "project= workspace= scheme= target= configuration= sdk= destination= derivedDataPath= list showsdks version archivePath= exportPath= exportOptionsPlist= showBuildSettings",
        ),
        Act::Code(words_only),
    ),
    program(&["gcc", "g++"], NONE, Act::Code(compiler)),
    toolbox(&["swift"], NONE, SWIFT, Act::Runs),
    toolbox(&["flutter", "dart", "fvm"], Options::gnu("dry-run f|force n"), FLUTTER, Act::Runs),
    toolbox(&["mix", "rebar3", "gleam"], Options::gnu("only="), MIX, Act::Runs),
    toolbox(
        &[
            "stack",
            "cabal",
            "dune",
            "opam",
            "elm",
            "zig",
            "nimble",
            "shards",
            "crystal",
            "alr",
            "fpm",
            "spago",
            "raco",
            "luarocks",
            "cpan",
            "cpanm",
            "conan",
            "vcpkg",
            "spack",
            "platformio",
            "pio",
            "idf.py",
            "west",
            "arduino-cli",
            "scarb",
            "maturin",
            "forge",
            "hardhat",
            "truffle",
            "anchor",
        ],
        Options::gnu("full y|yes dry-run U|uninstall f|force"),
        OTHER,
        Act::Runs,
    ),
    program(
        &[
            "clang",
            "clang++",
            "cc",
            "c++",
            "rustc",
            "javac",
            "tsc",
            "ld",
            "as",
            "go-build",
            "gfortran",
            "nvcc",
            "emcc",
            "kotlinc",
            "scalac",
            "swiftc",
            "protoc",
            "esbuild",
            "webpack",
            "vite",
            "rollup",
            "parcel",
            "next",
            "nuxt",
            "astro",
            "babel",
            "sass",
            "postcss",
            "tailwindcss",
        ],
        NONE,
        Act::Runs,
    ),
];

const NONE: Options = Options::gnu("");

const PUBLISHES: Deed = Deed::new(Kind::Publishes, Domain::Registry);

static SWIFT: &[Sub] = &[
    sub("package clean|reset|purge-cache", NONE, Act::Code(cleans)),
    sub("package describe|show-dependencies|dump-package|tools-version", NONE, Act::Reads),
];

static FLUTTER: &[Sub] = &[
    sub("clean", NONE, Act::Code(cleans)),
    sub("doctor|devices|emulators|analyze|logs", NONE, Act::Reads),
    sub("pub cache clean|repair", NONE, Act::Code(cleans)),
    sub("pub cache", NONE, Act::Runs),
    sub(
        "pub remove",
        NONE,
        Act::Does(&[Deed::new(Kind::Uninstalls, Domain::Package)
            .with(Traits::MILD)
            .unless("dry-run")]),
    ),
    sub("pub publish|lish", NONE, Act::Does(&[PUBLISHES.unless("dry-run n")])),
    sub(
        "pub global deactivate",
        NONE,
        Act::Does(&[Deed::new(Kind::Uninstalls, Domain::Package).with(Traits::MILD)]),
    ),
    sub("pub global", NONE, Act::Runs),
    sub("pub", NONE, Act::Runs),
];

static MIX: &[Sub] = &[
    sub("cmd", Options::leading("app= cd="), Act::Code(super::packaged::runs_words)),
    sub("run|eval", Options::gnu("e|eval= r="), Act::Code(mix_run)),
    sub(
        "clean|deps.clean|local.hex.clean|deps.unlock|archive.uninstall|escript.uninstall",
        NONE,
        Act::Code(cleans),
    ),
    sub("hex.publish|publish", Options::gnu("dry-run"), Act::Does(&[PUBLISHES.unless("dry-run")])),
    sub("hex.retire", NONE, Act::Does(&[PUBLISHES])),
    sub(
        "ecto.drop|ecto.reset|ecto.rollback",
        NONE,
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Database)]),
    ),
];

/// `mix run -e 'code'`.
fn mix_run<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.acts();
    for code in call.values("eval") {
        super::interpreters::run_elixir(walker, code);
    }
}

static OTHER: &[Sub] = &[
    sub("env|path", NONE, Act::Code(super::environment::prints_set_up)),
    sub("clean|purge|fullclean|erase-flash|erase_flash|gc|clean-all", NONE, Act::Code(cleans)),
    sub(
        "uninstall|remove|rm|unregister",
        NONE,
        Act::Does(&[Deed::new(Kind::Uninstalls, Domain::Package)
            .with(Traits::MILD)
            .unless("dry-run")]),
    ),
    sub("publish|upload|deploy", NONE, Act::Does(&[PUBLISHES.unless("dry-run")])),
];

/// `gcc -wrapper rm,-rf,x` runs the wrapper instead of its own parts.
fn compiler<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.acts();
    if let Some([words, ..]) = call.behind(words!("-wrapper")) {
        let words = words.text.split(',').map(|word| words.with_text(word));
        let words = bumpalo::collections::Vec::from_iter_in(words, walker.arena);
        walker.carry(words.into_bump_slice());
    }
}

fn words_only<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("list showsdks version showBuildSettings")) {
        return;
    }
    walker.acts();
    if let Some(target) = call.operands.iter().find(|arg| arg.is("clean")) {
        throw(walker, target);
    }
}
