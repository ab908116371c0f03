//! Gives the drawings a name that changes with whatever draws them: browsers keep a drawing for
//! ever under that name.

use std::fs;
use std::path::Path;

fn main() {
    let mut name = Fnv(0xcbf2_9ce4_8422_2325);
    for folder in ["src", "../country/src", "../city/src"] {
        // A package has no neighbours: there its version stands for one state of them.
        if Path::new(folder).is_dir() {
            println!("cargo::rerun-if-changed={folder}");
            name.folder(Path::new(folder));
        } else {
            name.bytes(env!("CARGO_PKG_VERSION").as_bytes());
        }
    }
    println!("cargo::rustc-env=DRAWN_BY={:016x}", name.0);
}

/// The hash of Fowler, Noll and Vo: short, and the same on every machine.
struct Fnv(u64);

impl Fnv {
    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Sources of this crate, and the tile files of the games.
    fn folder(&mut self, folder: &Path) {
        let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let drawn = path.starts_with("src") || path.extension().is_some_and(|e| e == "toml");
            if path.is_dir() {
                self.folder(&path);
            } else if drawn {
                let read = fs::read(&path);
                self.bytes(&read.unwrap_or_else(|e| panic!("{}: {e}", path.display())));
            }
        }
    }
}
