-- The same as step 24 of the files of SQLite: see there what each is for.
CREATE TABLE seeks (
    person text COLLATE "C" PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    pools text NOT NULL,
    guests boolean NOT NULL,
    range bigint,
    since bigint NOT NULL
);
CREATE INDEX seeks_since ON seeks (since, person);

CREATE INDEX results_nothing ON results (at)
    WHERE turns = 0 AND reason = 'aborted' AND pool <> '' AND replayed <> 3;

CREATE TRIGGER outbox_nothing AFTER UPDATE OF status ON tables
    FOR EACH ROW WHEN (NEW.status = 'over' AND OLD.status = 'open' AND OLD.slow)
    EXECUTE FUNCTION post_over();
