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
    describe_counter!("trencavel_page_thoughts_total", "computers' moves thought in pages");
    describe_counter!("trencavel_page_late_total", "thoughts of pages that came too late");
    describe_counter!("trencavel_shadow_differences_total", "pages whose engine differed from us");
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
    describe_gauge!("trencavel_pulse_age_seconds", "since the store heard that this node is alive");
    describe_histogram!("trencavel_pulse_seconds", "time that a pulse took");
    describe_gauge!("trencavel_owned_tables", "tables that this node has");
    describe_counter!("trencavel_takes_total", "tables taken, by reason");
    describe_histogram!("trencavel_take_seconds", "time to take and read a table");
    describe_counter!("trencavel_fenced_total", "tables found to be another node's by now");
    describe_counter!("trencavel_reaped_total", "tables given back for dead nodes");
    describe_counter!("trencavel_rejoins_total", "how often this node was declared dead");
    describe_gauge!("trencavel_tunnels", "sockets of tables of other nodes");
    describe_counter!("trencavel_forwards_total", "requests sent on, by kind and result");
    describe_histogram!("trencavel_forward_seconds", "time until another node answered");
    describe_counter!("trencavel_peer_refusals_total", "strangers at the port for nodes");
    describe_gauge!("trencavel_clock_offset_seconds", "the store's clock minus ours");
    describe_gauge!("trencavel_drain_left", "tables still to be handed over");
    describe_histogram!("trencavel_append_group", "tables written by one statement");
    describe_counter!("trencavel_http_requests_total", "HTTP requests, by status");
    describe_histogram!("trencavel_http_seconds", "time to answer an HTTP request");
}
