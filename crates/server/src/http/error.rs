//! Errors as problem+json.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::Problem;

use super::problems::Told;
use crate::trouble;
use store::StoreError;

/// A problem on its way to a client.
#[derive(Clone, Debug)]
pub struct ApiError(pub Problem);

/// What handlers answer.
pub type ApiResult<T> = Result<T, ApiError>;

impl ApiError {
    /// A problem with a kind that programs can match, and a sentence for people.
    pub fn new(status: StatusCode, kind: &str, detail: impl Into<String>) -> ApiError {
        ApiError(trouble::problem(status, kind, detail))
    }

    /// There is no such thing.
    pub fn not_found(what: &str) -> ApiError {
        ApiError(trouble::not_found(what))
    }

    /// A mistake of ours; the log says more than the client is told.
    pub fn bug() -> ApiError {
        ApiError(trouble::bug())
    }

    /// Too much at once.
    pub fn too_many(seconds: u32, what: &str) -> ApiError {
        ApiError(trouble::too_many(seconds, what))
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
        ApiError(trouble::store(error))
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
