//! Mail over a real connection: addresses, forgotten passwords, the end of mails, invitations.

use std::time::{Duration, Instant};

use loadtest::Visitor;
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use store::post::News;

use super::kit::Site;
use super::stubs::MailServer;

async fn with_mail() -> (Site, MailServer) {
    let mail = MailServer::start().await;
    let url = mail.url.clone();
    let public = "http://localhost:1";
    (Site::start(&[("smtp-url", &url), ("public-url", public)]).await, mail)
}

async fn send(visitor: &Visitor, method: Method, path: &str, body: Value) -> Response {
    visitor.request(method, path).json(&body).send().await.unwrap()
}

async fn account(site: &Site, name: &str) -> Visitor {
    let guest = site.guest(name).await;
    let body = json!({ "name": name, "password": "correct horse" });
    let answer = send(&guest, Method::POST, "/api/accounts", body).await;
    assert_eq!(answer.status(), StatusCode::OK);
    guest.with_cookie_of(&answer).unwrap()
}

/// An account with a confirmed address.
async fn confirmed(site: &Site, mail: &mut MailServer, name: &str, address: &str) -> Visitor {
    let anna = account(site, name).await;
    let mut body = json!({ "address": address });
    let open = send(&anna, Method::PUT, "/api/me/address", body.clone()).await;
    assert_eq!(open.status(), StatusCode::FORBIDDEN, "an open browser is not enough");
    body["password"] = "correct horse".into();
    let asked = send(&anna, Method::PUT, "/api/me/address", body).await;
    assert_eq!(asked.status(), StatusCode::OK);
    let letter = mail.next().await;
    assert!(letter.to.contains(address), "{letter:?}");
    let path = letter.path("/confirm/");
    let done = send(&anna, Method::POST, &format!("/api{path}"), json!({})).await;
    assert_eq!(done.status(), StatusCode::NO_CONTENT);
    let again = send(&anna, Method::POST, &format!("/api{path}"), json!({})).await;
    assert_eq!(again.status(), StatusCode::NOT_FOUND, "once");
    anna
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_password_is_replaced_once_by_a_link() {
    let (site, mut mail) = with_mail().await;
    let anna = confirmed(&site, &mut mail, "Anna", "anna@example.org").await;
    // From a page that calls itself otherwise: links are those of the setting.
    let ask = json!({ "address": " ANNA@example.org" });
    let asked = send(&anna, Method::POST, "/api/reset", ask).await;
    assert_eq!(asked.status(), StatusCode::ACCEPTED);
    let letter = mail.next().await;
    assert!(letter.plain().contains("http://localhost:1/reset/"), "{letter:?}");
    let path = format!("/api{}", letter.path("/reset/"));
    let guest = site.guest("Gus").await;
    let short = send(&guest, Method::POST, &path, json!({ "password": "short" })).await;
    assert_eq!(short.status(), StatusCode::BAD_REQUEST, "the link is still good");
    let new = json!({ "password": "battery staple" });
    let done = send(&guest, Method::POST, &path, new.clone()).await;
    assert_eq!(done.status(), StatusCode::NO_CONTENT);
    let again = send(&guest, Method::POST, &path, new).await;
    assert_eq!(again.status(), StatusCode::NOT_FOUND);
    let me = anna.request(Method::GET, "/api/me").send().await.unwrap();
    assert_eq!(me.status(), StatusCode::NO_CONTENT, "all sessions end");
    let login = |password: &str| json!({ "name": "Anna", "password": password });
    let old = send(&guest, Method::POST, "/api/login", login("correct horse")).await;
    assert_eq!(old.status(), StatusCode::UNAUTHORIZED);
    let in_again = send(&guest, Method::POST, "/api/login", login("battery staple")).await;
    assert_eq!(in_again.status(), StatusCode::OK);
    site.server.stop().await;
}

/// Whether an address is known is not told: the answers are the same, and as quick.
#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_address_is_answered_alike() {
    let (site, mut mail) = with_mail().await;
    let anna = confirmed(&site, &mut mail, "Anna", "anna@example.org").await;
    let mut spans = [Vec::new(), Vec::new()];
    for round in 0..9 {
        for (which, address) in ["anna@example.org", "nobody@example.org"].iter().enumerate() {
            let begun = Instant::now();
            let asked =
                send(&anna, Method::POST, "/api/reset", json!({ "address": address })).await;
            assert_eq!(asked.status(), StatusCode::ACCEPTED);
            assert_eq!(asked.bytes().await.unwrap().len(), 0);
            spans[which].push(begun.elapsed());
            // With the confirmation there are three mails in an hour, whoever asks.
            if which == 0 && round < 2 {
                let letter = mail.next().await;
                assert!(letter.to.contains("anna@"), "round {round}");
            }
        }
    }
    let [known, unknown] = spans.map(|mut spans| {
        spans.sort();
        spans[spans.len() / 2]
    });
    assert!(known.abs_diff(unknown) < Duration::from_millis(20), "{known:?} {unknown:?}");
    assert!(mail.is_quiet());
    // An address that was never confirmed gets nothing but the question.
    let bela = account(&site, "Bela").await;
    let own = json!({ "address": "bela@example.org", "password": "correct horse" });
    send(&bela, Method::PUT, "/api/me/address", own).await;
    mail.next().await;
    send(&bela, Method::POST, "/api/reset", json!({ "address": "bela@example.org" })).await;
    // The next letter is another person's: nothing went to Bela before it.
    confirmed(&site, &mut mail, "Cora", "cora@example.org").await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_click_ends_a_kind_of_mail() {
    let (site, mut mail) = with_mail().await;
    let anna = confirmed(&site, &mut mail, "Anna", "anna@example.org").await;
    let store = site.server.server().app().store.clone();
    let news = |key: &str| News {
        key: key.into(),
        person: anna.me.id.clone(),
        kind: "moderation".into(),
        due: 1,
        ..News::default()
    };
    store.post().post(news("first")).await.unwrap();
    let letter = mail.next().await;
    let plain = letter.plain();
    assert!(plain.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{plain}");
    let header = plain.lines().find(|line| line.starts_with("List-Unsubscribe:")).unwrap();
    assert!(header.contains("<http://localhost:1/api/mail/end/"), "{header}");
    // As a mail program does it: no session, no origin.
    let path = letter.path("/api/mail/end/");
    let body = "List-Unsubscribe=One-Click";
    for _ in 0..2 {
        let ended =
            site.http.post(format!("{}{path}", site.url())).body(body).send().await.unwrap();
        assert_eq!(ended.status(), StatusCode::NO_CONTENT);
    }
    store.post().post(news("second")).await.unwrap();
    // The bell rings all the same: by then the mail would have been on its way.
    let hub = site.server.server().app().hub.clone();
    while store.post().unseen(&anna.me.id).await.unwrap() < 2 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    site.server.server().app().notifier.tell(&hub, "mail").await.unwrap();
    assert!(mail.is_quiet());
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_mail_nothing_is_asked_for() {
    let site = Site::start(&[]).await;
    let anna = account(&site, "Anna").await;
    for (method, path, body) in [
        (Method::PUT, "/api/me/address", json!({ "address": "anna@example.org" })),
        (Method::POST, "/api/reset", json!({ "address": "anna@example.org" })),
    ] {
        assert_eq!(send(&anna, method, path, body).await.status(), StatusCode::FORBIDDEN);
    }
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_are_made_by_invitation_where_it_is_so() {
    let site = Site::start(&[("accounts", "invited")]).await;
    let guest = site.guest("Anna").await;
    let credentials = |name: &str, invite: Option<&str>| match invite {
        Some(invite) => json!({ "name": name, "password": "correct horse", "invite": invite }),
        None => json!({ "name": name, "password": "correct horse" }),
    };
    for invite in [None, Some("x"), Some(&*"A".repeat(43))] {
        let refused =
            send(&guest, Method::POST, "/api/accounts", credentials("Anna", invite)).await;
        assert_eq!(refused.status(), StatusCode::FORBIDDEN);
    }
    // Whoever runs the server invites the first one.
    let store = site.server.server().app().store.clone();
    let secret = server::notify::LinkSecret::random();
    let now = server::serve::now();
    let kept = secret.kept(server::notify::Purpose::Invite, None, "", now);
    store.post().keep_secret(kept, false).await.unwrap();
    let key = secret.reveal();
    let no_name = send(&guest, Method::POST, "/api/accounts", credentials("", Some(key))).await;
    assert_eq!(no_name.status(), StatusCode::BAD_REQUEST, "the invitation stays good");
    let made = send(&guest, Method::POST, "/api/accounts", credentials("Anna", Some(key))).await;
    assert_eq!(made.status(), StatusCode::OK);
    let anna = guest.with_cookie_of(&made).unwrap();
    let bela = site.guest("Bela").await;
    let used = send(&bela, Method::POST, "/api/accounts", credentials("Bela", Some(key))).await;
    assert_eq!(used.status(), StatusCode::FORBIDDEN, "one account an invitation");
    let invited = send(&bela, Method::POST, "/api/me/invites", json!({})).await;
    assert_eq!(invited.status(), StatusCode::FORBIDDEN, "guests invite nobody");
    let invited = send(&anna, Method::POST, "/api/me/invites", json!({})).await;
    let invitation: protocol::Invitation = invited.json().await.unwrap();
    let key = invitation.path.split_once("invite=").unwrap().1.to_owned();
    let made = send(&bela, Method::POST, "/api/accounts", credentials("Bela", Some(&key))).await;
    assert_eq!(made.status(), StatusCode::OK);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hosters_own_pages_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let legal = folder.path().join("legal.md");
    std::fs::write(&legal, "Whoever runs this.").unwrap();
    std::fs::write(folder.path().join("legal.fr.md"), "Qui tient ceci.").unwrap();
    let site = Site::start(&[("legal-notice", legal.to_str().unwrap())]).await;
    let page = |name: &str, language: &str| {
        let request = site.http.get(format!("{}/api/pages/{name}", site.url()));
        request.header("accept-language", language).send()
    };
    assert_eq!(page("legal", "en").await.unwrap().text().await.unwrap(), "Whoever runs this.");
    assert_eq!(page("legal", "fr").await.unwrap().text().await.unwrap(), "Qui tient ceci.");
    for name in ["privacy", "other", "..%2Flegal.md"] {
        assert_eq!(page(name, "en").await.unwrap().status(), StatusCode::NOT_FOUND);
    }
    site.server.stop().await;
}
