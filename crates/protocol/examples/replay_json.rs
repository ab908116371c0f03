//! Prints a record as the client gets it:
//! `cargo run -p trencavel-protocol --example replay_json -- FILE`.

use std::process::ExitCode;

use protocol::{Problem, Replay};

fn replay(path: &str) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let told = |problem: Problem| {
        format!("{path}: {}: {}", problem.at.unwrap_or_default(), problem.detail)
    };
    let record = games::Record::parse(&text).map_err(|error| told(error.into()))?;
    let replay = Replay::of(&record).map_err(|error| told(error.into()))?;
    serde_json::to_string(&replay).map_err(|error| error.to_string())
}

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: replay_json FILE");
        return ExitCode::from(2);
    };
    match replay(&path) {
        Ok(json) => {
            println!("{json}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
