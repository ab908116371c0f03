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

pub(super) const TABLES: [Table; 14] = [
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
