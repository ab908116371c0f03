//! The client's types are those of the wire.

const PLACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/wire.ts");

#[test]
fn golden_types_of_the_client_are_up_to_date() {
    let made = wire::typescript();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(PLACE, &made).expect("the client's folder can be written");
    }
    let kept = std::fs::read_to_string(PLACE).expect("the client has its types");
    assert!(kept == made, "web/src/wire.ts is out of date: run `cargo xtask bless`");
}

#[test]
fn every_type_that_is_named_is_exported() {
    let text = wire::typescript();
    for name in ["ClientMsg", "ServerMsg", "TableConfig", "Problem", "Now", "Event", "Replay"] {
        assert!(text.contains(&format!("export type {name} = ")), "{name} is missing");
    }
}
