//! Writes a record while a game is played.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use table::{Action, Event, Refusal, Turn};

use super::replay::points;
use super::{LineColumn, Note, Outcome, Record, RecordError, Word};
use crate::any::{AnyGame, AnyRules};
use crate::setup::{Setup, SetupError};
use crate::teller::{Said, Teller, WordError};

/// Writes down what a [`Teller`] tells.
#[derive(Clone, Debug)]
pub struct Scribe {
    record: Record,
}

impl Scribe {
    /// Begins a record of the game that a teller begins with.
    pub fn new(teller: &Teller, names: &[&str]) -> Scribe {
        let mut record = Record::new(teller.rules().setup());
        for (seat, name) in names.iter().enumerate() {
            record.set_name(seat, name);
        }
        let mut scribe = Scribe { record };
        scribe.note_outcome(teller);
        scribe
    }

    /// Begins a record that has of another one where the game begins, and nothing else: neither
    /// names nor tags nor remarks. The teller stands there.
    pub fn bare(record: &Record, teller: &Teller) -> Scribe {
        let mut scribe = Scribe::new(teller, &[]);
        let position = record.position.as_ref();
        scribe.record.position = position.map(|_| teller.game().position(teller.rules()));
        scribe
    }

    /// Begins to write a record again, in the one form that is printed; the teller stands at its
    /// beginning.
    pub fn again(record: &Record, teller: &Teller) -> Scribe {
        let mut scribe = Scribe { record: Record { words: Vec::new(), ..record.clone() } };
        if let Some(position) = &mut scribe.record.position {
            *position = teller.game().position(teller.rules());
        }
        scribe.note_outcome(teller);
        scribe
    }

    /// Writes a word down, behind which the teller stands now.
    pub fn write(&mut self, said: &Said, teller: &Teller) {
        self.push(said, Vec::new(), LineColumn::default());
        self.note_outcome(teller);
    }

    /// Writes a word of a record again, with its notes.
    pub fn copy(&mut self, word: &Word, said: &Said, teller: &Teller) {
        self.push(said, word.notes.clone(), word.place);
        self.note_outcome(teller);
    }

    fn push(&mut self, said: &Said, notes: Vec<Note>, place: LineColumn) {
        let number = said.begins_turn.then_some(said.number);
        self.record.words.push(Word { number, text: said.text.clone(), notes, place });
    }

    /// Before the end the result is open, unless the record says something: an agreement.
    fn note_outcome(&mut self, teller: &Teller) {
        if teller.turn() == Turn::Over {
            self.record.outcome = Some(points(teller.rules(), teller.game()));
        } else {
            self.record.outcome.get_or_insert(Outcome::Open);
        }
    }

    /// The record so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Ends writing.
    pub fn into_record(self) -> Record {
        self.record
    }
}

/// A game being played, with its record.
#[derive(Clone, Debug)]
pub struct Recorder {
    teller: Teller,
    scribe: Scribe,
}

impl Recorder {
    /// Starts a game.
    ///
    /// # Errors
    /// If the set-up cannot be played.
    pub fn new(setup: &Setup, names: &[&str]) -> Result<Recorder, SetupError> {
        Ok(Recorder::on(Teller::start(setup)?, names))
    }

    /// Goes on from a position.
    pub fn from_position(
        rules: impl Into<Arc<AnyRules>>,
        game: AnyGame,
        names: &[&str],
    ) -> Recorder {
        let mut recorder = Recorder::on(Teller::new(rules, game), names);
        let position = recorder.game().position(recorder.rules());
        recorder.scribe.record.position = Some(position);
        recorder
    }

    /// Goes on where a record stops; its words are written in the one form that is printed.
    ///
    /// # Errors
    /// As [`Record::replay`].
    pub fn resume(record: &Record) -> Result<Recorder, RecordError> {
        Recorder::resume_by(record.begin()?, record)
    }

    /// The same on a teller that stands at the beginning of the record.
    ///
    /// # Errors
    /// As [`Record::replay`].
    pub fn resume_by(mut teller: Teller, record: &Record) -> Result<Recorder, RecordError> {
        let mut scribe = Scribe::again(record, &teller);
        for (index, word) in record.words.iter().enumerate() {
            let said = record.play_word(index, &mut teller)?;
            scribe.copy(word, &said, &teller);
        }
        record.check_end(&teller)?;
        Ok(Recorder { teller, scribe })
    }

    /// Begins with a game just started.
    pub fn on(teller: Teller, names: &[&str]) -> Recorder {
        let scribe = Scribe::new(&teller, names);
        Recorder { teller, scribe }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<AnyRules> {
        self.teller.rules()
    }

    /// The game as it stands.
    pub fn game(&self) -> &AnyGame {
        self.teller.game()
    }

    /// The game being told.
    pub fn teller(&self) -> &Teller {
        &self.teller
    }

    /// The record so far.
    pub fn record(&self) -> &Record {
        &self.scribe.record
    }

    /// The record so far, to add tags and names.
    pub fn record_mut(&mut self) -> &mut Record {
        &mut self.scribe.record
    }

    /// Ends recording.
    pub fn into_record(self) -> Record {
        self.scribe.record
    }

    /// Plays an action if `by` may play it now, and writes it down.
    ///
    /// # Errors
    /// Names the rule that the action would break; nothing changes then.
    pub fn submit(&mut self, by: Turn, action: Action) -> Result<Vec<Event>, Refusal> {
        let said = self.teller.submit(by, action)?;
        self.scribe.write(&said, &self.teller);
        Ok(said.events)
    }

    /// [`Recorder::submit`] for a typed word.
    ///
    /// # Errors
    /// If the word makes no sense here, or the rules forbid it.
    pub fn submit_word(&mut self, by: Turn, word: &str) -> Result<Vec<Event>, WordError> {
        let said = self.teller.say(by, word)?;
        self.scribe.write(&said, &self.teller);
        Ok(said.events)
    }

    /// Puts a comment behind the last word.
    pub fn comment(&mut self, text: &str) {
        self.scribe.record.comment(text);
    }

    /// Puts a clock behind the last word.
    pub fn clock(&mut self, seconds: u32) {
        self.scribe.record.clock(seconds);
    }
}

impl Record {
    /// The record of a game that is known as a list of actions.
    ///
    /// # Errors
    /// Tells the first action that is illegal, by its place in the list, and why.
    pub fn of_game(
        rules: &AnyRules,
        names: &[&str],
        actions: &[Action],
    ) -> Result<Record, (usize, Refusal)> {
        use table::Game;
        let teller = Teller::new(rules.clone(), AnyGame::start(rules));
        let mut recorder = Recorder::on(teller, names);
        for (number, action) in actions.iter().enumerate() {
            let by = recorder.teller.turn();
            recorder.submit(by, *action).map_err(|refusal| (number, refusal))?;
        }
        Ok(recorder.into_record())
    }

    /// The same game in the one form that is printed: spots in full, every `x`, every turn
    /// number, and the result.
    ///
    /// # Errors
    /// As [`Record::replay`].
    pub fn canonical(&self) -> Result<Record, RecordError> {
        Ok(Recorder::resume(self)?.into_record())
    }

    /// The words without numbers and notes, for logs.
    pub fn plain_words(&self) -> Vec<String> {
        self.words.iter().map(|w| w.text.clone()).collect()
    }
}
