//! Everything over HTTP: one file for each resource, put together here.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::trace::TraceLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::serve::App;

pub mod art;
pub mod body;
pub mod docs;
pub mod error;
pub mod files;
pub mod headers;
pub mod kept;
pub mod lessons;
pub mod lobby;
pub mod menu;
pub mod ops;
pub mod people;
pub mod records;
pub mod rules;
pub mod session;
pub mod tables;
mod walls;

pub use error::{ApiError, ApiResult};

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
        .merge(menu::routes())
        .merge(lobby::routes())
        .merge(tables::routes())
        .merge(records::routes())
        .merge(rules::routes())
        .merge(lessons::routes())
        .merge(ops::routes())
}

/// The description of the API.
pub fn openapi() -> utoipa::openapi::OpenApi {
    api().split_for_parts().1
}

/// Everything that a server answers.
pub fn router(app: App) -> Router {
    let (api, description) = api().split_for_parts();
    let request_id = HeaderName::from_static("x-request-id");
    let compression = CompressionLayer::new().gzip(true);
    api.merge(docs::routes(description))
        .merge(art::routes())
        .merge(crate::ws::routes())
        .fallback(files::page)
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .layer(middleware::from_fn_with_state(app.clone(), limit))
        .layer(middleware::from_fn_with_state(
            Arc::new(headers::Policy::new(&app.config)),
            headers::add,
        ))
        .layer(compression)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(PropagateRequestIdLayer::new(request_id.clone()))
        .layer(TraceLayer::new_for_http().make_span_with(span))
        .layer(SetRequestIdLayer::new(request_id, MakeRequestUuid))
        .with_state(app)
}

/// A span with the request's id, so that every line of the log about it can be found. The query
/// is left out: links have keys in it.
fn span(request: &Request) -> tracing::Span {
    let id = request.headers().get("x-request-id").and_then(|v| v.to_str().ok()).unwrap_or("");
    let (method, path) = (request.method(), request.uri().path());
    tracing::info_span!("http", %method, path, id)
}

/// A bug of ours: the log says more than the client is told.
#[allow(clippy::needless_pass_by_value)] // the layer hands the panic over
fn panicked(panic: Box<dyn std::any::Any + Send + 'static>) -> Response {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown");
    tracing::error!(panic = text, "a handler panicked");
    let detail = "This is an error of the server. Nothing was changed.";
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "bug", detail).into_response()
}

/// Where a request comes from.
pub fn address(app: &App, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(peer)| peer.ip());
    if !app.config.trust_proxy {
        return peer;
    }
    // The last hop is the one that our own proxy saw.
    let header = request.headers().get("x-forwarded-for").and_then(|v| v.to_str().ok());
    let last = header.and_then(|list| list.rsplit(',').next()).map(str::trim);
    last.and_then(|text| text.parse().ok()).unwrap_or(peer)
}

/// The address of the caller, for handlers.
#[derive(Clone, Copy, Debug)]
pub struct Address(pub IpAddr);

async fn limit(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let address = address(&app, &request);
    let path = request.uri().path();
    // Drawings are many, small and cached: they have no limit of their own, nor do probes.
    let counted = path.starts_with("/api/");
    if counted && let Err(seconds) = app.limits.request(address) {
        return ApiError::too_many(seconds, "requests from your address").into_response();
    }
    request.extensions_mut().insert(Address(address));
    let begun = std::time::Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_str().to_string();
    metrics::counter!("trencavel_http_requests_total", "status" => status).increment(1);
    metrics::histogram!("trencavel_http_seconds").record(begun.elapsed().as_secs_f64());
    response
}
