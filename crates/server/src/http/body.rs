//! The JSON body of a request; what is wrong with it is a problem like any other.

use std::error::Error;

use axum::Json;
use axum::body::{self, Bytes, HttpBody};
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;

use super::{ApiError, ApiResult, BODY_MAX, problems, records};
use crate::config::Config;

/// How much of a parser's complaint is repeated: it may quote the body.
const COMPLAINT_MAX: usize = 300;

/// A JSON body.
#[derive(Clone, Copy, Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        match Json::from_request(request, state).await {
            Ok(Json(body)) => Ok(Body(body)),
            Err(rejection) => Err(problem(&rejection)),
        }
    }
}

/// A JSON body that may be left out.
#[derive(Clone, Copy, Debug)]
pub struct MaybeBody<T>(pub T);

impl<T: DeserializeOwned + Default, S: Send + Sync> FromRequest<S> for MaybeBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<MaybeBody<T>, ApiError> {
        let (parts, body) = request.into_parts();
        let whole = Request::from_parts(parts.clone(), body);
        let bytes = Bytes::from_request(whole, state).await.map_err(|rejection| {
            ApiError::new(rejection.status(), "body", rejection.body_text())
        })?;
        if bytes.is_empty() {
            return Ok(MaybeBody(T::default()));
        }
        let again = Request::from_parts(parts, bytes.into());
        Body::from_request(again, state).await.map(|Body(body)| MaybeBody(body))
    }
}

fn problem(rejection: &JsonRejection) -> ApiError {
    let status = rejection.status();
    if let Some(problem) = problems::of_body(status) {
        return problem;
    }
    let complaint: String = rejection.body_text().chars().take(COMPLAINT_MAX).collect();
    ApiError::new(status, "body", format!("The body cannot be read: {complaint}"))
}

/// Reads the whole body before anything is done with it. They are all small; and whoever sends one
/// slowly waits here, where it holds nothing.
///
/// # Errors
/// If it is too large, comes too slowly, or not at all.
pub async fn arrived(config: &Config, request: Request) -> ApiResult<Request> {
    if request.method().is_safe() || request.body().is_end_stream() {
        return Ok(request);
    }
    let most =
        if records::is_for_records(request.uri().path()) { records::RECORD_MAX } else { BODY_MAX };
    if request.body().size_hint().lower() > most as u64 {
        return Err(too_large(most));
    }
    let (parts, body) = request.into_parts();
    match tokio::time::timeout(config.quotas.body, body::to_bytes(body, most)).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(parts, bytes.into())),
        Ok(Err(error)) if error.source().is_some_and(<dyn Error>::is::<LengthLimitError>) => {
            Err(too_large(most))
        }
        Ok(Err(_)) => {
            Err(ApiError::new(StatusCode::BAD_REQUEST, "body", "The body did not come whole."))
        }
        Err(_) => {
            let detail = "The body of this request came too slowly. Nothing was changed.";
            Err(ApiError::new(StatusCode::REQUEST_TIMEOUT, "slow", detail))
        }
    }
}

fn too_large(most: usize) -> ApiError {
    let detail = format!("The body of this request may have {most} bytes at most.");
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail)
}
