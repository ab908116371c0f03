//! Makes sure that there is a folder for the web client, and that a release follows it.

fn main() {
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("cargo names the crate's folder");
    let dist = format!("{root}/../../web/dist");
    // Without a built client the server still works: it then says how to build one.
    if let Err(error) = std::fs::create_dir_all(&dist) {
        println!("cargo::warning=the folder {dist} cannot be made: {error}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={dist}");
    }
}
