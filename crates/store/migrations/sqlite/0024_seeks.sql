-- Who seeks a game by days: it is found also while no page is open.
CREATE TABLE seeks (
    person TEXT PRIMARY KEY NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    pools TEXT NOT NULL,                -- their names, separated by blanks
    guests INTEGER NOT NULL,            -- whether guests will do
    range INTEGER,                      -- how far a rival's rating may be, if less than usual
    since INTEGER NOT NULL              -- ms since 1970
) STRICT, WITHOUT ROWID;
CREATE INDEX seeks_since ON seeks (since, person);

-- Tables of quick pairing that came to nothing are found by their age, and go; what they say about
-- those who did not come stays (`replayed` is 3 then).
CREATE INDEX results_nothing ON results (at)
    WHERE turns = 0 AND reason = 'aborted' AND pool <> '' AND replayed <> 3;

-- A game by days to which somebody did not come is over before it began: whoever came hears of it.
CREATE TRIGGER outbox_nothing AFTER UPDATE OF status ON tables
WHEN new.status = 'over' AND old.status = 'open' AND old.slow
BEGIN
    INSERT OR IGNORE INTO outbox (key, person, kind, table_id, due)
        SELECT 'over ' || new.id || ' ' || person, person, 'over', new.id, new.changed
        FROM seats WHERE table_id = new.id;
END;
