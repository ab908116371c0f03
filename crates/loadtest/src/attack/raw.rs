//! Bytes that are no requests.

use std::time::Duration;

use anyhow::{Result, bail};

use super::Outcome;
use super::stranger::Target;

const PATIENCE: Duration = Duration::from_millis(600);

fn samples(host: &str) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = Vec::new();
    let mut text = |text: String| all.push(text.into_bytes());
    let long = "a".repeat(100_000);
    for line in [
        "GET\r\n\r\n",
        "GET /\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "get / http/1.1\r\n\r\n",
        "\r\n\r\n\r\n",
        "GET  / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\nHost: x\n\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n",
        "GET http://example.org/ HTTP/1.1\r\nHost: example.org\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
        "TRACE / HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET /\u{0} HTTP/1.1\r\nHost: x\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}",
    ] {
        text(line.to_string());
    }
    for path in [
        "/../../etc/passwd",
        "/assets/../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/..%2f..%2fetc%2fpasswd",
        "/api/tables/%00",
        "/api/tables/%ff%fe",
        "/api/tables/..%2f..",
        "/art/%2e%2e",
        "//example.org/",
        "/t/%e2%80%ae",
    ] {
        text(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
    }
    text(format!("GET /{long} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    text(format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {long}\r\n\r\n"));
    text(format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(2000)));
    text(format!("{long} / HTTP/1.1\r\n\r\n"));
    let post = format!("POST /api/guest HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n");
    for rest in [
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n",
        "Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}{}{}",
        "Content-Length: -1\r\n\r\n{}",
        "Content-Length: 99999999999999999999\r\n\r\n{}",
        "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n{}",
        "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}",
        "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "Expect: 100-continue\r\nContent-Length: 1000000000\r\n\r\n",
    ] {
        text(format!("{post}{rest}"));
    }
    let many = format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n").repeat(200);
    text(many);
    let upgrade = format!("GET /api/lobby HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n");
    text(format!("{upgrade}Connection: Upgrade\r\nSec-WebSocket-Version: 7\r\n\r\n"));
    all
}

/// Requests that are none: closed or refused, never a failure of the server.
pub async fn requests(target: Target) -> Result<Outcome> {
    let samples = samples(target.host());
    let (mut sent, mut refused) = (0, 0);
    for (number, sample) in samples.iter().cycle().take(target.pick(45, 300)).enumerate() {
        let heard = target.stranger(number % 8)?.say(sample, PATIENCE).await?;
        let heard = String::from_utf8_lossy(&heard);
        sent += 1;
        if heard.contains("HTTP/1.1 5") {
            let begin: String = String::from_utf8_lossy(sample).chars().take(80).collect();
            bail!(
                "{begin:?} made the server fail: {}",
                heard.chars().take(200).collect::<String>()
            );
        }
        if heard.contains("root:") {
            bail!("a file of the system was told");
        }
        refused += usize::from(!heard.contains("HTTP/1.1 2"));
    }
    Ok(Outcome::new(sent, refused, "closed or refused, never failed"))
}
