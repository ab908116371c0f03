//! `trencavel web`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use crate::fail;

/// `trencavel web`.
#[derive(Args, Debug)]
pub struct WebArgs {
    /// The directory to write; it must be empty, or not exist yet
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// Writes the client as files that any host can serve: the game without a server.
///
/// # Errors
/// If this program has no client or no engine for it, or the directory cannot be written.
pub fn run(args: &WebArgs) -> Result<()> {
    let to = &args.out;
    let files = server::alone::files();
    if !files.iter().any(|file| file.path == "index.html") {
        let what = "this program was built without the web client";
        return Err(fail::input(what, "Build it with `make build`."));
    }
    if !files.iter().any(|file| Path::new(&file.path).extension().is_some_and(|end| end == "wasm"))
    {
        let what = "this program was built without the engine for pages";
        let next = "Build it with `make build` on a machine that has Rust's WebAssembly target \
                    (`rustup target add wasm32-unknown-unknown`).";
        return Err(fail::input(what, next));
    }
    if fs::read_dir(to).is_ok_and(|mut inside| inside.next().is_some()) {
        let what = format!("{} is not empty", to.display());
        return Err(fail::input(what, "Nothing is overwritten: name another directory."));
    }
    let mut bytes = 0;
    for file in &files {
        write(&to.join(&file.path), &file.data)?;
        bytes += file.data.len();
    }
    let place = to.display();
    println!("{place}: {} files, {bytes} bytes. Any host of files can serve them.", files.len());
    Ok(())
}

fn write(path: &Path, data: &[u8]) -> Result<()> {
    let written = match path.parent() {
        Some(folder) => fs::create_dir_all(folder).and_then(|()| fs::write(path, data)),
        None => fs::write(path, data),
    };
    written.map_err(|error| fail::unwritable(path, &error))
}
