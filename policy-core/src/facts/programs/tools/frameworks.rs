//! Frameworks for the web, whose own commands also drop databases, users and content.

use super::migrations::add;
use super::sql;
use super::verbs::sure;
use crate::dialect::Dialect;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{Doing, Of, Target, first, given, holds, not, otherwise, second, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Act, Program, program};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::{Words, words};

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["rails", "rake", "spring", "gitlab-rails", "gitlab-rake"],
        Options::gnu(
            "e|environment= f|rakefile= n|dry-run P|prereqs T|tasks=? D|describe=? t|trace=? s|silent q|quiet C= force help",
        ),
        Act::Code(rails),
    ),
    program(
        &["manage.py", "django-admin", "django-admin.py"],
        Options::gnu(
            "settings= pythonpath= v|verbosity= database= no-input|noinput fake fake-initial plan check run-syncdb c|command= app= n|name= h|help dry-run traceback no-color clear i|ignore= l|link",
        ),
        Act::Code(django),
    ),
    program(&["sail"], Options::leading(""), Act::Code(carry)),
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
        Act::Code(drush),
    ),
];

/// Tasks of rails and rake; several may stand in a row.
fn rails<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("dry-run tasks describe prereqs")) {
        return;
    }
    walker.acts();
    let first = call.operands.first().map_or("", |word| word.text);
    if matches!(first, "destroy" | "d") {
        // Takes back what a generator made.
        return walker.touches(Kind::Deletes, walker.unsaid("app", call), Traits::empty());
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
        (Kind::Deletes, Traits::MILD)
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
                walker.acts();
            }
        }
        "clear_index" | "rebuild_index" => {
            walker.does(Kind::Deletes, Domain::Search, Traits::MILD, call);
        }
        "search_index"
            if rest.iter().any(|word| word.is("--delete") || word.is("--rebuild"))
                || call.has_any(words!("delete rebuild")) =>
        {
            walker.does(Kind::Deletes, Domain::Search, Traits::MILD, call);
        }
        "delete_squashed_migrations" | "squashmigrations" | "makemigrations" | "collectstatic" => {
            walker.acts()
        }
        "dbshell" => {
            walker.acts();
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
            walker.acts();
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
        _ => walker.acts(),
    }
}

fn carry<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.is_carrier();
    walker.carry_writing(call.operands);
}

/// Laravel's artisan, and others that name their commands like it.
const ARTISAN: Act = Act::Cases(&[
    when(given("pretend"), Act::Reads),
    when(
        first(
            "migrate:fresh migrate:refresh migrate:reset db:wipe migration:fresh \
             migration:refresh migration:reset db:truncate schema:drop",
        ),
        sure::databases::DELETES_ALL,
    ),
    when(first("migrate:rollback migration:rollback model:prune"), sure::databases::DELETES),
    when(
        first("migrate migration:run db:seed key:generate migrate:install"),
        sure::databases::CHANGES,
    ),
    when(
        first("queue:flush queue:clear horizon:clear queue:prune-failed queue:forget"),
        sure::queues::DELETES,
    ),
    when(first("down horizon:terminate horizon:pause queue:restart"), sure::clouds::STOPS),
    when(first("scout:flush scout:delete-index scout:delete-all-indexes"), sure::searches::DELETES),
    when(
        first("tinker").and(
            &holds(Of::Value, "truncate() dropIfExists drop( ->delete( ::destroy(").of("execute"),
        ),
        sure::databases::DELETES,
    ),
    when(
        not(first(
            "migrate:status route:list list about db:show db:table migration:status env help",
        )),
        Act::Runs,
    ),
]);

/// Symfony's console.
const SYMFONY: Act = Act::Cases(&[
    // Without `--force` they only show the statements.
    when(
        first("doctrine:database:drop d:d:d doctrine:schema:drop d:s:d orm:schema-tool:drop"),
        Act::Cases(&[when(given("force"), sure::databases::DELETES_ALL)]),
    ),
    when(
        first("doctrine:schema:update d:s:u orm:schema-tool:update"),
        Act::Cases(&[when(given("force"), sure::databases::CHANGES)]),
    ),
    when(
        first("doctrine:fixtures:load d:f:l hautelook:fixtures:load"),
        Act::Cases(&[
            when(given("append"), sure::databases::CHANGES),
            otherwise(sure::databases::DELETES_ALL),
        ]),
    ),
    when(
        first("doctrine:migrations:migrate d:m:m migrations:migrate"),
        Act::Cases(&[
            when(given("dry-run"), Act::Reads),
            when(second("prev first 0"), sure::databases::DELETES),
            otherwise(sure::databases::CHANGES),
        ]),
    ),
    when(
        first(
            "doctrine:migrations:execute d:m:e doctrine:migrations:version \
             doctrine:migrations:rollup",
        ),
        Act::Cases(&[
            when(given("dry-run"), Act::Reads),
            when(given("down"), sure::databases::DELETES),
            otherwise(sure::databases::CHANGES),
        ]),
    ),
    when(
        first("doctrine:query:sql dbal:run-sql doctrine:query:dql"),
        Act::On(Doing::Queries, Target::Nth(1)),
    ),
    when(first("messenger:failed:remove messenger:stop-workers"), sure::queues::DELETES),
    when(first("secrets:remove"), sure::secrets::DELETES),
    otherwise(Act::Runs),
]);

/// WordPress.
fn wp_query<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.acts();
    match call.operands.get(2) {
        Some(text) => sql::judge_arg(walker, text),
        None => {
            let input = walker.input();
            sql::judge_stream(walker, input, call.at);
        }
    }
}

const WP: Act = Act::Cases(&[
    when(first("db").and(&second("drop reset clean")), sure::databases::DELETES_ALL),
    when(first("site").and(&second("empty delete")), sure::databases::DELETES_ALL),
    when(first("db").and(&second("query cli")), Act::Code(wp_query)),
    when(first("db").and(&second("import")), sure::databases::CHANGES_ALL),
    when(first("search-replace").and(&not(given("dry-run"))), sure::databases::CHANGES_ALL),
    when(
        first("post user comment term option plugin theme media role menu widget")
            .and(&second("delete uninstall reset spam trash")),
        sure::databases::DELETES,
    ),
    when(first("eval shell"), Act::Runs),
    when(first("db"), Act::Reads),
    when(second("list get status info"), Act::Reads),
    otherwise(Act::Runs),
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
            walker.acts();
            if let Some(text) = call.operands.last() {
                sql::judge_arg(walker, text);
            }
        }
        "ssh" => {
            walker.acts();
            if let Some(code) = call.operands.last() {
                walker.with_elsewhere(|walker| {
                    walker.run_code(code, Dialect::Sh, Scoping::Own);
                });
            }
        }
        _ => walker.acts(),
    }
}
