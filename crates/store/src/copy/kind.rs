//! What the list of tables is made of.

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Text,
    Number,
    Switch,
    Bytes,
}

/// A table, and how it is walked through.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    /// How many of the first columns make a row unique.
    pub(super) key: usize,
    pub(super) columns: &'static [(&'static str, Kind)],
}
