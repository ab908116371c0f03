//! The program `trencavel`: the command line, and the web client that it carries. They are apart so
//! that everything else is compiled while the pages are still built.

use std::process::ExitCode;

use server::client::Carried;

fn main() -> ExitCode {
    command::main(Carried { names: client::names, file: client::file })
}
