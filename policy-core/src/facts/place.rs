//! Where a path leads, seen from the surroundings.
//!
//! Paths are followed by their words alone; nothing is looked up on a disk. A path that only the
//! shell will know in full is classed by the directory its known beginning lies in.

use std::cell::OnceCell;

use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;

use super::arg::{Arg, Knowledge};
use crate::surroundings::Surroundings;
pub(crate) use crate::wire::Place;

/// Folders and files that builds and tools make again.
const BUILD_OUTPUTS: &[&str] = &[
    "node_modules",
    "target",
    "dist",
    "build",
    "out",
    "__pycache__",
    ".next",
    ".nuxt",
    ".cache",
    ".parcel-cache",
    ".turbo",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    ".tox",
    ".gradle",
    "coverage",
    ".nyc_output",
    ".coverage",
    "obj",
    "Debug",
    "Release",
    ".svelte-kit",
    ".angular",
    ".eggs",
    "htmlcov",
    "_build",
    ".terraform",
    "bower_components",
    ".venv",
    "venv",
    ".output",
    "storybook-static",
    "DerivedData",
    "Pods",
    ".dart_tool",
    "cmake-build-debug",
    "cmake-build-release",
    ".serverless",
    ".aws-sam",
    ".vite",
    ".webpack",
    ".tmp",
];

/// Entries of a home directory that decide who may get in or what runs at the next start.
const PROTECTED_IN_HOME: &[&str] = &[
    ".ssh",
    ".gnupg",
    ".aws",
    ".kube",
    ".azure",
    ".netrc",
    ".pgpass",
    ".npmrc",
    ".pypirc",
    ".docker",
    ".bashrc",
    ".bash_profile",
    ".bash_login",
    ".profile",
    ".zshrc",
    ".zprofile",
    ".zshenv",
    ".zlogin",
    ".gitconfig",
    ".config",
    ".password-store",
    ".local",
    "Library",
    ".bash_history",
    ".zsh_history",
    ".vscode",
    ".claude",
    ".codex",
    ".cursor",
    ".gemini",
];

/// Folders below a home directory that package managers fill again.
const CACHES_IN_HOME: &[&[&str]] = &[
    &[".cache"],
    &[".npm"],
    &[".yarn", "cache"],
    &[".yarn", "berry", "cache"],
    &[".pnpm-store"],
    &[".local", "share", "pnpm", "store"],
    &[".bun", "install", "cache"],
    &[".cargo", "registry"],
    &[".cargo", "git"],
    &[".gradle", "caches"],
    &[".m2", "repository"],
    &[".ivy2", "cache"],
    &[".sbt", "boot"],
    &["go", "pkg", "mod"],
    &[".nuget", "packages"],
    &[".pub-cache"],
    &[".composer", "cache"],
    &[".conda", "pkgs"],
    &[".deno"],
    &[".ccache"],
    &["Library", "Caches"],
    &["AppData", "Local", "npm-cache"],
    &["AppData", "Local", "pip", "Cache"],
    &["AppData", "Local", "Yarn", "Cache"],
];

/// First parts of a path that belong to the operating system.
const SYSTEM: &[&str] = &[
    "bin",
    "boot",
    "etc",
    "lib",
    "lib32",
    "lib64",
    "libx32",
    "proc",
    "root",
    "run",
    "sbin",
    "sys",
    "usr",
    "var",
    "opt",
    "System",
    "Library",
    "Applications",
    "private",
    "nix",
    "snap",
];

/// First parts of a path on a Windows drive that belong to the operating system, in lower case.
const WINDOWS_SYSTEM: &[&str] = &[
    "windows",
    "program files",
    "program files (x86)",
    "programdata",
    "system volume information",
    "boot",
    "recovery",
    "$recycle.bin",
];

/// A normalised path: where it starts and the parts below that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Path<'a> {
    /// Where it starts.
    pub base: Base,
    /// The parts below, without `.` and `..`.
    pub parts: &'a [&'a str],
}

impl Path<'_> {
    /// Whether both lead to the same place. Quickly, where one is a copy of the other.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        self.base == other.base
            && (std::ptr::eq(self.parts, other.parts) || self.parts == other.parts)
    }
}

/// Where a path starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// The root of the machine, or a Windows drive.
    Root,
    /// The directory the command starts in, where its absolute path is not known.
    Start,
    /// One or more levels above [`Base::Start`].
    AboveStart,
    /// The user's home, where its absolute path is not known.
    Home,
    /// Another user's home.
    OtherHome,
}

/// Turns words into places for one judgement.
#[derive(Debug)]
pub(crate) struct PathResolver<'a> {
    arena: &'a Bump,
    surroundings: &'a Surroundings,
    // What the surroundings say, each resolved when it is first asked for; most commands name no
    // path at all.
    workspace: OnceCell<Option<Path<'a>>>,
    home: OnceCell<Option<Path<'a>>>,
    start: OnceCell<Option<Path<'a>>>,
}

const START: Path<'static> = Path { base: Base::Start, parts: &[] };

impl<'a> PathResolver<'a> {
    /// Ready to read the surroundings.
    #[must_use]
    pub(crate) fn new(arena: &'a Bump, surroundings: &'a Surroundings) -> Self {
        let [workspace, home, start] = [const { OnceCell::new() }; 3];
        Self { arena, surroundings, workspace, home, start }
    }

    fn configured(
        &self,
        landmark: &OnceCell<Option<Path<'a>>>,
        text: &'a Option<String>,
    ) -> Option<Path<'a>> {
        *landmark.get_or_init(|| {
            let path = text.as_deref().filter(|path| !path.chars().all(char::is_whitespace));
            path.map(|path| self.join(START, path))
        })
    }

    /// The workspace, where the host has said which folder it is.
    pub(super) fn configured_workspace(&self) -> Option<Path<'a>> {
        self.configured(&self.workspace, &self.surroundings.workspace)
    }

    fn configured_home(&self) -> Option<Path<'a>> {
        self.configured(&self.home, &self.surroundings.home)
    }

    /// Where the command starts, in full.
    fn configured_start(&self) -> Option<Path<'a>> {
        // Mostly both are the same, and one is worked out already.
        if self.surroundings.cwd == self.surroundings.workspace {
            return self.configured_workspace();
        }
        self.configured(&self.start, &self.surroundings.cwd).or_else(|| self.configured_workspace())
    }

    /// The directory the command starts in, by that name alone.
    #[must_use]
    pub(crate) fn start(&self) -> Path<'a> {
        START
    }

    /// A directory in full: where the command starts may be known after all.
    #[must_use]
    pub(crate) fn located(&self, directory: Path<'a>) -> Path<'a> {
        if directory == START { self.configured_start().unwrap_or(START) } else { directory }
    }

    /// The home directory as far as it is known.
    #[must_use]
    pub(crate) fn home(&self) -> Path<'a> {
        self.configured_home().unwrap_or(Path { base: Base::Home, parts: &[] })
    }

    /// Follows `text` from `from`.
    #[must_use]
    pub(crate) fn join(&self, from: Path<'a>, text: &'a str) -> Path<'a> {
        let absolute = text.starts_with(['/', '\\']) || is_drive(text);
        let from = if absolute { Path { base: Base::Root, parts: &[] } } else { from };
        let mut base = from.base;
        let mut parts = ArenaVec::with_capacity_in(from.parts.len() + 4, self.arena);
        parts.extend_from_slice(from.parts);
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.bytes().position(|byte| matches!(byte, b'/' | b'\\'));
            let end = end.unwrap_or(rest.len());
            let part = rest.get(..end).unwrap_or_default();
            rest = rest.get(end + 1..).unwrap_or_default();
            match part {
                "" | "." => {}
                ".." => {
                    if parts.pop().is_none() && base == Base::Start {
                        base = Base::AboveStart;
                    }
                }
                // Git Bash writes the drive as a folder; `C:` with nothing above is the drive.
                other => parts.push(other),
            }
        }
        Path { base, parts: parts.into_bump_slice() }
    }

    /// The path an argument leads to from a directory, as far as its text is known.
    #[must_use]
    pub(crate) fn path(&self, from: Option<Path<'a>>, arg: &Arg<'a>) -> Option<Path<'a>> {
        let text = known_directory(arg)?;
        let from = from.map(|directory| self.located(directory));
        if arg.tilde {
            let rest = text.strip_prefix('~').unwrap_or(text);
            let (user, below) = rest.split_once(['/', '\\']).unwrap_or((rest, ""));
            let home = match user {
                "" => self.home(),
                "+" => from?,
                _ => Path { base: Base::OtherHome, parts: &[] },
            };
            return Some(self.join(home, below.trim_start_matches('/')));
        }
        if text.starts_with(['/', '\\']) || is_drive(text) {
            return Some(self.join(START, text));
        }
        Some(self.join(from?, text))
    }

    /// The place an argument leads to from a directory (`None`: not known where one is).
    #[must_use]
    pub(crate) fn place(&self, from: Option<Path<'a>>, arg: &Arg<'a>) -> Place {
        match arg.knowledge {
            Knowledge::Whole | Knowledge::Start => {}
            _ => return Place::Unknown,
        }
        match self.path(from, arg) {
            Some(path) => self.class(path, arg),
            None => Place::Unknown,
        }
    }

    fn class(&self, path: Path<'a>, arg: &Arg<'a>) -> Place {
        // `dir/*` and `dir/$x` reach everything directly below `dir`.
        let (parts, all_below) = match path.parts.split_last() {
            Some((&("*" | ".*" | "**" | "*.*" | ".[!.]*" | "{*,.*}"), above)) if arg.glob => {
                (above, true)
            }
            _ => (path.parts, false),
        };
        let everything = all_below || (matches!(arg.knowledge, Knowledge::Start) && ends_open(arg));
        let inside = Path { base: path.base, parts };
        let workspace =
            self.configured_workspace().or_else(|| self.configured_start()).unwrap_or(START);
        if let Some(below) = below(inside, workspace) {
            return match below {
                [] if matches!(arg.knowledge, Knowledge::Start) && !all_below => Place::Workspace,
                [] => Place::WorkspaceRoot,
                below
                    if below
                        .iter()
                        .any(|part| matches!(*part, ".git" | ".hg" | ".svn" | ".jj")) =>
                {
                    Place::VersionControl
                }
                below if below.iter().any(|part| BUILD_OUTPUTS.contains(part)) => {
                    Place::BuildOutput
                }
                _ => Place::Workspace,
            };
        }
        if let Some(place) = self.home_place(inside) {
            return place;
        }
        match inside.base {
            Base::Root => root_place(inside.parts, everything),
            Base::Start => Place::Workspace,
            Base::AboveStart => Place::Outside,
            Base::Home | Base::OtherHome => Place::HomeRoot,
        }
    }

    fn home_place(&self, path: Path<'a>) -> Option<Place> {
        let below = match path.base {
            Base::Home | Base::OtherHome => path.parts,
            _ => match self.configured_home().and_then(|home| below(path, home)) {
                Some(below) => below,
                None => guessed_home(path)?,
            },
        };
        if CACHES_IN_HOME.iter().any(|cache| below.starts_with(cache)) {
            return Some(Place::Cache);
        }
        Some(match below {
            [] => Place::HomeRoot,
            [first, ..] if PROTECTED_IN_HOME.contains(first) => Place::Protected,
            [first, rest @ ..] if first.eq_ignore_ascii_case("AppData") => match rest {
                [local, temp, _, ..]
                    if local.eq_ignore_ascii_case("Local") && temp.eq_ignore_ascii_case("Temp") =>
                {
                    Place::Temporary
                }
                _ => Place::Protected,
            },
            _ => Place::Home,
        })
    }
}

/// `/home/name`, `/Users/name`, `C:\Users\name`: a home, whoever's it is.
fn guessed_home<'a>(path: Path<'a>) -> Option<&'a [&'a str]> {
    if path.base != Base::Root {
        return None;
    }
    match path.parts {
        ["home" | "Users", rest @ ..] => Some(rest.get(1..).unwrap_or(&[])),
        [drive, users, rest @ ..] if is_drive(drive) && users.eq_ignore_ascii_case("users") => {
            Some(rest.get(1..).unwrap_or(&[]))
        }
        _ => None,
    }
}

fn root_place(parts: &[&str], everything: bool) -> Place {
    match parts {
        [] => Place::Root,
        ["dev"] => Place::Device,
        [
            "dev",
            "null" | "stdout" | "stderr" | "stdin" | "tty" | "zero" | "full" | "random" | "urandom"
            | "fd",
            ..,
        ] => Place::Nowhere,
        ["dev", "shm", _, ..] => Place::Temporary,
        // Nothing is written there: it is how a shell connects to another machine.
        ["dev", "tcp" | "udp", _, ..] => Place::Elsewhere,
        ["dev", ..] => Place::Device,
        ["var", "lib", "apt", "lists", ..]
        | ["var", "cache", "apt" | "apk" | "dnf" | "yum" | "pacman" | "zypp" | "ldconfig", ..]
        | ["var", "lib", "dnf", "repos", ..]
        | ["etc", "apk", "cache", ..]
        | ["usr", "local", "share", ".cache", ..]
        | ["root", ".cache" | ".npm", ..] => Place::Cache,
        ["tmp"] | ["var", "tmp"] | ["private", "tmp"] => Place::TemporaryRoot,
        ["tmp", ..]
        | ["var", "tmp" | "folders", ..]
        | ["private", "tmp", ..]
        | ["private", "var", "folders", ..] => Place::Temporary,
        [
            "etc",
            "passwd" | "shadow" | "sudoers" | "sudoers.d" | "ssh" | "crontab" | "cron.d",
            ..,
        ] => Place::Protected,
        [first, ..] if SYSTEM.contains(first) => Place::System,
        [drive] if is_drive(drive) => Place::Root,
        [drive, second, rest @ ..] if is_drive(drive) => {
            if WINDOWS_SYSTEM.iter().any(|name| second.eq_ignore_ascii_case(name)) {
                match rest {
                    [temp, _, ..]
                        if second.eq_ignore_ascii_case("windows")
                            && temp.eq_ignore_ascii_case("temp") =>
                    {
                        Place::Temporary
                    }
                    _ => Place::System,
                }
            } else if second.eq_ignore_ascii_case("temp") || second.eq_ignore_ascii_case("tmp") {
                if rest.is_empty() { Place::TemporaryRoot } else { Place::Temporary }
            } else {
                Place::Outside
            }
        }
        // A whole top-level folder is as good as a part of the system.
        [_] if everything => Place::System,
        _ => Place::Outside,
    }
}

/// The part of an argument's text that is known to be directories.
fn known_directory<'a>(arg: &Arg<'a>) -> Option<&'a str> {
    match arg.knowledge {
        Knowledge::Whole => Some(arg.text),
        Knowledge::Start if arg.text.is_empty() => None,
        // `/tmp/build-$x`: the last part is begun but not known; it stands for itself.
        Knowledge::Start => Some(arg.text),
        _ => None,
    }
}

/// Whether what is known ends right behind a separator, so that an empty rest means the
/// directory itself (`/$x`).
fn ends_open(arg: &Arg<'_>) -> bool {
    arg.text.ends_with(['/', '\\'])
}

/// The parts of `path` below `root`, when it lies there.
fn below<'a>(path: Path<'a>, root: Path<'_>) -> Option<&'a [&'a str]> {
    if path.base != root.base || matches!(path.base, Base::AboveStart | Base::OtherHome) {
        return None;
    }
    // The root of the whole machine is not a workspace.
    if root.base == Base::Root && root.parts.is_empty() {
        return None;
    }
    let windows = root.parts.first().is_some_and(|first| is_drive(first));
    let same = |(a, b): (&&str, &&str)| if windows { a.eq_ignore_ascii_case(b) } else { a == b };
    let head = path.parts.get(..root.parts.len())?;
    head.iter().zip(root.parts).all(same).then(|| path.parts.get(root.parts.len()..).unwrap_or(&[]))
}

fn is_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':'] | [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic())
}
