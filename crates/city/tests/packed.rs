//! The sets of the project lie packed beside their files. `BLESS=1` packs them anew.

use std::fs;
use std::path::Path;

use city::{SETS, tile};

#[test]
fn packed_tiles_are_those_of_their_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tiles");
    for set in SETS {
        let tiles = tile::parse(set.name, set.text).unwrap();
        let beside = folder.join(format!("{}.packed", set.name));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&beside, tile::pack(&tiles)).unwrap();
        }
        let same = tile::unpack(&fs::read(&beside).unwrap()) == tiles;
        assert!(same, "{} has changed; BLESS=1 packs it anew", set.name);
    }
}
