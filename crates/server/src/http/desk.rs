//! Who asks for work, and how the answer is told: for handlers whose answers cost a processor.

use std::convert::Infallible;
use std::net::Ipv4Addr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use protocol::Past;
use serde::Serialize;

use super::kept::Answer;
use super::{Address, ApiError, ApiResult};
use crate::serve::App;
use crate::work::{Kept, Lane, Origin};

/// Whoever asks for work.
pub struct Desk {
    /// What handlers use.
    pub app: App,
    /// On whose account it is done.
    pub origin: Origin,
    asked: HeaderMap,
}

impl FromRequestParts<App> for Desk {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Desk, Infallible> {
        let nowhere = Address(Ipv4Addr::UNSPECIFIED.into());
        let Address(address) = parts.extensions.get().copied().unwrap_or(nowhere);
        Ok(Desk { app: app.clone(), origin: address.into(), asked: parts.headers.clone() })
    }
}

impl Desk {
    /// Makes something in a lane unless it is kept, and tells it as what it is.
    ///
    /// # Errors
    /// What making it answers, or that too many wait.
    pub async fn kept(
        &self,
        kind: &'static str,
        name: &str,
        (shelf, lane): (&Kept, &Lane),
        make: impl FnOnce() -> ApiResult<Vec<u8>> + Send + 'static,
    ) -> ApiResult<Response> {
        let answer = shelf.answer(name, lane, self.origin, make).await?;
        Ok(self.tell(kind, &answer))
    }

    /// JSON that stays the same while the server runs: written and compressed once.
    ///
    /// # Errors
    /// If too many wait.
    pub async fn same<T: Serialize>(
        &self,
        name: &str,
        make: impl FnOnce() -> T + Send + 'static,
    ) -> ApiResult<Response> {
        let shelf = (&self.app.work.kept_art, &self.app.work.art);
        self.kept("application/json", name, shelf, move || written(&make())).await
    }

    /// Tells a table to somebody who only looks.
    ///
    /// # Errors
    /// If too many wait.
    pub async fn past(&self, past: impl FnOnce() -> Past + Send + 'static) -> ApiResult<Response> {
        let whole = move || written(&past()).map(Answer::new);
        let answer = self.app.work.looks.run(self.origin, whole).await??;
        Ok(self.tell("application/json", &answer))
    }

    /// Works on a record, and tells the outcome as JSON, which is written there, too.
    ///
    /// # Errors
    /// What the work answers, or that too many wait.
    pub async fn record<T: Serialize>(
        &self,
        work: impl FnOnce() -> ApiResult<T> + Send + 'static,
    ) -> ApiResult<Response> {
        let whole = move || work().and_then(|done| written(&done)).map(Answer::new);
        let answer = self.app.work.records.run(self.origin, whole).await??;
        Ok(self.tell("application/json", &answer))
    }

    /// Tells a long text, compressed in the lane of records.
    ///
    /// # Errors
    /// If too many wait.
    pub async fn text(&self, text: String) -> ApiResult<Response> {
        let lane = &self.app.work.records;
        let answer = lane.run(self.origin, move || Answer::new(text.into_bytes())).await?;
        Ok(self.tell("text/plain; charset=utf-8", &answer))
    }

    fn tell(&self, kind: &'static str, answer: &Answer) -> Response {
        ([(header::CONTENT_TYPE, kind)], answer.tell(&self.asked)).into_response()
    }
}

fn written(value: &impl Serialize) -> ApiResult<Vec<u8>> {
    serde_json::to_vec(value).map_err(|error| {
        tracing::error!(%error, "an answer has no JSON form");
        ApiError::bug()
    })
}
