//! Compilers and the toolchains of single languages.

use super::builds::{cleans, throw};
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::{Words, words};

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["xcodebuild"],
        Options::long(
            "project= workspace= scheme= target= configuration= sdk= destination= derivedDataPath= list showsdks version archivePath= exportPath= exportOptionsPlist= showBuildSettings",
        ),
        Behavior::Code(words_only),
    ),
    program(
        &[
            "gcc",
            "g++",
            "clang",
            "clang++",
            "cc",
            "c++",
            "ld",
            "as",
            "gfortran",
            "nvcc",
            "emcc",
            "rustc",
            "swiftc",
            "ld.lld",
            "ld.gold",
            "ld.bfd",
            "lld",
            "mold",
            "nasm",
            "yasm",
            "bison",
            "yacc",
            "flex",
            "lex",
            "ocamlc",
            "ocamlopt",
            "dmd",
            "ldc2",
            "gdc",
            "windres",
            "cython",
            "swig",
            "protoc",
            "tsc",
            "esbuild",
            "kotlinc",
            "scalac",
            "javac",
            "dot",
            "neato",
            "tcc",
            "icc",
            "icx",
            "mcs",
            "fpc",
            "gccgo",
            "gnatmake",
            "c99",
            "c89",
            "cpp",
            "g77",
            "iverilog",
            "wat2wasm",
            "wasm-opt",
            "wasm-ld",
            "babel",
            "postcss",
            "tailwindcss",
            "rollup",
            "webpack",
        ],
        NONE,
        Behavior::Code(compiler),
    ),
    toolbox(&["swift"], NONE, SWIFT, Behavior::Runs),
    toolbox(
        &["flutter", "dart", "fvm"],
        Options::gnu("dry-run f|force n"),
        FLUTTER,
        Behavior::Runs,
    ),
    toolbox(&["mix", "rebar3", "gleam"], Options::gnu("only="), MIX, Behavior::Runs),
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
        Behavior::Runs,
    ),
    program(&["go-build", "vite", "parcel", "next", "nuxt", "astro", "sass"], NONE, Behavior::Runs),
];

const NONE: Options = Options::gnu("");

const PUBLISHES: EffectSpec = EffectSpec::new(Kind::Publishes, Domain::Registry);

static SWIFT: &[Sub] = &[
    sub("package clean|reset|purge-cache", NONE, Behavior::Code(cleans)),
    sub("package describe|show-dependencies|dump-package|tools-version", NONE, Behavior::Reads),
];

static FLUTTER: &[Sub] = &[
    sub("clean", NONE, Behavior::Code(cleans)),
    sub("doctor|devices|emulators|analyze|logs", NONE, Behavior::Reads),
    sub("pub cache clean|repair", NONE, Behavior::Code(cleans)),
    sub("pub cache", NONE, Behavior::Runs),
    sub(
        "pub remove",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Uninstalls, Domain::Package)
            .with(Traits::MINOR)
            .unless("dry-run")]),
    ),
    sub("pub publish|lish", NONE, Behavior::Effects(&[PUBLISHES.unless("dry-run n")])),
    sub(
        "pub global deactivate",
        NONE,
        Behavior::Effects(
            &[EffectSpec::new(Kind::Uninstalls, Domain::Package).with(Traits::MINOR)],
        ),
    ),
    sub("pub global", NONE, Behavior::Runs),
    sub("pub", NONE, Behavior::Runs),
];

static MIX: &[Sub] = &[
    sub("cmd", Options::leading("app= cd="), Behavior::Code(super::packaged::runs_words)),
    sub("run|eval", Options::gnu("e|eval= r="), Behavior::Code(mix_run)),
    sub(
        "clean|deps.clean|local.hex.clean|deps.unlock|archive.uninstall|escript.uninstall",
        NONE,
        Behavior::Code(cleans),
    ),
    sub(
        "hex.publish|publish",
        Options::gnu("dry-run"),
        Behavior::Effects(&[PUBLISHES.unless("dry-run")]),
    ),
    sub("hex.retire", NONE, Behavior::Effects(&[PUBLISHES])),
    sub(
        "ecto.drop|ecto.reset|ecto.rollback",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Database)]),
    ),
];

/// `mix run -e 'code'`.
fn mix_run<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    for code in call.values("eval") {
        super::interpreters::run_elixir(walker, code);
    }
}

static OTHER: &[Sub] = &[
    sub("env|path", NONE, Behavior::Code(super::environment::prints_set_up)),
    sub("clean|purge|fullclean|erase-flash|erase_flash|gc|clean-all", NONE, Behavior::Code(cleans)),
    sub(
        "uninstall|remove|rm|unregister",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Uninstalls, Domain::Package)
            .with(Traits::MINOR)
            .unless("dry-run")]),
    ),
    sub("publish|upload|deploy", NONE, Behavior::Effects(&[PUBLISHES.unless("dry-run")])),
];

/// `gcc -wrapper rm,-rf,x` runs the wrapper instead of its own parts.
fn compiler<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if let Some([words, ..]) = call.behind(words!("-wrapper")) {
        let words = words.text.split(',').map(|word| words.with_text(word));
        let words = bumpalo::collections::Vec::from_iter_in(words, walker.arena);
        walker.run_wrapped(words.into_bump_slice());
    }
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        let folder =
            words!("--outDir --outdir --out-dir --declarationDir -d --output-path").has(arg.text);
        if OUTPUTS.has(arg.text) || folder {
            if let Some(file) = args.next().filter(|file| !file.is("-")) {
                let file = if folder { walker.somewhere_below(file) } else { *file };
                walker.builds(&file);
            }
        } else if let Some((name, _)) = arg.text.split_once('=')
            && (OUTPUTS.has(name) || name.to_ascii_lowercase().contains("out"))
            && name.starts_with("--")
        {
            walker.builds(&arg.skip(name.len() + 1));
        } else if let Some(file) = arg.text.strip_prefix("-o")
            && GLUES_OUTPUT.has(call.name)
            && !file.is_empty()
        {
            walker.builds(&arg.skip(2));
        }
    }
}

/// Options of compilers, linkers and bundlers that name a file they write.
const OUTPUTS: Words = words(
    "-o --output -MF -Map --Map -Wl,-Map -out --out --outfile --outFile --out-file --file --dep-info --depfile -dumpbase",
);

/// Those whose `-o` takes the rest of its word.
const GLUES_OUTPUT: Words = words(
    "gcc g++ clang clang++ cc c++ ld as gfortran nasm yasm bison flex tcc cpp c99 c89 nvcc emcc icc icx",
);

fn words_only<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("list showsdks version showBuildSettings")) {
        return;
    }
    walker.mark_changing();
    if let Some(target) = call.operands.iter().find(|arg| arg.is("clean")) {
        throw(walker, target);
    }
}
