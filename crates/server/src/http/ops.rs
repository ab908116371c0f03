//! For whoever runs the server: is it alive, is it ready, how is it doing.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use protocol::Problem;
use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{ApiError, ApiResult, address};
use crate::cluster::Cluster;
use crate::serve::App;
use store::{AnyStore, StoreError};

/// How long an answer of the store counts.
const FRESH: Duration = Duration::from_secs(1);
/// How long the store may take.
const LATE: Duration = Duration::from_secs(2);

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(healthz)).routes(routes!(readyz)).routes(routes!(metrics))
}

/// Metrics alone, for a port of their own.
pub fn metrics_router(app: App) -> Router {
    Router::new()
        .route("/metrics", get(render))
        .fallback(async || ApiError::not_found("page"))
        .method_not_allowed_fallback(async || {
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method", "Only GET works here.")
        })
        .with_state(app)
}

/// The process is alive.
#[utoipa::path(get, path = "/healthz", tag = "operation", responses((status = 200, body = Value)))]
async fn healthz() -> Json<Value> {
    Json(json!({ "status": "alive", "version": env!("CARGO_PKG_VERSION") }))
}

/// The server can play: the database takes a small write, and the server is not stopping. The
/// answer may be a second old.
#[utoipa::path(get, path = "/readyz", tag = "operation",
    responses((status = 200, body = Value), (status = 503, body = Problem)))]
async fn readyz(State(app): State<App>) -> Response {
    if *app.stopping.borrow() {
        return not_ready("restart", "The server is stopping.").into_response();
    }
    if let Some(problem) = app.hub.cluster().and_then(|cluster| among_nodes(cluster)) {
        return problem.into_response();
    }
    match app.ready.ask(&app.store).await {
        Ok(()) => Json(json!({ "status": "ready" })).into_response(),
        Err(error) => error.into_response(),
    }
}

/// Why this node is no place for players now.
fn among_nodes(cluster: &Cluster) -> Option<ApiError> {
    if !cluster.known().is_fresh() {
        return Some(late());
    }
    if !cluster.known().reaches_half() {
        return Some(not_ready("peers", "This node does not reach most of the others."));
    }
    cluster.is_draining().then(|| not_ready("restart", "The server is stopping."))
}

fn not_ready(kind: &str, detail: &str) -> ApiError {
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, kind, detail)
}

/// Whether the server can play, asked of the store at most once a second.
#[derive(Default)]
pub struct Ready(Mutex<Asked>);

#[derive(Default)]
struct Asked {
    /// A question that the store has not answered yet: no other is put meanwhile.
    probe: Option<JoinHandle<Result<(), StoreError>>>,
    told: Option<(Instant, ApiResult<()>)>,
}

impl Ready {
    /// Whether a move could be kept now; if not, why.
    ///
    /// # Errors
    /// The reason.
    pub async fn ask(&self, store: &AnyStore) -> ApiResult<()> {
        let mut asked = self.0.lock().await;
        if let Some((at, told)) = &asked.told
            && at.elapsed() < FRESH
        {
            return told.clone();
        }
        let store = store.clone();
        let probe =
            asked.probe.get_or_insert_with(|| tokio::spawn(async move { store.probe().await }));
        let answered = tokio::time::timeout(LATE, probe).await;
        if answered.is_ok() {
            asked.probe = None;
        }
        let told = match answered {
            Ok(Ok(Ok(()))) => Ok(()),
            Ok(Ok(Err(error))) => {
                tracing::error!(%error, "not ready");
                Err(reason(&error))
            }
            Ok(Err(error)) => {
                tracing::error!(%error, "not ready");
                Err(ApiError::bug())
            }
            Err(_) => {
                tracing::error!("not ready: the store does not answer");
                Err(late())
            }
        };
        asked.told = Some((Instant::now(), told.clone()));
        told
    }
}

fn late() -> ApiError {
    not_ready("store-late", "The database answers too late.")
}

fn reason(error: &StoreError) -> ApiError {
    match error {
        StoreError::Full(_) => not_ready("disk-full", "No space is left for the database."),
        StoreError::Locked(_) => {
            not_ready("store-locked", "Another program keeps the database locked.")
        }
        StoreError::Late | StoreError::Busy => late(),
        StoreError::Damaged(_) => not_ready("store-damaged", "The database is damaged."),
        _ => not_ready("store", "The database does not answer as it should."),
    }
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
