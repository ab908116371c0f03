//! Prints the TypeScript types of the wire.
fn main() {
    print!("{}", protocol::typescript::typescript());
}
