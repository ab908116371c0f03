//! What happens to the database.

use std::time::{Duration, Instant};

use loadtest::database::Stop;

use crate::checks;
use crate::world::World;

/// How long its disk stays full.
const FULL: Duration = Duration::from_secs(12);

/// P: the database is restarted as after a power cut, in the orderly way, and gone for 20 s.
pub async fn restarts(world: &mut World) {
    restart(world, Stop::Immediate, Duration::ZERO, "database restarted (immediate)").await;
    restart(world, Stop::Fast, Duration::ZERO, "database restarted (fast)").await;
    restart(world, Stop::Fast, Duration::from_secs(20), "database gone for 20 s").await;
}

async fn restart(world: &mut World, how: Stop, gone: Duration, what: &'static str) {
    let marks = world.marks();
    world.database.stop(how).unwrap();
    tokio::time::sleep(gone).await;
    world.database.go_on().unwrap();
    world.all_play_on(&marks, what, &[]).await;
    for node in 0..3 {
        world.until_ready(node).await;
    }
    checks::all(world).await;
}

/// F: no byte is left on the disk of the database. Nobody is told a move that is not kept, the
/// nodes say what is wrong, and everything goes on when there is room again.
pub async fn full_disk(world: &mut World) {
    if !world.small_disk {
        println!("not root: a full disk was not tried");
        return;
    }
    world.database.fill_disk(true).unwrap();
    let begun = Instant::now();
    let mut told = false;
    while begun.elapsed() < FULL || !told {
        for node in 0..3 {
            told |= world.why_not_ready(node).await.is_some_and(|why| why.contains("disk-full"));
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "nobody says that the disk is full");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let marks = world.marks();
    world.database.fill_disk(false).unwrap();
    world.database.revive().unwrap();
    world.all_play_on(&marks, "database's disk full for 12 s", &[]).await;
    for node in 0..3 {
        world.until_ready(node).await;
    }
    checks::all(world).await;
}
