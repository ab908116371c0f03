//! Figures: round trips and memory.

use std::time::Duration;

/// Durations, for their percentiles.
#[derive(Clone, Default, Debug)]
pub struct Times {
    all: Vec<Duration>,
}

impl Times {
    /// Notes one.
    pub fn push(&mut self, time: Duration) {
        self.all.push(time);
    }

    /// Notes one, if there is one.
    pub fn extend_with(&mut self, time: Option<Duration>) {
        self.all.extend(time);
    }

    /// How many are longer than this.
    pub fn longer_than(&self, most: Duration) -> usize {
        self.all.iter().filter(|time| **time > most).count()
    }

    /// Notes those of another.
    pub fn extend(&mut self, other: Times) {
        self.all.extend(other.all);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The duration that `part` of all (0 to 1) do not exceed.
    pub fn percentile(&mut self, part: f64) -> Duration {
        self.all.sort_unstable();
        let last = self.all.len().saturating_sub(1);
        let index = (last as f64 * part).round() as usize;
        self.all.get(index).copied().unwrap_or_default()
    }
}

/// The memory of a process that is in use, in bytes (Linux).
pub fn memory(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// The processor time that a process has used (Linux), in seconds.
pub fn processor(pid: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name may hold blanks: count from behind it.
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_sorted_list() {
        let mut times = Times::default();
        for ms in (1..=101).rev() {
            times.push(Duration::from_millis(ms));
        }
        assert_eq!(times.percentile(0.5), Duration::from_millis(51));
        assert_eq!(times.percentile(0.99), Duration::from_millis(100));
        assert_eq!(times.percentile(1.0), Duration::from_millis(101));
        assert_eq!(Times::default().percentile(0.5), Duration::ZERO);
    }

    #[test]
    fn this_process_uses_memory() {
        let own = memory(std::process::id());
        assert!(own.is_none_or(|bytes| bytes > 100_000), "{own:?}");
    }
}
