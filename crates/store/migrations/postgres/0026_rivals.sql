-- The same as step 26 of the files of SQLite: see there what each is for.
CREATE TABLE profiles (
    person text COLLATE "C" PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    forced boolean NOT NULL,
    unseen boolean NOT NULL,
    hidden boolean NOT NULL
);

ALTER TABLE seeks ADD COLUMN bots boolean NOT NULL DEFAULT false;

CREATE TABLE met (
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    pools text NOT NULL,
    guests boolean NOT NULL,
    bots boolean NOT NULL,
    range bigint,
    since bigint NOT NULL,
    PRIMARY KEY (table_id, person)
);
CREATE INDEX met_person ON met (person);

CREATE FUNCTION seek_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO seeks (person, pools, guests, bots, range, since)
        SELECT m.person, m.pools, m.guests, m.bots, m.range, m.since
        FROM met m JOIN seats s ON s.table_id = m.table_id AND s.person = m.person
        WHERE m.table_id = NEW.id AND NEW.status = 'over'
        ON CONFLICT DO NOTHING;
    DELETE FROM met WHERE table_id = NEW.id AND NEW.status <> 'over';
    RETURN NULL;
END $$;
CREATE TRIGGER met_again AFTER UPDATE OF status ON tables
    FOR EACH ROW WHEN (OLD.status = 'open' AND NEW.status <> 'open' AND OLD.slow)
    EXECUTE FUNCTION seek_again();

CREATE FUNCTION seek_no_more() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM seeks WHERE person = NEW.person AND EXISTS
        (SELECT 1 FROM met m JOIN results r ON r.table_id = m.table_id
            WHERE r.ended = NEW.ended AND m.person = NEW.person AND m.since = seeks.since);
    RETURN NULL;
END $$;
CREATE TRIGGER met_missed AFTER INSERT ON result_seats
    FOR EACH ROW WHEN (NEW.conduct IN ('no-show', 'abort'))
    EXECUTE FUNCTION seek_no_more();

ALTER TABLE result_seats ADD COLUMN program boolean NOT NULL DEFAULT false;
CREATE INDEX results_at ON results (at);

CREATE TABLE corrections (
    person text COLLATE "C" NOT NULL,
    ladder text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    before_points bigint NOT NULL,
    after_points bigint NOT NULL,
    PRIMARY KEY (person, ladder, at)
);
