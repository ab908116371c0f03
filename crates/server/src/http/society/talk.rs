//! How I may talk at a table.

use axum::Json;
use axum::extract::Path;
use protocol::{Problem, Relation, TableTalk, Tie};

use crate::config::Chat;
use crate::http::ApiResult;
use crate::http::desk::Desk;
use crate::http::session::MaybeCaller;
use crate::live::speech;
use store::society::blocked;

/// How I may talk at a table, and how I stand with those who sit there. Whoever has no name yet
/// reads what would hold with one.
#[utoipa::path(
    get, path = "/api/tables/{id}/talk", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = TableTalk), (status = 404, body = Problem))
)]
pub async fn look(
    desk: Desk,
    MaybeCaller(caller): MaybeCaller,
    Path(id): Path<String>,
) -> ApiResult<Json<TableTalk>> {
    let me = caller.map(|caller| caller.person.id).unwrap_or_default();
    let me = &me;
    let app = &desk.app;
    let room = app.hub.seen(&id, desk.origin).await?.room;
    let others = speech::others(&room, me);
    let mut all = others.clone();
    all.push(me.clone());
    let ties = app.store.ties_among(&all).await?;
    let chat = app.config.chat;
    let apart = others.iter().any(|other| blocked(&ties, me, other));
    let of = |person: &str, other: &str| {
        ties.iter().find(|it| it.person == person && it.other == other).map(|it| it.tie)
    };
    let with = |other: String| Relation {
        name: room.shown_name(&other).unwrap_or_default(),
        account: room.has_account(&other),
        tie: of(me, &other),
        open: matches!(of(&other, me), Some(Tie::Follow | Tie::Talk)),
        id: other,
    };
    Ok(Json(TableTalk {
        phrases: chat != Chat::Off && !apart,
        free: !apart && speech::is_free(&room, chat, me, &ties),
        with: if me.is_empty() { vec![] } else { others.into_iter().map(with).collect() },
    }))
}
