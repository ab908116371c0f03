//! Where the rows of a table are read.

use super::tables::Table;

/// When a server was alive. In a database nodes have lives of their own; those that overlap are
/// one.
const LIVES: &str = "(
    SELECT row_number() OVER (ORDER BY min(started)) AS id, min(started) AS started,
        max(seen) AS seen
    FROM (SELECT started, seen, sum(apart) OVER (ORDER BY started, seen) AS life
        FROM (SELECT started, seen, CASE WHEN started <= max(seen) OVER (ORDER BY started, seen
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) THEN 0 ELSE 1 END AS apart
            FROM (SELECT started, seen FROM boots UNION ALL SELECT started, seen FROM nodes) one
        ) marked) numbered
    GROUP BY life) AS lives";

impl Table {
    /// Where its rows are.
    pub(super) fn plain(&self) -> &'static str {
        self.name
    }

    /// Where they are read in a database that nodes use.
    pub(super) fn with_lives(&self) -> &'static str {
        if self.name == "boots" { LIVES } else { self.name }
    }
}
