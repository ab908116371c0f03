-- Quick pairing: of several servers one holds the pools, as one holds a table. Whoever takes them adds one
-- to the epoch.
CREATE TABLE pools (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    owner bigint,
    epoch bigint NOT NULL DEFAULT 0
);
INSERT INTO pools DEFAULT VALUES;
