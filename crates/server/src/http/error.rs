//! Errors as problem+json.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::Problem;

use super::problems::Told;
use crate::store::StoreError;

/// A problem on its way to a client.
#[derive(Clone, Debug)]
pub struct ApiError(pub Problem);

/// What handlers answer.
pub type ApiResult<T> = Result<T, ApiError>;

impl ApiError {
    /// A problem with a kind that programs can match, and a sentence for people.
    pub fn new(status: StatusCode, kind: &str, detail: impl Into<String>) -> ApiError {
        let title = status.canonical_reason().unwrap_or("Error").to_string();
        let (status, kind) = (status.as_u16(), kind.to_string());
        ApiError(Problem { kind, title, status, detail: detail.into(), ..Problem::default() })
    }

    /// There is no such thing.
    pub fn not_found(what: &str) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not-found", format!("There is no such {what}."))
    }

    /// A mistake of ours; the log says more than the client is told.
    pub fn bug() -> ApiError {
        let detail = "This is an error of the server. Nothing was changed.";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "bug", detail)
    }

    /// Too much at once.
    pub fn too_many(seconds: u32, what: &str) -> ApiError {
        let detail = format!("Too many {what}. Try again in {seconds} s.");
        let mut error = ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", detail);
        error.0.retry = Some(seconds);
        error
    }

    /// The same, telling where in the input.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> ApiError {
        self.0.at = Some(place.into());
        self
    }
}

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> ApiError {
        ApiError(problem)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::NameTaken => ApiError::new(
                StatusCode::CONFLICT,
                "name-taken",
                "This name is taken, or can be taken for one that is.",
            ),
            StoreError::Conflict => ApiError::new(
                StatusCode::CONFLICT,
                "late",
                "The table has gone on meanwhile: look at it again.",
            ),
            error if error.is_unknown() => {
                tracing::error!(%error, "the store does not answer with certainty");
                let detail = "The server's disk does not answer in time: whether this was done is \
                              not known yet. Look again before you repeat it.";
                ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "unknown", detail)
            }
            other => {
                // What exactly failed is for whoever runs the server, not for the public.
                tracing::error!(error = %other, "the store failed");
                let detail = "The server cannot write to its disk now. Nothing was changed.";
                ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "store", detail)
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::BAD_REQUEST);
        let retry = self.0.retry;
        let told = Told(self.0.clone());
        let mut response = (status, Json(self.0)).into_response();
        response.extensions_mut().insert(told);
        let headers = response.headers_mut();
        let problem = HeaderValue::from_static("application/problem+json");
        headers.insert(header::CONTENT_TYPE, problem);
        if let Some(seconds) = retry {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
