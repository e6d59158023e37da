//! git: what each subcommand throws away, rewrites or sends.
//!
//! The models are in [`models`]; what a subcommand does is worked out by topic: the working
//! tree, refs and history, remotes, and settings that make git run other programs.

mod models;
mod refs;
mod remote;
mod settings;
mod tree;

use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Program, program, toolbox};
use crate::facts::scope::Value;
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["git"], models::GLOBAL, models::SUBS, Behavior::Code(other)),
    program(models::DASHED, Options::leading(""), Behavior::Code(dashed)),
];

/// Every subcommand comes through here: first what holds for all of them.
fn git<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    settings::from_command_line(walker, call);
    let is_help = call.has("h") && !matches!(call.path(), "grep" | "ls-remote");
    if is_help {
        return;
    }
    in_repository(walker, call, |walker| act(walker, call));
}

fn act<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    match call.path() {
        "reset" => tree::reset(walker, call),
        "checkout" => tree::checkout(walker, call),
        "restore" => tree::restore(walker, call),
        "switch" => tree::switch(walker, call),
        "clean" => tree::clean(walker, call),
        "rm" => tree::rm(walker, call),
        "mv" => tree::mv(walker, call),
        "apply" => tree::apply(walker, call),
        "checkout-index" => tree::checkout_index(walker, call),
        "read-tree" => tree::read_tree(walker, call),
        "worktree remove" => tree::worktree_remove(walker, call),
        "worktree add" => tree::worktree_add(walker, call),
        "submodule deinit" | "submodule update" => tree::submodule(walker, call),
        "submodule foreach" => settings::foreach(walker, call),
        "merge" | "am" | "cherry-pick|revert" => tree::merge(walker, call),
        "archive" | "bundle create" => tree::archive(walker, call),
        "stash drop" => drops(walker, call, Traits::empty()),
        "stash clear" => drops(walker, call, Traits::WHOLE),
        "branch" => refs::branch(walker, call),
        "tag" => refs::tag(walker, call),
        "update-ref" => refs::update_ref(walker, call),
        "symbolic-ref" => refs::symbolic_ref(walker, call),
        "reflog expire" | "reflog delete" => refs::reflog(walker, call),
        "gc" => refs::gc(walker, call),
        "prune" => refs::prune(walker, call),
        "repack" => refs::repack(walker, call),
        "filter-branch" | "filter-repo" => refs::filter(walker, call),
        "lfs migrate import|export" => rewrites(walker, call, Traits::WHOLE),
        "rebase" => refs::rebase(walker, call),
        "commit" => refs::commit(walker, call),
        "replace" => refs::replace(walker, call),
        "notes remove|prune" | "lfs prune" => refs::mild(walker, call),
        "fast-import" if call.has("force") => drops(walker, call, Traits::MINOR),
        "push" => remote::push(walker, call),
        "fetch" | "pull" => remote::fetch(walker, call),
        "clone" | "ls-remote" => remote::clone(walker, call),
        "remote remove|rm" => drops(walker, call, Traits::MINOR),
        // It writes the settings of a repository anew where there is one.
        "init"
            if call.has_any(words!("separate-git-dir template"))
                || call.has("bare")
                    && call.operands.first().is_none_or(|folder| {
                        matches!(folder.text.trim_start_matches("./"), "" | "." | ".git" | ".git/")
                    }) =>
        {
            configures(walker, call, Traits::empty());
        }
        "config" => settings::config(walker, call),
        "bisect run" => {
            walker.mark_wrapper();
            walker.run_wrapped(call.operands);
        }
        "grep" => settings::grep(walker, call),
        "difftool" => settings::difftool(walker, call),
        "remote" | "worktree" | "submodule" | "bisect" | "lfs" => {
            if !call.operands.is_empty() {
                walker.mark_changing();
            }
        }
        path if reads(path) => {
            // Programs that a repository's settings name.
            if call.has_any(words!("ext-diff textconv filters")) && !call.has("no-ext-diff") {
                walker.mark_changing();
            }
            tree::reads(walker, call);
        }
        _ => walker.mark_changing(),
    }
}

/// Subcommands that only look.
fn reads(path: &str) -> bool {
    path.starts_with("status|")
        || matches!(
            path,
            "stash list|show"
                | "fsck"
                | "reflog"
                | "remote show|get-url"
                | "worktree list"
                | "submodule status|summary"
                | "config get|list"
                | "bisect log|view|visualize|terms"
                | "notes"
                | "lfs ls-files|status|env|locks|logs|pointer"
                | "bundle verify|list-heads"
        )
}

/// A subcommand that is not git's own: an alias, or a program somebody added.
fn other<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    settings::from_command_line(walker, call);
    let Some((name, rest)) = call.words.split_first() else { return };
    in_repository(walker, call, |walker| {
        walker.mark_changing();
        if let Some(name) = name.literal() {
            extras(walker, call, name);
            settings::alias(walker, call, name, rest);
        } else {
            walker.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::empty(), name.at);
        }
    });
}

/// What a widespread collection of further subcommands does.
fn extras<'a>(walker: &mut Walker<'a>, call: &Call<'a>, name: &str) {
    match name {
        "undo" | "clear" | "clear-soft" | "reset-file" if !call.has("soft") || name != "undo" => {
            discards(walker, call, Traits::WHOLE);
        }
        "delete-branch" | "delete-tag" | "unpublish" | "obliterate" => {
            walker.does(Kind::ForcesRemote, Domain::Repository, Traits::MINOR, call);
        }
        "delete-merged-branches"
        | "delete-squashed-branches"
        | "delete-submodule"
        | "rename-branch"
        | "rename-tag"
        | "squash"
        | "trim"
        | "sweep" => {
            drops(walker, call, Traits::MINOR);
        }
        "reauthor" | "rebase-patch" | "graft" | "fixup" => {
            rewrites(walker, call, Traits::MINOR);
        }
        _ => {}
    }
}

/// `git-reset --hard`.
fn dashed<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    let Some(name) = call.name.strip_prefix("git-") else { return };
    let head = [Arg::whole("git", call.at), Arg::whole(name, call.at)];
    let words = walker.appended_words(&head, call.args);
    walker.run_wrapped_writing(words);
}

/// Does something where `-C` leads.
fn in_repository<'a>(walker: &mut Walker<'a>, call: &Call<'a>, body: impl FnOnce(&mut Walker<'a>)) {
    walker.in_directory(None, |walker| {
        for directory in call.values("run-in") {
            walker.go(directory);
            walker.scope.now.fallback = None;
        }
        body(walker);
    });
}

/// Whether a flag is on: the last of `--x` and `--no-x` counts.
fn on(call: &Call<'_>, name: &str) -> bool {
    call.flags
        .iter()
        .rev()
        .find_map(|flag| match flag.name.strip_prefix("no-") {
            _ if flag.name == name => Some(true),
            Some(rest) if rest == name => Some(false),
            _ => None,
        })
        .unwrap_or(false)
}

/// Where the working tree lies.
fn home<'a>(walker: &Walker<'a>, call: &Call<'a>) -> Place {
    let variable = |name: &str| match walker.scope.get(name) {
        Some(Value::Text(text)) if !text.is_empty() => Some(Arg::whole(text, call.at)),
        _ => None,
    };
    let directory = call
        .value("work-tree")
        .or_else(|| call.value("git-dir"))
        .copied()
        .or_else(|| variable("GIT_WORK_TREE"))
        .or_else(|| variable("GIT_DIR"))
        .unwrap_or(Arg::whole(".", call.at));
    match walker.place_of(&directory) {
        Place::WorkspaceRoot | Place::Workspace | Place::BuildOutput | Place::VersionControl => {
            Place::Workspace
        }
        Place::Nowhere => Place::Unknown,
        other => other,
    }
}

/// Changes of the working tree that nothing has stored are thrown away.
fn discards<'a>(walker: &mut Walker<'a>, call: &Call<'a>, traits: Traits) {
    discards_in(walker, call, &[], traits);
}

/// The same in these files and folders alone; without one, everywhere.
fn discards_in<'a>(walker: &mut Walker<'a>, call: &Call<'a>, paths: &[Arg<'a>], traits: Traits) {
    let place = home(walker, call);
    // Elsewhere nothing of it is saved.
    if place == Place::Workspace {
        // Patterns and marks of git's own (`:/src`, `'*.rs'`) are not worked out.
        let plain = |path: &Arg<'_>| {
            path.literal().is_some()
                && !path.text.starts_with(':')
                && !path.text.contains(['*', '?', '['])
        };
        if paths.is_empty() || !paths.iter().all(plain) {
            walker.will_reach_all_tracked(call.at);
        } else {
            for path in paths {
                walker.will_reach_tracked(path);
            }
        }
    }
    walker.add(Kind::Discards, Domain::Files, place, traits, call.at);
}

/// Branches, tags, stashes or reflogs are dropped or moved.
fn drops<'a>(walker: &mut Walker<'a>, call: &Call<'a>, traits: Traits) {
    let place = own_place(walker, call);
    walker.add(Kind::DropsRefs, Domain::Repository, place, traits, call.at);
}

/// Commits are replaced by others.
fn rewrites<'a>(walker: &mut Walker<'a>, call: &Call<'a>, traits: Traits) {
    let place = own_place(walker, call);
    walker.add(Kind::RewritesHistory, Domain::Repository, place, traits, call.at);
}

/// What git does later, or which programs it runs, is changed.
fn configures<'a>(walker: &mut Walker<'a>, call: &Call<'a>, traits: Traits) {
    let place = own_place(walker, call);
    walker.add(Kind::Configures, Domain::Repository, place, traits, call.at);
}

/// Where the repository's own files lie.
fn own_place<'a>(walker: &Walker<'a>, call: &Call<'a>) -> Place {
    match home(walker, call) {
        Place::Workspace => Place::VersionControl,
        other => other,
    }
}
