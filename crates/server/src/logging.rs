//! What is logged, and how: lines for people, or JSON for machines.

use tracing_subscriber::EnvFilter;

/// Starts logging to the standard error output. Called once, by the binary.
pub fn start(filter: &str, json: bool) {
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A second call is harmless: tests start several servers in one process.
    let _ = if json {
        builder.json().flatten_event(true).with_current_span(true).try_init()
    } else {
        builder.with_target(false).try_init()
    };
}
