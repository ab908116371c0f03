//! The program behind one game: started for it, told where the game stands, ended with it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use engines::{Asked, CommandLine, Fault, Program};
use games::record::Record;
use games::{Recorder, Seat, Teller, Turn, position};
use tep::{Limits, PositionLine};

/// How much later than its time an answer may be.
const LENIENCE: Duration = Duration::from_secs(2);
/// How long it thinks where no clock runs.
const CALM: Duration = Duration::from_secs(3);

/// What a seat has left, and what it gains with a move, ms.
#[derive(Clone, Default, Debug)]
pub struct Time {
    /// By seat; empty without a clock.
    pub left: Vec<u64>,
    /// With each move.
    pub increment: u64,
}

/// A program in one game.
#[derive(Clone)]
pub struct Mind(Arc<Mutex<State>>);

struct State {
    command: CommandLine,
    program: Option<Program>,
}

impl Mind {
    /// None is started before it is asked.
    pub fn new(command: CommandLine) -> Mind {
        Mind(Arc::new(Mutex::new(State { command, program: None })))
    }

    /// What it decides for a seat in the game of a record; nothing if that seat must not decide. A
    /// program that fails is started anew and asked once more.
    ///
    /// # Errors
    /// If the record cannot be read, or the program fails twice.
    pub async fn decide(
        &self,
        record: String,
        seat: u8,
        time: Time,
    ) -> Result<Option<Vec<String>>> {
        let mind = self.clone();
        tokio::task::spawn_blocking(move || {
            let recorder = Recorder::resume(&Record::parse(&record)?)?;
            if recorder.teller().turn() != Turn::Player(Seat(seat)) {
                return Ok(None);
            }
            let mut state = mind.0.lock().unwrap_or_else(PoisonError::into_inner);
            for _ in 0..2 {
                match state.ask(&recorder, seat, &time) {
                    Ok(words) => return Ok(Some(words)),
                    Err(fault) => {
                        eprintln!("{}: {fault}", state.command);
                        state.program = None;
                    }
                }
            }
            bail!("the program has failed twice")
        })
        .await?
    }
}

impl State {
    fn ask(&mut self, recorder: &Recorder, seat: u8, time: &Time) -> Result<Vec<String>, Fault> {
        let (rules, game) = (recorder.rules(), recorder.game());
        if self.program.is_none() {
            let mut program = Program::start(&self.command, false)?;
            program.new_game(rules.setup())?;
            self.program = Some(program);
        }
        let Some(program) = &mut self.program else { return Err(Fault::Died) };
        let place = PositionLine::position(&position::print(rules, game));
        let mut teller = Teller::new(rules.clone(), game.clone());
        let own = time.left.get(usize::from(seat)).map(|left| Duration::from_millis(*left));
        let limits = match own {
            Some(_) => {
                Limits { clock: time.left.clone(), increment: time.increment, ..Limits::default() }
            }
            None => Limits { time: Some(CALM.as_millis() as u64), ..Limits::default() },
        };
        let until = Instant::now() + own.unwrap_or(CALM) + LENIENCE;
        let asked = Asked { place: &place, limits: &limits, until };
        let actions = program.decide(&teller, &asked, &mut |_| {})?;
        Ok(actions.into_iter().map(|action| teller.act(action).text).collect())
    }
}
