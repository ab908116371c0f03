//! What is logged, and how: lines for people, or JSON for machines.

use std::io::IsTerminal as _;

use tracing::Dispatch;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

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
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer);
    if json {
        let lines = builder.json().flatten_event(true).with_current_span(true);
        lines.with_span_list(false).finish().into()
    } else {
        builder.with_target(false).with_ansi(colours).finish().into()
    }
}
