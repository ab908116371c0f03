//! The balancers of `deploy/many`, started as they are but for their addresses.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use loadtest::child::free_port;

use crate::checks;
use crate::world::World;

const TABLES: usize = 12;

/// A balancer; dropped, it ends.
struct Balancer {
    process: Child,
    url: String,
}

impl Drop for Balancer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A file of `deploy/many` with the addresses of this test.
fn localised(file: &str, listen: (&str, &str), ports: &[u16]) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/many").join(file);
    let mut text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains(listen.0), "{file} listens as it did");
    text = text.replace(listen.0, listen.1);
    for (number, port) in (1..).zip(ports) {
        let address = format!("10.0.0.{number}:8080");
        assert!(text.contains(&address), "{file} names node {number}");
        text = text.replace(&address, &format!("127.0.0.1:{port}"));
    }
    text
}

async fn started(world: &World, mut command: Command, port: u16) -> Balancer {
    let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let balancer = Balancer { process, url: format!("http://127.0.0.1:{port}") };
    let begun = Instant::now();
    loop {
        let asked = world.http.get(format!("{}/readyz", balancer.url)).send().await;
        if asked.is_ok_and(|answer| answer.status().is_success()) {
            return balancer;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "the balancer does not answer");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn haproxy(world: &World) -> Balancer {
    let port = free_port().unwrap();
    let listen = "bind :443 ssl crt /etc/haproxy/play.pem alpn http/1.1";
    let text =
        localised("haproxy.cfg", (listen, &format!("bind 127.0.0.1:{port}")), &world.ports());
    // As many as any machine allows.
    let text = text.replace("maxconn 100000", "maxconn 8000");
    let file = world.folder().join("haproxy.cfg");
    std::fs::write(&file, text).unwrap();
    let mut command = Command::new("haproxy");
    command.args(["-db", "-f"]).arg(file);
    started(world, command, port).await
}

async fn nginx(world: &World) -> Balancer {
    let port = free_port().unwrap();
    let text =
        localised("nginx.conf", ("listen 443 ssl", &format!("listen {port}")), &world.ports());
    let plain: String = text
        .lines()
        .filter(|line| !line.contains("ssl_certificate"))
        .fold(String::new(), |all, line| all + line + "\n");
    let folder = world.folder().display().to_string();
    let whole = format!(
        "daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;\n\
         events {{}}\nhttp {{ access_log off; client_body_temp_path {folder}/body;\n\
         proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u;\n\
         scgi_temp_path {folder}/s;\n{plain}}}\n"
    );
    let file = world.folder().join("nginx.conf");
    std::fs::write(&file, whole).unwrap();
    let mut command = Command::new("nginx");
    command.arg("-c").arg(file);
    started(world, command, port).await
}

/// Tables follow the hash: their sockets come to their owners, and hardly anything is sent on. A
/// node that is gone is passed over.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs haproxy and nginx: `make cluster` has them"]
async fn the_balancers_of_deploy_send_players_to_the_owners() {
    let mut world = World::begin(0, 300, false).await;
    let balancer = haproxy(&world).await;
    through(&mut world, &balancer, "haproxy").await;
    drop(balancer);
    let balancer = nginx(&world).await;
    through(&mut world, &balancer, "nginx").await;
    let moves = checks::at_the_end(&mut world).await;
    println!("{moves} moves through haproxy and nginx, none lost, none twice");
}

async fn through(world: &mut World, balancer: &Balancer, name: &'static str) {
    let before = world.tables.len();
    let tunnels = async |world: &World| {
        let mut all = 0.0;
        for node in 0..3 {
            all += world.metric(node, "trencavel_tunnels").await;
        }
        all
    };
    let others = tunnels(world).await;
    world.way = Some(balancer.url.clone());
    for _ in 0..TABLES {
        world.add_table(None).await;
    }
    let marks = world.marks();
    world.all_play_on(&marks, name, &[]).await;
    let owned: Vec<usize> = (0..3).map(|node| world.tables_of(node).len()).collect();
    let strays = tunnels(world).await - others;
    println!("{name}: tables at the nodes {owned:?}, {strays} sockets sent on of {}", 2 * TABLES);
    assert!(strays * 10.0 <= 2.0 * TABLES as f64, "{strays} sockets were sent on");
    // Nobody is left at a node that is gone.
    let (lost, marks) = (world.tables_of(1), world.marks());
    world.kill(1).await;
    world.all_play_on(&marks, "kill -9 behind a real balancer", &lost).await;
    world.start(1).await;
    let robots = || world.tables[before..].iter().flat_map(|table| &table.robots);
    robots().for_each(|robot| robot.rest());
    // What is under way is answered before the balancer goes.
    let begun = Instant::now();
    while robots().any(|robot| robot.player().is_waiting()) {
        assert!(begun.elapsed() < Duration::from_mins(1), "a move is never answered");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
