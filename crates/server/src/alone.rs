//! The client as plain files: the game without a server, from any host.
//!
//! The page finds in its head that there is no server, and asks the engine for everything; lessons
//! and rules lie beside it. Hosts that answer unknown paths with `404.html` show the page there.

use std::borrow::Cow;

use crate::client;
use crate::http::{content, files};

/// A file of it.
pub struct File {
    /// Where it lies, without a slash before it.
    pub path: String,
    /// What is in it.
    pub data: Cow<'static, [u8]>,
}

/// Says that nobody is to be asked.
const NO_SERVER: &str = r#"<meta name="trencavel-server" content="none" />"#;

/// All files; none if this program has no client.
pub fn files() -> Vec<File> {
    let mut all: Vec<File> = Vec::new();
    for (path, data) in client::files() {
        if path != "index.html" {
            all.push(File { path: path.into_owned(), data });
            continue;
        }
        let page = files::named(&String::from_utf8_lossy(&data));
        let page = page.replacen("</head>", &format!("{NO_SERVER}</head>"), 1);
        for path in ["index.html", "404.html"] {
            all.push(File { path: path.to_owned(), data: page.clone().into_bytes().into() });
        }
    }
    if !all.is_empty() {
        let data = content::all().to_string().into_bytes().into();
        all.push(File { path: "content.json".to_owned(), data });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_and_rules_lie_beside_the_page() {
        let all = content::all();
        let has = |path: &str| all.get(path).is_some_and(|answer| !answer.is_null());
        assert!(has("/api/lessons") && has("/api/rules/en") && has("/api/rules/fr"));
        let first = all["/api/lessons"][0]["name"].as_str().map(str::to_owned);
        assert!(has(&format!("/api/lessons/{}", first.unwrap_or_default())));
    }
}
