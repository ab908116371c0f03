//! Numbers for Prometheus.

use std::sync::OnceLock;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// A handle to the numbers of this process.
#[derive(Clone)]
pub struct Metrics {
    handle: PrometheusHandle,
}

/// One recorder a process: servers of one process (tests) share it.
static INSTALLED: OnceLock<PrometheusHandle> = OnceLock::new();

/// Buckets of durations, seconds.
const BUCKETS: &[f64] =
    &[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

impl Metrics {
    /// Installs the recorder, once.
    pub fn install() -> Metrics {
        let handle = INSTALLED.get_or_init(|| {
            let builder = PrometheusBuilder::new();
            let builder = builder
                .set_buckets_for_metric(Matcher::Suffix("_seconds".into()), BUCKETS)
                .unwrap_or_else(|_| PrometheusBuilder::new());
            let recorder = builder.build_recorder();
            let handle = recorder.handle();
            // A second recorder in one process would be a bug of ours, not of the user.
            if metrics::set_global_recorder(recorder).is_err() {
                tracing::error!("another recorder of metrics is installed");
            }
            describe();
            handle
        });
        Metrics { handle: handle.clone() }
    }

    /// All numbers in the text format of Prometheus.
    pub fn render(&self) -> String {
        self.handle.run_upkeep();
        self.handle.render()
    }
}

fn describe() {
    use metrics::{describe_counter, describe_gauge, describe_histogram};
    describe_gauge!("trencavel_tables", "tables in memory");
    describe_gauge!("trencavel_sockets", "open sockets");
    describe_counter!("trencavel_moves_total", "moves committed");
    describe_counter!("trencavel_refusals_total", "messages refused, by kind");
    describe_histogram!("trencavel_commit_seconds", "time to commit to the disk");
    describe_gauge!("trencavel_bot_queue", "computer seats waiting for a thread");
    describe_counter!("trencavel_backups_total", "backups made by the clock");
    describe_counter!("trencavel_backup_failures_total", "backups that could not be made");
    describe_gauge!("trencavel_backup_last_time_seconds", "when the last backup was made (Unix)");
    describe_counter!("trencavel_expired_total", "what expired, by kind");
    describe_gauge!("trencavel_work_running", "threads at work, by lane");
    describe_gauge!("trencavel_work_waiting", "requests waiting for work, by lane");
    describe_counter!("trencavel_work_refused_total", "work refused because too much waits");
    describe_histogram!("trencavel_work_seconds", "time that work took, by lane");
    describe_counter!("trencavel_kept_total", "finished pictures: told again, or made");
    describe_gauge!("trencavel_kept_bytes", "memory for finished pictures");
    describe_counter!("trencavel_http_requests_total", "HTTP requests, by status");
    describe_histogram!("trencavel_http_seconds", "time to answer an HTTP request");
}
