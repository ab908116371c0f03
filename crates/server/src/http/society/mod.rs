//! People among each other: whom they follow and block, challenges, reports, and what moderators
//! did about oneself.

pub(super) mod bots;
mod challenges;
mod moderation;
mod relations;
mod reports;
mod talk;
mod traces;

use axum::http::StatusCode;
use protocol::PersonName;
use room::Room;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) use self::challenges::challenges_of;
pub(super) use self::moderation::deeds_about;
pub(super) use self::relations::relations_of;
pub use self::traces::Traces;
use super::{ApiError, ApiResult};
use crate::live::speech;
use crate::serve::App;
use store::Person;
use store::society::blocked;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(relations::list))
        .routes(routes!(relations::look, relations::tie, relations::untie))
        .routes(routes!(challenges::list, challenges::make))
        .routes(routes!(challenges::look))
        .routes(routes!(challenges::accept))
        .routes(routes!(challenges::decline))
        .routes(routes!(reports::report))
        .routes(routes!(moderation::list))
        .routes(routes!(moderation::appeal))
        .routes(routes!(moderation::appeal_of_banned))
        .routes(routes!(talk::look))
        .routes(routes!(bots::list, bots::make))
        .routes(routes!(bots::renew))
        .routes(routes!(bots::remove))
        .routes(routes!(bots::offer, bots::withdraw))
        .routes(routes!(bots::here))
}

/// Somebody by the public id, or by the name of an account.
pub(super) async fn find(app: &App, name: &str) -> ApiResult<Person> {
    let found = match app.store.person(name).await? {
        None => app.store.account(name).await?,
        found => found,
    };
    found.ok_or_else(|| ApiError::not_found("person"))
}

/// Whether nobody who sits at a table, nor its maker, has blocked somebody or is blocked by it.
pub(super) async fn demand_no_block(app: &App, person: &str, room: &Room) -> ApiResult<()> {
    let mut people = speech::others(room, person);
    if people.is_empty() {
        return Ok(());
    }
    people.push(person.to_owned());
    let ties = app.store.ties_among(&people).await?;
    if people.iter().any(|other| blocked(&ties, person, other)) { Err(apart()) } else { Ok(()) }
}

/// The answer to two people of whom one has blocked the other; which one is not told.
fn apart() -> ApiError {
    let detail = "You and this person, or somebody at this table, have nothing to do with each \
                  other: one of you wants it so.";
    ApiError::new(StatusCode::FORBIDDEN, "blocked", detail)
}

/// Words of a person: so many characters at most, without those that cannot be seen.
pub(super) fn words(text: &str, least: usize, most: usize, field: &str) -> ApiResult<String> {
    let shown: String = text.chars().filter(|c| *c == '\n' || !c.is_control()).collect();
    let shown = shown.trim();
    let count = shown.chars().count();
    if (least..=most).contains(&count) {
        return Ok(shown.to_owned());
    }
    let detail = format!("Expected {least} to {most} characters, not {count}.");
    Err(ApiError(room::field(field, detail)))
}

fn named((id, name): (String, String)) -> PersonName {
    PersonName { id, name }
}
