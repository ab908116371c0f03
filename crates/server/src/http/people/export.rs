//! Everything that is kept about a person, for that person.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use protocol::log::{Entry, Logged};
use protocol::{
    Challenge, Conduct, LadderRating, MyProfile, OwnDeed, Problem, RelationRow, ReportKind,
    TableRow,
};
use serde::Serialize;
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use super::spend_try;
use crate::http::profiles::on_ladders;
use crate::http::session::Caller;
use crate::http::society;
use crate::http::{Address, ApiResult};
use crate::serve::App;
use axum::Extension;
use store::society::{NewReport, ProfileRow};

/// Somebody with thousands of tables keeps the readers of the store busy for a while: one of them.
static ONE_AT_A_TIME: Semaphore = Semaphore::const_new(1);

/// Everything that is kept about me.
#[derive(Serialize, ToSchema)]
pub struct Export {
    /// My public id.
    id: String,
    /// My name.
    name: String,
    /// Whether I have an account.
    account: bool,
    /// Since when, ms since 1970.
    made: u64,
    /// My sessions and tokens; the tokens themselves are not kept.
    sessions: Vec<ExportedSession>,
    /// My address for mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// Browsers that show me messages: where they are reached.
    browsers: Vec<String>,
    /// On which channels I hear of what, where I said so.
    wants: Vec<(String, String)>,
    /// What the bell shows: kind and time.
    notices: Vec<(String, u64)>,
    /// Days of leave that I have not used, if I have used some.
    #[serde(skip_serializing_if = "Option::is_none")]
    leave_days: Option<u32>,
    /// Days of leave that I have used: the table, and when.
    leave_spent: Vec<(String, u64)>,
    /// What I am trying at tables by days: the table, and the words of my seat.
    drafts: Vec<(String, Vec<String>)>,
    /// The pools by days in which I seek a rival, and since when.
    #[serde(skip_serializing_if = "Option::is_none")]
    seek: Option<(Vec<String>, u64)>,
    /// What I want of my games and of this server.
    profile: MyProfile,
    /// The tables that name me.
    tables: Vec<ExportedTable>,
    /// Whom I follow, talk with and block.
    relations: Vec<RelationRow>,
    /// Challenges from me and to me.
    challenges: Vec<Challenge>,
    /// What I have reported.
    reports: Vec<ExportedReport>,
    /// What moderators did about me, and what I said against it.
    moderation: Vec<OwnDeed>,
    /// My ratings.
    ratings: Vec<LadderRating>,
    /// How I behaved in my games among people, the latest first.
    conduct: Vec<ExportedConduct>,
}

/// A report.
#[derive(Serialize, ToSchema)]
struct ExportedReport {
    /// When, ms since 1970.
    made: u64,
    /// The public id of whom it is about.
    about: String,
    /// Of which kind.
    kind: ReportKind,
    /// In my words.
    words: String,
    /// At which table.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
}

/// A session.
#[derive(Serialize, ToSchema)]
struct ExportedSession {
    /// `browser` or `program`.
    kind: String,
    /// When it was made, ms since 1970.
    made: u64,
    /// When it was used last, to the hour.
    used: u64,
    /// What I called the token.
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
}

/// How I behaved in a game.
#[derive(Serialize, ToSchema)]
struct ExportedConduct {
    /// How.
    how: Conduct,
    /// When the game ended, ms since 1970.
    at: u64,
}

/// A table.
#[derive(Serialize, ToSchema)]
struct ExportedTable {
    /// Its id; its record is at `/api/tables/ID/record`.
    id: String,
    /// How it is listed, if I have a seat there.
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<TableRow>,
    /// Whether I made it.
    owner: bool,
    /// What I said there.
    chat: Vec<ExportedChat>,
}

/// Something that I said.
#[derive(Serialize, ToSchema)]
struct ExportedChat {
    /// When, ms since 1970.
    at: u64,
    /// What.
    text: String,
}

/// Everything that is kept about me, as a JSON file.
#[utoipa::path(
    get, path = "/api/me/export", tag = "people",
    responses((status = 200, body = Export), (status = 401, body = Problem),
        (status = 429, body = Problem))
)]
pub async fn export(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    caller: Caller,
) -> ApiResult<Response> {
    // It reads a lot: as rare as a login.
    spend_try(&app, address)?;
    // It is read piece by piece in this very request: whoever hangs up ends it.
    let _turn = ONE_AT_A_TIME.acquire().await;
    let person = &caller.person;
    let mut tables = Vec::new();
    for id in app.store.named(&person.id).await? {
        if let Some(table) = app.store.load(&id).await? {
            tables.push(exported(id, &person.id, table.entries));
        }
    }
    rows(&app, &person.id, &mut tables).await?;
    let sessions = app.store.sessions(&person.id).await?;
    let session = |s: store::Session| ExportedSession {
        kind: s.kind,
        made: s.made,
        used: s.used,
        name: s.name,
    };
    let conduct = app.store.conduct(&person.id, u32::MAX).await?;
    let post = app.store.post();
    let contact = post.contact(&person.id).await?;
    let browsers = post.subscriptions(&person.id).await?;
    let notices = post.bell(&person.id, None, u32::MAX).await?;
    let drafts = post.drafts_of(&person.id).await?;
    let seek = app.store.seek_of(&person.id).await?;
    let ProfileRow { forced, unseen, hidden } = app.store.profile(&person.id).await?;
    let export = Export {
        address: contact.map(|contact| contact.address),
        browsers: browsers.into_iter().map(|browser| browser.endpoint).collect(),
        wants: post.wants(&person.id).await?,
        notices: notices.into_iter().map(|line| (line.kind, line.at)).collect(),
        leave_days: post.leave(&person.id).await?.map(|leave| leave.days),
        leave_spent: post.leave_spent(&person.id).await?,
        drafts: drafts.into_iter().map(|(table, draft)| (table, draft.words)).collect(),
        profile: MyProfile { forced, unseen, hidden },
        seek: seek.map(|seek| (seek.pools, seek.since)),
        id: person.id.clone(),
        name: person.name.clone(),
        account: caller.has_account(),
        made: person.made,
        sessions: sessions.into_iter().map(session).collect(),
        tables,
        relations: society::relations_of(&app, &person.id).await?,
        challenges: society::challenges_of(&app, &person.id).await?,
        reports: reports(&app, &person.id).await?,
        moderation: society::deeds_about(&app, &person.id).await?,
        ratings: on_ladders(&app, &person.id).await?,
        conduct: conduct.into_iter().map(|(how, at)| ExportedConduct { how, at }).collect(),
    };
    let file = [(header::CONTENT_DISPOSITION, "attachment; filename=\"trencavel-me.json\"")];
    Ok((file, Json(export)).into_response())
}

async fn reports(app: &App, person: &str) -> ApiResult<Vec<ExportedReport>> {
    let report = |report: NewReport| ExportedReport {
        made: report.made,
        about: report.about,
        kind: report.kind,
        words: report.words,
        table: report.table,
    };
    Ok(app.store.reported_by(person).await?.into_iter().map(report).collect())
}

fn exported(id: String, person: &str, entries: Vec<Logged>) -> ExportedTable {
    let mut table = ExportedTable { id, row: None, owner: false, chat: Vec::new() };
    for logged in entries {
        match logged.entry {
            Entry::Made { by, .. } => table.owner = by.id == person,
            Entry::Said { who, text, .. } if who.id == person => {
                table.chat.push(ExportedChat { at: logged.at, text });
            }
            _ => {}
        }
    }
    table
}

/// Adds the lines of the tables where the person has a seat.
async fn rows(app: &App, person: &str, tables: &mut [ExportedTable]) -> ApiResult<()> {
    let query = store::Query {
        person: Some(person.to_owned()),
        limit: u32::MAX,
        ..store::Query::default()
    };
    let rows: std::collections::HashMap<_, _> = app.store.rows(query).await?.into_iter().collect();
    for table in tables {
        table.row = rows.get(&table.id).and_then(|row| serde_json::from_str(row).ok());
    }
    Ok(())
}
