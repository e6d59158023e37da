-- Sessions and what belongs to them, in their first layout. Once released, this file never
-- changes: what comes later is a new file on the ladder.
--
-- Columns of type ANY hold paths: text where the path is Unicode, a blob of
-- the platform's own bytes where it is not.
-- Times are milliseconds since 1970, for people. Order comes from ids and
-- positions alone: they are one rising sequence for everything that happens,
-- so that a message, a saved file, a snapshot and a restore can be put in
-- order even where a clock jumped.

-- The last id given out, and what the store last saw of the clock.
CREATE TABLE progress (
    only          INTEGER PRIMARY KEY CHECK (only = 1),
    last_id       INTEGER NOT NULL,
    cleaned_at    INTEGER
) STRICT;
INSERT INTO progress (only, last_id) VALUES (1, 0);

CREATE TABLE sessions (
    id            TEXT PRIMARY KEY,
    workspace_id  INTEGER REFERENCES workspaces (id),
    agent         TEXT,
    created_at    INTEGER NOT NULL,
    archived_at   INTEGER
) STRICT;

-- Points in a session a person can go back to. `kind` is `user` for a message
-- somebody sent, `implied` where a file was saved for a message nobody
-- announced, and `rewind` for the moment before a rewind wrote anything.
CREATE TABLE messages (
    position      INTEGER PRIMARY KEY,
    session_id    TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    id            TEXT NOT NULL,
    kind          TEXT NOT NULL CHECK (kind IN ('user', 'implied', 'rewind')),
    description   TEXT NOT NULL,
    label         TEXT,
    pinned        INTEGER NOT NULL DEFAULT 0,
    listed        INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    UNIQUE (session_id, id)
) STRICT;
CREATE INDEX messages_by_session ON messages (session_id, position);

-- File content, each once, under the id git gives it as a blob.
CREATE TABLE contents (
    key           INTEGER PRIMARY KEY,
    id            BLOB NOT NULL UNIQUE,
    size          INTEGER NOT NULL,
    encoding      TEXT NOT NULL CHECK (encoding IN ('plain', 'zstd')),
    bytes         BLOB NOT NULL
) STRICT;

-- What a file was before an agent wrote it.
CREATE TABLE file_checkpoints (
    id               INTEGER PRIMARY KEY,
    session_id       TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    message_id       TEXT NOT NULL,
    file_path        ANY NOT NULL,
    real_path        ANY NOT NULL,
    original_content INTEGER REFERENCES contents (key),
    file_existed     INTEGER NOT NULL,
    kind             TEXT NOT NULL CHECK (kind IN ('file', 'symlink', 'absent')),
    mode             INTEGER,
    missing_folders  INTEGER NOT NULL DEFAULT 0,
    purpose          TEXT NOT NULL CHECK (purpose IN ('write', 'rewind')),
    created_at       INTEGER NOT NULL,
    CHECK ((kind = 'absent') = (original_content IS NULL)),
    CHECK ((kind = 'absent') = (file_existed = 0)),
    FOREIGN KEY (session_id, message_id) REFERENCES messages (session_id, id) ON DELETE CASCADE
) STRICT;
-- Every index is one more page to write before an agent may go on, so this one serves
-- sessions, messages and the count of a session's saves.
CREATE INDEX file_checkpoints_by_message ON file_checkpoints (session_id, message_id, purpose);
CREATE INDEX file_checkpoints_by_path ON file_checkpoints (real_path, id);
CREATE INDEX file_checkpoints_by_content ON file_checkpoints (original_content);

-- Saves that are missing on purpose: too large when they were due, or dropped
-- later by a limit. A rewind that would need one says so instead of taking a
-- newer save for it.
CREATE TABLE file_gaps (
    position      INTEGER PRIMARY KEY,
    session_id    TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    file_path     ANY NOT NULL,
    real_path     ANY NOT NULL,
    reason        TEXT NOT NULL
) STRICT;
CREATE INDEX file_gaps_by_path ON file_gaps (session_id, real_path, position);

-- The journal of file rewinds. A row that stays `started` belongs to a process
-- that died: repeating the rewind finishes it, a rewind to its own message
-- undoes it.
CREATE TABLE rewinds (
    id            INTEGER PRIMARY KEY,
    session_id    TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    to_session    TEXT NOT NULL,
    to_message    TEXT NOT NULL,
    safety        TEXT NOT NULL,
    state         TEXT NOT NULL CHECK (state IN ('started', 'finished', 'failed')),
    started_at    INTEGER NOT NULL,
    ended_at      INTEGER
) STRICT;
CREATE INDEX rewinds_by_session ON rewinds (session_id, id);

-- Conversations and transcripts: lines that are mostly only added to. A
-- version is the first so many chunks of one generation; a rewritten file
-- begins a new generation that shares the contents it still has in common.
CREATE TABLE streams (
    key           INTEGER PRIMARY KEY,
    session_id    TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    name          TEXT NOT NULL,
    generation    INTEGER NOT NULL,
    UNIQUE (session_id, name)
) STRICT;

CREATE TABLE stream_chunks (
    stream        INTEGER NOT NULL REFERENCES streams (key) ON DELETE CASCADE,
    generation    INTEGER NOT NULL,
    number        INTEGER NOT NULL,
    content       INTEGER NOT NULL REFERENCES contents (key),
    source_end    INTEGER NOT NULL,
    source_hash   BLOB NOT NULL,
    lines_end     INTEGER NOT NULL,
    PRIMARY KEY (stream, generation, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX stream_chunks_by_content ON stream_chunks (content);

CREATE TABLE stream_versions (
    position      INTEGER PRIMARY KEY,
    stream        INTEGER NOT NULL REFERENCES streams (key) ON DELETE CASCADE,
    generation    INTEGER NOT NULL,
    chunks        INTEGER NOT NULL,
    tail          INTEGER REFERENCES contents (key),
    lines         INTEGER NOT NULL,
    message_id    TEXT,
    created_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX stream_versions_by_stream ON stream_versions (stream, position);
CREATE INDEX stream_versions_by_tail ON stream_versions (tail);

-- What was sent to a model with one request, without its secrets.
CREATE TABLE contexts (
    position      INTEGER PRIMARY KEY,
    id            TEXT NOT NULL,
    session_id    TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    message_id    TEXT,
    timestamp     INTEGER NOT NULL,
    system_prompt INTEGER NOT NULL REFERENCES contents (key),
    conversation  INTEGER NOT NULL REFERENCES stream_versions (position),
    body          INTEGER NOT NULL REFERENCES contents (key),
    commit_hash   TEXT,
    created_at    INTEGER NOT NULL,
    UNIQUE (session_id, id)
) STRICT;
CREATE INDEX contexts_by_session ON contexts (session_id, position);
CREATE INDEX contexts_by_prompt ON contexts (system_prompt);
CREATE INDEX contexts_by_conversation ON contexts (conversation);
CREATE INDEX contexts_by_body ON contexts (body);

-- What people say about a snapshot. A row without its snapshot means nothing.
CREATE TABLE snapshot_marks (
    snapshot      INTEGER PRIMARY KEY REFERENCES snapshots (id) ON DELETE CASCADE,
    label         TEXT,
    pinned        INTEGER NOT NULL DEFAULT 0
) STRICT;
