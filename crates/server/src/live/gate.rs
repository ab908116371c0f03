//! A gate before work that costs a processor: so many at once, the others wait.
//!
//! Invariant: the right to work lives in the work itself. Whoever hangs up does not let another in
//! while a thread is still busy for it.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::JoinError;

/// A gate. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Gate(Arc<Semaphore>);

impl Gate {
    /// A gate for so many at once.
    pub fn new(at_once: usize) -> Gate {
        Gate(Arc::new(Semaphore::new(at_once)))
    }

    /// Runs work on a thread of its own when there is room. If the caller goes before, it is never
    /// begun; if it goes later, the work keeps its place until it is done.
    ///
    /// # Errors
    /// If the work panics: a bug.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        // It is never closed; without a permit the work is merely not bounded.
        let permit = Arc::clone(&self.0).acquire_owned().await.ok();
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        });
        done.await
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may fail
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn who_hangs_up_lets_nobody_else_in() {
        let gate = Gate::new(1);
        let (end, wait) = mpsc::channel::<()>();
        let (begin, begun) = tokio::sync::oneshot::channel();
        let ours = gate.clone();
        let asking = tokio::spawn(async move {
            let work = move || {
                let _ = begin.send(());
                let _ = wait.recv();
            };
            let _ = ours.run(work).await;
        });
        begun.await.unwrap();
        asking.abort();
        assert!(asking.await.unwrap_err().is_cancelled());
        assert_eq!(gate.0.available_permits(), 0, "the work goes on, and so does its permit");
        let ours = gate.clone();
        let next = tokio::spawn(async move { ours.run(|| 7).await.unwrap() });
        drop(end);
        assert_eq!(tokio::time::timeout(Duration::from_secs(20), next).await.unwrap().unwrap(), 7);
    }

    #[tokio::test]
    async fn a_panic_gives_the_place_back() {
        let gate = Gate::new(1);
        assert!(gate.run(|| panic!("a bug")).await.is_err());
        assert_eq!(gate.run(|| 7).await.unwrap(), 7);
    }
}
