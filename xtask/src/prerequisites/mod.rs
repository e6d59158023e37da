//! What tasks need besides the Rust toolchain that compiled this crate. A task lists its [`Need`]s
//! and [`bring`] brings in what is missing, after saying so, or says in a sentence what to do.
//!
//! Everything comes from rustup, crates.io, npm, PyPI or Debian's packages. What is not the
//! system's own is kept inside the repository: in `.cache` and in `node_modules` folders.

mod crates;
pub mod debian;
pub mod editor;
pub mod npm;
pub mod python;
mod rust;

use std::path::PathBuf;

use crate::process::{find, search_path};
use crate::repository::cache;

/// What compiles for a browser.
pub const WASM: &str = "wasm32-unknown-unknown";

/// One thing that a task cannot do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A component of the toolchain and the subcommand of cargo that shows it is there.
    Component(&'static str, &'static str),
    /// The standard library for a target.
    Target(&'static str),
    /// Node and npm, which nobody but the person can choose.
    Node,
    /// The packages that a folder's `package-lock.json` names.
    Npm(&'static str),
    /// The packages of `xtask/requirements.txt`, in a virtual environment of our own.
    Python,
    /// A program of the system.
    Program(Program),
    /// The rights of root, one's own or by sudo without a password.
    Root,
    /// Programs that are compiled from a package of crates.io.
    Crate(crates::Package),
    /// A real VS Code that runs in a browser.
    Editor,
}

/// A program by the names it goes by, and the package of Debian that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// Names on the search path, or whole paths.
    names: &'static [&'static str],
    package: &'static str,
    /// A variable of the environment that names another one.
    variable: Option<&'static str>,
}

impl Program {
    const fn new(names: &'static [&'static str], package: &'static str) -> Self {
        Self { names, package, variable: None }
    }

    const fn or_variable(self, variable: &'static str) -> Self {
        Self { variable: Some(variable), ..self }
    }

    /// Where it is.
    pub fn path(&self) -> Result<PathBuf, String> {
        let name = self.names.first().copied().unwrap_or_default();
        self.find().ok_or_else(|| format!("{name} is not installed"))
    }

    fn find(&self) -> Option<PathBuf> {
        let own = self.variable.and_then(std::env::var_os).map(PathBuf::from);
        own.or_else(|| self.names.iter().find_map(|name| find(name)))
    }
}

/// The browser that tests drive.
pub const CHROMIUM: Program =
    Program::new(&["chromium", "chromium-browser", "google-chrome"], "chromium")
        .or_variable("BELAY_CHROMIUM");
/// What `wasm-pack` drives it with.
pub const CHROMEDRIVER: Program =
    Program::new(&["chromedriver"], "chromium-driver").or_variable("CHROMEDRIVER");
/// Counts instructions.
pub const VALGRIND: Program = Program::new(&["valgrind"], "valgrind");
/// A shell that suites compare with.
pub const ZSH: Program = Program::new(&["zsh"], "zsh");
/// A shell that suites compare with.
pub const DASH: Program = Program::new(&["dash"], "dash");
/// Compiles the C++ of libFuzzer and of VS Code's parts.
pub const CXX: Program = Program::new(&["c++", "g++", "clang++"], "g++");
const MAKE: Program = Program::new(&["make"], "make");
const PYTHON: Program = Program::new(&["python3"], "python3");
/// Puts agents into a network of their own.
pub const UNSHARE: Program = Program::new(&["unshare"], "util-linux");
/// Wakes the one interface such a network has.
pub const IP: Program = Program::new(&["ip"], "iproute2");
/// Builds the throw-away machine.
pub const BWRAP: Program = Program::new(&["bwrap"], "bubblewrap");
/// Takes every right from the commands in it.
pub const SETPRIV: Program = Program::new(&["setpriv"], "util-linux");
/// What agents expect to find.
pub const GIT: Program = Program::new(&["git"], "git");
/// Runs programs for Windows.
pub const WINE: Program = Program::new(&["wine64", "wine", "/usr/lib/wine/wine64"], "wine64");

/// Runs tests in Node and browsers.
pub const WASM_PACK: crates::Package =
    crates::Package { name: "wasm-pack", version: Some("0.15.1"), programs: &["wasm-pack"] };
/// What `wasm-pack` looks for on the search path, in the version of the library.
pub const BINDGEN_CLI: crates::Package = crates::Package {
    name: "wasm-bindgen-cli",
    version: None,
    programs: &["wasm-bindgen-test-runner", "wasm-bindgen"],
};
/// Checks licences and sources of dependencies.
pub const CARGO_DENY: crates::Package =
    crates::Package { name: "cargo-deny", version: Some("0.20.2"), programs: &["cargo-deny"] };

/// Brings in everything on a list that is missing; `Err` is the first thing that cannot be had.
pub fn bring(needs: &[Need]) -> Result<(), String> {
    needs.iter().try_for_each(|need| match need {
        Need::Component(name, subcommand) => rust::component(name, subcommand),
        Need::Target(name) => rust::target(name),
        Need::Node => npm::node(),
        Need::Npm(folder) => npm::packages(folder),
        Need::Python => python::packages(),
        Need::Program(program) => debian::program(program),
        Need::Root => debian::as_root("true").map(|_| ()),
        Need::Crate(package) => package.install(),
        Need::Editor => editor::build(),
    })
}

/// The search path with the programs that were compiled from crates.io first.
pub fn path_with_crates(packages: &[crates::Package]) -> Result<std::ffi::OsString, String> {
    let folders: Result<Vec<_>, _> = packages.iter().map(crates::Package::bin).collect();
    search_path(&folders?)
}

/// What is announced before something is brought in.
fn announce(what: &str, how: &str) {
    println!("   {what} is missing: {how}");
}

/// A folder of the cache.
fn cached(name: &str) -> PathBuf {
    cache().join(name)
}
