//! The drawings: the same for everybody and for ever, so browsers may keep them.
//!
//! They are drawn and compressed in a lane of their own, and kept as long as there is room. What an
//! address means `art` says itself.

use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;

use ::art::{Address, Detail, Look, NoPicture, Style};

use super::desk::Desk;
use super::{ApiError, ApiResult};
use crate::serve::App;

/// The routes.
pub fn routes() -> Router<App> {
    Router::new().route("/art/{*picture}", get(picture))
}

/// How to draw, as a query says it.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct StyleQuery {
    look: Option<String>,
    night: Option<u8>,
    detail: Option<u8>,
}

impl StyleQuery {
    /// The usual look, by day or night.
    pub fn lit(night: Option<u8>) -> StyleQuery {
        StyleQuery { night, ..StyleQuery::default() }
    }

    /// The style; what is unknown is drawn as usual.
    pub fn style(&self) -> Style {
        let look = if self.look.as_deref() == Some("plain") { Look::Plain } else { Look::Map };
        let detail = match self.detail {
            Some(1) => Detail::Middle,
            Some(2) => Detail::Small,
            _ => Detail::Full,
        };
        Style { look, night: self.night == Some(1), detail, ..Style::default() }
    }
}

const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// Draws what the address says, or finds it.
async fn picture(desk: Desk, uri: Uri) -> ApiResult<Response> {
    let address = Address::read(uri.path(), uri.query().unwrap_or("")).map_err(|no| match no {
        NoPicture::Unknown => ApiError::not_found("drawing"),
        NoPicture::Around => {
            let detail =
                "Expected eight letters: h, f, g, l for homes, fish, grain, livestock, or -.";
            ApiError::new(StatusCode::BAD_REQUEST, "query", detail).at("around")
        }
    })?;
    let (work, app) = (desk.app.work.clone(), desk.app.clone());
    let (kind, name) = (address.kind(), format!("{address:?}"));
    let make = move || {
        let drawn = address.draw(&app.catalogue).map(String::into_bytes);
        drawn.ok_or_else(|| ApiError::not_found("drawing"))
    };
    let answer = desk.kept(kind, &name, (&work.kept_art, &work.art), make).await?;
    Ok(([(header::CACHE_CONTROL, FOR_EVER)], answer).into_response())
}
