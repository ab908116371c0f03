//! What people are told while they are away, and how: turns, notices, channels, leave.

use serde::{Deserialize, Serialize};

use crate::table::TableRow;

/// What a notice is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum NoticeKind {
    /// A game waits for a move of mine.
    Turn,
    /// A move of mine is due soon.
    Deadline,
    /// A game by days is over.
    Over,
    /// Somebody challenges me.
    Challenge,
    /// A rival was found.
    Paired,
    /// A contest that I take part in goes on.
    Contest,
    /// Whoever runs this server has something to say to me.
    Moderation,
}

impl NoticeKind {
    /// All of them.
    pub const ALL: [NoticeKind; 7] = [
        NoticeKind::Turn,
        NoticeKind::Deadline,
        NoticeKind::Over,
        NoticeKind::Challenge,
        NoticeKind::Paired,
        NoticeKind::Contest,
        NoticeKind::Moderation,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            NoticeKind::Turn => "turn",
            NoticeKind::Deadline => "deadline",
            NoticeKind::Over => "over",
            NoticeKind::Challenge => "challenge",
            NoticeKind::Paired => "paired",
            NoticeKind::Contest => "contest",
            NoticeKind::Moderation => "moderation",
        }
    }

    /// The one with a name.
    pub fn named(name: &str) -> Option<NoticeKind> {
        NoticeKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// On which channels it is told to whoever said nothing.
    pub const fn usual(self) -> &'static [Channel] {
        match self {
            NoticeKind::Turn | NoticeKind::Challenge | NoticeKind::Paired => {
                &[Channel::Bell, Channel::Push]
            }
            NoticeKind::Over => &[Channel::Bell],
            NoticeKind::Deadline | NoticeKind::Contest | NoticeKind::Moderation => {
                &[Channel::Bell, Channel::Push, Channel::Mail]
            }
        }
    }
}

/// How somebody is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// In the page.
    Bell,
    /// By the browser, although no page is open.
    Push,
    /// By mail.
    Mail,
}

impl Channel {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Channel::Bell => "bell",
            Channel::Push => "push",
            Channel::Mail => "mail",
        }
    }

    /// The one with a name.
    pub fn named(name: &str) -> Option<Channel> {
        [Channel::Bell, Channel::Push, Channel::Mail].into_iter().find(|one| one.name() == name)
    }
}

/// A game that waits for a move of mine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyTurn {
    /// Its table.
    pub table: TableRow,
    /// When the move is due, ms since 1970; never, if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub due: Option<u64>,
}

/// The games that wait for a move of mine, the earliest deadline first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyTurns {
    /// The games.
    pub turns: Vec<MyTurn>,
    /// How many notices I have not seen.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub unseen: u64,
}

/// A line of the bell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyNotice {
    /// Its number.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub id: u64,
    /// What it is about.
    pub kind: NoticeKind,
    /// When, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub at: u64,
    /// Whether I have seen it.
    pub seen: bool,
    /// The table that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub table: Option<TableRow>,
    /// More about it, by kind: the name of whoever challenges me.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<String>", optional))]
    pub about: String,
}

/// Lines of the bell, the newest first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyNotices {
    /// The lines.
    pub notices: Vec<MyNotice>,
    /// How many I have not seen, of all.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub unseen: u64,
}

/// I have seen the bell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SeenNotices {
    /// Everything up to this number.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub up_to: u64,
}

/// On which channels I want to hear of something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Want {
    /// Of what.
    pub kind: NoticeKind,
    /// On which; none: not at all.
    pub channels: Vec<Channel>,
}

/// How I want to be told what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SetWants {
    /// What changes; the others stay.
    pub wants: Vec<Want>,
}

/// Everything about how I am told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reach {
    /// On which channels I hear of what: every kind.
    pub wants: Vec<Want>,
    /// The key with which browsers subscribe; none if this server sends no messages.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub push_key: Option<String>,
    /// How many browsers show me messages.
    pub browsers: u32,
    /// Whether this server sends mail.
    pub mail: bool,
    /// Where to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub address: Option<MyAddress>,
}

/// My address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyAddress {
    /// Where.
    pub address: String,
    /// Whether I have said so by the link in a mail.
    pub confirmed: bool,
    /// The minute of the day (UTC) of the daily digest, if I want one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub digest: Option<u32>,
}

/// Another address, or another hour of the digest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SetAddress {
    /// Where.
    pub address: String,
    /// The minute of the day (UTC) of the daily digest: 0 to 1439; left out: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub digest: Option<u32>,
    /// My password, if the address is another one: whoever reads the mail of an account can take
    /// it over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub password: Option<String>,
}

/// A browser that shows messages, as it tells itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PushBrowser {
    /// Where messages go.
    pub endpoint: String,
    /// Its public key.
    pub p256dh: String,
    /// Its secret.
    pub auth: String,
    /// In which language it wants them: `en`, `fr`.
    #[serde(default)]
    pub language: String,
}

/// A browser that shows no messages any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PushEnd {
    /// Where messages went.
    pub endpoint: String,
}

/// My leave from games by days.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyLeave {
    /// Days that are left.
    pub days: u32,
    /// The most that there can be; 0: this server knows no leave.
    pub most: u32,
    /// When there will be one more, ms since 1970; left out if there are the most.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub next: Option<u64>,
    /// Whether a day is used by itself when a move would be due.
    pub automatic: bool,
    /// From when I am away, ms since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub from: Option<u64>,
    /// Until when.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub to: Option<u64>,
}

/// How my leave is used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SetLeave {
    /// Whether a day is used by itself when a move would be due.
    pub automatic: bool,
    /// From when I am away, ms since 1970: with `to`, or left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub from: Option<u64>,
    /// Until when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub to: Option<u64>,
}

/// The address of my calendar: whoever knows it sees when my moves are due.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyCalendar {
    /// The path, with its key.
    pub path: String,
}

/// I have forgotten my password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AskReset {
    /// The address of my account.
    pub address: String,
}

/// My new password, by the link of a mail or of whoever runs the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DoReset {
    /// 8 to 200 characters.
    pub password: String,
}

/// A link for somebody who is to make an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Invitation {
    /// The path, with its key; it is good for one account.
    pub path: String,
    /// Until when, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub expires: u64,
}

/// What a browser is told, encrypted for it alone: what it shows and where a click leads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PushMessage {
    /// What it is about.
    pub kind: NoticeKind,
    /// The first line, in the person's language.
    pub title: String,
    /// The second line.
    pub body: String,
    /// Where a click leads: a path.
    pub path: String,
    /// A message with the same tag takes its place.
    pub tag: String,
}
