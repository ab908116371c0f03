//! A backup of a database, made while games are played, and brought back by the program itself.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::time::{Duration, Instant};

use loadtest::child::{Launch, free_port};
use loadtest::database::{Database, Stop};
use loadtest::{Robot, Visitor, load, visitor};
use protocol::{Cause, Past};

/// How many moves are played before the backup, and again after it.
const MOVES: usize = 6;
/// How long they may take.
const PLAYING: Duration = Duration::from_mins(1);

/// Runs a command of the program on the database.
fn run(command: &str, file: &Path, store: &str, data: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trencavel"))
        .args([command, &format!("--store={store}"), "--data"])
        .arg(data)
        .arg(file)
        .output()
        .unwrap()
}

fn printed(output: &Output) -> String {
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    told
}

/// What it says of a command that it refuses.
fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Lets a table be played until so many moves are acknowledged, and nothing is under way.
async fn play(robots: &[Arc<Robot>; 2], moves: usize) {
    let tasks = robots.each_ref().map(|robot| tokio::spawn(Arc::clone(robot).run()));
    let begun = Instant::now();
    while robots.iter().map(|robot| robot.player().acked.len()).sum::<usize>() < moves {
        assert!(begun.elapsed() < PLAYING, "nothing is played");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for robot in robots {
        robot.rest();
    }
    for task in tasks {
        tokio::time::timeout(PLAYING, task).await.expect("a client that stops").unwrap();
    }
}

async fn look(visitor: &Visitor, table: &str) -> Past {
    visitor.look(table).await.unwrap()
}

/// What was played after the backup is undone and kept aside, whoever is alive is not disturbed,
/// and what is no backup changes nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_database_is_brought_back_by_the_program() {
    let port = free_port().unwrap();
    let folder = std::env::temp_dir().join(format!("trencavel-restoring-{port}"));
    std::fs::create_dir_all(&folder).unwrap();
    let mut database = Database::start(&folder.join("database"), port, false).unwrap();
    let store = format!("postgres://trencavel@127.0.0.1:{port}/trencavel?sslmode=disable");
    let (data, backup) = (folder.join("data"), folder.join("backup.sqlite"));
    let program = Path::new(env!("CARGO_BIN_EXE_trencavel"));
    let mut launch = Launch::new(program, &data, free_port().unwrap());
    launch.flags.push(format!("--store={store}"));
    let http = visitor::http().unwrap();
    let server = launch.start(&http).await.unwrap();
    let ada = Visitor::guest(&http, &server.url, "Ada").await.unwrap();
    let bob = Visitor::guest(&http, &server.url, "Bob").await.unwrap();
    let made = ada.make(load::config()).await.unwrap();
    bob.sit(&made, 1).await.unwrap();
    ada.start(&made.id).await.unwrap();
    let robots = |seed: u64| {
        [(&ada, "a"), (&bob, "b")].map(|(who, name)| {
            Robot::new(who.clone(), &made.id, &format!("{name}{seed}"), 20, seed)
        })
    };
    play(&robots(1), MOVES).await;
    let early = look(&ada, &made.id).await;
    printed(&run("backup", &backup, &store, &data));
    play(&robots(2), MOVES).await;
    let late = look(&ada, &made.id).await;
    assert!(late.n > early.n);

    let refused = complaint(&run("restore", &backup, &store, &data));
    assert!(refused.contains("Stop the server first. Nothing was changed."), "{refused}");
    server.stop().await.unwrap();
    let junk = folder.join("junk");
    std::fs::write(&junk, "no backup at all").unwrap();
    let refused = complaint(&run("restore", &junk, &store, &data));
    assert!(refused.contains("Nothing was changed."), "{refused}");
    let left = std::fs::read_dir(&data).unwrap().flatten().map(|file| file.file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().contains("before")).collect();
    assert!(left.is_empty(), "{left:?} was left by what was refused");

    let told = printed(&run("restore", &backup, &store, &data));
    let former = told.lines().find_map(|line| line.strip_prefix("The former one is kept as "));
    let former = Path::new(former.expect(&told).trim_end_matches('.')).to_owned();
    // What was played since is undone, and comes back with what was kept.
    for (from, expected) in [(None, &early), (Some(&former), &late)] {
        if let Some(file) = from {
            printed(&run("restore", file, &store, &data));
        }
        let server = launch.start(&http).await.unwrap();
        let now = look(&ada, &made.id).await;
        let (known, since) = now.log.split_at(expected.log.len());
        assert_eq!(known, expected.log);
        // Nobody's clock pays for the time without a server, and nothing else was added.
        assert!(since.iter().all(|line| matches!(line.cause, Cause::Away { .. })), "{since:?}");
        server.stop().await.unwrap();
    }
    database.stop(Stop::Immediate).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}
