//! Answers that stay the same while the server runs: made once, compressed once.
//!
//! Invariant: only what exists is kept (a set of tiles, a file of the client), so what clients ask
//! for cannot make it grow.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// An answer in both forms.
struct Answer {
    plain: Bytes,
    gzip: Bytes,
}

/// The answers by name.
#[derive(Default)]
pub struct Kept(Mutex<HashMap<String, Arc<Answer>>>);

impl Kept {
    /// The answer of a name, made if it is asked for the first time; `None` if there is none.
    pub fn answer(
        &self,
        name: &str,
        asked: &HeaderMap,
        make: impl FnOnce() -> Option<Vec<u8>>,
    ) -> Option<Response> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        if let Some(answer) = known {
            return Some(answer.tell(asked));
        }
        // Two who ask at once both make it: that is cheaper than all waiting for one.
        let answer = Arc::new(Answer::new(make()?));
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(name.to_owned(), answer.clone());
        drop(all);
        Some(answer.tell(asked))
    }
}

impl Answer {
    fn new(plain: Vec<u8>) -> Answer {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail; if it did, the plain form is told.
        let written = encoder.write_all(&plain).and_then(|()| encoder.finish());
        Answer { plain: plain.into(), gzip: written.unwrap_or_default().into() }
    }

    fn tell(&self, asked: &HeaderMap) -> Response {
        let accepted = asked.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok());
        let accepts = accepted.is_some_and(|list| list.contains("gzip"));
        if !accepts || self.gzip.is_empty() || self.gzip.len() >= self.plain.len() {
            return self.plain.clone().into_response();
        }
        let mut response = self.gzip.clone().into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may stop at once
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_made_once_and_told_as_it_is_asked_for() {
        let kept = Kept::default();
        let text = || Some(vec![b'a'; 1000]);
        let plain = kept.answer("a", &HeaderMap::new(), text).unwrap();
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
        let mut asked = HeaderMap::new();
        asked.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("br, gzip"));
        let packed = kept.answer("a", &asked, || panic!("made twice")).unwrap();
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
        assert!(kept.answer("b", &asked, || None).is_none());
        assert_eq!(kept.0.lock().unwrap().len(), 1, "what does not exist is not kept");
    }
}
