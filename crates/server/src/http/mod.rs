//! Everything over HTTP: one file for each resource, put together here.

use std::borrow::Cow;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::HeaderName;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::trace::TraceLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::cluster::{door, forward};
use crate::limits::Cost;
use crate::notify::LinkSecret;
use crate::serve::App;
use crate::trouble;

pub mod address;
pub mod admin;
pub mod analysis;
pub mod art;
mod boards;
pub mod body;
pub mod content;
pub mod desk;
pub mod docs;
pub mod error;
pub mod evaluate;
pub mod fair;
pub mod files;
pub mod games;
pub mod headers;
pub mod inbox;
pub mod kept;
pub mod language;
pub mod lessons;
pub mod letters;
pub mod lobby;
pub mod menu;
pub mod ops;
pub mod people;
pub mod pools;
mod preview;
pub mod problems;
pub mod profiles;
pub mod records;
pub mod rules;
mod seated;
pub mod session;
pub mod society;
pub mod tables;

pub use address::Address;
pub use error::{ApiError, ApiResult};

/// How much of a path is logged.
const PATH_MAX: usize = 200;

/// The largest body of an ordinary request.
pub const BODY_MAX: usize = 64 * 1024;

#[derive(OpenApi)]
#[openapi(info(
    title = "Trencavel",
    description = "Tables, people and records. Playing goes over one socket a table: \
                   /api/tables/{id}/socket, described in docs/protocol.md.",
    license(name = "MIT OR Apache-2.0")
))]
struct ApiDoc;

/// The API with its description.
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(ApiDoc::openapi())
        .merge(people::routes())
        .merge(society::routes())
        .merge(admin::routes())
        .merge(profiles::routes())
        .merge(boards::routes())
        .merge(inbox::routes())
        .merge(letters::routes())
        .merge(menu::routes())
        .merge(lobby::routes())
        .merge(tables::routes())
        .merge(pools::routes())
        .merge(records::routes())
        .merge(games::routes())
        .merge(evaluate::routes())
        .merge(analysis::routes())
        .merge(fair::routes())
        .merge(rules::routes())
        .merge(lessons::routes())
        .merge(ops::routes())
}

/// The description of the API.
pub fn openapi() -> utoipa::openapi::OpenApi {
    api().split_for_parts().1
}

/// Everything that a server answers to other nodes, for those who asked them.
pub fn peer_router(app: App) -> Router {
    let (api, _) = api().split_for_parts();
    let request_id = HeaderName::from_static("x-request-id");
    api.merge(crate::ws::routes())
        .merge(crate::me::routes())
        .fallback(files::page)
        .layer(middleware::from_fn_with_state(app.clone(), forward::route))
        .layer(DefaultBodyLimit::max(records::RECORD_MAX))
        .layer(middleware::from_fn_with_state(app.clone(), door::admit))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn(problems::tell))
        .layer(CompressionLayer::new().gzip(true))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(span)
                .on_request(())
                .on_response(line)
                .on_failure(()),
        )
        .layer(SetRequestIdLayer::new(request_id, MakeRequestUuid))
        .with_state(app)
}

/// Everything that a server answers.
pub fn router(app: App) -> Router {
    let (api, description) = api().split_for_parts();
    let request_id = HeaderName::from_static("x-request-id");
    let compression = CompressionLayer::new().gzip(true);
    api.merge(docs::routes(description))
        .merge(art::routes())
        .merge(content::routes())
        .merge(crate::ws::routes())
        .merge(crate::me::routes())
        .fallback(files::page)
        .layer(middleware::from_fn_with_state(app.clone(), forward::route))
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .layer(middleware::from_fn_with_state(app.clone(), admit))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn(problems::tell))
        .layer(middleware::from_fn_with_state(
            Arc::new(headers::Policy::new(&app.config)),
            headers::add,
        ))
        .layer(compression)
        .layer(PropagateRequestIdLayer::new(request_id.clone()))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(span)
                .on_request(())
                .on_response(line)
                .on_failure(()),
        )
        .layer(SetRequestIdLayer::new(request_id, MakeRequestUuid))
        .with_state(app)
}

/// A span with the request's id, so that every line of the log about it can be found. The query
/// is left out: links have keys in it.
fn span(request: &Request) -> tracing::Span {
    let id = request.headers().get("x-request-id").and_then(|v| v.to_str().ok()).unwrap_or("");
    let (method, path) = (request.method(), request.uri().path());
    let end = path.len().min(PATH_MAX);
    let path = without_keys(path.get(..end).unwrap_or(""));
    tracing::info_span!("http", %method, path = &*path, id)
}

/// A path as the log may have it: links of mails and calendars have keys in it.
fn without_keys(path: &str) -> Cow<'_, str> {
    let is_key = |part: &str| {
        let name = part.split_once('.').map_or(part, |(name, _)| name);
        LinkSecret::read(name).is_some()
    };
    if !path.split('/').any(is_key) {
        return Cow::Borrowed(path);
    }
    let shown = path.split('/').map(|part| if is_key(part) { "KEY" } else { part });
    Cow::Owned(shown.collect::<Vec<_>>().join("/"))
}

/// The line of a request in the log; its span says which.
fn line(response: &Response, took: Duration, _: &tracing::Span) {
    let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    tracing::info!(status = response.status().as_u16(), ms, "request");
}

/// A bug of ours: the log says more than the client is told.
#[allow(clippy::needless_pass_by_value)] // the layer hands the panic over
fn panicked(panic: Box<dyn std::any::Any + Send + 'static>) -> Response {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown");
    tracing::error!(panic = text, "a handler panicked");
    ApiError(trouble::accident()).into_response()
}

/// Lets a request in: it is counted, calls us by a name of ours, and its body comes in time.
async fn admit(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let begun = std::time::Instant::now();
    let address = address::caller(&app.config, &request);
    door::strip(request.headers_mut());
    request.extensions_mut().insert(Address(address));
    let response = match admitted(&app, address, request).await {
        Ok(request) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let status = response.status().as_str().to_string();
    metrics::counter!("trencavel_http_requests_total", "status" => status).increment(1);
    metrics::histogram!("trencavel_http_seconds").record(begun.elapsed().as_secs_f64());
    response
}

async fn admitted(app: &App, address: IpAddr, request: Request) -> ApiResult<Request> {
    let api = request.uri().path().starts_with("/api/");
    let cost = if api { Cost::Api } else { Cost::File };
    let counted = app.limits.request(address, cost);
    counted.map_err(|seconds| ApiError::too_many(seconds, "requests from your address"))?;
    address::check_host(&app.config, &request)?;
    body::arrived(&app.config, request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_links_are_not_logged() {
        let key = LinkSecret::random().reveal().to_owned();
        for path in ["/reset/", "/api/confirm/", "/api/mail/end/", "/calendar/"] {
            for rest in ["", ".ics", "/more"] {
                let shown = without_keys(&format!("{path}{key}{rest}")).into_owned();
                assert!(!shown.contains(&key) && shown.starts_with(path), "{shown}");
            }
        }
        assert_eq!(
            without_keys("/api/tables/aawsv5ycrmjc/seats/1"),
            "/api/tables/aawsv5ycrmjc/seats/1"
        );
    }
}
