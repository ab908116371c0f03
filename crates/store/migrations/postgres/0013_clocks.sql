-- How far the clock of a node is from that of the database, which may be set: a node that joins goes
-- by the clock of the others, so that a table that moves between them loses no time.
ALTER TABLE nodes ADD COLUMN off bigint;
