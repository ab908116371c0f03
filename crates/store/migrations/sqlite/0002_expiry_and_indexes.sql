-- Lists stay quick with a million tables: each has an index in its own order, and the lobby's hold
-- only what is open or played. A query must say the condition of a partial index word for word.
DROP INDEX tables_status;
DROP INDEX tables_wake;
CREATE INDEX tables_open ON tables (public, changed DESC, id) WHERE status = 'open';
CREATE INDEX tables_playing ON tables (public, changed DESC, id) WHERE status = 'playing';
CREATE INDEX tables_over ON tables (public, ended) WHERE status = 'over';
CREATE INDEX tables_over_family ON tables (public, family, ended) WHERE status = 'over';
CREATE INDEX tables_wake ON tables (wake, id) WHERE wake IS NOT NULL;

-- Open tables that nobody uses expire; those for games by days may wait longer for players.
ALTER TABLE tables ADD COLUMN slow INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET slow = 1
    WHERE status = 'open' AND json_valid(row) AND json_extract(row, '$.config.clock.kind') = 'days';
CREATE INDEX tables_expiry ON tables (slow, changed) WHERE status = 'open';

-- Tables that expired, so that whoever comes back to one is told. Kept for a while only.
CREATE TABLE expired (
    table_id TEXT PRIMARY KEY NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX expired_at ON expired (at);

-- The tables of one person in the order of their changes.
ALTER TABLE seats ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
UPDATE seats SET changed = (SELECT t.changed FROM tables t WHERE t.id = seats.table_id);
DROP INDEX seats_person;
CREATE INDEX seats_person ON seats (person, changed DESC, table_id);

-- Old sessions are found by their last use.
CREATE INDEX sessions_age ON sessions (max(used, made));

-- Has a row if the last server that owned the file closed it in the orderly way: then the next one
-- need not read the whole file to trust it.
CREATE TABLE clean_stop (
    one INTEGER PRIMARY KEY CHECK (one = 1)
) STRICT;
