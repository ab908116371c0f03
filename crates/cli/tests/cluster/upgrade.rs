//! A rolling upgrade: one node after the other is replaced by a newer release, which makes tables
//! that the older ones cannot read.

use crate::checks;
use crate::world::World;

/// How many tables the newer release makes while older ones are beside it.
const NEWER: usize = 4;

/// A release that writes what older ones cannot read says so with each table.
const NEEDS: &str = "
    CREATE OR REPLACE FUNCTION need() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        NEW.needs = coalesce((SELECT level FROM nodes WHERE id = NEW.owner), NEW.needs);
        RETURN NEW; END $$;
    CREATE OR REPLACE TRIGGER need BEFORE INSERT ON tables FOR EACH ROW EXECUTE FUNCTION need()";

/// U: all nodes are replaced in turn; `newer` is by how many releases.
pub async fn replace_all(world: &mut World, newer: u64) {
    world.ask(NEEDS);
    replace(world, 0, newer).await;
    let made = world.add_tables(NEWER, 0).await;
    let list = format!("'{}'", made.join("', '"));
    let marks = world.marks();
    world.all_play_on(&marks, "two releases side by side", &made).await;
    let elsewhere = format!(
        "SELECT count(*) FROM tables t JOIN nodes n ON n.id = t.owner
         WHERE t.id IN ({list}) AND n.name <> 'node-0'"
    );
    assert_eq!(world.ask(&elsewhere), "0", "older nodes have what they cannot read");

    // The newer one goes: what only it can read waits for it, everything else plays on.
    let marks = world.marks();
    world.kill(0).await;
    world.others_play_on(&marks, "kill -9 of the only newer node", &made).await;
    let owned = format!("SELECT count(owner) FROM tables WHERE id IN ({list})");
    world.until_answered(&owned, "0", "what the dead node had is given back").await;
    let marks = world.marks();
    world.start(0).await;
    world.all_play_on(&marks, "the newer node back", &made).await;
    let taken = format!(
        "SELECT count(*) FROM takes k JOIN nodes n ON n.id = k.owner
         WHERE k.table_id IN ({list}) AND n.name <> 'node-0'"
    );
    assert_eq!(world.ask(&taken), "0", "older nodes have taken what they cannot read");
    for node in [1, 2] {
        replace(world, node, newer).await;
    }
    checks::all(world).await;
}

async fn replace(world: &mut World, node: usize, newer: u64) {
    let (owned, marks) = (world.tables_of(node), world.marks());
    world.stop(node).await;
    world.be_newer(node, newer);
    world.start(node).await;
    world.all_play_on(&marks, "a node replaced by a newer release", &owned).await;
}
