-- Records of games that are over: made once, told often. They hold names, so they are removed, and
-- made anew, when the log of their table is changed for somebody who left.
CREATE TABLE records (
    table_id TEXT PRIMARY KEY NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    record BLOB NOT NULL                -- the text, compressed with gzip
) STRICT, WITHOUT ROWID;

-- 0: still to be made, 1: kept, 2: the log cannot be read by this program.
ALTER TABLE tables ADD COLUMN recorded INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_unrecorded ON tables (recorded, ended)
    WHERE ended IS NOT NULL AND recorded <> 1;

-- Something small to write, to see whether the disk takes it.
CREATE TABLE probe (
    id INTEGER PRIMARY KEY,
    filler BLOB NOT NULL
) STRICT;
