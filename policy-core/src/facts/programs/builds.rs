//! Build tools: everyday work, and the targets that clean up.

use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::{Options, Style};
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Program, Sub, program, sub, toolbox};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;

const NONE: Options = Options::gnu("");

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["make", "gmake", "bmake", "nmake", "remake", "mingw32-make"],
        Options::gnu(
            "n|just-print|dry-run recon q|question t|touch f|file|makefile= C|directory=/ j|jobs=? k|keep-going s|silent|quiet B|always-make i|ignore-errors I|include-dir= l|load-average=? o|old-file= W|what-if= E|eval= p|print-data-base w|print-directory no-print-directory v|version debug=? trace O|output-sync=? warn-undefined-variables h|help",
        ),
        Behavior::Code(make),
    ),
    program(
        &["just"],
        Options::leading(
            "n|dry-run l|list f|justfile= d|working-directory=/ q|quiet set= v|verbose show= summary dump evaluate c|command= shell= shell-arg= s= e|edit dotenv-path= list-heading= help V|version",
        ),
        Behavior::Code(targets),
    ),
    program(
        &["task", "go-task"],
        Options::gnu(
            "n|dry l|list a|list-all d|dir=/ t|taskfile= f|force s|silent p|parallel w|watch v|verbose summary status y|yes g|global help version",
        ),
        Behavior::Code(targets),
    ),
    program(
        &["ninja", "samu"],
        Options::gnu("C=/ f= j= k= l= n t= d= w= v|verbose quiet version h|help"),
        Behavior::Code(ninja),
    ),
    program(
        &["cmake"],
        Options::long(
            "build= target= t= clean-first config= j= parallel= S= B= G= D= E= P= install= prefix= preset= fresh open= find-package system-information version help",
        ),
        Behavior::Code(cmake),
    ),
    program(
        &["meson"],
        Options::gnu("C=/ wipe reconfigure clearcache buildtype= D= clean"),
        Behavior::Code(meson),
    ),
    toolbox(
        &["bazel", "bazelisk", "blaze", "buck", "buck2", "pants", "plz"],
        Options::long(
            "config= output_base= output_user_root= c= jobs= expunge expunge_async async",
        ),
        BAZEL,
        Behavior::Runs,
    ),
    program(
        &["mvn", "mvnw", "mvnd"],
        Options::new(
            Style::Long,
            "f|file= pl|projects= P|activate-profiles= s|settings= T|threads= q|quiet B|batch-mode o|offline D=? am|also-make rf|resume-from= l|log-file= ntp|no-transfer-progress v|version h|help",
        ),
        Behavior::Code(goals),
    ),
    program(
        &["gradle", "gradlew"],
        Options::gnu(
            "m|dry-run p|project-dir= b|build-file= c|settings-file= P|project-prop=? D|system-prop=? x|exclude-task= q|quiet i|info d|debug s|stacktrace t|continuous status g|gradle-user-home= I|init-script= console= continue tests= warning-mode= configuration-cache v|version h|help",
        ),
        Behavior::Code(goals),
    ),
    program(
        &["sbt", "ant", "lein", "mill", "bleep"],
        Options::long("f= buildfile= D=? projecthelp version"),
        Behavior::Code(goals),
    ),
    program(
        &[
            "gulp",
            "grunt",
            "jake",
            "invoke",
            "inv",
            "fab",
            "nox",
            "tox",
            "doit",
            "waf",
            "scons",
            "mage",
            "earthly",
            "turbo",
            "nx",
            "lerna",
            "moon",
            "lage",
            "wireit",
            "psake",
            "cake",
            "nuke-build",
            "phing",
            "robo",
            "doit.py",
        ],
        Options::gnu(
            "n|dry-run T|tasks P|prereqs l|list f|rakefile= q|quiet v|verbose c|clean e|env= s|session= j|jobs= filter= scope= y|yes p|parallel gulpfile= force D= A|all t|trace no-bail since= recreate",
        ),
        Behavior::Code(tasks),
    ),
];

static BAZEL: &[Sub] = &[
    sub("clean", NONE, Behavior::Code(cleans)),
    sub(
        "query|cquery|aquery|info|help|version|analyze-profile|dump|targets|audit|list|peek|filedeps|dependencies|dependents|roots",
        NONE,
        Behavior::Reads,
    ),
    sub("shutdown|kill|killall", NONE, Behavior::Runs),
];

/// Deletes what a build makes again.
pub(super) fn cleans<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("dry-run n just-print")) {
        return;
    }
    let place = output_place(walker, call);
    walker.add(Kind::Deletes, Domain::Files, place, Traits::REMADE, call.at);
}

/// Where a tool's output lies: where it is told to work, or here.
fn output_place<'a>(walker: &Walker<'a>, call: &Call<'a>) -> Place {
    let folders =
        words!("directory dir cwd prefix C working-dir project-dir target-dir output_base");
    let told =
        call.flags.iter().rev().find(|flag| folders.has(flag.name)).and_then(|flag| flag.value);
    let manifest = call.value("manifest-path").map(|file| {
        let folder = file.text.rsplit_once('/').map_or(".", |(folder, _)| folder);
        Arg { text: folder, written: None, ..*file }
    });
    let here = Arg::whole(".", call.at);
    remade(walker.place_of(&told.copied().or(manifest).unwrap_or(here)))
}

/// What a build makes in the workspace is made again; elsewhere it may be anything.
fn remade(place: Place) -> Place {
    match place {
        Place::Workspace | Place::WorkspaceRoot => Place::BuildOutput,
        other => other,
    }
}

/// Whether a target's name says that it throws things away.
pub(super) fn throws_away(name: &str) -> bool {
    let last = name.rsplit([':', '/']).next().unwrap_or(name);
    words!(
        "clean distclean mrproper clobber purge nuke wipe reset realclean maintainer-clean \
         mostlyclean uninstall cleanall clean-all clean_all clean-data clean-cache clean-docker \
         clean-deps clean-build deepclean deep-clean destroy teardown tear-down drop dropAll \
         dropdb drop-db db-drop db_drop db-reset db_reset reset-db reset_db resetdb reset-all \
         fresh scrub prune delete cleanup clean-up obliterate veryclean allclean superclean \
         cleanTest cleanBuild cleanAll tidyup undeploy factory-reset rollback db-rollback"
    )
    .has(last)
}

/// Whether a target's name says that it hands something to others.
fn hands_out(name: &str) -> bool {
    if name.starts_with("publishTo") {
        return !name.contains("Local");
    }
    let last = name.rsplit(':').next().unwrap_or(name);
    words!(
        "perform deploy publish uploadArchives publishToMavenCentral closeAndReleaseRepository \
         publishPlugins release deploy-file publishAllPublicationsToMavenRepository publishSigned"
    )
    .has(last)
}

pub(super) fn throw<'a>(walker: &mut Walker<'a>, target: &Arg<'a>) {
    let place = remade(walker.place_of(&Arg::whole(".", target.at)));
    walker.add(Kind::Deletes, Domain::Files, place, Traits::REMADE, target.at);
}

fn make<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // Functions run while a makefile is read, dry run or not.
    for text in call.values("eval") {
        if let Stream::Text(flow) = walker.flow_of_arg(text) {
            run_functions(walker, flow);
            write_files(walker, flow);
        }
    }
    if call.has_any(words!("dry-run just-print recon question version print-data-base")) {
        return;
    }
    walker.mark_changing();
    // A makefile that another command writes: `make -f <(…)`.
    for file in call.values("makefile") {
        if let Knowledge::Pipe(stream) = file.knowledge {
            match *stream {
                Stream::Text(flow) => {
                    run_recipes(walker, flow);
                    run_functions(walker, flow);
                }
                _ => walker.runs_unknown(file.at),
            }
        }
    }
    // A makefile that flows in cannot be known.
    if call.values("makefile").any(|file| file.is("-") || file.is("/dev/stdin")) {
        return run_makefile(walker, call);
    }
    for text in call.values("eval") {
        if let Stream::Text(flow) = walker.flow_of_arg(text) {
            run_recipes(walker, flow);
        }
    }
    // A variable that holds more than words is run wherever a recipe uses it.
    for target in call.operands {
        let Some((name, value)) = target.text.split_once('=') else { continue };
        if !name.is_empty() && (value.contains([';', '|', '&', '`']) || value.contains("$(")) {
            walker.run_code(
                &target.skip(target.text.len() - value.len()),
                Dialect::Sh,
                Scoping::Own,
            );
        }
    }
    let mut named = Vec::new();
    for target in call.operands {
        match target.known() {
            Some(name) if throws_away(name) => throw(walker, target),
            _ => {}
        }
        named.extend(target.literal().filter(|name| !name.contains('=')));
    }
    super::project_files::make(walker, call, &named);
    // A variable that holds a command is still only a variable; the shell make uses is more.
    for target in call.operands {
        if let Some(shell) = target.text.strip_prefix("SHELL=")
            && !matches!(
                shell,
                "/bin/bash" | "/bin/sh" | "bash" | "sh" | "/usr/bin/bash" | "/bin/zsh" | ""
            )
        {
            let traits = Traits::empty();
            walker.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, traits, target.at);
        }
    }
}

/// Runs the recipes of a makefile that flows in: lines behind a tab, or behind `target: ;`.
fn run_makefile<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let Stream::Text(flow) = walker.input() else {
        let traits = Traits::empty();
        return walker.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, traits, call.at);
    };
    run_recipes(walker, flow);
}

/// `$(shell command)` runs while a makefile is read.
fn run_functions<'a>(walker: &mut Walker<'a>, flow: Flow<'a>) {
    for (at, name) in flow.text.match_indices("$(shell ") {
        let inside = flow.text.get(at + name.len()..).unwrap_or_default();
        let end = inside.rfind(')').unwrap_or(inside.len());
        let text = inside.get(..end).unwrap_or_default();
        walker.run_flow(Flow { text, written: None, ..flow }, Dialect::Sh, Scoping::Own);
    }
}

/// `$(file >name,text)` writes while a makefile is read.
fn write_files<'a>(walker: &mut Walker<'a>, flow: Flow<'a>) {
    for (at, name) in flow.text.match_indices("$(file >") {
        let inside = flow.text.get(at + name.len()..).unwrap_or_default();
        let end = inside.find([',', ')']).unwrap_or(inside.len());
        let file = inside.get(..end).unwrap_or_default();
        if !file.starts_with('>') {
            walker.overwrites(&Arg::whole(file.trim(), flow.at));
        }
    }
}

fn run_recipes<'a>(walker: &mut Walker<'a>, flow: Flow<'a>) {
    for line in flow.text.lines() {
        let recipe = match line.strip_prefix('\t') {
            Some(recipe) => recipe,
            None => match line.split_once(';') {
                Some((head, recipe)) if head.contains(':') => recipe,
                _ => continue,
            },
        };
        let recipe = recipe.trim_start().trim_start_matches(['@', '-', '+']);
        let flow = Flow { text: recipe, written: None, ..flow };
        walker.run_flow(flow, Dialect::Sh, Scoping::Own);
    }
}

fn targets<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call
        .has_any(words!("dry-run dry list list-all show summary dump evaluate status version help"))
    {
        return;
    }
    walker.mark_changing();
    // `just --command rm -rf x`: the words behind the flag are a command.
    if call.has("command")
        && let Some(words) = call.behind(words!("-c --command"))
    {
        walker.run_wrapped_writing(words);
        return;
    }
    if call.name == "just" {
        let recipe = call.operands.first().and_then(Arg::literal);
        super::project_files::just(walker, call, recipe);
    }
    // Only the first word is surely a recipe; the others may be its arguments.
    for target in call.operands.iter().take(3) {
        if target.known().is_some_and(throws_away) {
            throw(walker, target);
        }
    }
}

fn ninja<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("n version")) {
        return;
    }
    match call.value("t") {
        Some(tool) if matches!(tool.text, "clean" | "cleandead") => throw(walker, tool),
        Some(_) => {}
        None => {
            walker.mark_changing();
            for target in call.operands {
                if target.known().is_some_and(throws_away) {
                    throw(walker, target);
                }
            }
        }
    }
}

fn cmake<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("version help system-information find-package")) {
        return;
    }
    walker.mark_changing();
    // `cmake -E rm -rf dir` is a small set of commands of its own.
    if let Some(command) = call.value("E") {
        return cmake_command(walker, call, command);
    }
    let clean = call
        .values("target")
        .chain(call.values("t"))
        .any(|target| target.known().is_some_and(throws_away));
    // Behind `--` stand the words for the tool below.
    let passed = call.operands.iter().any(|arg| arg.is("clean")) && call.has("build");
    if clean || passed || call.has_any(words!("clean-first fresh")) {
        cleans(walker, call);
    }
}

fn cmake_command<'a>(walker: &mut Walker<'a>, call: &Call<'a>, command: &Arg<'a>) {
    let name = command.known().unwrap_or_default();
    let force = call.args.iter().any(|arg| arg.is_flag() && arg.text.contains('f'));
    match name {
        "rm" | "remove" | "remove_directory" => {
            let mut traits = Traits::empty();
            if name == "remove_directory"
                || call
                    .args
                    .iter()
                    .any(|arg| arg.is_flag() && arg.text.to_ascii_lowercase().contains('r'))
            {
                traits |= Traits::RECURSIVE;
            }
            if force {
                traits |= Traits::FORCED;
            }
            for target in call.operands {
                walker.touches(Kind::Deletes, target, traits);
            }
        }
        "copy" | "copy_if_different" | "copy_directory" | "rename" | "create_symlink" => {
            if let Some(target) = call.operands.last() {
                walker.touches(Kind::Overwrites, target, Traits::empty());
            }
        }
        "env" | "time" | "chdir" => {
            let rest = call.operands;
            let skip = rest.iter().take_while(|arg| arg.text.contains('=')).count()
                + usize::from(name == "chdir");
            walker.mark_wrapper();
            walker.run_wrapped(rest.get(skip..).unwrap_or(&[]));
        }
        _ => {}
    }
}

fn meson<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if call.has_any(words!("wipe clean")) {
        cleans(walker, call);
    }
}

fn goals<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("dry-run m version v help status projecthelp")) {
        return;
    }
    walker.mark_changing();
    let dry = call.args.iter().any(|arg| arg.text.starts_with("-DdryRun"));
    for goal in call.operands {
        let Some(name) = goal.known() else { continue };
        if throws_away(name) || name == "clean:clean" || name.ends_with("cleanLocal") {
            throw(walker, goal);
        } else if hands_out(name) && !dry {
            walker.add(
                Kind::Publishes,
                Domain::Registry,
                Place::Elsewhere,
                Traits::empty(),
                goal.at,
            );
        } else if matches!(name, "dependency:purge-local-repository")
            || words!("flyway:clean flywayClean liquibase:drop").any_starts(name)
        {
            walker.add(Kind::Deletes, Domain::Database, Place::Elsewhere, Traits::empty(), goal.at);
        }
    }
}

fn tasks<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("dry-run tasks prereqs list")) {
        return;
    }
    walker.mark_changing();
    for target in call.operands.iter().take(3) {
        let Some(name) = target.known() else { continue };
        if words!(
            "db:drop db:reset db:drop:all db:schema:load db:setup db:rollback db:purge \
             db:migrate:reset db:truncate_all db:seed:replant"
        )
        .has(name)
        {
            walker.add(
                Kind::Deletes,
                Domain::Database,
                Place::Elsewhere,
                Traits::empty(),
                target.at,
            );
        } else if throws_away(name) {
            throw(walker, target);
        } else if matches!(name, "publish") && call.name == "lerna" {
            walker.add(
                Kind::Publishes,
                Domain::Registry,
                Place::Elsewhere,
                Traits::empty(),
                target.at,
            );
        } else if matches!(name, "exec") && matches!(call.name, "lerna" | "nx" | "rush") {
            let rest = call.operands.get(1..).unwrap_or(&[]);
            walker.in_some_folder(call.at, |walker| walker.run_wrapped(rest));
            return;
        }
    }
    if call.name == "scons" && call.has("clean") {
        cleans(walker, call);
    }
}
