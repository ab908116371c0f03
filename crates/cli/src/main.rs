//! The program `trencavel`: the library beside it, and the web client. They are apart so that the
//! library is compiled while the pages are still built.

use std::process::ExitCode;

use server::client::Carried;

fn main() -> ExitCode {
    cli::main(Carried { names: client::names, file: client::file })
}
