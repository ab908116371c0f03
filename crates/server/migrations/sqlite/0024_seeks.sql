-- Who seeks a game by days: it is found also while no page is open.
CREATE TABLE seeks (
    person TEXT PRIMARY KEY NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    pools TEXT NOT NULL,                -- their names, separated by blanks
    guests INTEGER NOT NULL,            -- whether guests will do
    range INTEGER,                      -- how far a rival's rating may be, if less than usual
    since INTEGER NOT NULL              -- ms since 1970
) STRICT, WITHOUT ROWID;
CREATE INDEX seeks_since ON seeks (since, person);

-- Tables that came to nothing are found by their age, and go.
CREATE INDEX results_nothing ON results (at) WHERE turns = 0 AND reason = 'aborted';

-- Whoever has a page open hears at once that the bell rings.
CREATE TRIGGER notice_bell AFTER INSERT ON bell BEGIN
    INSERT INTO notices (kind, what) VALUES ('bell', new.person || ' ' || new.kind);
END;
