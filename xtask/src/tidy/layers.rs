//! Layers inside of a crate: live tables know nothing of the web.

use super::{Finding, RustFile};

/// The folder of the live tables.
const LIVE: &str = "crates/server/src/live/";

/// What belongs to the rim of the server.
const OF_THE_WEB: &[&str] = &["axum", "hyper", "crate::http"];

/// Checks that live tables name nothing of the web.
pub fn check(sources: &[RustFile]) -> Vec<Finding> {
    let live = sources.iter().filter(|file| file.path.starts_with(LIVE));
    let named = |file: &RustFile| -> Vec<Finding> {
        let words = OF_THE_WEB.iter().flat_map(|word| {
            let places = file.source.code_words(word).into_iter();
            places.map(move |at| (at, format!("live tables know no {word}")))
        });
        words.map(|(at, what)| file.finding(at, what)).collect()
    };
    live.flat_map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn live_tables_know_nothing_of_the_web() {
        let told = |path: &str, text: &str| check(&[RustFile::fixture(path, text)]).len();
        let text = "use axum::extract::ws::Utf8Bytes;\nuse crate::http::ApiError;\n// hyper\n";
        assert_eq!(told("crates/server/src/live/talk.rs", text), 2);
        assert_eq!(told("crates/server/src/ws.rs", text), 0);
    }
}
