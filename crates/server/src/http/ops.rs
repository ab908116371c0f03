//! For whoever runs the server: is it alive, is it ready, how is it doing.

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{ApiError, address};
use crate::serve::App;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(healthz)).routes(routes!(readyz)).routes(routes!(metrics))
}

/// Metrics alone, for a port of their own.
pub fn metrics_router(app: App) -> Router {
    Router::new().route("/metrics", get(render)).with_state(app)
}

/// The process is alive.
#[utoipa::path(get, path = "/healthz", tag = "operation", responses((status = 200, body = Value)))]
async fn healthz() -> Json<Value> {
    Json(json!({ "status": "alive", "version": env!("CARGO_PKG_VERSION") }))
}

/// The server can play: the database answers and it is not stopping.
#[utoipa::path(get, path = "/readyz", tag = "operation",
    responses((status = 200, body = Value), (status = 503, description = "not now")))]
async fn readyz(State(app): State<App>) -> Response {
    if *app.stopping.borrow() {
        return not_ready("The server is stopping.");
    }
    match app.store.ping().await {
        Ok(()) => Json(json!({ "status": "ready" })).into_response(),
        Err(error) => {
            tracing::error!(%error, "not ready");
            not_ready("The database does not answer.")
        }
    }
}

fn not_ready(detail: &str) -> Response {
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "not-ready", detail).into_response()
}

/// Numbers for Prometheus: for this machine alone, unless the settings say otherwise, and not here
/// if they have a port of their own.
#[utoipa::path(get, path = "/metrics", tag = "operation", responses((status = 200, body = String)))]
async fn metrics(State(app): State<App>, request: Request) -> Response {
    if !app.config.metrics_public && !address::is_from_here(&request) {
        let detail = "Metrics are told on this machine alone. Whoever runs the server can change \
                      that with the settings metrics-listen and metrics-public.";
        return ApiError::new(StatusCode::FORBIDDEN, "metrics", detail).into_response();
    }
    if app.config.metrics_listen.is_some() {
        return ApiError::not_found("page: metrics have a port of their own").into_response();
    }
    render(State(app)).await
}

async fn render(State(app): State<App>) -> Response {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.metrics.render()).into_response()
}
