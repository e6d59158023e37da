//! Databases, tables and rows.

use crate::facts::effect::{Domain, Kind, Traits};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "database/drop",
        title: "Drops or empties tables or databases",
        level: Risk::Critical,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Database
                && effect.traits.intersects(Traits::WHOLE.union(Traits::BEYOND_REPAIR))
        },
        what: "A table, a schema or a whole database is dropped, emptied or recreated.",
        why: "Every row is deleted at once; only a dump or a backup brings them back.",
        instead: "Take a dump first, and try it inside a transaction that is rolled back.",
        matches: &[
            "psql -c 'DROP TABLE users'",
            "mysql -e 'TRUNCATE orders' shop",
            "dropdb shop",
            "redis-cli FLUSHALL",
            "mongosh --eval 'db.dropDatabase()'",
            "rails db:drop",
            "prisma migrate reset --force",
            "sqlite3 app.db 'DELETE FROM users'",
        ],
        non_matches: &[
            "psql -c \"SELECT 'DROP TABLE users'\"",
            "redis-cli GET key",
            "rails db:migrate:status",
            "psql -c '\\d users'",
        ],
    },
    Rule {
        id: "database/delete-rows",
        title: "Deletes rows, or reverts a migration",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Database && !effect.traits.contains(Traits::MINOR)
        },
        what: "Rows, keys or columns are deleted, or a migration is reverted.",
        why: "Without a dump, their data is lost.",
        instead: "Select them first, and do it inside a transaction.",
        matches: &[
            "psql -c 'DELETE FROM users WHERE id = 3'",
            "redis-cli DEL session:1",
            "alembic downgrade -1",
            "mongosh --eval 'db.users.deleteOne({_id: 1})'",
            "mysql -e 'ALTER TABLE t DROP COLUMN c'",
        ],
        non_matches: &[
            "psql -c 'SELECT * FROM users WHERE id = 3'",
            "alembic history",
            "psql -c 'BEGIN; DELETE FROM t WHERE a = 1; ROLLBACK;'",
        ],
    },
    Rule {
        id: "database/delete-part",
        title: "Drops an index, a view or a small part",
        level: Risk::Medium,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| effect.domain == Domain::Database,
        what: "An index, view, function, constraint or a few entries are removed.",
        why: "They can be created again if someone knows what they were.",
        instead: "Save their definition first.",
        matches: &["psql -c 'DROP INDEX idx_users'", "redis-cli HDEL h f"],
        non_matches: &["psql -c '\\di'", "redis-cli HGET h f"],
    },
    Rule {
        id: "database/change-all",
        title: "Changes every row, or replaces a whole database",
        level: Risk::High,
        effect_kinds: &[Kind::ChangesRemote],
        condition: |effect| {
            effect.domain == Domain::Database
                && effect.traits.intersects(Traits::WHOLE.union(Traits::BEYOND_REPAIR))
        },
        what: "Every row is changed, or a database is replaced by another version of it.",
        why: "The old values are not kept.",
        instead: "Add a condition, or take a dump first.",
        matches: &[
            "psql -c 'UPDATE users SET active = false'",
            "redis-cli REPLICAOF 10.0.0.1 6379",
        ],
        non_matches: &["psql -c 'SELECT active FROM users'"],
    },
    Rule {
        id: "database/change",
        title: "Changes rows or the structure of a database",
        level: Risk::Medium,
        effect_kinds: &[Kind::ChangesRemote],
        condition: |effect| effect.domain == Domain::Database,
        what: "Rows, settings or the structure of tables are changed.",
        why: "The old values are not kept.",
        instead: "Take a dump first, or do it inside a transaction.",
        matches: &[
            "psql -c 'UPDATE users SET a = 1 WHERE id = 2'",
            "redis-cli CONFIG SET maxmemory 1gb",
            "rails db:migrate",
            "prisma migrate deploy",
        ],
        non_matches: &[
            "psql -c 'INSERT INTO t VALUES (1)'",
            "redis-cli CONFIG GET maxmemory",
            "prisma migrate status",
        ],
    },
    Rule {
        id: "database/stop",
        title: "Stops a database or its connections",
        level: Risk::Medium,
        effect_kinds: &[Kind::Stops],
        condition: |effect| effect.domain == Domain::Database,
        what: "A database is shut down, or connections to it are ended.",
        why: "Its users are cut off, and unsaved work is lost.",
        instead: "Make sure nobody is connected.",
        matches: &[
            "redis-cli SHUTDOWN",
            "mysqladmin -u root shutdown",
            "psql -c 'SELECT pg_terminate_backend(42)'",
        ],
        non_matches: &["redis-cli PING", "mysqladmin status"],
    },
    Rule {
        id: "database/discard",
        title: "Discards changes in a database",
        level: Risk::High,
        effect_kinds: &[Kind::Discards],
        condition: |effect| effect.domain == Domain::Database,
        what: "Changes that were not committed are discarded.",
        why: "They are stored nowhere else.",
        instead: "Commit them on a branch first.",
        matches: &["dolt reset --hard", "dolt reset --hard HEAD~1"],
        non_matches: &["dolt status"],
    },
];
