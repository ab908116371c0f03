//! Answers that are made once and told often, in both forms: plain and compressed.

use std::io::Write as _;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// An answer in both forms.
pub struct Answer {
    plain: Bytes,
    /// Empty if it would not be smaller.
    gzip: Bytes,
}

impl Answer {
    /// Compresses an answer: not on a thread that serves sockets.
    pub fn new(plain: Vec<u8>) -> Answer {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        // Writing to memory does not fail; if it did, the plain form is told.
        let written = encoder.write_all(&plain).and_then(|()| encoder.finish());
        // What is compressed already (pictures) only grows.
        let worth = |gzip: &Vec<u8>| gzip.len() < plain.len() - plain.len() / 16;
        let gzip = written.ok().filter(worth).unwrap_or_default();
        Answer { plain: plain.into(), gzip: gzip.into() }
    }

    /// The answer itself.
    pub fn plain(&self) -> &Bytes {
        &self.plain
    }

    /// How much memory it takes.
    pub fn bytes(&self) -> usize {
        self.plain.len() + self.gzip.len() + size_of::<Answer>()
    }

    /// The form that was asked for.
    pub fn tell(&self, asked: &HeaderMap) -> Response {
        if self.gzip.is_empty() || !accepts(asked, "gzip") {
            return self.plain.clone().into_response();
        }
        let mut response = self.gzip.clone().into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response
    }
}

/// Whether a client takes a coding, as gzip or br; `gzip;q=0` says that it does not.
pub fn accepts(asked: &HeaderMap, wanted: &str) -> bool {
    let lists = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|v| v.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|q| q.trim().parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case(wanted) && weight.is_none_or(|q| q > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_told_as_it_is_asked_for() {
        let answer = Answer::new(vec![b'a'; 1000]);
        let coding = |accepted: &'static str| {
            let mut asked = HeaderMap::new();
            asked.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted));
            answer.tell(&asked).headers().get(header::CONTENT_ENCODING).cloned()
        };
        assert_eq!(coding("br, gzip").as_ref().map(HeaderValue::as_bytes), Some(&b"gzip"[..]));
        assert!(coding("br").is_none() && coding("gzip;q=0").is_none());
        assert!(answer.tell(&HeaderMap::new()).headers().get(header::CONTENT_ENCODING).is_none());
        assert!(Answer::new(vec![1, 2, 3]).gzip.is_empty(), "not worth it");
    }
}
