//! People among each other, over HTTP: relations, challenges, reports, and what moderators do.

use serde::{Deserialize, Serialize};

use crate::config::TableConfig;

/// What somebody may do for the server.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Run contests.
    Organiser,
    /// And answer reports.
    Moderator,
    /// And give roles.
    Admin,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 3] = [Role::Organiser, Role::Moderator, Role::Admin];

    /// Its name on the wire and in the store.
    pub fn name(self) -> &'static str {
        match self {
            Role::Organiser => "organiser",
            Role::Moderator => "moderator",
            Role::Admin => "admin",
        }
    }

    /// The role of a name.
    pub fn from_name(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// What one person wants of another: one of them at a time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Tie {
    /// See when it is there, and talk freely if it wants to talk, too.
    Follow,
    /// Talk freely if it wants to talk, too.
    Talk,
    /// Have nothing to do with it.
    Block,
}

impl Tie {
    /// Its name on the wire and in the store.
    pub fn name(self) -> &'static str {
        match self {
            Tie::Follow => "follow",
            Tie::Talk => "talk",
            Tie::Block => "block",
        }
    }

    /// The tie of a name.
    pub fn from_name(name: &str) -> Option<Tie> {
        [Tie::Follow, Tie::Talk, Tie::Block].into_iter().find(|tie| tie.name() == name)
    }
}

/// What I want of somebody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTie {
    /// In place of what I wanted before.
    pub tie: Tie,
}

/// A person by id and name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PersonName {
    /// The public id.
    pub id: String,
    /// The name; empty if the person has left.
    pub name: String,
}

/// Whom I follow, talk with and block.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Relations {
    /// By name.
    pub people: Vec<RelationRow>,
}

/// Somebody of whom I want something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[allow(clippy::struct_excessive_bools)] // each is a thing of its own
pub struct RelationRow {
    /// The public id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether it has an account.
    pub account: bool,
    /// What I want.
    pub tie: Tie,
    /// Whether it wants to talk with me, too.
    pub open: bool,
    /// Whether it is here now: told where both follow each other, unless it does not want it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub here: bool,
    /// Whether it sits at a game that is played now; told like that, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub playing: bool,
}

/// What I want of my games and of this server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MyProfile {
    /// Decisions by days that have one answer only are played for me.
    pub forced: bool,
    /// Those who follow me are not told whether I am here.
    pub unseen: bool,
    /// Others see my name and my ratings, and no games.
    pub hidden: bool,
}

/// How I stand with one person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Relation {
    /// The public id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether it has an account, and so a page of its own.
    pub account: bool,
    /// What I want.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub tie: Option<Tie>,
    /// Whether it wants to talk with me.
    pub open: bool,
}

/// A game that I ask somebody for. My seat is the one that is `me`, the other is for the rival:
/// `anyone`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewChallenge {
    /// The name or the public id of the rival.
    pub rival: String,
    /// What is to be played.
    pub config: TableConfig,
}

/// What became of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ChallengeState {
    /// It waits for an answer.
    Open,
    /// There is a table.
    Accepted,
    /// The rival does not want to.
    Declined,
    /// Whoever asked does not want to any more.
    Withdrawn,
    /// Nobody answered in time.
    Expired,
}

impl ChallengeState {
    /// Its name on the wire and in the store.
    pub fn name(self) -> &'static str {
        match self {
            ChallengeState::Open => "open",
            ChallengeState::Accepted => "accepted",
            ChallengeState::Declined => "declined",
            ChallengeState::Withdrawn => "withdrawn",
            ChallengeState::Expired => "expired",
        }
    }

    /// The state of a name.
    pub fn from_name(name: &str) -> Option<ChallengeState> {
        use ChallengeState::{Accepted, Declined, Expired, Open, Withdrawn};
        [Open, Accepted, Declined, Withdrawn, Expired].into_iter().find(|it| it.name() == name)
    }
}

/// A challenge, as both see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Challenge {
    /// Its id.
    pub id: String,
    /// Who asks.
    pub from: PersonName,
    /// Who is asked.
    pub to: PersonName,
    /// For what.
    pub config: TableConfig,
    /// When, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub made: u64,
    /// Until when it can be accepted, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub expires: u64,
    /// What became of it.
    pub state: ChallengeState,
    /// The table where it is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub table: Option<String>,
}

/// Challenges from me and to me, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Challenges {
    /// The open ones, and those of today that were answered.
    pub challenges: Vec<Challenge>,
}

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReportKind {
    /// Something that was said.
    Chat,
    /// A name.
    Name,
    /// Help from a program, games given away, several accounts.
    Cheating,
    /// Games left or held up.
    Leaving,
    /// Something else: the words say what.
    Other,
}

impl ReportKind {
    /// Its name on the wire and in the store.
    pub fn name(self) -> &'static str {
        match self {
            ReportKind::Chat => "chat",
            ReportKind::Name => "name",
            ReportKind::Cheating => "cheating",
            ReportKind::Leaving => "leaving",
            ReportKind::Other => "other",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<ReportKind> {
        use ReportKind::{Chat, Cheating, Leaving, Name, Other};
        [Chat, Name, Cheating, Leaving, Other].into_iter().find(|kind| kind.name() == name)
    }
}

/// Something that moderators should look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// About whom: the name of an account, or the public id.
    pub about: String,
    /// What is wrong.
    pub kind: ReportKind,
    /// In my own words: at most 300 characters.
    #[serde(default)]
    pub words: String,
    /// At which table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub table: Option<String>,
    /// The number of the line there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub n: Option<u64>,
}

/// What a moderator does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Deed {
    /// Nothing is to be done.
    None,
    /// The person is told to mind its ways.
    Warn,
    /// It says nothing for a time.
    Mute,
    /// It is not brought together with others for a time.
    Limit,
    /// A game does not count.
    Void,
    /// It gets another name.
    Rename,
    /// It is shut out.
    Ban,
    /// It is let in again.
    Unban,
    /// A mute or a limit ends now.
    Lift,
    /// It gets a role, or none.
    Role,
    /// An appeal is answered.
    Answer,
    /// It is removed for good.
    Forget,
    /// Everybody is told something.
    Announce,
    /// That is not told any more.
    Withdraw,
}

impl Deed {
    /// All of them.
    pub const ALL: [Deed; 14] = [
        Deed::None,
        Deed::Warn,
        Deed::Mute,
        Deed::Limit,
        Deed::Void,
        Deed::Rename,
        Deed::Ban,
        Deed::Unban,
        Deed::Lift,
        Deed::Role,
        Deed::Answer,
        Deed::Forget,
        Deed::Announce,
        Deed::Withdraw,
    ];

    /// Its name on the wire and in the store.
    pub fn name(self) -> &'static str {
        match self {
            Deed::None => "none",
            Deed::Warn => "warn",
            Deed::Mute => "mute",
            Deed::Limit => "limit",
            Deed::Void => "void",
            Deed::Rename => "rename",
            Deed::Ban => "ban",
            Deed::Unban => "unban",
            Deed::Lift => "lift",
            Deed::Role => "role",
            Deed::Answer => "answer",
            Deed::Forget => "forget",
            Deed::Announce => "announce",
            Deed::Withdraw => "withdraw",
        }
    }

    /// The deed of a name.
    pub fn from_name(name: &str) -> Option<Deed> {
        Deed::ALL.into_iter().find(|deed| deed.name() == name)
    }

    /// Whether its person is told of it, and may say that it was wrong.
    pub fn is_told(self) -> bool {
        let about_nobody = matches!(self, Deed::Announce | Deed::Withdraw);
        !(about_nobody || matches!(self, Deed::None | Deed::Role | Deed::Forget))
    }
}

/// What a moderator did about me.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OwnDeed {
    /// Its number.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub id: u64,
    /// When, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub at: u64,
    /// What.
    pub deed: Deed,
    /// Why.
    pub reason: String,
    /// Until when, ms since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub until: Option<u64>,
    /// What I said against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub appeal: Option<Appeal>,
}

/// What somebody says against a deed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Appeal {
    /// Why it was wrong.
    pub words: String,
    /// When, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub made: u64,
    /// What a moderator answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub answer: Option<String>,
}

/// What moderators did about me, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Moderation {
    /// The deeds.
    pub deeds: Vec<OwnDeed>,
}

/// Why a deed was wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewAppeal {
    /// At most 1000 characters.
    pub words: String,
}

/// The same from somebody who is shut out, and has no session therefore.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct BannedAppeal {
    /// The name of the account.
    pub name: String,
    /// Its password.
    pub password: String,
    /// At most 1000 characters.
    pub words: String,
}

/// How I may talk at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableTalk {
    /// Whether I may say phrases.
    pub phrases: bool,
    /// Whether I may use words of my own.
    pub free: bool,
    /// How I stand with the others who sit there.
    pub with: Vec<Relation>,
}
