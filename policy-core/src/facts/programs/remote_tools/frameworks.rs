//! Frameworks for the web, whose own commands also drop databases, users and content.

use super::migrations::add;
use super::sql;
use super::verbs::unconditional;
use crate::dialect::Dialect;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{
    Subject, Target, WordAction, contains, first_operand, has_flag, not, otherwise, second_operand,
    when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::{Words, words};

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["rails", "rake", "spring", "gitlab-rails", "gitlab-rake"],
        Options::gnu(
            "e|environment= f|rakefile= n|dry-run P|prereqs T|tasks=? D|describe=? t|trace=? s|silent q|quiet C= force help",
        ),
        Behavior::Code(rails),
    ),
    program(
        &["manage.py", "django-admin", "django-admin.py"],
        Options::gnu(
            "settings= pythonpath= v|verbosity= database= no-input|noinput fake fake-initial plan check run-syncdb c|command= app= n|name= h|help dry-run traceback no-color clear i|ignore= l|link",
        ),
        Behavior::Code(django),
    ),
    program(&["sail"], Options::leading(""), Behavior::Code(run_rest)),
    program(
        &["artisan"],
        Options::gnu(
            "force seed env= database= path= step= pretend class= h|help n|no-interaction seeder= batch= execute= drop-views queue= hours=",
        ),
        ARTISAN,
    ),
    program(
        &["console", "doctrine", "doctrine-migrations", "bin/console"],
        Options::gnu(
            "e|env= force full-database n|no-interaction em= dump-sql complete if-exists dry-run c|connection= h|help append purge-with-truncate q|quiet sql",
        ),
        SYMFONY,
    ),
    program(&["ace"], Options::gnu("force seed step= connection= h|help"), ARTISAN),
    program(
        &["wp"],
        Options::gnu(
            "path= url= ssh= allow-root yes force dry-run all-tables h|help quiet all format= user=",
        ),
        WP,
    ),
    program(
        &["drush", "drupal"],
        Options::gnu("y|yes l|uri= r|root= h|help q|quiet simulate"),
        Behavior::Code(drush),
    ),
];

/// Tasks of rails and rake; several may stand in a row.
fn rails<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("dry-run tasks describe prereqs")) {
        return;
    }
    walker.mark_changing();
    let first = call.operands.first().map_or("", |word| word.text);
    if matches!(first, "destroy" | "d") {
        // Takes back what a generator made.
        return walker.touches(Kind::Deletes, walker.implicit_arg("app", call), Traits::empty());
    }
    if matches!(first, "runner" | "r") {
        return ruby(walker, call);
    }
    if words!("dbconsole db console c server s generate g new test routes").has(first) {
        return;
    }
    for task in call.operands.iter().filter_map(Arg::literal) {
        if let Some(task) = task.strip_prefix("db:") {
            rails_task(walker, call, task.split('[').next().unwrap_or(task));
        }
    }
}

/// A task about the database, without its group: `migrate:reset`.
fn rails_task<'a>(walker: &mut Walker<'a>, call: &Call<'a>, task: &str) {
    let (verb, rest) = task.split_once(':').unwrap_or((task, ""));
    let detail = rest.split(':').next().unwrap_or_default();
    let is = |verbs: Words, details: Words| verbs.has(verb) && details.has(detail);
    let (kind, traits) = if is(words!("test"), words!("purge load prepare")) {
        (Kind::Deletes, Traits::MINOR)
    } else if words!("drop reset purge wipe nuke truncate_all clean recreate rebuild").has(verb)
        || is(words!("schema structure"), words!("load"))
        || is(words!("migrate"), words!("reset"))
        || is(words!("seed"), words!("replant"))
    {
        (Kind::Deletes, Traits::WHOLE)
    } else if matches!(verb, "rollback" | "down")
        || is(words!("migrate"), words!("down redo rollback"))
    {
        (Kind::Deletes, Traits::empty())
    } else if task == "environment:set"
        || words!("seed fixtures migrate setup encryption prepare").has(verb)
            && !is(words!("migrate"), words!("status"))
            && task != "encryption:init"
    {
        (Kind::ChangesRemote, Traits::empty())
    } else {
        return;
    };
    add(walker, call, kind, traits);
}

/// Ruby that calls what deletes.
fn ruby<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let code = call.operands.get(1).map_or("", |word| word.text);
    if code.contains("Sidekiq::Queue") && code.contains(".clear") {
        walker.does(Kind::Deletes, Domain::Queue, Traits::WHOLE, call);
    } else if words!(".delete_all .destroy_all drop_table .truncate").any_within(code) {
        add(walker, call, Kind::Deletes, Traits::WHOLE);
    } else if words!(".destroy .delete").any_within(code) {
        add(walker, call, Kind::Deletes, Traits::empty());
    } else if words!(".update_all .update! .update( .update_columns").any_within(code) {
        add(walker, call, Kind::ChangesRemote, Traits::empty());
    } else if let Some((_, tail)) = code.split_once("execute") {
        let text = tail.trim_matches(|letter: char| !letter.is_ascii_alphabetic());
        sql::judge_arg(walker, &Arg::whole(text, call.at));
    }
}

fn django<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let Some((command, rest)) = call.operands.split_first() else { return };
    match command.text {
        "flush" | "reset_db" | "drop_db" | "resetdb" | "reset_schema" | "drop_test_database" => {
            add(walker, call, Kind::Deletes, Traits::WHOLE);
        }
        "migrate" if call.has_any(words!("plan check")) => {}
        "migrate" => {
            // A named target goes back or forth; `zero` takes every table of an app away.
            let target = rest.get(1);
            let zero = target.is_some_and(|target| target.is("zero"));
            if zero {
                add(walker, call, Kind::Deletes, Traits::WHOLE);
            } else if target.is_some() {
                add(walker, call, Kind::Deletes, Traits::empty());
            } else {
                add(walker, call, Kind::ChangesRemote, Traits::empty());
            }
        }
        "loaddata"
        | "changepassword"
        | "remove_stale_contenttypes"
        | "clearsessions"
        | "sqlsequencereset" => {
            let mild = matches!(command.text, "clearsessions" | "sqlsequencereset");
            if !mild {
                add(walker, call, Kind::ChangesRemote, Traits::empty());
            } else {
                walker.mark_changing();
            }
        }
        "clear_index" | "rebuild_index" => {
            walker.does(Kind::Deletes, Domain::Search, Traits::MINOR, call);
        }
        "search_index"
            if rest.iter().any(|word| word.is("--delete") || word.is("--rebuild"))
                || call.has_any(words!("delete rebuild")) =>
        {
            walker.does(Kind::Deletes, Domain::Search, Traits::MINOR, call);
        }
        "delete_squashed_migrations" | "squashmigrations" | "makemigrations" | "collectstatic" => {
            walker.mark_changing()
        }
        "dbshell" => {
            walker.mark_changing();
            let dashes = call.args.iter().position(|arg| arg.is("-c"));
            let text = dashes.and_then(|at| call.args.get(at + 1)).or(call.value("command"));
            match text {
                Some(text) => sql::judge_arg(walker, text),
                None => {
                    let input = walker.input();
                    sql::judge_stream(walker, input, call.at);
                }
            }
        }
        "shell" | "shell_plus" => {
            walker.mark_changing();
            let code = match (call.value("command"), walker.input()) {
                (Some(code), _) => code.text,
                (None, crate::facts::arg::Stream::Text(flow)) => flow.text,
                _ => "",
            };
            if code.contains(".delete(") {
                let all = words!(".all().delete( .objects.delete(").any_within(code);
                add(walker, call, Kind::Deletes, if all { Traits::WHOLE } else { Traits::empty() });
            } else if words!(".update( bulk_update").any_within(code) {
                add(walker, call, Kind::ChangesRemote, Traits::empty());
            }
        }
        "check" | "showmigrations" | "sqlmigrate" | "sqlflush" | "inspectdb" | "diffsettings"
        | "help" | "version" | "dumpdata" | "show_urls" => {}
        _ => walker.mark_changing(),
    }
}

fn run_rest<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    walker.run_wrapped_writing(call.operands);
}

/// Laravel's artisan, and others that name their commands like it.
const ARTISAN: Behavior = Behavior::Cases(&[
    when(has_flag("pretend"), Behavior::Reads),
    when(
        first_operand(
            "list help about route:list migrate:status migration:status db:show db:table db:monitor \
             model:show event:list schedule:list config:show env queue:failed queue:monitor",
        ),
        Behavior::Reads,
    ),
    when(
        first_operand(
            "migrate:fresh migrate:refresh migrate:reset db:wipe migration:fresh \
             migration:refresh migration:reset db:truncate schema:drop",
        ),
        unconditional::databases::DELETES_ALL,
    ),
    when(
        first_operand("migrate:rollback migration:rollback model:prune"),
        unconditional::databases::DELETES,
    ),
    when(
        first_operand("migrate migration:run db:seed key:generate migrate:install"),
        unconditional::databases::CHANGES,
    ),
    when(
        first_operand("queue:flush queue:clear horizon:clear queue:prune-failed queue:forget"),
        unconditional::queues::DELETES,
    ),
    when(
        first_operand("down horizon:terminate horizon:pause queue:restart"),
        unconditional::clouds::STOPS,
    ),
    when(
        first_operand("scout:flush scout:delete-index scout:delete-all-indexes"),
        unconditional::searches::DELETES,
    ),
    when(
        first_operand("tinker").and(
            &contains(Subject::Value, "truncate() dropIfExists drop( ->delete( ::destroy(")
                .of("execute"),
        ),
        unconditional::databases::DELETES,
    ),
    when(
        not(first_operand(
            "migrate:status route:list list about db:show db:table migration:status env help",
        )),
        Behavior::Runs,
    ),
]);

/// Symfony's console.
const SYMFONY: Behavior = Behavior::Cases(&[
    // Without `--force` they only show the statements.
    when(
        first_operand(
            "doctrine:database:drop d:d:d doctrine:schema:drop d:s:d orm:schema-tool:drop",
        ),
        Behavior::Cases(&[when(has_flag("force"), unconditional::databases::DELETES_ALL)]),
    ),
    when(
        first_operand("doctrine:schema:update d:s:u orm:schema-tool:update"),
        Behavior::Cases(&[when(has_flag("force"), unconditional::databases::CHANGES)]),
    ),
    when(
        first_operand("doctrine:fixtures:load d:f:l hautelook:fixtures:load"),
        Behavior::Cases(&[
            when(has_flag("append"), unconditional::databases::CHANGES),
            otherwise(unconditional::databases::DELETES_ALL),
        ]),
    ),
    when(
        first_operand("doctrine:migrations:migrate d:m:m migrations:migrate"),
        Behavior::Cases(&[
            when(has_flag("dry-run"), Behavior::Reads),
            when(second_operand("prev first 0"), unconditional::databases::DELETES),
            otherwise(unconditional::databases::CHANGES),
        ]),
    ),
    when(
        first_operand(
            "doctrine:migrations:execute d:m:e doctrine:migrations:version \
             doctrine:migrations:rollup",
        ),
        Behavior::Cases(&[
            when(has_flag("dry-run"), Behavior::Reads),
            when(has_flag("down"), unconditional::databases::DELETES),
            otherwise(unconditional::databases::CHANGES),
        ]),
    ),
    when(
        first_operand("doctrine:query:sql dbal:run-sql doctrine:query:dql"),
        Behavior::On(WordAction::Queries, Target::Nth(1)),
    ),
    when(
        first_operand("messenger:failed:remove messenger:stop-workers"),
        unconditional::queues::DELETES,
    ),
    when(first_operand("secrets:remove"), unconditional::secrets::DELETES),
    otherwise(Behavior::Runs),
]);

/// WordPress.
fn wp_query<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    match call.operands.get(2) {
        Some(text) => sql::judge_arg(walker, text),
        None => {
            let input = walker.input();
            sql::judge_stream(walker, input, call.at);
        }
    }
}

const WP: Behavior = Behavior::Cases(&[
    when(
        first_operand("db").and(&second_operand("drop reset clean")),
        unconditional::databases::DELETES_ALL,
    ),
    when(
        first_operand("site").and(&second_operand("empty delete")),
        unconditional::databases::DELETES_ALL,
    ),
    when(first_operand("db").and(&second_operand("query cli")), Behavior::Code(wp_query)),
    when(first_operand("db").and(&second_operand("import")), unconditional::databases::CHANGES_ALL),
    when(
        first_operand("search-replace").and(&not(has_flag("dry-run"))),
        unconditional::databases::CHANGES_ALL,
    ),
    when(
        first_operand("post user comment term option plugin theme media role menu widget")
            .and(&second_operand("delete uninstall reset spam trash")),
        unconditional::databases::DELETES,
    ),
    when(first_operand("eval shell"), Behavior::Runs),
    when(first_operand("db"), Behavior::Reads),
    when(second_operand("list get status info"), Behavior::Reads),
    otherwise(Behavior::Runs),
]);

fn drush<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("simulate") {
        return;
    }
    let command = call
        .operands
        .iter()
        .map(|word| word.text)
        .find(|text| !text.starts_with('@'))
        .unwrap_or("");
    match command {
        "sql:drop" | "sql-drop" | "site:install" | "site-install" | "si" | "sql:create"
        | "sql-create" => {
            add(walker, call, Kind::Deletes, Traits::WHOLE);
        }
        "sql:sync" | "sql-sync" | "entity:delete" | "updatedb" | "updb" | "config:import"
        | "cim" | "user:cancel" => {
            add(walker, call, Kind::ChangesRemote, Traits::WHOLE);
        }
        "sql:query" | "sqlq" | "sql-query" => {
            walker.mark_changing();
            if let Some(text) = call.operands.last() {
                sql::judge_arg(walker, text);
            }
        }
        "ssh" => {
            walker.mark_changing();
            if let Some(code) = call.operands.last() {
                walker.with_elsewhere(|walker| {
                    walker.run_code(code, Dialect::Sh, Scoping::Own);
                });
            }
        }
        _ => walker.mark_changing(),
    }
}
