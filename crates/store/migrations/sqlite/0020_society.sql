-- People among each other. Everything here goes with the people it is about; only what moderators
-- did stays, without words, when its person leaves.

ALTER TABLE people ADD COLUMN role TEXT NOT NULL DEFAULT '';    -- moderator, organiser, admin
ALTER TABLE sessions ADD COLUMN proved INTEGER NOT NULL DEFAULT 0; -- when the password was given again

-- What one person wants of another: follow, talk or block. One of them at a time.
CREATE TABLE relations (
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    other TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    tie TEXT NOT NULL,
    made INTEGER NOT NULL,
    PRIMARY KEY (person, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX relations_other ON relations (other, person);

-- One person asks another for a game.
CREATE TABLE challenges (
    id TEXT PRIMARY KEY NOT NULL,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    rival TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    config TEXT NOT NULL,
    made INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    state TEXT NOT NULL,                -- open, accepted, declined, withdrawn
    table_id TEXT                       -- the game that came of it
) STRICT, WITHOUT ROWID;
CREATE INDEX challenges_person ON challenges (person, state, expires);
CREATE INDEX challenges_rival ON challenges (rival, state, expires);
CREATE INDEX challenges_expires ON challenges (expires);

-- What people tell moderators. A report of a line keeps its number in the log.
CREATE TABLE reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    about TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    words TEXT NOT NULL,
    table_id TEXT,
    n INTEGER,
    score INTEGER NOT NULL,
    made INTEGER NOT NULL,
    decided INTEGER                     -- the line of mod_log that answers it
) STRICT;
CREATE INDEX reports_open ON reports (score DESC, made) WHERE decided IS NULL;
CREATE INDEX reports_person ON reports (person, made);
CREATE INDEX reports_about ON reports (about, made);

-- What moderators did, for ever. `person` is no reference: the line stays when the person leaves.
CREATE TABLE mod_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    moderator TEXT NOT NULL,            -- who; empty: whoever runs the server, at its command line
    deed TEXT NOT NULL,
    person TEXT NOT NULL,               -- about whom; empty: nobody
    reason TEXT NOT NULL,               -- what that person reads
    detail TEXT NOT NULL,               -- what exactly, as JSON
    until INTEGER                       -- mutes and limits of play end by themselves
) STRICT;
CREATE INDEX mod_log_person ON mod_log (person, id);
CREATE INDEX mod_log_until ON mod_log (person, deed, until) WHERE until IS NOT NULL;

-- Why somebody thinks that a moderator was wrong, and what was answered.
CREATE TABLE appeals (
    deed INTEGER PRIMARY KEY NOT NULL,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    words TEXT NOT NULL,
    made INTEGER NOT NULL,
    answered INTEGER                    -- the line of mod_log that answers it
) STRICT;
CREATE INDEX appeals_person ON appeals (person);
CREATE INDEX appeals_open ON appeals (made) WHERE answered IS NULL;

-- Who came from the same place: a keyed hash of the address, whose key changes every month. Both go
-- after thirty days.
CREATE TABLE traces (
    hash BLOB NOT NULL,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    PRIMARY KEY (hash, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX traces_person ON traces (person);
CREATE INDEX traces_at ON traces (at);
CREATE TABLE trace_keys (
    month INTEGER PRIMARY KEY NOT NULL,
    key BLOB NOT NULL CHECK (length(key) = 32)
) STRICT;
