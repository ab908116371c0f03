//! The credit of one socket: so many messages a second, a few more at once.

use std::time::Instant;

/// How many seconds' worth may be said at once.
const BURST_SECONDS: f64 = 3.0;
/// After how many refusals a client that goes on is ended.
const STRIKES_MAX: u32 = 60;

/// A bucket that fills with time.
#[derive(Debug)]
pub struct Credit {
    rate: f64,
    left: f64,
    at: Instant,
    strikes: u32,
}

impl Credit {
    /// A full bucket.
    pub fn new(a_second: u32) -> Credit {
        let rate = f64::from(a_second);
        Credit { rate, left: rate * BURST_SECONDS, at: Instant::now(), strikes: 0 }
    }

    /// Takes one.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn take(&mut self) -> Result<(), u32> {
        let now = Instant::now();
        let gained = now.duration_since(self.at).as_secs_f64() * self.rate;
        self.at = now;
        self.left = (self.left + gained).min(self.rate * BURST_SECONDS);
        if self.left >= 1.0 {
            self.left -= 1.0;
            self.strikes = self.strikes.saturating_sub(1);
            Ok(())
        } else {
            self.strikes += 1;
            Err(1)
        }
    }

    /// Whether the client went on and on in spite of the answers.
    pub fn is_abused(&self) -> bool {
        self.strikes > STRIKES_MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_a_flood_does_not() {
        let mut credit = Credit::new(10);
        for _ in 0..30 {
            assert!(credit.take().is_ok());
        }
        assert!(credit.take().is_err());
        assert!(!credit.is_abused());
        for _ in 0..100 {
            let _ = credit.take();
        }
        assert!(credit.is_abused());
    }
}
