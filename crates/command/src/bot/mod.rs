//! `trencavel bot`: lets a program that speaks the engine protocol play at a server, under an
//! account of a program.
//!
//! It says what it plays, accepts challenges that fit, is found in pools by those who want
//! programs, too, and gives each game a process of its own. A
//! line that breaks is opened again; what a program does wrong costs its own game and nothing else.

mod door;
mod game;
mod mind;
mod seek;
mod wire;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use engines::{CommandLine, Program};
use games::registry::{self, FAMILIES};
use hyper::Method;
use protocol::{BotOffer, Challenge, ChallengeState, Challenges, Clock, Me, Rows};
use tep::Greeting;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval};

use self::door::Door;
use self::seek::{Call, Seeker};
use crate::fail;

/// How often it looks for challenges that no line has told of.
const LOOK: Duration = Duration::from_secs(15);
/// How often it says what it plays.
const OFFER: Duration = Duration::from_secs(30);

const HELP: &str = "\
The account of a program is made on the page /bots of the server, which shows its token once. Put the \
token into a file that nobody else reads.

Example:
  trencavel bot --server https://play.example.org --token-file owl.token --engine \"trencavel engine strong\"";

/// `trencavel bot`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub struct BotArgs {
    /// Address of the server
    #[arg(long)]
    server: String,
    /// File with the token of the program's account
    #[arg(long)]
    token_file: PathBuf,
    /// Command that plays, as docs/engine.md has it
    #[arg(long)]
    engine: CommandLine,
    /// How many games at once, 1 to 8
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=8))]
    games: u8,
    /// Pools where it waits for those who want programs, too: duel,days
    #[arg(long, value_delimiter = ',')]
    pools: Vec<String>,
    /// Games whose result may count
    #[arg(long)]
    rated: bool,
    /// End after so many games
    #[arg(long)]
    stop_after: Option<u32>,
}

/// Plays until it is told to stop.
///
/// # Errors
/// If there is no such file, program or server, or the token is not that of a program's account.
pub fn run(args: &BotArgs) -> Result<()> {
    let token = std::fs::read_to_string(&args.token_file).map_err(|error| {
        let what = format!("{}: {error}", args.token_file.display());
        fail::input(what, "The page /bots of the server shows the token of a program once.")
    })?;
    // Whatever is wrong with the program is seen before anybody plays with it.
    let program = Program::start(&args.engine, true).map_err(|fault| {
        fail::input(format!("{}: {fault}", args.engine), "Try it with `trencavel engine-check`.")
    })?;
    let greeting = program.greeting().clone();
    program.quit();
    let door = Door::new(&args.server, token.trim())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(Bot::begin(args, door, greeting))
}

/// What a program would play.
fn offer(args: &BotArgs, greeting: &Greeting) -> BotOffer {
    let mut families: Vec<String> = greeting.supports.iter().map(|it| it.family.clone()).collect();
    let expansions = greeting.supports.iter().flat_map(|it| it.expansions.iter().cloned());
    let mut expansions: Vec<String> = expansions.collect();
    // A program that says nothing plays everything.
    if families.is_empty() {
        families = FAMILIES.iter().map(|info| info.family.name().to_owned()).collect();
        expansions = registry::expansions().iter().map(|info| info.name.to_owned()).collect();
    }
    BotOffer {
        families,
        expansions,
        pools: args.pools.clone(),
        live: true,
        days: true,
        games: args.games,
        rated: args.rated,
    }
}

/// A program at a server.
struct Bot<'a> {
    args: &'a BotArgs,
    door: Arc<Door>,
    me: Me,
    offer: BotOffer,
    games: JoinSet<(String, Result<()>)>,
    /// Tables that are being played.
    tables: HashSet<String>,
    finished: u32,
}

impl Bot<'_> {
    async fn begin(args: &BotArgs, door: Door, greeting: Greeting) -> Result<()> {
        let me: Me = door.ask(Method::GET, "/api/me", &()).await.context("who am I?")?;
        let offer = offer(args, &greeting);
        let (games, tables) = (JoinSet::new(), HashSet::new());
        let mut bot = Bot { args, door: Arc::new(door), me, offer, games, tables, finished: 0 };
        bot.say_offer().await.context("only the account of a program can offer games")?;
        println!("{} is here, for {} at once.", bot.me.name, many(args.games));
        bot.resume().await?;
        let done = tokio::select! {
            done = bot.go_on() => done,
            () = server::serve::told_to_stop() => Ok(()),
        };
        // Whoever is in a game waits no longer than the clock says; nobody else comes.
        let _ = bot.door.tell(Method::DELETE, "/api/me/offer", &()).await;
        done
    }

    async fn say_offer(&self) -> Result<()> {
        self.door.tell(Method::PUT, "/api/me/offer", &self.offer).await
    }

    /// Goes on with games that were begun before.
    async fn resume(&mut self) -> Result<()> {
        for status in ["open", "playing"] {
            let path = format!("/api/me/tables?status={status}");
            let rows: Rows = self.door.ask(Method::GET, &path, &()).await?;
            for row in rows.tables {
                self.play(row.id);
            }
        }
        Ok(())
    }

    async fn go_on(&mut self) -> Result<()> {
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut offered = Instant::now();
        let (calls, mut called) = mpsc::channel(16);
        let seeker = Seeker::begin(self.door.clone(), self.args.pools.clone(), calls);
        loop {
            seeker.play(self.has_room());
            tokio::select! {
                Some(call) = called.recv() => match call {
                    Call::Challenged => warn(self.look().await),
                    Call::Found(table) => {
                        println!("{} was found a rival at {table}.", self.me.name);
                        self.play(table);
                    }
                },
                Some(ended) = self.games.join_next() => {
                    let (table, played) = ended.context("a game was broken off")?;
                    self.over(&table, &played);
                    if self.args.stop_after.is_some_and(|most| self.finished >= most) {
                        return Ok(());
                    }
                }
                _ = looks.tick() => {
                    if offered.elapsed() >= OFFER {
                        offered = Instant::now();
                        warn(self.say_offer().await);
                    }
                    warn(self.look().await);
                }
            }
        }
    }

    fn over(&mut self, table: &str, played: &Result<()>) {
        self.tables.remove(table);
        self.finished += 1;
        match played {
            Ok(()) => println!("{table} is over."),
            Err(error) => eprintln!("{table}: {error:#}"),
        }
    }

    /// Answers challenges; those of ours that were accepted are played.
    async fn look(&mut self) -> Result<()> {
        let all: Challenges = self.door.ask(Method::GET, "/api/challenges", &()).await?;
        for challenge in all.challenges {
            let mine = challenge.from.id == self.me.id;
            match challenge.state {
                ChallengeState::Open if !mine => self.answer(&challenge).await?,
                ChallengeState::Accepted if mine => {
                    if let Some(table) = challenge.table {
                        self.play(table);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    async fn answer(&mut self, challenge: &Challenge) -> Result<()> {
        let wanted = self.has_room() && self.fits(challenge);
        let how = if wanted { "accept" } else { "decline" };
        let path = format!("/api/challenges/{}/{how}", challenge.id);
        let answered: Challenge = self.door.ask(Method::POST, &path, &()).await?;
        if let Some(table) = answered.table {
            println!("{} plays with {} at {table}.", self.me.name, challenge.from.name);
            self.play(table);
        }
        Ok(())
    }

    fn has_room(&self) -> bool {
        self.tables.len() < usize::from(self.args.games)
    }

    fn fits(&self, challenge: &Challenge) -> bool {
        let plan = &challenge.config.plan;
        let clock = match challenge.config.clock {
            Clock::Days { .. } => self.offer.days,
            _ => self.offer.live,
        };
        clock
            && self.offer.families.contains(&plan.family)
            && plan.expansions.iter().all(|name| self.offer.expansions.contains(name))
    }

    fn play(&mut self, table: String) {
        if !self.tables.insert(table.clone()) {
            return;
        }
        let (door, me, engine) = (self.door.clone(), self.me.id.clone(), self.args.engine.clone());
        self.games.spawn(async move {
            let played = game::play(&door, &me, &table, engine).await;
            (table, played)
        });
    }
}

fn many(games: u8) -> String {
    if games == 1 { "one game".to_owned() } else { format!("{games} games") }
}

/// A server that does not answer now may do so later.
fn warn(done: Result<()>) {
    if let Err(error) = done {
        eprintln!("{error:#}");
    }
}
