//! What is logged, and how: lines for people, or JSON for machines.

use std::io::IsTerminal as _;

use tracing::Dispatch;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;

/// Starts logging to the standard error output. Called once, by the binary.
pub fn start(filter: &str, json: bool) {
    let colours = std::io::stderr().is_terminal();
    // A second call is harmless: tests start several servers in one process.
    let _ = tracing::dispatcher::set_global_default(logger(filter, json, colours, std::io::stderr));
}

/// What writes the lines.
pub fn logger<W>(filter: &str, json: bool, colours: bool, writer: W) -> Dispatch
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let filter = read(filter).unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
    let lines = tracing_subscriber::fmt::layer().with_writer(writer);
    let all = tracing_subscriber::registry().with(filter);
    if json {
        let lines = lines.json().flatten_event(true).with_current_span(true);
        all.with(lines.with_span_list(false)).into()
    } else {
        all.with(lines.with_target(false).with_ansi(colours)).into()
    }
}

/// What is logged: a level, and others for parts of the program, as `info,server=debug`.
pub fn read(filter: &str) -> Option<Targets> {
    filter.parse().ok()
}
