-- Tokens of programs have a name and scopes. Those of before may do everything.
ALTER TABLE sessions ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN scopes TEXT NOT NULL DEFAULT 'read play account';

-- How the names of accounts look, so that no other can be taken for one of them. Filled by the
-- program at the start for accounts of before (`store/sqlite/looks.rs`), which keep their names even
-- if two of them look alike.
CREATE TABLE looks (
    look TEXT NOT NULL,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    PRIMARY KEY (look, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX looks_person ON looks (person);
