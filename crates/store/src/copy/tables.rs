//! What is copied: every table of the schema, in an order in which nothing names what is not there
//! yet. What a running server has to hear of is not copied: none runs.

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Text,
    Number,
    Switch,
    Bytes,
}

use Kind::{Bytes, Number, Switch, Text};

/// A table, and how it is walked through.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    /// How many of the first columns make a row unique.
    pub(super) key: usize,
    pub(super) columns: &'static [(&'static str, Kind)],
}

pub(super) const TABLES: [Table; 41] = [
    Table {
        name: "people",
        key: 1,
        columns: &[
            ("id", Text),
            ("name", Text),
            ("folded", Text),
            ("password", Text),
            ("made", Number),
            ("banned", Switch),
            ("role", Text),
            ("owner", Text),
        ],
    },
    Table { name: "looks", key: 2, columns: &[("look", Text), ("person", Text)] },
    Table { name: "gone", key: 1, columns: &[("person", Text), ("heir", Text)] },
    Table {
        name: "sessions",
        key: 1,
        columns: &[
            ("hash", Bytes),
            ("person", Text),
            ("kind", Text),
            ("made", Number),
            ("used", Number),
            ("name", Text),
            ("scopes", Text),
            ("proved", Number),
        ],
    },
    Table {
        name: "tables",
        key: 1,
        columns: &[
            ("id", Text),
            ("key", Text),
            ("seed", Bytes),
            ("last", Number),
            ("status", Text),
            ("public", Switch),
            ("family", Text),
            ("changed", Number),
            ("wake", Number),
            ("ended", Number),
            ("row", Text),
            ("slow", Switch),
            ("commitment", Text),
            ("outcome", Text),
            ("recorded", Number),
            ("to_act", Text),
            ("turn", Number),
        ],
    },
    Table {
        name: "entries",
        key: 2,
        columns: &[("table_id", Text), ("n", Number), ("at", Number), ("entry", Text)],
    },
    Table {
        name: "seats",
        key: 2,
        columns: &[("table_id", Text), ("person", Text), ("changed", Number)],
    },
    Table { name: "mentions", key: 2, columns: &[("table_id", Text), ("person", Text)] },
    Table { name: "records", key: 1, columns: &[("table_id", Text), ("record", Bytes)] },
    Table {
        name: "analyses",
        key: 1,
        columns: &[("table_id", Text), ("version", Number), ("analysis", Bytes)],
    },
    Table {
        name: "results",
        key: 1,
        columns: &[
            ("ended", Number),
            ("table_id", Text),
            ("at", Number),
            ("ladder", Text),
            ("rated", Switch),
            ("pool", Text),
            ("reason", Text),
            ("public", Switch),
            ("apart", Switch),
            ("family", Text),
            ("expansions", Text),
            ("seats", Number),
            ("turns", Number),
            ("tiles", Text),
            ("replayed", Number),
        ],
    },
    Table {
        name: "result_seats",
        key: 2,
        columns: &[
            ("ended", Number),
            ("seat", Number),
            ("person", Text),
            ("computer", Text),
            ("ladder", Text),
            ("at", Number),
            ("rank", Number),
            ("made", Number),
            ("points", Number),
            ("margin", Number),
            ("used", Number),
            ("conduct", Text),
            ("before_points", Number),
            ("before_deviation", Number),
            ("after_points", Number),
            ("after_deviation", Number),
            ("features", Text),
            ("program", Switch),
        ],
    },
    Table {
        name: "ratings",
        key: 2,
        columns: &[
            ("person", Text),
            ("ladder", Text),
            ("points", Number),
            ("deviation", Number),
            ("games", Number),
            ("won", Number),
            ("peak", Number),
            ("last", Number),
        ],
    },
    Table {
        name: "voids",
        key: 1,
        columns: &[
            ("id", Number),
            ("ended", Number),
            ("person", Text),
            ("since", Number),
            ("until", Number),
            ("at", Number),
            ("reason", Text),
        ],
    },
    Table { name: "expired", key: 1, columns: &[("table_id", Text), ("at", Number)] },
    Table {
        name: "boots",
        key: 1,
        columns: &[("id", Number), ("started", Number), ("seen", Number)],
    },
    Table {
        name: "fair_list",
        key: 1,
        columns: &[
            ("n", Number),
            ("at", Number),
            ("kind", Text),
            ("commitment", Text),
            ("hash", Bytes),
        ],
    },
    Table {
        name: "fair_pending",
        key: 1,
        columns: &[("id", Number), ("at", Number), ("kind", Text), ("commitment", Text)],
    },
    Table {
        name: "relations",
        key: 2,
        columns: &[("person", Text), ("other", Text), ("tie", Text), ("made", Number)],
    },
    Table {
        name: "challenges",
        key: 1,
        columns: &[
            ("id", Text),
            ("person", Text),
            ("rival", Text),
            ("config", Text),
            ("made", Number),
            ("expires", Number),
            ("state", Text),
            ("table_id", Text),
        ],
    },
    Table {
        name: "reports",
        key: 1,
        columns: &[
            ("id", Number),
            ("person", Text),
            ("about", Text),
            ("kind", Text),
            ("words", Text),
            ("table_id", Text),
            ("n", Number),
            ("score", Number),
            ("made", Number),
            ("decided", Number),
        ],
    },
    Table {
        name: "mod_log",
        key: 1,
        columns: &[
            ("id", Number),
            ("at", Number),
            ("moderator", Text),
            ("deed", Text),
            ("person", Text),
            ("reason", Text),
            ("detail", Text),
            ("until", Number),
        ],
    },
    Table {
        name: "appeals",
        key: 1,
        columns: &[
            ("deed", Number),
            ("person", Text),
            ("words", Text),
            ("made", Number),
            ("answered", Number),
        ],
    },
    Table { name: "traces", key: 2, columns: &[("hash", Bytes), ("person", Text), ("at", Number)] },
    Table { name: "offers", key: 1, columns: &[("person", Text), ("offer", Text), ("at", Number)] },
    Table {
        name: "seeks",
        key: 1,
        columns: &[
            ("person", Text),
            ("pools", Text),
            ("guests", Switch),
            ("bots", Switch),
            ("range", Number),
            ("since", Number),
        ],
    },
    Table {
        name: "met",
        key: 2,
        columns: &[
            ("table_id", Text),
            ("person", Text),
            ("pools", Text),
            ("guests", Switch),
            ("bots", Switch),
            ("range", Number),
            ("since", Number),
        ],
    },
    Table {
        name: "profiles",
        key: 1,
        columns: &[("person", Text), ("forced", Switch), ("unseen", Switch), ("hidden", Switch)],
    },
    Table {
        name: "corrections",
        key: 3,
        columns: &[
            ("person", Text),
            ("ladder", Text),
            ("at", Number),
            ("before_points", Number),
            ("after_points", Number),
        ],
    },
    Table {
        name: "announcements",
        key: 1,
        columns: &[("id", Number), ("en", Text), ("fr", Text), ("made", Number), ("until", Number)],
    },
    Table { name: "trace_keys", key: 1, columns: &[("month", Number), ("key", Bytes)] },
    Table { name: "server_keys", key: 1, columns: &[("name", Text), ("bytes", Bytes)] },
    Table {
        name: "push",
        key: 1,
        columns: &[
            ("endpoint", Text),
            ("person", Text),
            ("session", Bytes),
            ("p256dh", Text),
            ("auth", Text),
            ("language", Text),
            ("made", Number),
            ("failures", Number),
        ],
    },
    Table {
        name: "wants",
        key: 2,
        columns: &[("person", Text), ("kind", Text), ("channels", Text)],
    },
    Table {
        name: "outbox",
        key: 1,
        columns: &[
            ("id", Number),
            ("key", Text),
            ("person", Text),
            ("kind", Text),
            ("table_id", Text),
            ("about", Text),
            ("channel", Text),
            ("target", Text),
            ("due", Number),
            ("until", Number),
            ("tries", Number),
            ("claim", Number),
        ],
    },
    Table {
        name: "bell",
        key: 1,
        columns: &[
            ("id", Number),
            ("key", Text),
            ("person", Text),
            ("kind", Text),
            ("table_id", Text),
            ("about", Text),
            ("at", Number),
            ("seen", Switch),
        ],
    },
    Table {
        name: "contacts",
        key: 1,
        columns: &[
            ("person", Text),
            ("address", Text),
            ("folded", Text),
            ("confirmed", Switch),
            ("language", Text),
            ("digest", Number),
            ("digested", Number),
        ],
    },
    Table {
        name: "secrets",
        key: 1,
        columns: &[
            ("hash", Bytes),
            ("person", Text),
            ("purpose", Text),
            ("what", Text),
            ("expires", Number),
        ],
    },
    Table {
        name: "leave_days",
        key: 1,
        columns: &[
            ("person", Text),
            ("days", Number),
            ("since", Number),
            ("automatic", Switch),
            ("away_from", Number),
            ("away_to", Number),
        ],
    },
    Table {
        name: "leave_spent",
        key: 3,
        columns: &[
            ("table_id", Text),
            ("turn", Number),
            ("day", Number),
            ("person", Text),
            ("at", Number),
        ],
    },
    Table {
        name: "drafts",
        key: 3,
        columns: &[("table_id", Text), ("person", Text), ("seat", Number), ("words", Text)],
    },
];

impl Table {
    /// The names of its columns.
    pub(super) fn names(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }

    /// The names of the columns that make a row unique.
    pub(super) fn keys(&self) -> String {
        let names: Vec<&str> = self.columns[..self.key].iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }
}
