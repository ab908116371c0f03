-- Accounts of programs belong to the person who made them, for ever.
ALTER TABLE people ADD COLUMN owner TEXT;
CREATE INDEX people_owner ON people (owner) WHERE owner IS NOT NULL;

-- What a program plays, as it said last.
CREATE TABLE offers (
    person TEXT PRIMARY KEY NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    offer TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX offers_at ON offers (at);
