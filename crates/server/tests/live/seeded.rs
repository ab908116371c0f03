//! A test server: the same number gives the same tables, draws and computers, and says so.

use protocol::SeatPlan;
use reqwest::Method;

use super::kit::{Client, Site, computer, config, country};

/// Makes two tables, plays a whole game at the second, and tells all that chance had a hand in.
async fn told_by_chance(seed: &str) -> (String, String, Vec<String>) {
    let site = Site::start(&[("test-seed", seed), ("bot-deadline-ms", "60000")]).await;
    let ada = site.guest("Ada").await;
    let plan = || config(country(&[]), vec![SeatPlan::Me, computer()]);
    let first = ada.make(plan()).await.unwrap();
    let second = site.begun(plan(), &[&ada]).await;
    let mut client = Client::open(&ada, &second.id, "ada", 5).await;
    client.play_on().await;
    let record = ada.request(Method::GET, &format!("/api/tables/{}/record", second.id));
    let record = record.send().await.unwrap().text().await.unwrap();
    let words = record.lines().filter(|line| !line.starts_with('['));
    let words = words.map(without_comments).collect();
    site.server.stop().await;
    (first.id, second.id, words)
}

/// Clocks stand in comments, and time is not chance.
fn without_comments(line: &str) -> String {
    line.split('{').map(|part| part.rsplit('}').next().unwrap_or("")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_number_gives_the_same_games() {
    let (one, again, other) =
        tokio::join!(told_by_chance("1"), told_by_chance("1"), told_by_chance("2"));
    assert!(one.2.concat().len() > 500, "{:?}", one.2);
    assert_eq!(one, again);
    assert_ne!(one.0, one.1);
    assert_ne!(one.1, other.1);
    assert_ne!(one.2, other.2);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_test_server_says_that_it_is_one() {
    for (settings, says) in [(&[("test-seed", "1")][..], true), (&[], false)] {
        let site = Site::start(settings).await;
        let page = site.http.get(site.url()).send().await.unwrap().text().await.unwrap();
        if page.contains("built without") {
            return;
        }
        assert_eq!(page.contains("data-test-server"), says);
        site.server.stop().await;
    }
}
