//! Subcommands that change the working tree.

use super::{discards, discards_in, drops, on};
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::walker::Walker;
use crate::facts::words::{Words, words};

pub(super) fn reset<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("hard") || call.has("merge") {
        discards(walker, call, Traits::WHOLE);
    } else if call.has("keep") {
        discards(walker, call, Traits::MINOR);
    } else {
        // Only the index, or where the branch points.
        walker.mark_changing();
    }
}

pub(super) fn checkout<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if on(call, "force") {
        discards(walker, call, Traits::WHOLE | Traits::FORCED);
        return;
    }
    if call.has("B") {
        drops(walker, call, Traits::MINOR);
    }
    if call.has("patch") {
        discards(walker, call, Traits::MINOR);
        return;
    }
    let paths = paths_of(call);
    if call.has_any(words!("ours theirs pathspec-from-file")) || !paths.is_empty() {
        discards_in(walker, call, paths, reach(paths));
    }
}

/// The words of `git checkout` that name files.
fn paths_of<'a>(call: &Call<'a>) -> &'a [Arg<'a>] {
    if let Some(at) = call.args.iter().position(|arg| arg.is("--")) {
        return call.args.get(at + 1..).unwrap_or(&[]);
    }
    let makes_branch = call.has_any(words!("b B orphan detach track"));
    match call.operands {
        _ if makes_branch => &[],
        [one] if is_path(one) => call.operands,
        [first, ..] if call.operands.len() > 1 && is_path(first) => call.operands,
        [_, rest @ ..] => rest,
        [] => &[],
    }
}

/// Whether a word is more likely a file than a branch.
fn is_path(arg: &Arg<'_>) -> bool {
    let text = arg.text;
    if arg.glob || text == "." || text == ".." || text.ends_with('/') || arg.tilde {
        return true;
    }
    if ["./", "../", ":/", ":(", ":!", ":^", "/"].iter().any(|start| text.starts_with(start)) {
        return true;
    }
    if arg.known().is_none() {
        return false;
    }
    if text.contains('*') {
        return true;
    }
    let name = text.rsplit('/').next().unwrap_or(text);
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| FILE_ENDINGS.has(ending))
        || words!("Makefile Dockerfile README LICENSE Gemfile Procfile Cargo.lock").has(name)
}

const FILE_ENDINGS: Words = words(
    "\
    rs ts tsx js jsx mjs cjs json jsonc md mdx txt py go c h cc cpp hpp java kt kts rb toml \
    yaml yml lock css scss sass less html htm sh bash zsh sql xml php cs swift vue svelte \
    env gradle ini cfg conf csv ipynb lua pl ex exs erl hs scala clj dart proto graphql tf \
    tfvars png jpg svg pdf log gitignore dockerfile mk cmake snap sum mod r m mm zig nim ps1 \
    bat tex rst adoc properties editorconfig",
);

/// Whether the paths mean everything.
fn reach(paths: &[Arg<'_>]) -> Traits {
    let everything = |arg: &Arg<'_>| {
        matches!(arg.text, "." | "./" | ":/" | "*" | ":/*" | "..") || arg.text.starts_with("../..")
    };
    if paths.iter().any(everything) { Traits::WHOLE } else { Traits::empty() }
}

pub(super) fn restore<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if on(call, "staged") && !on(call, "worktree") {
        return;
    }
    if call.has("patch") {
        discards(walker, call, Traits::MINOR);
    } else if !call.operands.is_empty() || call.has("pathspec-from-file") {
        discards_in(walker, call, call.operands, reach(call.operands));
    }
}

pub(super) fn switch<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if on(call, "force") || on(call, "discard-changes") {
        discards(walker, call, Traits::WHOLE | Traits::FORCED);
    } else if call.has("force-create") {
        drops(walker, call, Traits::MINOR);
    }
}

pub(super) fn clean<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if on(call, "dry-run") {
        return;
    }
    let not_needed = call.values("set-value").any(|setting| {
        let text = setting.text.to_ascii_lowercase();
        matches!(text.strip_prefix("clean.requireforce="), Some("false" | "no" | "off" | "0" | ""))
    });
    if on(call, "force") || call.has("interactive") || not_needed {
        // Ignored files go too, and with them whatever a snapshot leaves out.
        let ignored = call.has_any(words!("x X ignored"));
        let place = match super::home(walker, call) {
            Place::Workspace if ignored => Place::WorkspaceRoot,
            place => place,
        };
        if ignored {
            reaches_all_of(walker, call);
        }
        let traits = Traits::WHOLE | Traits::FORCED;
        walker.add(Kind::Discards, Domain::Files, place, traits, call.at);
    } else {
        // Without force it refuses.
        walker.mark_changing();
    }
}

pub(super) fn rm<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if on(call, "dry-run") {
        return;
    }
    walker.mark_changing();
    if on(call, "cached") {
        return;
    }
    // Without force only files go that the last commit holds.
    if on(call, "force") {
        discards_in(walker, call, call.operands, reach(call.operands) | Traits::FORCED);
    } else {
        discards_in(walker, call, call.operands, Traits::MINOR);
    }
}

pub(super) fn mv<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if on(call, "dry-run") {
        return;
    }
    walker.mark_changing();
    if let (true, [sources @ .., target]) = (on(call, "force"), call.operands)
        && !sources.is_empty()
    {
        for source in sources {
            walker.will_reach(source);
        }
        walker.overwrites(target);
    }
}

pub(super) fn apply<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("stat numstat summary check")) && !call.has("apply") {
        return;
    }
    walker.mark_changing();
    if !call.has("cached") {
        let here = Arg::whole(".", call.at);
        let file = walker.somewhere_below(call.value("directory").unwrap_or(&here));
        walker.overwrites(&file);
    }
}

pub(super) fn checkout_index<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if on(call, "force") && !call.has("prefix") {
        let traits = if call.has("all") { Traits::WHOLE } else { Traits::empty() };
        discards(walker, call, traits);
    }
}

pub(super) fn read_tree<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if on(call, "dry-run") {
        return;
    }
    walker.mark_changing();
    if call.has("reset") && call.has("u") {
        discards(walker, call, Traits::WHOLE);
    } else if call.has("u") || call.has("reset") {
        discards(walker, call, Traits::MINOR);
    }
}

pub(super) fn worktree_remove<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let traits = if on(call, "force") { Traits::WHOLE | Traits::FORCED } else { Traits::MINOR };
    // It lies where its name says, mostly beside the workspace.
    let place = call.operands.first().map_or(Place::Unknown, |tree| walker.place_of(tree));
    if let Some(tree) = call.operands.first() {
        walker.will_reach(tree);
    }
    walker.add(Kind::Discards, Domain::Files, place, traits, call.at);
}

pub(super) fn worktree_add<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if call.has("B") {
        drops(walker, call, Traits::MINOR);
    }
}

pub(super) fn submodule<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let deinit = call.path() == "submodule deinit";
    match (on(call, "force"), deinit) {
        (true, _) => {
            if deinit {
                reaches_all_of(walker, call);
            }
            discards(walker, call, Traits::WHOLE | Traits::FORCED);
        }
        (false, true) => discards(walker, call, Traits::MINOR),
        (false, false) => {}
    }
}

/// The folders that are named, or the current one, go with all that is in them.
fn reaches_all_of<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.operands.is_empty() {
        walker.will_reach(&Arg::whole(".", call.at));
    }
    for folder in call.operands {
        walker.will_reach(folder);
    }
}

/// Merging is stored in commits; giving up half way throws away what was resolved.
pub(super) fn merge<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if call.has("show-current-patch") {
        return;
    }
    if call.has("abort") {
        discards(walker, call, Traits::MINOR);
    }
}

pub(super) fn archive<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.path() == "bundle create" {
        walker.mark_changing();
        if let Some(file) = call.operands.first() {
            walker.overwrites(file);
        }
        return;
    }
    if let Some(code) = call.value("exec") {
        walker.with_elsewhere(|walker| {
            walker.runs_shell(code);
        });
    }
    if let Some(file) = call.value("output") {
        walker.overwrites(file);
    }
}

/// Reads, and writes what it read into a file if a flag says so.
pub(super) fn reads<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let Some(file) = call.value("output") {
        walker.overwrites(file);
    }
}
