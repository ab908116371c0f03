//! The tiles of the project lie packed beside their files. `BLESS=1` packs them anew.

use std::fs;
use std::path::{Path, PathBuf};

use country::tile;

/// Every tile file of the crate.
fn files(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    let wanted = |path: &PathBuf| {
        // What it has is known only where it is in play.
        path.extension().is_some_and(|end| end == "toml")
            && (cfg!(feature = "trial") || !path.iter().any(|part| part == "trial"))
    };
    files.filter(wanted).collect()
}

#[test]
fn packed_tiles_are_those_of_their_files() {
    let files = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(files.len() >= 8, "{files:?}");
    for file in files {
        let tiles = tile::read(&file.to_string_lossy(), &fs::read_to_string(&file).unwrap());
        let tiles = tiles.unwrap();
        let beside = file.with_extension("packed");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&beside, tile::pack(&tiles)).unwrap();
        }
        let packed = fs::read(&beside).unwrap();
        let same = tile::unpack(&packed).eq(tiles);
        assert!(same, "{} has changed; BLESS=1 packs it anew", file.display());
    }
}
