-- Tables: what is found without reading a log. The seed is read with the whole table only.
CREATE TABLE tables (
    id TEXT PRIMARY KEY NOT NULL,
    key TEXT NOT NULL,
    seed BLOB NOT NULL CHECK (length(seed) = 32),
    last INTEGER NOT NULL,              -- the number of the last entry of the log
    status TEXT NOT NULL,
    public INTEGER NOT NULL,
    family TEXT NOT NULL,
    changed INTEGER NOT NULL,
    wake INTEGER,
    ended INTEGER,                      -- the order of finishing
    row TEXT NOT NULL
) STRICT;
CREATE INDEX tables_status ON tables (status, changed);
CREATE INDEX tables_wake ON tables (wake) WHERE wake IS NOT NULL;
CREATE UNIQUE INDEX tables_ended ON tables (ended) WHERE ended IS NOT NULL;

-- The logs. A number is used once: that is what makes a fork impossible.
CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    n INTEGER NOT NULL CHECK (n > 0),
    at INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;

-- Who has a seat where.
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person TEXT NOT NULL,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_person ON seats (person, table_id);

-- In which logs a person is named at all: it may have made a table, or chatted there, without a
-- seat. Needed to find everything when the person leaves.
CREATE TABLE mentions (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person TEXT NOT NULL,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX mentions_person ON mentions (person, table_id);

CREATE TABLE people (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,               -- the name without regard to case
    password TEXT,                      -- none for a guest
    made INTEGER NOT NULL,
    banned INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX people_account ON people (folded) WHERE password IS NOT NULL;

-- People who are no more: a guest whose games went to an account, or (without an heir) somebody
-- who was forgotten. A table that was in memory at that time may still write the old id.
CREATE TABLE gone (
    person TEXT PRIMARY KEY NOT NULL,
    heir TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX gone_heir ON gone (heir) WHERE heir IS NOT NULL;

CREATE TABLE sessions (
    hash BLOB PRIMARY KEY NOT NULL CHECK (length(hash) = 32),
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    made INTEGER NOT NULL,
    used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_person ON sessions (person);

-- Starts of the server, so that its absences are charged to nobody's clock.
CREATE TABLE boots (
    id INTEGER PRIMARY KEY,
    started INTEGER NOT NULL,
    seen INTEGER NOT NULL
) STRICT;
