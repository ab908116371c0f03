-- The commitment that a table has shown and whose outcome is open, and what became of the last one.
-- Tables of before this schema have none.
ALTER TABLE tables ADD COLUMN commitment TEXT;
ALTER TABLE tables ADD COLUMN outcome TEXT NOT NULL DEFAULT '';

-- The public list: every commitment that was shown and its outcome, each line chained to the one
-- before it by its hash. No name and no table is in it. Lines are only ever added.
CREATE TABLE fair_list (
    n INTEGER PRIMARY KEY CHECK (n > 0),
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    commitment TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX fair_list_commitment ON fair_list (commitment, n);

-- What happened and is not chained yet. It is noted with the change of the table itself; a job
-- chains it afterwards, so that no move waits for it.
CREATE TABLE fair_pending (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    commitment TEXT NOT NULL
) STRICT;

-- Triggers, so that nothing that touches a table can forget it.
CREATE TRIGGER tables_commitment AFTER UPDATE OF commitment ON tables
WHEN NEW.commitment IS NOT OLD.commitment
BEGIN
    INSERT INTO fair_pending (at, kind, commitment)
        SELECT NEW.changed, NEW.outcome, OLD.commitment WHERE OLD.commitment IS NOT NULL;
    INSERT INTO fair_pending (at, kind, commitment)
        SELECT NEW.changed, 'shown', NEW.commitment WHERE NEW.commitment IS NOT NULL;
END;

-- A table that was never begun is put away (expired); one that is played is removed by somebody.
CREATE TRIGGER tables_removed AFTER DELETE ON tables
WHEN OLD.commitment IS NOT NULL
BEGIN
    INSERT INTO fair_pending (at, kind, commitment) VALUES (
        CAST(unixepoch('subsec') * 1000 AS INTEGER),
        CASE OLD.status WHEN 'open' THEN 'expired' ELSE 'removed' END,
        OLD.commitment
    );
END;
