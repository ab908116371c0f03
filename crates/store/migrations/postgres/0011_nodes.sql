-- Several servers on one database. All times are those of the database.

-- A row for each start of a server.
CREATE TABLE nodes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    address text NOT NULL,              -- where other nodes reach it; empty: nowhere
    level bigint NOT NULL,              -- the newest format of logs that it reads
    started bigint NOT NULL,
    seen bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('ready', 'draining', 'dead'))
) WITH (fillfactor = 50);

CREATE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE
    AS 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint';

-- Who may write a table. Whoever takes it adds one to the epoch, in the row that each append compares:
-- what an older hold writes is refused here, whatever clocks and networks do.
ALTER TABLE tables
    ADD COLUMN owner bigint,
    ADD COLUMN epoch bigint NOT NULL DEFAULT 0,
    ADD COLUMN parted bigint,           -- since when it has had no owner through a death or a hand-over
    ADD COLUMN needs bigint NOT NULL DEFAULT 0; -- the format of its log
ALTER TABLE entries ADD COLUMN epoch bigint NOT NULL DEFAULT 0;
CREATE INDEX tables_owner ON tables (owner) WHERE owner IS NOT NULL;
DROP INDEX tables_wake;
CREATE INDEX tables_wake ON tables (wake, id) WHERE wake IS NOT NULL AND owner IS NULL;

-- Every node reads them: they go by their age, not when one has heard them.
ALTER TABLE notices ADD COLUMN at bigint NOT NULL DEFAULT now_ms();

-- Tries that are counted on all nodes together. After a crash of the database they begin anew.
CREATE UNLOGGED TABLE tries (
    what text COLLATE "C" NOT NULL,
    period bigint NOT NULL,
    n bigint NOT NULL,
    PRIMARY KEY (what, period)
);
CREATE INDEX tries_period ON tries (period);
