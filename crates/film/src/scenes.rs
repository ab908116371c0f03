//! From a record to what is shown: one scene for each word that changes what is to be seen.

use std::sync::Arc;

use games::view::Tabletop;
use games::{AnyGame, AnyRules, Game, Record, Turn};

use crate::{Fault, Film, Options};

/// The board at one moment of the film.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    /// The game.
    pub game: AnyGame,
    /// The seat that has just decided; nobody at the start.
    pub by: Option<u8>,
    /// What each seat has scored since the scene before.
    pub gained: Vec<u16>,
    /// How long it is shown, in hundredths of a second.
    pub delay: u16,
    /// The move that it belongs to: all that a seat decides between two draws.
    part: usize,
}

/// The shortest time that programs show a frame for, in hundredths of a second.
const DELAY_MIN: u32 = 2;

impl Film {
    /// Plans the film of a record.
    ///
    /// # Errors
    /// If the record is no game, or there is nothing to show.
    pub fn new(record: &Record, options: Options) -> Result<Film, Fault> {
        let words = record.words().len();
        let asked = options.to.unwrap_or(words).max(options.from);
        if asked > words {
            return Err(Fault::Short { words, asked });
        }
        let mut record = record.clone();
        record.truncate(options.to.unwrap_or(words));
        let mut reel = Reel::begin(&record, options.from)?;
        record.replay(|step| reel.see(step)).map_err(Fault::Record)?;
        let mut scenes = reel.scenes;
        if scenes.len() < 2 {
            return Err(Fault::Still);
        }
        time(&mut scenes, &options);
        Ok(Film { options, rules: reel.rules, names: record.names(), scenes })
    }
}

/// Scenes so far.
struct Reel {
    rules: Arc<AnyRules>,
    from: usize,
    part: usize,
    seen: Tabletop,
    scenes: Vec<Scene>,
}

impl Reel {
    fn begin(record: &Record, from: usize) -> Result<Reel, Fault> {
        let (rules, game) = record.begin().map_err(Fault::Record)?.into_parts();
        let seen = Tabletop::of(&rules, &game);
        let gained = vec![0; usize::from(rules.seats())];
        let first = Scene { game, by: None, gained, delay: 0, part: 0 };
        Ok(Reel { rules, from, part: 0, seen, scenes: vec![first] })
    }

    fn see(&mut self, step: &games::PlayedWord) {
        let by = match step.by {
            Turn::Player(seat) => Some(seat.0),
            Turn::Chance | Turn::Over => {
                self.part += 1;
                None
            }
        };
        let before = self.last();
        let scores = step.game.scores();
        let gain = |(now, then): (&u16, &u16)| now.saturating_sub(*then);
        let old = before.game.scores();
        let gained: Vec<u16> =
            scores.iter().zip(old.iter()).map(gain).take(self.rules.seats().into()).collect();
        let seen = Tabletop::of(&self.rules, step.game);
        let same = seen.figures == self.seen.figures
            && seen.ring == self.seen.ring
            && step.game.board().laid().len() == before.game.board().laid().len()
            && gained.iter().all(|points| *points == 0)
            && step.game.turn() != Turn::Over;
        self.seen = seen;
        let scene = Scene { game: step.game.clone(), by, gained, delay: 0, part: self.part };
        if step.index < self.from {
            // Not shown yet: the film begins with the newest of these.
            self.scenes.clear();
            let gained = vec![0; scene.gained.len()];
            self.scenes.push(Scene { gained, by: None, ..scene });
        } else if !same {
            self.scenes.push(scene);
        }
    }

    fn last(&self) -> &Scene {
        self.scenes.last().expect("a film begins with a scene")
    }
}

/// Shares the time of each move among its scenes; the last one has its pause.
fn time(scenes: &mut [Scene], options: &Options) {
    let hundredths = |ms: u32| (ms / 10).clamp(DELAY_MIN, u16::MAX.into()) as u16;
    let mut at = 0;
    while at < scenes.len() {
        let part = scenes[at].part;
        let scenes = &mut scenes[at..];
        let count = scenes.iter().take_while(|scene| scene.part == part).count();
        // Walls that rise one by one must not flicker: a third of the pace is the least.
        let each = (options.pace / count as u32).max(options.pace / 3);
        for scene in &mut scenes[..count] {
            scene.delay = hundredths(each);
        }
        at += count;
    }
    if let Some(last) = scenes.last_mut() {
        last.delay = hundredths(options.pause.max(options.pace));
    }
}
