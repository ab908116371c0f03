//! `trencavel web`: the client as files that any host can serve.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{complaint, printed, scratch, trencavel};

/// All files below a folder.
fn below(folder: &Path) -> Vec<PathBuf> {
    let inside = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    inside.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect()
}

/// What the program has packed is told plain as well, and the page knows that nobody is to be
/// asked. A tree whose client was not built has none, and says so.
#[test]
fn a_host_of_files_gets_all_of_the_client() {
    let folder = scratch("web");
    let to = folder.join("out");
    let output = trencavel(&["web", "--out", &to.to_string_lossy()]);
    if !Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist/index.html").exists() {
        assert!(complaint(&output).contains("built without the web client"));
        assert!(!to.exists(), "nothing is written");
        return;
    }
    assert!(printed(&output).contains(" files, "));
    for page in ["index.html", "404.html"] {
        let text = fs::read_to_string(to.join(page)).unwrap();
        assert!(text.contains(r#"name="trencavel-server" content="none""#), "{page}");
    }
    let script = fs::read_to_string(to.join("sw.js")).expect("a text");
    assert!(!script.is_empty());
    let files = below(&to);
    let engines = files.iter().filter(|path| path.extension().is_some_and(|end| end == "wasm"));
    let engines: Vec<_> = engines.collect();
    assert_eq!(engines.len(), 1, "{engines:?}");
    assert_eq!(fs::read(engines[0]).unwrap().get(..4), Some(&b"\0asm"[..]));
    let again = trencavel(&["web", "--out", &to.to_string_lossy()]);
    assert!(complaint(&again).contains("is not empty"));
}
