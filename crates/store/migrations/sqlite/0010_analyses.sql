-- Finished games that were looked through by the engine: what it would have played, what was luck.
-- No name is in it. A newer form of the data is made anew when somebody asks for it.
CREATE TABLE analyses (
    table_id TEXT PRIMARY KEY NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,           -- of the form of the data
    analysis BLOB NOT NULL              -- JSON, compressed with gzip
) STRICT, WITHOUT ROWID;
