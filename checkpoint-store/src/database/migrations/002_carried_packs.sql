-- Small packs, in the same transaction as the row that needs them. Each is also a file
-- that nobody waited for, or (waits) becomes one later; its copy here goes when that
-- file's content is safe elsewhere.
CREATE TABLE carried_packs (
  name     BLOB PRIMARY KEY,
  pack     BLOB NOT NULL,
  entries  BLOB NOT NULL,
  promises INTEGER NOT NULL,
  waits    INTEGER NOT NULL
);
