-- Finished games that were looked through by the engine.
CREATE TABLE analyses (
    table_id text COLLATE "C" PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    version bigint NOT NULL,
    analysis bytea NOT NULL
);
