-- The same as step 24 of the files of SQLite: see there what each is for.
CREATE TABLE seeks (
    person text COLLATE "C" PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    pools text NOT NULL,
    guests boolean NOT NULL,
    range bigint,
    since bigint NOT NULL
);
CREATE INDEX seeks_since ON seeks (since, person);

CREATE INDEX results_nothing ON results (at) WHERE turns = 0 AND reason = 'aborted';

CREATE FUNCTION notice_bell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO notices (kind, what) VALUES ('bell', NEW.person || ' ' || NEW.kind);
    RETURN NULL;
END $$;
CREATE TRIGGER notice_bell AFTER INSERT ON bell
    FOR EACH ROW EXECUTE FUNCTION notice_bell();
