-- Results of finished games, and the ratings that follow from them. A result is written with the
-- entry that ends its game; whatever is here but `voids` can be made again from the logs
-- (`trencavel admin rate --rebuild --from-logs`). Names are not in it: people are.

CREATE TABLE results (
    ended INTEGER PRIMARY KEY NOT NULL,     -- the order of finishing, as in `tables`
    table_id TEXT NOT NULL,                 -- the table may be gone
    at INTEGER NOT NULL,                    -- when the game ended, ms since 1970
    ladder TEXT NOT NULL,                   -- empty if the game is of no ladder
    rated INTEGER NOT NULL,
    pool TEXT NOT NULL,
    reason TEXT NOT NULL,
    public INTEGER NOT NULL,
    apart INTEGER NOT NULL,                 -- it says nothing about its players
    family TEXT NOT NULL,
    expansions TEXT NOT NULL,               -- `,inns,river,`; empty for none
    seats INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    tiles TEXT NOT NULL,                    -- the first ones drawn, with blanks between
    replayed INTEGER NOT NULL DEFAULT 0     -- what is known of features: 0 not yet, 1 it is, 2 never
) STRICT;
CREATE UNIQUE INDEX results_table ON results (table_id);
CREATE INDEX results_rated ON results (ended) WHERE rated = 1;
CREATE INDEX results_unreplayed ON results (ended) WHERE replayed = 0;

CREATE TABLE result_seats (
    ended INTEGER NOT NULL REFERENCES results (ended) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    person TEXT NOT NULL,                   -- empty for a computer
    computer TEXT NOT NULL,                 -- its level, empty for a person
    ladder TEXT NOT NULL,
    at INTEGER NOT NULL,
    rank INTEGER NOT NULL,                  -- from 1; 0 if the game was called off
    made INTEGER NOT NULL,                  -- 2 won, 1 all equal, 0 lost, -1 called off
    points INTEGER NOT NULL,
    margin INTEGER NOT NULL,                -- over the best of the others
    used INTEGER NOT NULL,                  -- thinking time, ms
    conduct TEXT NOT NULL,                  -- empty if no other person played
    before_points INTEGER,                  -- the rating, in hundredths; none if it did not move
    before_deviation INTEGER,
    after_points INTEGER,
    after_deviation INTEGER,
    features TEXT,                          -- what each kind of feature brought, JSON
    PRIMARY KEY (ended, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX result_seats_person ON result_seats (person, ended) WHERE person <> '';
CREATE INDEX result_seats_rated ON result_seats (person, ladder, ended)
    WHERE after_points IS NOT NULL;

CREATE TABLE ratings (
    person TEXT NOT NULL,
    ladder TEXT NOT NULL,
    points INTEGER NOT NULL,                -- in hundredths
    deviation INTEGER NOT NULL,
    games INTEGER NOT NULL,
    won INTEGER NOT NULL,
    peak INTEGER NOT NULL,
    last INTEGER NOT NULL,                  -- when the last game ended, ms since 1970
    PRIMARY KEY (person, ladder)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_board ON ratings (ladder, points - deviation);

-- Games that a moderator took out of the ratings: one, or all of a person in a time.
CREATE TABLE voids (
    id INTEGER PRIMARY KEY NOT NULL,
    ended INTEGER,
    person TEXT,
    since INTEGER,
    until INTEGER,
    at INTEGER NOT NULL,
    reason TEXT NOT NULL
) STRICT;
