//! `trencavel play`: a game in the terminal, for people at one keyboard and the computer.

mod art;
mod board;
mod canvas;
mod commands;
mod explain;
mod tiles;

use std::io::{BufRead, IsTerminal, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use ai::Wyrand;
use anyhow::{Result, anyhow};
use games::{Action, Actions, AnyGame, AnyRules, Event, Game, Recorder, Seat, Turn, tell};

use crate::args::PlayArgs;
use crate::cmd::replay::final_table;
use crate::contestant::Contestant;
use crate::fail;
use crate::load::{self, Loaded};
use crate::setup;
use crate::style::Style;
use crate::think::{Budget, Thinker};

/// What a line of input led to.
enum Said {
    /// An action was chosen.
    Action(Action),
    /// A command was done; ask again.
    Again,
    /// The player takes a choice back.
    Undo,
    /// The game stops.
    Quit,
}

/// A game at the terminal.
struct Session<I: BufRead, O: Write> {
    recorder: Recorder,
    names: Vec<String>,
    human: Vec<bool>,
    /// The computer players, by seat.
    thinkers: Vec<Option<Thinker>>,
    dice: Wyrand,
    /// The game before each choice since the last draw.
    past: Vec<Recorder>,
    style: Style,
    /// Whether to wait before the next tile is drawn, so that the last choice can be undone.
    waits: bool,
    saved: usize,
    input: I,
    out: O,
}

/// Plays.
///
/// # Errors
/// If the set-up cannot be played, or the terminal cannot be written to.
pub fn run(args: &PlayArgs) -> Result<()> {
    let mut recorder = match &args.from {
        Some(path) => {
            match load::file(path, args.setup.tiles.as_deref(), &args.setup.expansions)? {
                Loaded::Record(record) => Recorder::resume(&record).map_err(load::record_error)?,
                position @ Loaded::Position(..) => {
                    let (rules, game, _) = position.end()?;
                    Recorder::from_position(rules, game, &[])
                }
            }
        }
        None => Recorder::new(setup::rules(&args.setup)?.setup(), &[])?,
    };
    let seats = recorder.rules().seats();
    let human = people(&args.human, seats)?;
    for (seat, is_human) in human.iter().enumerate() {
        let typed = args.names.get(seat).filter(|n| !n.is_empty()).cloned();
        let who = if *is_human {
            format!("Player {}", seat + 1)
        } else {
            format!("Computer {}", seat + 1)
        };
        let told = recorder.record().name(seat).map(str::to_owned);
        recorder.record_mut().set_name(seat, &typed.or(told).unwrap_or(who));
    }
    let names = recorder.record().names();
    let terminal = std::io::stdin().is_terminal();
    let seed = args.seed.unwrap_or_else(seed_of_now);
    let thinkers = thinkers(recorder.rules(), args, &human, seed);
    let mut session = Session {
        recorder,
        names,
        human,
        thinkers,
        dice: Wyrand::new(seed),
        past: Vec::new(),
        style: Style::stdout(),
        waits: terminal,
        saved: 0,
        input: std::io::stdin().lock(),
        out: std::io::stdout().lock(),
    };
    session.play()
}

/// Milliseconds for a move of a player that is no level, if nothing was typed.
const TIME: u32 = 1000;

/// A computer player for each seat that no person has.
fn thinkers(rules: &AnyRules, args: &PlayArgs, human: &[bool], seed: u64) -> Vec<Option<Thinker>> {
    let level = match &args.level {
        Contestant::Ours(player) => player.as_level(),
        Contestant::Program(_) => None,
    };
    let budget = match (args.time, level) {
        (None, Some(level)) => Budget::of_level(level),
        (time, _) => Budget::new(None, Some(time.unwrap_or(TIME)), 0),
    };
    let budget = budget.with_threads(args.threads);
    let thinker = |seat| Thinker::new(rules, &args.level, budget, seed ^ seat);
    (0..).zip(human).map(|(seat, human)| (!human).then(|| thinker(seat))).collect()
}

fn seed_of_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_nanos() as u64)
}

fn people(typed: &[u8], seats: u8) -> Result<Vec<bool>> {
    if let Some(wrong) = typed.iter().find(|s| **s > seats) {
        let what = format!("--human {wrong}: there are {seats} seats");
        return Err(fail::input(
            what,
            "Seats count from 1; --human 0 lets the computer play alone.",
        ));
    }
    Ok((1..=seats).map(|s| typed.contains(&s)).collect())
}

impl<I: BufRead, O: Write> Session<I, O> {
    fn game(&self) -> &AnyGame {
        self.recorder.game()
    }

    fn play(&mut self) -> Result<()> {
        writeln!(self.out, "Type a number or a move; help tells more.\n")?;
        loop {
            match self.game().turn() {
                Turn::Over => break,
                Turn::Chance if !self.draw()? => return self.leave(),
                Turn::Chance => {}
                Turn::Player(seat) if self.human[seat.index()] => {
                    if !self.ask(seat)? {
                        return self.leave();
                    }
                }
                Turn::Player(seat) => self.compute(seat)?,
            }
        }
        self.show_board(&[])?;
        let table = final_table(self.recorder.rules(), self.game(), &self.names);
        writeln!(self.out, "\n{table}")?;
        self.offer_to_save()
    }

    /// Chance acts; before that a person may take the last choice back. False at the end of input.
    fn draw(&mut self) -> Result<bool> {
        if self.waits && !self.past.is_empty() {
            write!(self.out, "Enter for the next tile, or undo: ")?;
            self.out.flush()?;
            match self.line()?.as_deref() {
                None | Some("quit") => return Ok(false),
                Some("undo") => {
                    self.undo()?;
                    return Ok(true);
                }
                Some(_) => {}
            }
        }
        self.past.clear();
        let action = self.recorder.game().pick(self.recorder.rules(), &mut self.dice);
        self.submit(Turn::Chance, action)?;
        Ok(true)
    }

    fn compute(&mut self, seat: Seat) -> Result<()> {
        let Some(thinker) = &mut self.thinkers[seat.index()] else {
            return Err(anyhow!("seat {} has nobody who plays", seat.0 + 1));
        };
        let was_fine = thinker.fault().is_none();
        let action = thinker.choose(self.recorder.rules(), self.recorder.game()).0;
        let fault = thinker.fault().filter(|_| was_fine).map(ToString::to_string);
        if let Some(fault) = fault {
            let told = format!("The program failed, and a level plays on: {fault}.");
            writeln!(self.out, "{}", self.style.error(&told))?;
        }
        let word = self.game().word(self.recorder.rules(), action);
        let name = self.style.seat(seat.index(), &self.names[seat.index()]);
        writeln!(self.out, "{name} plays {word}")?;
        self.submit(Turn::Player(seat), action)
    }

    /// Plays an action and tells what happened.
    fn submit(&mut self, by: Turn, action: Action) -> Result<()> {
        let events = self.recorder.submit(by, action);
        let events = events.map_err(|refusal| anyhow!("an offered move is illegal: {refusal}"))?;
        for thinker in self.thinkers.iter_mut().flatten() {
            thinker.played(self.recorder.rules(), action);
        }
        for event in &events {
            self.tell(event)?;
        }
        Ok(())
    }

    fn tell(&mut self, event: &Event) -> Result<()> {
        let (rules, game) = (self.recorder.rules(), self.recorder.game());
        let sentence = tell::sentence(rules, game, &self.names, event);
        match event {
            Event::TurnOf { part: 1, .. } => {
                writeln!(self.out, "\n{}", self.style.strong(&sentence))?;
            }
            Event::Scored(_) => writeln!(self.out, "  {}", self.style.points(&sentence))?,
            Event::Laid { .. } | Event::Put { .. } => {}
            _ => writeln!(self.out, "  {sentence}")?,
        }
        Ok(())
    }

    /// Asks a person until a choice is made. False if the game stops here.
    fn ask(&mut self, seat: Seat) -> Result<bool> {
        let mut actions = Actions::new();
        self.game().legal(self.recorder.rules(), &mut actions);
        let menu = explain::Menu::new(&actions);
        self.show_board(menu.cells())?;
        let mut picked = None;
        loop {
            let question = menu.question(self.recorder.rules(), self.game(), &self.names, picked);
            write!(self.out, "{question}")?;
            write!(self.out, "{}> ", self.style.seat(seat.index(), &self.names[seat.index()]))?;
            self.out.flush()?;
            let Some(line) = self.line()? else {
                writeln!(self.out)?;
                return Ok(false);
            };
            match self.understand(&line, &menu, &mut picked)? {
                Said::Action(action) => {
                    self.past.push(self.recorder.clone());
                    self.submit(Turn::Player(seat), action)?;
                    return Ok(true);
                }
                Said::Again => {}
                Said::Undo => {
                    self.undo()?;
                    return Ok(true);
                }
                Said::Quit => return Ok(false),
            }
        }
    }

    /// Takes the last choice since the last draw back.
    fn undo(&mut self) -> Result<()> {
        match self.past.pop() {
            Some(before) => {
                self.recorder = before;
                self.thinkers.iter_mut().flatten().for_each(Thinker::forget);
                writeln!(self.out, "Taken back.")?;
            }
            None => writeln!(self.out, "Nothing to take back since the tile was drawn.")?,
        }
        Ok(())
    }

    /// The next line without blanks around it; `None` at the end of input.
    fn line(&mut self) -> Result<Option<String>> {
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
    }

    fn show_board(&mut self, cells: &[table::Cell]) -> Result<()> {
        let text = board::text(self.recorder.rules(), self.recorder.game(), cells, self.style);
        writeln!(self.out, "\n{text}")?;
        let strip =
            board::strip(self.recorder.rules(), self.recorder.game(), &self.names, self.style);
        writeln!(self.out, "{strip}")?;
        Ok(())
    }

    /// The end of a game that is not over.
    fn leave(&mut self) -> Result<()> {
        self.offer_to_save()?;
        let words = self.recorder.record().words().len();
        writeln!(self.out, "The game stops here, after {words} words.")?;
        Ok(())
    }

    /// Offers to save what is not saved yet, if somebody is there to answer.
    fn offer_to_save(&mut self) -> Result<()> {
        if self.waits && self.recorder.record().words().len() > self.saved {
            write!(self.out, "Save the game to (Enter for not at all): ")?;
            self.out.flush()?;
            if let Some(name) = self.line()?.filter(|n| !n.is_empty()) {
                self.save(&name)?;
            }
        }
        Ok(())
    }
}
