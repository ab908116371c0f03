//! Cookies and origins.

use std::path::Path;

use axum::http::{HeaderValue, Method};

use super::origin::check_change;
use super::*;

fn config(url: &'static str) -> Config {
    crate::testing::config(Path::new("unused"), &[("public-url", url)])
}

fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in pairs {
        headers.append(*name, HeaderValue::from_str(value).unwrap());
    }
    headers
}

fn texts(AppendHeaders(list): SetCookies) -> Vec<String> {
    list.into_iter().map(|(_, text)| text).collect()
}

#[test]
fn tokens_are_long_different_and_not_printed() {
    let (a, b) = (Secret::random(), Secret::random());
    assert_eq!(a.reveal().len(), 64);
    assert!(a != b && a.hash() != b.hash());
    assert!(!format!("{a:?}").contains(&a.reveal()[..8]));
    assert_eq!(Secret::read(a.reveal()), Some(a));
    for bad in ["", "abc", &"g".repeat(64), &"a".repeat(65)] {
        assert_eq!(Secret::read(bad), None);
    }
}

#[test]
fn the_cookie_is_bound_to_the_origin_where_browsers_can() {
    let token = Secret::random();
    let value = token.reveal();
    let tail = "; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax";
    let bound = format!("__Host-trencavel={value}{tail}; Secure");
    let plain = format!("trencavel={value}{tail}");
    let given = |url| texts(give(&config(url), &token));
    assert_eq!(given("https://play.example.org"), [bound.as_str()]);
    assert_eq!(given("http://localhost:8080"), [bound.as_str(), plain.as_str()]);
    assert_eq!(given("http://192.168.1.2:8080"), [plain.as_str()]);
    let gone = texts(take(&config("https://play.example.org")));
    assert_eq!(gone, ["__Host-trencavel=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure"]);
}

#[test]
fn a_plain_cookie_is_not_believed_on_a_secure_origin() {
    let token = Secret::random();
    let plain = headers(&[("cookie", &format!("a=b; trencavel={}", token.reveal()))]);
    let bound = headers(&[("cookie", &format!("__Host-trencavel={}", token.reveal()))]);
    let (secure, lan) = (config("https://play.example.org"), config("http://192.168.1.2:8080"));
    assert_eq!(cookie(&plain, &secure), None);
    assert_eq!(cookie(&bound, &secure), Some(token.clone()));
    assert_eq!(cookie(&plain, &lan), Some(token));
    assert_eq!(cookie(&headers(&[("cookie", "trencavel=short")]), &lan), None);
}

#[test]
fn a_bearer_is_read_in_any_case_and_a_bad_one_is_noticed() {
    let token = Secret::random();
    let sent = |text: &str| bearer(&headers(&[("authorization", text)]));
    assert_eq!(sent(&format!("Bearer {}", token.reveal())), Bearer::Token(token.clone()));
    assert_eq!(sent(&format!("bearer  {}", token.reveal())), Bearer::Token(token.clone()));
    assert_eq!(sent(&format!("Basic {}", token.reveal())), Bearer::Unreadable);
    assert_eq!(sent("Bearer"), Bearer::Unreadable);
    assert_eq!(bearer(&HeaderMap::new()), Bearer::None);
}

#[test]
fn changes_come_from_our_own_pages() {
    let config = config("https://play.example.org");
    let ours = "https://play.example.org";
    for (pairs, allowed) in [
        (vec![], true),
        (vec![("origin", ours)], true),
        (vec![("origin", "https://evil.example")], false),
        (vec![("origin", "https://play.example.org.evil.example")], false),
        (vec![("origin", "http://play.example.org")], false),
        (vec![("origin", "null")], false),
        (vec![("sec-fetch-site", "same-origin")], true),
        (vec![("sec-fetch-site", "none")], true),
        (vec![("sec-fetch-site", "same-site")], false),
        (vec![("sec-fetch-site", "cross-site")], false),
        (vec![("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")], false),
        (vec![("sec-fetch-site", "same-site"), ("origin", ours)], true),
    ] {
        let sent = headers(&pairs);
        let post = check_change(&Method::POST, &sent, &config);
        assert_eq!(post.is_ok(), allowed, "{pairs:?}");
        assert!(check_change(&Method::GET, &sent, &config).is_ok(), "reading is harmless");
        assert_eq!(check_socket_origin(&config, &sent).is_ok(), allowed, "{pairs:?}");
        if let Err(ApiError(problem)) = post {
            assert_eq!((problem.kind.as_str(), problem.status), ("origin", 403));
        }
    }
}
