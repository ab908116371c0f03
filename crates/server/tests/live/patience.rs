//! Clients that are slow on purpose, over plain TCP.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};

use super::kit::{Client, SOON, Site, two};

async fn connect(site: &Site) -> TcpStream {
    let address = site.url().strip_prefix("http://").unwrap();
    TcpStream::connect(address).await.unwrap()
}

/// Everything that the server says until it closes the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut heard = Vec::new();
    // A reset is an end as well.
    let _ = timeout(SOON, stream.read_to_end(&mut heard)).await.expect("the server hangs up");
    String::from_utf8_lossy(&heard).into_owned()
}

/// Sends a byte now and then until the server hangs up; how long that took.
async fn trickle(stream: &mut TcpStream) -> Duration {
    let begun = Instant::now();
    let mut heard = [0; 1024];
    loop {
        assert!(begun.elapsed() < SOON, "the server listens for ever");
        if stream.write_all(b"x").await.is_err() {
            return begun.elapsed();
        }
        let read = timeout(Duration::from_millis(50), stream.read(&mut heard)).await;
        if let Ok(Ok(0) | Err(_)) = read {
            return begun.elapsed();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_never_ends_is_not_waited_for() {
    let site = Site::start(&[("header-timeout-ms", "400"), ("idle-timeout-ms", "60000")]).await;
    let mut silent = connect(&site).await;
    let mut slow = connect(&site).await;
    slow.write_all(b"GET /api/tables HTTP/1.1\r\nhost: localhost\r\nx-slow: ").await.unwrap();
    let took = trickle(&mut slow).await;
    assert!(took >= Duration::from_millis(300) && took < Duration::from_secs(10), "{took:?}");
    assert_eq!(rest(&mut silent).await, "", "nor is one that says nothing at all");
    // The same for the second request of a connection.
    let mut second = connect(&site).await;
    second.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let mut heard = [0; 1024];
    assert!(timeout(SOON, second.read(&mut heard)).await.unwrap().unwrap() > 0);
    second.write_all(b"GET /healthz HTTP/1.1\r\nx: ").await.unwrap();
    trickle(&mut second).await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_never_ends_is_not_waited_for() {
    let site = Site::start(&[("body-timeout-ms", "400")]).await;
    let mut slow = connect(&site).await;
    let head = "POST /api/guest HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                content-length: 1000\r\n\r\n{";
    slow.write_all(head.as_bytes()).await.unwrap();
    let mut heard = [0; 4096];
    let n = timeout(SOON, slow.read(&mut heard)).await.expect("it is told").unwrap();
    let told = String::from_utf8_lossy(&heard[..n]).into_owned() + &rest(&mut slow).await;
    assert!(told.starts_with("HTTP/1.1 408"), "{told}");
    assert!(told.contains("application/problem+json") && told.contains("\"slow\""), "{told}");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_connection_ends_and_a_game_does_not() {
    let site = Site::start(&[("header-timeout-ms", "300"), ("idle-timeout-ms", "300")]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    let mut idle = connect(&site).await;
    idle.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let told = rest(&mut idle).await;
    assert!(told.starts_with("HTTP/1.1 200"), "{told}");
    // Sockets have other rules: both have been quiet for longer than that.
    first.make_move().await;
    second.make_move().await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_counted_and_the_next_is_told() {
    let site = Site::start(&[("max-connections-per-address", "4")]).await;
    let mut held = Vec::new();
    for _ in 0..4 {
        let mut stream = connect(&site).await;
        // Answered, so that it is certainly taken.
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        let mut heard = [0; 1024];
        assert!(timeout(SOON, stream.read(&mut heard)).await.unwrap().unwrap() > 0);
        held.push(stream);
    }
    let told = rest(&mut connect(&site).await).await;
    assert!(told.starts_with("HTTP/1.1 503"), "{told}");
    assert!(told.contains("too-many-connections"), "{told}");
    drop(held);
    let begun = Instant::now();
    loop {
        let mut stream = connect(&site).await;
        let request = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        let sent = stream.write_all(request).await;
        if sent.is_ok() && rest(&mut stream).await.starts_with("HTTP/1.1 200") {
            break;
        }
        assert!(begun.elapsed() < SOON, "places are given back");
    }
    site.server.stop().await;
}

/// What is no HTTP gets a problem document, too.
#[tokio::test(flavor = "multi_thread")]
async fn unreadable_requests_are_told_as_problems() {
    let site = Site::start(&[]).await;
    for request in [
        "what is this\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nhost: localhost\r\nno colon\r\n\r\n",
        "POST /api/guest HTTP/1.1\r\nhost: localhost\r\ncontent-length: abc\r\n\r\n",
        "GET /healthz HTTP/3.0\r\nhost: localhost\r\n\r\n",
    ] {
        let mut stream = connect(&site).await;
        stream.write_all(request.as_bytes()).await.unwrap();
        let told = rest(&mut stream).await;
        let (head, body) = told.split_once("\r\n\r\n").expect(&told);
        assert!(head.starts_with("HTTP/1.1 400"), "{request:?}: {told}");
        assert!(head.contains("content-type: application/problem+json"), "{request:?}: {told}");
        let problem: protocol::Problem = serde_json::from_str(body).expect(&told);
        assert_eq!((problem.status, problem.kind.as_str()), (400, "request"));
    }
    // After an answer on the same connection as well.
    let mut stream = connect(&site).await;
    stream
        .write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\nwhat\r\n\r\n")
        .await
        .unwrap();
    let told = rest(&mut stream).await;
    assert!(
        told.starts_with("HTTP/1.1 200") && told.contains("application/problem+json"),
        "{told}"
    );
    site.server.stop().await;
}

/// Whoever asks for much and reads nothing is not waited for.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_nobody_reads_is_given_up() {
    let site =
        Site::start(&[("idle-timeout-ms", "400"), ("max-connections-per-address", "1")]).await;
    let mut deaf = connect(&site).await;
    let asked = b"GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(400);
    // Its answers fill every buffer on the way; the server may hang up before all is sent.
    let _ = timeout(Duration::from_secs(3), deaf.write_all(&asked)).await;
    let begun = Instant::now();
    loop {
        let mut stream = connect(&site).await;
        let request = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        let sent = stream.write_all(request).await;
        if sent.is_ok() && rest(&mut stream).await.starts_with("HTTP/1.1 200") {
            break;
        }
        assert!(begun.elapsed() < SOON, "its place is never given back");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    drop(deaf);
    site.server.stop().await;
}
