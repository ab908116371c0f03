//! Reports, moderators and what they do, over HTTP and sockets.

use protocol::{ClientMsg, Deed, MeTold, NoticeKind, Role, ServerMsg};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{Connection, Row};
use store::society::{Act, NewDeed};

use loadtest::Visitor;

use super::days::bell;
use super::kit::{Client, PASSWORD, Site, ask, done, refused, two};
use super::pairing::Own;

/// What `trencavel admin role` does.
async fn give_role(site: &Site, who: &Visitor, role: Role) {
    let deed = NewDeed {
        at: 1,
        moderator: String::new(),
        deed: Deed::Role,
        person: who.me.id.clone(),
        reason: String::new(),
        detail: String::new(),
        until: None,
        report: None,
        act: Act::Role(Some(role)),
    };
    site.server.server().app().store.do_deed(deed).await.unwrap();
}

pub async fn moderator(site: &Site, name: &str, role: Role) -> Visitor {
    let who = site.account(name).await;
    give_role(site, &who, role).await;
    done(&who, Method::POST, "/api/admin/proof", json!({ "password": PASSWORD })).await;
    who
}

async fn deed(who: &Visitor, body: Value) -> Value {
    done(who, Method::POST, "/api/admin/deeds", body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_of_a_line_is_answered_with_a_mute_and_an_appeal() {
    let site = Site::start(&[]).await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let mona = moderator(&site, "Mona", Role::Moderator).await;
    let made = site.begun(two(), &[&ada, &bob]).await;
    let mut loud = Client::open(&bob, &made.id, "bob", 1).await;
    loud.socket
        .say(&ClientMsg::Chat { id: "1".into(), text: "you are slow".into() })
        .await
        .unwrap();
    let said = loud.until(|m| matches!(m, ServerMsg::Chat { .. })).await;
    let ServerMsg::Chat { n, .. } = said else { unreachable!() };
    let report = |n: u64| json!({ "about": bob.me.id, "kind": "chat", "words": "rude", "table": made.id, "n": n });
    // A line that is not Bob's, and a report about oneself, are refused.
    assert_eq!(refused(&ada, Method::POST, "/api/reports", report(1)).await.0, 422);
    assert_eq!(refused(&bob, Method::POST, "/api/reports", report(n)).await.0, 422);
    done(&ada, Method::POST, "/api/reports", report(n)).await;

    let queue = done(&mona, Method::GET, "/api/admin/reports", Value::Null).await;
    let first = &queue["reports"][0];
    assert_eq!((&first["by"]["name"], &first["about"]["name"]), (&json!("Ada"), &json!("Bob")));
    assert_eq!(first["lines"][0]["text"], "you are slow");
    assert_eq!(first["score"], 50);
    let mute = json!({ "person": bob.me.id, "deed": "mute", "reason": "Be kind.", "hours": 2,
                       "report": first["id"] });
    deed(&mona, mute.clone()).await;
    assert_eq!(
        refused(&mona, Method::POST, "/api/admin/deeds", mute).await,
        (409, "answered".into())
    );
    let muted = loud.refusal(&ClientMsg::Chat { id: "2".into(), text: "what".into() }).await;
    assert_eq!(muted.kind, "muted");
    assert!(muted.retry.unwrap() > 7000);

    // Bob reads why, says something against it once, and reads the answer.
    let mine = done(&bob, Method::GET, "/api/me/moderation", Value::Null).await;
    let line = mine["deeds"][0].clone();
    assert_eq!((&line["deed"], &line["reason"]), (&json!("mute"), &json!("Be kind.")));
    let path = format!("/api/me/moderation/{}/appeal", line["id"]);
    done(&bob, Method::POST, &path, json!({ "words": "It was a joke." })).await;
    let twice = refused(&bob, Method::POST, &path, json!({ "words": "Really." })).await;
    assert_eq!(twice, (409, "appealed".into()));
    let elsewhere = refused(&ada, Method::POST, &path, json!({ "words": "Mine?" })).await;
    assert_eq!(elsewhere.0, 404);
    let state = done(&mona, Method::GET, "/api/admin", Value::Null).await;
    assert_eq!((&state["reports"], &state["appeals"]), (&json!(0), &json!(1)));
    for what in ["answer", "lift"] {
        let body = json!({ "person": bob.me.id, "deed": what, "reason": "All right.",
                           "of": line["id"] });
        deed(&mona, body).await;
    }
    let mine = done(&bob, Method::GET, "/api/me/moderation", Value::Null).await;
    let told = mine["deeds"].as_array().unwrap().iter().find(|it| it["id"] == line["id"]).unwrap();
    assert_eq!(told["appeal"]["answer"], "All right.");
    loud.socket.say(&ClientMsg::Chat { id: "3".into(), text: "sorry".into() }).await.unwrap();
    loud.until(|m| matches!(m, ServerMsg::Chat { text, .. } if text == "sorry")).await;
    let log = done(&mona, Method::GET, "/api/admin/deeds", Value::Null).await;
    let deeds: Vec<&str> =
        log["deeds"].as_array().unwrap().iter().map(|it| it["deed"].as_str().unwrap()).collect();
    assert_eq!(deeds, ["lift", "answer", "mute", "role"]);
    // The bell said each of them to whom it is about, and to nobody else.
    let rung = bell(&bob, 3).await.notices;
    assert!(rung.iter().all(|line| line.kind == NoticeKind::Moderation), "{rung:?}");
    bell(&mona, 0).await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_office_needs_a_role_a_browser_and_the_password_again() {
    let site = Site::start(&[]).await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let paths = [
        "/api/admin",
        "/api/admin/reports",
        "/api/admin/people",
        "/api/admin/deeds",
        "/api/admin/settings",
    ];
    for path in paths {
        assert_eq!(refused(&ada, Method::GET, path, Value::Null).await.0, 404, "{path}");
    }
    give_role(&site, &ada, Role::Organiser).await;
    assert_eq!(refused(&ada, Method::GET, "/api/admin", Value::Null).await.0, 404);
    give_role(&site, &ada, Role::Moderator).await;
    assert_eq!(done(&ada, Method::GET, "/api/me", Value::Null).await["role"], "moderator");
    let state = done(&ada, Method::GET, "/api/admin", Value::Null).await;
    assert_eq!(state.get("proved"), None);
    let ban = json!({ "person": bob.me.id, "deed": "ban", "reason": "Because." });
    for (method, path, body) in [
        (Method::GET, "/api/admin/reports", Value::Null),
        (Method::GET, "/api/admin/people/Bob", Value::Null),
        (Method::POST, "/api/admin/deeds", ban.clone()),
    ] {
        assert_eq!(refused(&ada, method, path, body).await, (403, "password-again".into()));
    }
    let wrong = json!({ "password": "wrong horse" });
    assert_eq!(refused(&ada, Method::POST, "/api/admin/proof", wrong).await.0, 403);
    let right = json!({ "password": PASSWORD });
    done(&ada, Method::POST, "/api/admin/proof", right).await;
    // A token with all scopes opens nothing.
    let scopes = json!({ "scopes": ["read", "play", "challenge", "account"] });
    let token = done(&ada, Method::POST, "/api/me/tokens", scopes).await;
    let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
    let url = format!("{}/api/admin", site.url());
    let answer = site.http.get(url).header("authorization", bearer).send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 404);
    // Moderators give no roles, see no settings, and decide about nobody with a role.
    assert_eq!(refused(&ada, Method::GET, "/api/admin/settings", Value::Null).await.1, "role");
    let role = json!({ "person": bob.me.id, "deed": "role", "role": "admin" });
    assert_eq!(refused(&ada, Method::POST, "/api/admin/deeds", role).await.1, "role");
    give_role(&site, &bob, Role::Moderator).await;
    assert_eq!(refused(&ada, Method::POST, "/api/admin/deeds", ban).await.1, "role");
    let own = json!({ "person": ada.me.id, "deed": "warn", "reason": "Myself." });
    assert_eq!(refused(&ada, Method::POST, "/api/admin/deeds", own).await.1, "role");
    // An administrator does both, and reads the settings.
    let root = moderator(&site, "Rosa", Role::Admin).await;
    deed(&root, json!({ "person": bob.me.id, "deed": "role" })).await;
    let settings = done(&root, Method::GET, "/api/admin/settings", Value::Null).await;
    assert!(settings["settings"].to_string().contains("bot-pause-ms"));
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_shut_out_reads_why_and_may_answer() {
    let site = Site::start(&[]).await;
    let bob = site.account("Bob").await;
    let mona = moderator(&site, "Mona", Role::Moderator).await;
    deed(
        &mona,
        json!({ "person": bob.me.id, "deed": "rename", "reason": "A name for all.",
                        "name": "Robert" }),
    )
    .await;
    assert_eq!(done(&bob, Method::GET, "/api/me", Value::Null).await["name"], "Robert");
    deed(&mona, json!({ "person": bob.me.id, "deed": "ban", "reason": "Too much." })).await;
    assert_eq!(refused(&bob, Method::GET, "/api/me/moderation", Value::Null).await.0, 401);
    let appeal = |words: &str, password: &str| json!({ "name": "Robert", "password": password, "words": words });
    let stranger = site.guest("Eve").await;
    let read = done(&stranger, Method::POST, "/api/appeals", appeal("", PASSWORD)).await;
    assert_eq!(read["deeds"][0]["reason"], "Too much.");
    let wrong = refused(&stranger, Method::POST, "/api/appeals", appeal("x", "wrong horse")).await;
    assert_eq!(wrong, (401, "wrong-password".into()));
    done(&stranger, Method::POST, "/api/appeals", appeal("Let me in.", PASSWORD)).await;
    let waiting = "/api/admin/deeds?appealed=true";
    let open = done(&mona, Method::GET, waiting, Value::Null).await;
    assert_eq!(open["deeds"][0]["appeal"]["words"], "Let me in.");
    deed(&mona, json!({ "person": bob.me.id, "deed": "unban", "reason": "Welcome." })).await;
    let login = json!({ "name": "Robert", "password": PASSWORD });
    done(&stranger, Method::POST, "/api/login", login).await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moderators_see_who_shares_a_place() {
    let site = Site::start(&[]).await;
    let (_ada, _bob) = (site.account("Ada").await, site.account("Bob").await);
    let mona = moderator(&site, "Mona", Role::Moderator).await;
    // It is noted beside the request: asked for until it is there.
    for _ in 0..200 {
        let bob = done(&mona, Method::GET, "/api/admin/people/Bob", Value::Null).await;
        if bob["shares"].to_string().contains("\"Ada\"") {
            site.server.stop().await;
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("nobody shares anything");
}

/// Sign-up is limited by address; logging in is not.
#[tokio::test(flavor = "multi_thread")]
async fn five_accounts_a_day_from_one_address() {
    let site = Site::start(&[("accounts-per-day", "5")]).await;
    for number in 0..5 {
        site.account(&format!("Anna{number}x")).await;
    }
    let sixth = site.guest("Zora").await;
    let asked = json!({ "name": "Zora", "password": PASSWORD });
    let answer = refused(&sixth, Method::POST, "/api/accounts", asked).await;
    assert_eq!(answer, (429, "too-many-requests".into()));
    let login = json!({ "name": "Anna1x", "password": PASSWORD });
    done(&sixth, Method::POST, "/api/login", login).await;
    site.server.stop().await;
}

/// Everything in the whole file, as text.
async fn everything(site: &Site) -> String {
    let path = site.data.path().join("trencavel.sqlite");
    let url = format!("sqlite:{}?mode=ro", path.display());
    let mut db = sqlx::sqlite::SqliteConnection::connect(&url).await.unwrap();
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table'")
            .fetch_all(&mut db)
            .await
            .unwrap();
    let mut all = String::new();
    for table in tables {
        let columns: Vec<String> = sqlx::query_scalar("SELECT name FROM pragma_table_info(?)")
            .bind(&table)
            .fetch_all(&mut db)
            .await
            .unwrap();
        let texts: Vec<String> =
            columns.iter().map(|name| format!("coalesce(quote(\"{name}\"), '')")).collect();
        let sql = format!("SELECT {} AS whole FROM \"{table}\"", texts.join(" || ' ' || "));
        for row in sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&mut db).await.unwrap() {
            let whole: String = row.get("whole");
            all.extend([table.as_str(), ": ", &whole, "\n"]);
        }
    }
    all
}

async fn seek_by_days(who: &Visitor) {
    let mut own = Own::open(who).await;
    own.seek(&["days"]).await;
    own.until(|told| matches!(told, MeTold::Waiting { .. })).await;
}

/// Somebody did and suffered everything there is, and leaves: nothing of it is found in the file.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_of_somebody_who_leaves() {
    let site = Site::start(&[]).await;
    let (ada, bob) = (site.account("Adalgisa").await, site.account("Bob").await);
    let mona = moderator(&site, "Mona", Role::Moderator).await;
    let made = site.begun(two(), &[&ada, &bob]).await;
    let mut client = Client::open(&ada, &made.id, "ada", 1).await;
    let chat = ClientMsg::Chat { id: "1".into(), text: "secretwords".into() };
    client.socket.say(&chat).await.unwrap();
    let said = client.until(|m| matches!(m, ServerMsg::Chat { .. })).await;
    let ServerMsg::Chat { n, .. } = said else { unreachable!() };
    let report = json!({ "about": ada.me.id, "kind": "chat", "words": "Adalgisa wrote secretwords",
                         "table": made.id, "n": n });
    done(&bob, Method::POST, "/api/reports", report).await;
    let report = json!({ "about": "Bob", "kind": "other", "words": "secretwords too" });
    done(&ada, Method::POST, "/api/reports", report).await;
    let follow = json!({ "tie": "follow" });
    done(&ada, Method::PUT, "/api/me/relations/Bob", follow.clone()).await;
    done(&bob, Method::PUT, "/api/me/relations/Adalgisa", follow).await;
    let mut config = two();
    config.name = "secretwords of Adalgisa".into();
    let challenge = json!({ "rival": "Bob", "config": config });
    done(&ada, Method::POST, "/api/challenges", challenge).await;
    deed(
        &mona,
        json!({ "person": ada.me.id, "deed": "rename", "name": "Adalgisa2",
                        "reason": "Adalgisa, no secretwords" }),
    )
    .await;
    let mine = done(&ada, Method::GET, "/api/me/moderation", Value::Null).await;
    let path = format!("/api/me/moderation/{}/appeal", mine["deeds"][0]["id"]);
    done(&ada, Method::POST, &path, json!({ "words": "my secretwords" })).await;
    done(&ada, Method::POST, "/api/me/tokens", json!({ "name": "secretwords" })).await;
    seek_by_days(&ada).await;
    let before = everything(&site).await.to_lowercase();
    assert!(before.contains("adalgisa") && before.contains("secretwords"));
    assert!(before.contains("seeks:"), "{before}");
    let (status, _) = ask(&ada, Method::DELETE, "/api/me", json!({ "password": PASSWORD })).await;
    assert_eq!(status, 204);
    let left = everything(&site).await;
    let found: Vec<&str> = left
        .lines()
        .filter(|line| {
            let line = line.to_lowercase();
            line.contains("adalgisa") || line.contains("secretwords")
        })
        .collect();
    assert!(found.is_empty(), "{found:#?}");
    assert!(left.contains("mod_log:"), "what was done stays");
    assert!(!left.contains("seeks:"));
    site.server.stop().await;
}

/// What is kept is what is given out.
#[tokio::test(flavor = "multi_thread")]
async fn an_export_has_everything_about_a_person() {
    let site = Site::start(&[]).await;
    let (ada, _bob) = (site.account("Ada").await, site.account("Bob").await);
    let mona = moderator(&site, "Mona", Role::Moderator).await;
    done(&ada, Method::PUT, "/api/me/relations/Bob", json!({ "tie": "follow" })).await;
    done(&ada, Method::POST, "/api/challenges", json!({ "rival": "Bob", "config": two() })).await;
    let report = json!({ "about": "Bob", "kind": "other", "words": "what I wrote" });
    done(&ada, Method::POST, "/api/reports", report).await;
    deed(&mona, json!({ "person": ada.me.id, "deed": "warn", "reason": "a reason" })).await;
    seek_by_days(&ada).await;
    let export = done(&ada, Method::GET, "/api/me/export", Value::Null).await;
    assert_eq!(export["seek"][0], json!(["days"]));
    assert_eq!((&export["drafts"], &export["leave_spent"]), (&json!([]), &json!([])));
    assert_eq!(export["relations"][0]["name"], "Bob");
    assert_eq!(export["challenges"][0]["to"]["name"], "Bob");
    assert_eq!(export["reports"][0]["words"], "what I wrote");
    assert_eq!(export["moderation"][0]["reason"], "a reason");
    site.server.stop().await;
}
