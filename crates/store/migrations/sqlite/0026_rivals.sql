-- What people want of their games and of this server, where it differs from what is usual.
CREATE TABLE profiles (
    person TEXT PRIMARY KEY NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    forced INTEGER NOT NULL,            -- decisions by days that have one answer are played
    unseen INTEGER NOT NULL,            -- followers are not told whether it is here
    hidden INTEGER NOT NULL             -- others see its name and ratings, and no games
) STRICT, WITHOUT ROWID;

-- Whether programs will do, for whoever seeks by days.
ALTER TABLE seeks ADD COLUMN bots INTEGER NOT NULL DEFAULT 0;

-- What those sought by days for whom a game was found: whoever comes to it while another does not
-- goes on seeking where it stood.
CREATE TABLE met (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    pools TEXT NOT NULL,
    guests INTEGER NOT NULL,
    bots INTEGER NOT NULL,
    range INTEGER,
    since INTEGER NOT NULL,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX met_person ON met (person);

CREATE TRIGGER met_again AFTER UPDATE OF status ON tables
WHEN old.status = 'open' AND new.status <> 'open' AND old.slow
BEGIN
    INSERT OR IGNORE INTO seeks (person, pools, guests, bots, range, since)
        SELECT m.person, m.pools, m.guests, m.bots, m.range, m.since
        FROM met m JOIN seats s ON s.table_id = m.table_id AND s.person = m.person
        WHERE m.table_id = new.id AND new.status = 'over';
    DELETE FROM met WHERE table_id = new.id AND new.status <> 'over';
END;

-- Whoever did not come, or did not want to play, does not: the result says who that was.
CREATE TRIGGER met_missed AFTER INSERT ON result_seats
WHEN new.conduct IN ('no-show', 'abort')
BEGIN
    DELETE FROM seeks WHERE person = new.person AND EXISTS
        (SELECT 1 FROM met m JOIN results r ON r.table_id = m.table_id
            WHERE r.ended = new.ended AND m.person = new.person AND m.since = seeks.since);
END;

-- Whether a seat was the account of a program when the game ended: such a game counts for half.
ALTER TABLE result_seats ADD COLUMN program INTEGER NOT NULL DEFAULT 0;
-- Where a quarter of a year begins in the order of finishing.
CREATE INDEX results_at ON results (at);

-- Ratings that a rebuild changed: what they were before it and after it.
CREATE TABLE corrections (
    person TEXT NOT NULL,
    ladder TEXT NOT NULL,
    at INTEGER NOT NULL,
    before_points INTEGER NOT NULL,     -- in hundredths
    after_points INTEGER NOT NULL,
    PRIMARY KEY (person, ladder, at)
) STRICT, WITHOUT ROWID;
