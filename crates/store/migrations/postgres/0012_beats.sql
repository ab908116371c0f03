-- Who is alive is seen by a number that rises, not by a clock: setting the database's clock kills nobody.
ALTER TABLE nodes ADD COLUMN beat bigint NOT NULL DEFAULT 0;

-- Tries are removed by their age, whoever made them. What a node of the version before counts is kept for
-- the longest period.
ALTER TABLE tries ADD COLUMN until bigint NOT NULL DEFAULT now_ms() + 3600000;
DROP INDEX tries_period;
CREATE INDEX tries_until ON tries (until);

-- The lobbies of other nodes hear that a game ended.
CREATE INDEX tables_just_over ON tables (public, changed) WHERE status = 'over';
