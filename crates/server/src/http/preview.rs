//! What other programs show of a link to us (Open Graph): put into the head of the page.
//!
//! Invariants: addresses begin with the server's own, never with what a request calls us; names
//! are a stranger's, and escaped.

use art::svg::escape;
use protocol::{Status, TableInfo};

use super::language::Language;
use super::seated;
use crate::serve::App;
use crate::work::Origin;

/// The most characters of a line.
const LINE_MAX: usize = 200;

/// What is told of a link.
struct Preview {
    title: String,
    about: String,
    /// The picture, behind the server's address, and its size.
    picture: (String, u32, u32),
}

/// The tags for a path of the client.
pub async fn tags(app: &App, path: &str, reader: Origin, language: Language) -> String {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let table = match (parts.next(), parts.next()) {
        (Some("t" | "replay"), Some(id)) => app.hub.seen(id, reader).await.ok(),
        _ => None,
    };
    let preview = match table {
        Some(seen) => of_table(&seen.info(), &seen.row().points, language),
        None => of_all(language),
    };
    written(&preview, &app.config.public_url, path, language)
}

fn of_all(language: Language) -> Preview {
    let about = match language {
        Language::English => {
            "Lay a tile, build the land: a tile-laying game for one to six, in the browser, \
             without an account."
        }
        Language::French => {
            "Posez une tuile, bâtissez le pays : un jeu de tuiles pour une à six personnes, dans \
             le navigateur, sans compte."
        }
    };
    let picture = ("/icon-512.png".to_owned(), 512, 512);
    Preview { title: "Trencavel".to_owned(), about: about.to_owned(), picture }
}

fn of_table(info: &TableInfo, points: &[u16], language: Language) -> Preview {
    let french = language == Language::French;
    let free = |name: String| if name.is_empty() { "…".to_owned() } else { name };
    let names: Vec<String> = seated::names(info, language).into_iter().map(free).collect();
    let title = if info.config.name.is_empty() { names.join(" · ") } else { info.title.clone() };
    let scores = names.iter().zip(points).map(|(name, points)| format!("{name} {points}"));
    let scores = scores.collect::<Vec<String>>().join(" · ");
    let about = match (&info.status, french) {
        (Status::Open, false) => format!("A table waits for players: {}", names.join(", ")),
        (Status::Open, true) => format!("Une table attend des joueurs : {}", names.join(", ")),
        (Status::Playing, false) => format!("Being played: {scores}"),
        (Status::Playing, true) => format!("Partie en cours : {scores}"),
        (Status::Over { .. }, false) => format!("Final result: {scores}"),
        (Status::Over { .. }, true) => format!("Résultat final : {scores}"),
    };
    let picture = if info.status == Status::Open {
        ("/icon-512.png".to_owned(), 512, 512)
    } else {
        let card = format!("/api/tables/{}/card.png?lang={}", info.id, language.name());
        (card, film::POSTER_SIZE.0, film::POSTER_SIZE.1)
    };
    Preview { title: format!("{title} – Trencavel"), about, picture }
}

fn written(preview: &Preview, own: &str, path: &str, language: Language) -> String {
    let line = |text: &str| escape(&text.chars().take(LINE_MAX).collect::<String>());
    let own = own.trim_end_matches('/');
    let (picture, width, height) = &preview.picture;
    let large = if *width > *height { "summary_large_image" } else { "summary" };
    let locale = if language == Language::French { "fr_FR" } else { "en_GB" };
    let tags = [
        ("og:type", "website".to_owned()),
        ("og:site_name", "Trencavel".to_owned()),
        ("og:locale", locale.to_owned()),
        ("og:title", line(&preview.title)),
        ("og:description", line(&preview.about)),
        ("og:url", escape(&format!("{own}/{path}"))),
        ("og:image", escape(&format!("{own}{picture}"))),
        ("og:image:width", width.to_string()),
        ("og:image:height", height.to_string()),
    ];
    let tag =
        |(name, text): &(&str, String)| format!("<meta property=\"{name}\" content=\"{text}\" />");
    let twitter = format!("<meta name=\"twitter:card\" content=\"{large}\" />");
    tags.iter().map(tag).chain([twitter]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_escaped_and_name_our_own_address() {
        let preview = Preview {
            title: "\"><script>alert(1)</script>".into(),
            about: "a & b".into(),
            picture: ("/x.png".into(), 1200, 630),
        };
        let tags = written(&preview, "https://example.org/", "t/\"x", Language::French);
        assert!(!tags.contains("<script"), "{tags}");
        assert!(tags.contains("content=\"https://example.org/t/&quot;x\""), "{tags}");
        assert!(tags.contains("content=\"https://example.org/x.png\""), "{tags}");
        assert!(tags.contains("fr_FR") && tags.contains("summary_large_image"), "{tags}");
    }
}
