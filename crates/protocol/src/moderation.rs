//! What moderators see and do, over HTTP.

use serde::{Deserialize, Serialize};

use crate::society::{Appeal, Deed, PersonName, ReportKind, Role};

/// My password once more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The password.
    pub password: String,
}

/// What there is to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminState {
    /// My role.
    pub role: Role,
    /// Until when my password counts as just given, ms since 1970; nothing if it must be given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub proved: Option<u64>,
    /// Reports that wait.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub reports: u64,
    /// Appeals that wait.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub appeals: u64,
    /// What is to be told to people and was not yet.
    pub outbox: OutboxHealth,
}

/// How the outbox is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OutboxHealth {
    /// What is due, and what was tried in vain and is tried again later.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub due: u64,
    /// What of it was tried in vain.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub tried: u64,
    /// Since when the oldest is due, ms since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub oldest: Option<u64>,
}

/// What everybody is told, until it ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Announcement {
    /// Its number: later ones have higher ones.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub id: u64,
    /// In English.
    pub en: String,
    /// In French.
    pub fr: String,
    /// Since when, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub made: u64,
    /// Until when.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub until: u64,
}

/// What is announced now, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Announcements {
    /// All of it.
    pub announcements: Vec<Announcement>,
}

/// Something to be told to everybody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewAnnouncement {
    /// In English, 3 to 500 characters.
    pub en: String,
    /// In French, the same.
    pub fr: String,
    /// For how many hours, 1 to 720.
    pub hours: u32,
}

/// Reports that wait, the most pressing first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminReports {
    /// The reports.
    pub reports: Vec<AdminReport>,
}

/// A report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminReport {
    /// Its number.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub id: u64,
    /// Who reports.
    pub by: PersonName,
    /// About whom.
    pub about: PersonName,
    /// What is wrong.
    pub kind: ReportKind,
    /// In the reporter's words.
    pub words: String,
    /// At which table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub table: Option<String>,
    /// The number of the line there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub n: Option<u64>,
    /// What was said in that line and around it.
    pub lines: Vec<AdminLine>,
    /// How pressing it is.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub score: u64,
    /// When, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub made: u64,
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminLine {
    /// Its number in the log.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub n: u64,
    /// Who.
    pub name: String,
    /// What.
    pub text: String,
}

/// People, by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminPeople {
    /// The people.
    pub people: Vec<AdminPerson>,
}

/// A person, as moderators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminPerson {
    /// The public id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether it has an account.
    pub account: bool,
    /// Since when, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub made: u64,
    /// Whether it is shut out.
    pub banned: bool,
    /// Its role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub role: Option<Role>,
    /// Whose program it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub owner: Option<PersonName>,
    /// Who came from the same place in the last thirty days.
    pub shares: Vec<PersonName>,
    /// What moderators did about it, the newest first.
    pub deeds: Vec<DeedRow>,
}

/// What moderators did, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeedLog {
    /// The lines.
    pub deeds: Vec<DeedRow>,
    /// Ask for what follows with `?before=`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub more: Option<u64>,
}

/// A line of what moderators did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeedRow {
    /// Its number.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub id: u64,
    /// When, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub at: u64,
    /// Who; nobody: whoever runs the server, at its command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub by: Option<PersonName>,
    /// What.
    pub deed: Deed,
    /// About whom.
    pub person: PersonName,
    /// Why, as the person reads it.
    pub reason: String,
    /// What exactly, as `key=value` words.
    pub detail: String,
    /// Until when, ms since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub until: Option<u64>,
    /// What the person said against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub appeal: Option<Appeal>,
}

/// What a moderator does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewDeed {
    /// The public id of the person.
    pub person: String,
    /// What.
    pub deed: Deed,
    /// Why: the person reads it. 3 to 500 characters; needed for whatever the person is told.
    #[serde(default)]
    pub reason: String,
    /// For how many hours: mutes and limits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub hours: Option<u32>,
    /// The new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub name: Option<String>,
    /// The game that does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub table: Option<String>,
    /// The role; none is taken away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub role: Option<Role>,
    /// The deed that ends now, or whose appeal is answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub of: Option<u64>,
    /// The report that is answered by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub report: Option<u64>,
}

/// Settings as they are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminSettings {
    /// Key and value.
    pub settings: Vec<(String, String)>,
}
