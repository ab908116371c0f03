//! The JSON body of a request; what is wrong with it is a problem like any other.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use super::ApiError;

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

fn problem(rejection: &JsonRejection) -> ApiError {
    let detail: String = rejection.body_text().chars().take(COMPLAINT_MAX).collect();
    ApiError::new(rejection.status(), "body", detail)
}
