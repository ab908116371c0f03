//! The rules for players, in both languages, and the bytes they are sent as.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use protocol::{Problem, RulesBook, RulesPage};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::desk::Desk;
use super::{ApiError, ApiResult};
use crate::serve::App;

const LANGUAGES: [&str; 2] = ["en", "fr"];

/// The pages by name, each in English and French: one for each file of content/rules (build.rs).
const PAGES: &[(&str, [&str; 2])] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The names of the pages in the order of the book: the base game, its expansions, all of them
/// together, the other families, the options.
fn order() -> Vec<&'static str> {
    const LAST: [&str; 3] = ["together", "city", "options"];
    let expansions = games::registry::expansions().into_iter().map(|expansion| expansion.name);
    let wanted = std::iter::once("base").chain(expansions).chain(LAST);
    wanted.filter(|name| PAGES.iter().any(|(page, _)| page == name)).collect()
}

/// The books, read once.
static BOOKS: LazyLock<[RulesBook; 2]> = LazyLock::new(|| {
    [0, 1].map(|language| RulesBook {
        pages: order()
            .into_iter()
            .map(|name| {
                let texts = PAGES.iter().find(|(page, _)| *page == name).map(|(_, texts)| texts);
                let text = texts.expect("the order has only pages")[language];
                RulesPage::parse(name, text)
                    .unwrap_or_else(|error| panic!("the rules page {name} is broken: {error}"))
            })
            .collect(),
    })
});

/// The books by their languages.
pub fn books() -> impl Iterator<Item = (&'static str, &'static RulesBook)> {
    LANGUAGES.into_iter().zip(BOOKS.iter())
}

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(rules))
}

/// All rules for players, in our own words.
#[utoipa::path(
    get, path = "/api/rules/{language}", tag = "rules",
    params(("language" = String, Path, description = "en or fr")),
    responses((status = 200, body = RulesBook), (status = 404, body = Problem))
)]
async fn rules(desk: Desk, Path(language): Path<String>) -> ApiResult<Response> {
    let found = LANGUAGES.iter().position(|known| *known == language);
    let found = found.ok_or_else(|| ApiError::not_found("language; there are en and fr"))?;
    let book = desk.same(&format!("rules {language}"), move || &BOOKS[found]).await?;
    let hour = HeaderValue::from_static("public, max-age=3600");
    Ok(([(header::CACHE_CONTROL, hour)], book).into_response())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may stop at once
mod tests {
    use super::*;
    use crate::testing::TestServer;

    #[tokio::test]
    async fn both_books_are_told_and_other_languages_are_not_known() {
        let data = tempfile::tempdir().unwrap();
        let server = TestServer::start(data.path(), &[]).await.unwrap();
        let get = |language: &str| reqwest::get(format!("{}/api/rules/{language}", server.url));
        let english: RulesBook = get("en").await.unwrap().json().await.unwrap();
        let french: RulesBook = get("fr").await.unwrap().json().await.unwrap();
        let ids = |book: &RulesBook| {
            let sections = book.pages.iter().flat_map(|page| &page.sections);
            sections.flat_map(|section| section.ids.clone()).collect::<Vec<_>>()
        };
        assert!(ids(&english).contains(&"BASE-22".to_string()));
        assert_eq!(english.pages.len(), PAGES.len(), "every page has its place in the book");
        assert_eq!(ids(&english), ids(&french));
        assert_ne!(english.pages[0].title, french.pages[0].title);
        assert_eq!(get("de").await.unwrap().status(), 404);
    }
}
