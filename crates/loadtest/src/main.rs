//! `loadtest`: drives tables of two clients over real sockets and reports what the server held.
//!
//! Bounded in tables and time; without `--url` it starts a server of its own on the loopback.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use loadtest::child::{Launch, free_port};
use loadtest::load::{self, Live, RoundTrips, Tally};
use loadtest::report::{Times, memory, processor};
use loadtest::{Child, opponents, people, visitor};
use protocol::Level;

/// More tables than this need more ports than a machine has.
const TABLES_MAX: usize = 14_000;
const SECONDS_MAX: u64 = 3600;
const PEOPLE_MAX: usize = 20_000;
/// What every stage of a ramp has in common.
const STAGE: Duration = Duration::from_secs(20);
/// After how long the server that we start puts an unused table to rest.
const RESTING: Duration = Duration::from_secs(30);
/// For how long is looked at what people cost who play nothing.
const QUIET: Duration = Duration::from_secs(20);
const P99_MAX: Duration = Duration::from_millis(100);

/// Plays many tables at once and reports round trips and memory.
#[derive(Parser)]
struct Args {
    /// Tables of two clients each.
    #[arg(long, default_value_t = 1000)]
    tables: usize,
    /// Each table moves once in so many seconds.
    #[arg(long, default_value = "2s", value_parser = seconds)]
    every: Duration,
    /// How long to play, seconds. A game of the base lasts for about 70 moves.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// A server that runs already, as `http://127.0.0.1:8080`; its limits must allow the crowd.
    #[arg(long)]
    url: Option<String>,
    /// The program that is started otherwise; the one beside this one if left out.
    #[arg(long)]
    server: Option<PathBuf>,
    /// Tables of one client against a computer's seat besides; `--tables` may be 0 then.
    #[arg(long, default_value_t = 0)]
    computers: usize,
    /// Who plays those seats.
    #[arg(long, default_value = "level-3")]
    level: Level,
    /// How long these clients pause before a move, on average.
    #[arg(long, default_value = "10s", value_parser = seconds)]
    pause: Duration,
    /// People who are here besides and play nothing, each with a socket of its own.
    #[arg(long, default_value_t = 0)]
    people: usize,
    /// Doubles the tables from stage to stage, until p99 is over 100 ms or moves are missed.
    #[arg(long)]
    ramp: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.trim_end_matches('s').parse().map_err(|_| "expected seconds, as 2s")?;
    if (0.05..=600.0).contains(&number) {
        Ok(Duration::from_secs_f64(number))
    } else {
        Err("expected 0.05s to 600s".into())
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    let all = args.tables.saturating_add(args.computers);
    if args.people > PEOPLE_MAX {
        bail!("expected at most {PEOPLE_MAX} people");
    }
    if all == 0 || all > TABLES_MAX || args.seconds > SECONDS_MAX {
        bail!("expected 1 to {TABLES_MAX} tables and at most {SECONDS_MAX} seconds");
    }
    let http = visitor::http()?;
    let data = std::env::temp_dir().join(format!("trencavel-load-{}", std::process::id()));
    let child = match &args.url {
        Some(_) => None,
        None => Some(start(&args, &data, &http).await?),
    };
    let done = drive(&args, &http, child.as_ref()).await;
    if let Some(child) = child {
        child.kill().await?;
        std::fs::remove_dir_all(&data).with_context(|| data.display().to_string())?;
    }
    done
}

async fn start(args: &Args, data: &PathBuf, http: &reqwest::Client) -> Result<Child> {
    let beside = || -> Result<PathBuf> { Ok(std::env::current_exe()?.with_file_name("trencavel")) };
    let program = match &args.server {
        Some(program) => program.clone(),
        None => beside()?,
    };
    std::fs::create_dir_all(data)?;
    let mut launch = Launch::new(&program, data, free_port()?);
    launch.flags.push(format!("--rest-seconds={}", RESTING.as_secs()));
    // How long a computer thinks is asked, not how long it waits for people to look.
    launch.flags.push("--bot-pause-ms=0".into());
    launch.start(http).await
}

/// What a server uses.
struct Gauge {
    pid: Option<u32>,
    empty: u64,
}

impl Gauge {
    fn memory(&self) -> u64 {
        self.pid.and_then(memory).unwrap_or(0)
    }

    fn a_table(&self, tables: usize) -> String {
        match self.pid {
            Some(_) => {
                let more = self.memory().saturating_sub(self.empty);
                format!("{:.1} KB", more as f64 / 1024.0 / tables.max(1) as f64)
            }
            None => "unknown (not our process)".into(),
        }
    }
}

async fn drive(args: &Args, http: &reqwest::Client, child: Option<&Child>) -> Result<()> {
    let base = args.url.clone().or_else(|| child.map(|child| child.url.clone()));
    let base = base.context("no server")?;
    let pid = child.and_then(Child::pid);
    let gauge = Gauge { pid, empty: pid.and_then(memory).unwrap_or(0) };
    println!("server       {base}");
    println!("memory       {:.1} MB without tables", gauge.empty as f64 / 1e6);
    if args.ramp {
        return ramp(args, http, &base, &gauge).await;
    }
    let here = come(args, http, &base, &gauge).await?;
    let gauge = Gauge { empty: gauge.memory(), ..gauge };
    let lives = make(http, &base, args.tables, &gauge, 0).await?;
    let length = Duration::from_secs(args.seconds);
    let stated = opponents::stated(http, &base, args.level).await?;
    let computers = opponents::prepare(http, &base, args.computers, args.level).await?;
    let answers = tokio::spawn(opponents::play(computers, args.pause, length));
    let (lives, outcome) = stage(lives, args.every, length, &gauge).await?;
    print_answers(args, answers.await??, stated);
    let held = lives.len();
    outcome.print(held);
    println!("people       {} here, {} lost their line", args.people, here.gone());
    drop((lives, here));
    if gauge.pid.is_some() {
        leave(http, &base, &gauge, held).await?;
    }
    Ok(())
}

/// Lets people come who play nothing, and says what they cost.
async fn come(
    args: &Args,
    http: &reqwest::Client,
    base: &str,
    gauge: &Gauge,
) -> Result<people::People> {
    let bar = bar("people here", args.people as u64);
    let step = {
        let bar = bar.clone();
        move || bar.inc(1)
    };
    let here = people::come(http, base, args.people, step).await?;
    bar.finish_and_clear();
    if args.people > 0 {
        println!("a person     {} (one socket)", gauge.a_table(args.people));
        let before = gauge.pid.and_then(processor).unwrap_or(0.0);
        tokio::time::sleep(QUIET).await;
        let spent = gauge.pid.and_then(processor).unwrap_or(0.0) - before;
        let part = 100.0 * spent / QUIET.as_secs_f64();
        println!("processor    {part:.1} % of one core while nobody plays");
    }
    Ok(here)
}

/// How long computers took for their moves, from the move before on.
fn print_answers(args: &Args, mut times: Times, stated: Duration) {
    if args.computers == 0 {
        return;
    }
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    println!(
        "computers    {} tables against {}, {} answers",
        args.computers,
        args.level,
        times.len()
    );
    println!(
        "answers      p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms",
        ms(times.percentile(0.5)),
        ms(times.percentile(0.99)),
        ms(times.percentile(1.0)),
    );
    let late = times.longer_than(2 * stated);
    println!("stated       {:.0} ms; later than twice that: {late}", ms(stated));
}

/// Everybody has gone: what do the tables cost now, and once they are put to rest on the disk?
async fn leave(http: &reqwest::Client, base: &str, gauge: &Gauge, tables: usize) -> Result<()> {
    tokio::time::sleep(Duration::from_secs(2)).await;
    println!("left table   {} (in memory, nobody connected)", gauge.a_table(tables));
    let bar = bar("seconds until all are at rest", RESTING.as_secs() * 2);
    for _ in 0..RESTING.as_secs() * 2 {
        let text = http.get(format!("{base}/metrics")).send().await?.text().await?;
        let number = |line: &str| line.strip_prefix("trencavel_tables ").map(str::to_string);
        if text.lines().find_map(number).as_deref() == Some("0") {
            break;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        bar.inc(1);
    }
    bar.finish_and_clear();
    println!("at rest      {} (on the disk; what the allocator keeps)", gauge.a_table(tables));
    Ok(())
}

async fn make(
    http: &reqwest::Client,
    base: &str,
    tables: usize,
    gauge: &Gauge,
    before: usize,
) -> Result<Vec<Live>> {
    let bar = bar("tables made", tables as u64);
    let step = {
        let bar = bar.clone();
        move || bar.inc(1)
    };
    let pairs = load::prepare(http, base, tables, step).await?;
    bar.finish_and_clear();
    println!("idle table   {} (begun, nobody connected)", gauge.a_table(before + tables));
    let bar = self::bar("tables connected", tables as u64);
    let step = {
        let bar = bar.clone();
        move || bar.inc(1)
    };
    let lives = load::connect(pairs, step).await?;
    bar.finish_and_clear();
    println!("live table   {} (two sockets)", gauge.a_table(before + tables));
    Ok(lives)
}

/// What a stage found.
struct Outcome {
    times: RoundTrips,
    moves: u64,
    missed: u64,
    broken: u64,
    refused: u64,
    length: Duration,
    processor: f64,
    live: String,
}

impl Outcome {
    fn print(mut self, held: usize) {
        let rate = self.moves as f64 / self.length.as_secs_f64();
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        println!("held         {held} tables, {} sockets", held * 2);
        println!("moves        {} ({rate:.0} a second), missed {}", self.moves, self.missed);
        println!("broken       {} tables, refusals {}", self.broken, self.refused);
        let seen = [
            (&mut self.times.step, "sent to seen by the other"),
            (&mut self.times.done, "sent to acknowledged"),
        ];
        for (times, what) in seen {
            println!(
                "round trip   p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms ({what})",
                ms(times.percentile(0.5)),
                ms(times.percentile(0.99)),
                ms(times.percentile(1.0)),
            );
        }
        println!("live table   {} after playing", self.live);
        println!("processor    {:.0} % of one core, server only", self.processor * 100.0);
    }

    fn is_too_much(&mut self) -> bool {
        let due = self.moves + self.missed;
        let slow = [&mut self.times.step, &mut self.times.done]
            .into_iter()
            .any(|times| times.percentile(0.99) > P99_MAX);
        slow || self.missed * 100 > due || self.broken > 0
    }
}

async fn stage(
    lives: Vec<Live>,
    every: Duration,
    length: Duration,
    gauge: &Gauge,
) -> Result<(Vec<Live>, Outcome)> {
    let tables = lives.len();
    let tally = Arc::new(Tally::default());
    let bar = bar("seconds played", length.as_secs());
    let watch = tokio::spawn({
        let bar = bar.clone();
        async move {
            loop {
                tokio::time::sleep(Duration::from_secs(1)).await;
                bar.inc(1);
            }
        }
    });
    let before = gauge.pid.and_then(processor).unwrap_or(0.0);
    let (lives, times) = load::play(lives, every, length, &tally).await?;
    let after = gauge.pid.and_then(processor).unwrap_or(0.0);
    watch.abort();
    bar.finish_and_clear();
    let outcome = Outcome {
        times,
        moves: tally.moves.load(Ordering::Relaxed),
        missed: tally.missed.load(Ordering::Relaxed),
        broken: tally.broken.load(Ordering::Relaxed),
        refused: tally.refused.load(Ordering::Relaxed),
        length,
        processor: (after - before) / length.as_secs_f64(),
        live: gauge.a_table(tables),
    };
    Ok((lives, outcome))
}

async fn ramp(args: &Args, http: &reqwest::Client, base: &str, gauge: &Gauge) -> Result<()> {
    let mut lives: Vec<Live> = Vec::new();
    let mut wanted = 250.min(args.tables);
    loop {
        let before = lives.len();
        println!("\nstage        {wanted} tables");
        lives.extend(make(http, base, wanted - before, gauge, before).await?);
        let (kept, mut outcome) = stage(lives, args.every, STAGE, gauge).await?;
        let too_much = outcome.is_too_much();
        outcome.print(kept.len());
        lives = kept;
        if too_much {
            println!("\nlimit        between {before} and {wanted} tables at this pace");
            return Ok(());
        }
        if wanted >= args.tables {
            println!("\nlimit        not found up to {wanted} tables at this pace");
            return Ok(());
        }
        wanted = (wanted * 2).min(args.tables);
    }
}

fn bar(what: &'static str, length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} ({elapsed})");
    let bar = ProgressBar::new(length).with_message(what);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
