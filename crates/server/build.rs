//! Makes sure that there is a folder for the web client, and that the binary follows it and the
//! migrations.

fn main() {
    let dist = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist");
    // Without a built client the server still works: it then says how to build one.
    if let Err(error) = std::fs::create_dir_all(dist) {
        println!("cargo::warning=the folder {dist} cannot be made: {error}");
    }
    println!("cargo::rerun-if-changed={dist}");
    println!("cargo::rerun-if-changed=migrations");
}
