-- Whom a game by days waits for, and since which entry: kept with every append, for lists of "my turn"
-- and for what is told to people who are away. Games of before get theirs with their next entry.
ALTER TABLE tables ADD COLUMN to_act TEXT;
ALTER TABLE tables ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_to_act ON tables (to_act, wake) WHERE to_act IS NOT NULL;

-- Keys of the server itself, made once.
CREATE TABLE server_keys (
    name TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;

-- Browsers that show messages although no page is open. They end with the session that named them.
CREATE TABLE push (
    endpoint TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    session BLOB NOT NULL REFERENCES sessions (hash) ON DELETE CASCADE,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    language TEXT NOT NULL,
    made INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX push_person ON push (person, made);
CREATE INDEX push_session ON push (session);

-- On which channels somebody wants to hear of what, where it differs from the default.
CREATE TABLE wants (
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    channels TEXT NOT NULL,             -- bell push mail, separated by blanks
    PRIMARY KEY (person, kind)
) STRICT;

-- What is to be told. Triggers write it with the change itself; it is claimed by whoever sends it.
-- A row without a channel is made into one for each channel first. It names people without holding
-- them: a move must not wait for anybody who leaves.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,           -- the same thing is told once
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    table_id TEXT REFERENCES tables (id) ON DELETE CASCADE,
    about TEXT NOT NULL DEFAULT '',     -- more about it, by kind
    channel TEXT NOT NULL DEFAULT '',   -- push, mail; none yet
    target TEXT NOT NULL DEFAULT '',    -- the endpoint of a push
    due INTEGER NOT NULL,               -- not before, ms since 1970
    until INTEGER,                      -- worth telling until then
    tries INTEGER NOT NULL DEFAULT 0,
    claim INTEGER NOT NULL DEFAULT 0    -- by whom it was claimed last
) STRICT;
CREATE INDEX outbox_due ON outbox (due, id);
CREATE INDEX outbox_person ON outbox (person);
CREATE INDEX outbox_table ON outbox (table_id, kind);
CREATE INDEX outbox_claim ON outbox (claim) WHERE claim <> 0;

-- What the bell of the page shows.
CREATE TABLE bell (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    table_id TEXT REFERENCES tables (id) ON DELETE CASCADE,
    about TEXT NOT NULL DEFAULT '',
    at INTEGER NOT NULL,
    seen INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX bell_person ON bell (person, id DESC);
CREATE INDEX bell_table ON bell (table_id, kind);
CREATE INDEX bell_at ON bell (at);

-- Addresses for mail, and when the digest goes there.
CREATE TABLE contacts (
    person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    folded TEXT NOT NULL,
    confirmed INTEGER NOT NULL,
    language TEXT NOT NULL,
    digest INTEGER,                     -- the minute of the day (UTC); none: no digest
    digested INTEGER NOT NULL DEFAULT 0 -- until when, ms since 1970
) STRICT;
CREATE INDEX contacts_folded ON contacts (folded) WHERE confirmed <> 0;
CREATE INDEX contacts_digest ON contacts (digested) WHERE digest IS NOT NULL AND confirmed <> 0;

-- Secrets of links, by their hashes: reset, confirm, calendar, end (of mails), invite.
CREATE TABLE secrets (
    hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
    person TEXT REFERENCES people (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    what TEXT NOT NULL DEFAULT '',
    expires INTEGER NOT NULL
) STRICT;
CREATE INDEX secrets_person ON secrets (person, purpose);
CREATE INDEX secrets_expires ON secrets (expires);

-- Leave of players by days: what is left as of `since`, and the days that were used, each once.
CREATE TABLE leave_days (
    person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    days INTEGER NOT NULL CHECK (days >= 0),
    since INTEGER NOT NULL,
    automatic INTEGER NOT NULL DEFAULT 1,
    away_from INTEGER,
    away_to INTEGER
) STRICT;
CREATE TABLE leave_spent (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    turn INTEGER NOT NULL,
    day INTEGER NOT NULL,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, turn, day)
) STRICT;
CREATE INDEX leave_spent_person ON leave_spent (person);

-- Words that somebody tries at a table by days: private, and gone with the next move.
CREATE TABLE drafts (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (table_id, person, seat)
) STRICT;
CREATE INDEX drafts_person ON drafts (person);

-- A game waits for somebody, or for somebody else: what was to be told of before is told no more.
CREATE TRIGGER outbox_turn AFTER UPDATE OF to_act, turn ON tables
WHEN new.to_act IS NOT old.to_act OR (new.to_act IS NOT NULL AND new.turn <> old.turn)
BEGIN
    DELETE FROM outbox WHERE table_id = new.id AND kind IN ('turn', 'deadline');
    DELETE FROM bell WHERE table_id = new.id AND kind IN ('turn', 'deadline');
    DELETE FROM drafts WHERE table_id = new.id;
    INSERT OR IGNORE INTO outbox (key, person, kind, table_id, due, until)
        SELECT 'turn ' || new.id || ' ' || new.turn, new.to_act, 'turn', new.id, new.changed,
            new.wake
        WHERE new.to_act IS NOT NULL;
    INSERT OR IGNORE INTO outbox (key, person, kind, table_id, due, until)
        SELECT 'deadline ' || new.id || ' ' || new.wake, new.to_act, 'deadline', new.id,
            new.wake - max(10800000, (new.wake - new.changed) / 4), new.wake
        WHERE new.to_act IS NOT NULL AND new.wake IS NOT NULL;
END;

-- The same move is due at another time.
CREATE TRIGGER outbox_deadline AFTER UPDATE OF wake ON tables
WHEN new.to_act IS NOT NULL AND new.to_act IS old.to_act AND new.turn = old.turn
    AND new.wake IS NOT old.wake
BEGIN
    DELETE FROM outbox WHERE table_id = new.id AND kind = 'deadline';
    INSERT OR IGNORE INTO outbox (key, person, kind, table_id, due, until)
        SELECT 'deadline ' || new.id || ' ' || new.wake, new.to_act, 'deadline', new.id,
            new.wake - max(10800000, (new.wake - new.changed) / 4), new.wake
        WHERE new.wake IS NOT NULL;
END;

-- A game by days is over: nobody needs to have been there.
CREATE TRIGGER outbox_over AFTER UPDATE OF status ON tables
WHEN new.status = 'over' AND old.status = 'playing' AND old.slow
BEGIN
    INSERT OR IGNORE INTO outbox (key, person, kind, table_id, due)
        SELECT 'over ' || new.id || ' ' || person, person, 'over', new.id, new.changed
        FROM seats WHERE table_id = new.id;
END;
