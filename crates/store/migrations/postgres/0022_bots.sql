-- The same as step 22 of the files of SQLite: see there what each is for.
ALTER TABLE people ADD COLUMN owner text COLLATE "C";
CREATE INDEX people_owner ON people (owner) WHERE owner IS NOT NULL;

CREATE TABLE offers (
    person text COLLATE "C" PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    offer text NOT NULL,
    at bigint NOT NULL
);
CREATE INDEX offers_at ON offers (at);
