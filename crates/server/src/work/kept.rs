//! What is finished, so that it is made once: bounded by bytes, the longest unused goes first.
//!
//! Whoever asks for something that is just being made waits for it instead of making it again. If
//! the one who made it hangs up before its turn, another of those who wait takes it over.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lru::LruCache;
use tokio::sync::watch;

use super::lane::{Lane, Origin};
use crate::http::kept::Answer;
use crate::http::{ApiError, ApiResult};

type Made = ApiResult<Arc<Answer>>;

/// Finished answers by name.
#[derive(Clone)]
pub struct Kept(Arc<Inner>);

struct Inner {
    name: &'static str,
    bytes_max: usize,
    shelf: Mutex<Shelf>,
}

struct Shelf {
    finished: LruCache<String, Arc<Answer>>,
    bytes: usize,
    /// What is being made, or waits to be.
    flights: HashMap<String, watch::Receiver<Option<Made>>>,
}

/// Something that is being made; if it is dropped unfinished, another one may begin.
struct Flight {
    kept: Kept,
    name: String,
    told: watch::Sender<Option<Made>>,
}

impl Flight {
    fn land(self, made: &Made) {
        if let Ok(answer) = made {
            self.kept.keep(&self.name, answer);
        }
        self.told.send_replace(Some(made.clone()));
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        self.kept.shelf().flights.remove(&self.name);
    }
}

/// What was found under a name.
enum Found {
    Answer(Arc<Answer>),
    Flying(watch::Receiver<Option<Made>>),
    Nothing(Flight),
}

impl Kept {
    /// A shelf for so many bytes.
    pub fn new(name: &'static str, bytes_max: usize) -> Kept {
        let shelf =
            Shelf { finished: LruCache::unbounded(), bytes: 0, flights: HashMap::default() };
        Kept(Arc::new(Inner { name, bytes_max, shelf: Mutex::new(shelf) }))
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.0.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer of a name; it is made in a lane if it is not kept.
    ///
    /// # Errors
    /// What making it answers, which is not kept; or that the lane is full.
    pub async fn answer(
        &self,
        name: &str,
        lane: &Lane,
        origin: Origin,
        make: impl FnOnce() -> ApiResult<Vec<u8>> + Send + 'static,
    ) -> Made {
        loop {
            match self.find(name) {
                Found::Answer(answer) => return Ok(answer),
                Found::Flying(mut told) => {
                    // An error: whoever made it went before its turn. Perhaps it is ours now.
                    if let Ok(made) = told.wait_for(Option::is_some).await
                        && let Some(made) = &*made
                    {
                        return made.clone();
                    }
                }
                Found::Nothing(flight) => {
                    let work = move || {
                        let made = make().map(|bytes| Arc::new(Answer::new(bytes)));
                        flight.land(&made);
                        made
                    };
                    return lane.run(origin, work).await.map_err(ApiError::from)?;
                }
            }
        }
    }

    fn find(&self, name: &str) -> Found {
        let mut shelf = self.shelf();
        let found = shelf.finished.get(name).cloned();
        let outcome = if found.is_some() { "kept" } else { "made" };
        metrics::counter!("trencavel_kept_total", "of" => self.0.name, "outcome" => outcome)
            .increment(1);
        if let Some(answer) = found {
            return Found::Answer(answer);
        }
        if let Some(told) = shelf.flights.get(name) {
            return Found::Flying(told.clone());
        }
        let (told, wait) = watch::channel(None);
        shelf.flights.insert(name.to_owned(), wait);
        drop(shelf);
        Found::Nothing(Flight { kept: self.clone(), name: name.to_owned(), told })
    }

    fn keep(&self, name: &str, answer: &Arc<Answer>) {
        let size = |name: &str, answer: &Answer| name.len() + answer.bytes();
        let mut shelf = self.shelf();
        let own = size(name, answer);
        if own > self.0.bytes_max {
            return;
        }
        shelf.bytes += own;
        if let Some((old_name, old)) = shelf.finished.push(name.to_owned(), answer.clone()) {
            shelf.bytes -= size(&old_name, &old);
        }
        while shelf.bytes > self.0.bytes_max {
            let Some((name, old)) = shelf.finished.pop_lru() else { break };
            shelf.bytes -= size(&name, &old);
        }
        metrics::gauge!("trencavel_kept_bytes", "of" => self.0.name).set(shelf.bytes as f64);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may stop at once
mod tests {
    use std::net::IpAddr;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::super::lane::Rule;
    use super::*;

    fn lane() -> Lane {
        let patience = Duration::from_secs(20);
        Lane::new("test", Rule { at_once: 1, waiting: 8, waiting_each: 8, patience })
    }

    fn origin() -> Origin {
        IpAddr::from([10, 0, 0, 1]).into()
    }

    #[tokio::test]
    async fn what_many_ask_for_at_once_is_made_once() {
        let (kept, lane, made) = (Kept::new("test", 1000), lane(), Arc::new(AtomicUsize::new(0)));
        let ask = || {
            let (kept, lane, made) = (kept.clone(), lane.clone(), made.clone());
            tokio::spawn(async move {
                let make = move || {
                    made.fetch_add(1, Ordering::SeqCst);
                    Ok(vec![7; 10])
                };
                kept.answer("a", &lane, origin(), make).await
            })
        };
        for task in [ask(), ask(), ask(), ask()] {
            assert_eq!(task.await.unwrap().unwrap().plain().as_ref(), [7; 10]);
        }
        assert_eq!(made.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn another_takes_over_from_one_who_hangs_up() {
        let (kept, lane) = (Kept::new("test", 1000), lane());
        let (end, wait) = std::sync::mpsc::channel::<()>();
        let ours = lane.clone();
        let busy = tokio::spawn(async move { ours.run(origin(), move || wait.recv()).await });
        while lane.load() != (1, 0) {
            tokio::task::yield_now().await;
        }
        let (k, l) = (kept.clone(), lane.clone());
        let first = tokio::spawn(async move { k.answer("a", &l, origin(), || panic!()).await });
        while lane.load() != (1, 1) {
            tokio::task::yield_now().await;
        }
        let (k, l) = (kept.clone(), lane.clone());
        let second = tokio::spawn(async move { k.answer("a", &l, origin(), || Ok(vec![1])).await });
        tokio::task::yield_now().await;
        first.abort();
        drop(end);
        assert_eq!(second.await.unwrap().unwrap().plain().as_ref(), [1]);
        assert!(busy.await.unwrap().unwrap().is_err());
    }

    #[tokio::test]
    async fn the_shelf_is_bounded_and_errors_are_not_kept() {
        let (kept, lane) = (Kept::new("test", 350), lane());
        for name in ["a", "b", "c", "d"] {
            kept.answer(name, &lane, origin(), || Ok(rand::random::<[u8; 50]>().to_vec()))
                .await
                .unwrap();
        }
        let has = |name: &str| kept.shelf().finished.contains(name);
        assert!(kept.shelf().bytes <= 350);
        assert!(has("d") && !has("a"));
        let refused = kept.answer("e", &lane, origin(), || Err(ApiError::not_found("thing"))).await;
        assert_eq!(refused.err().unwrap().0.kind, "not-found");
        assert!(kept.answer("e", &lane, origin(), || Ok(vec![1])).await.is_ok());
    }
}
