//! `figures`: what one node on a file, one on a database and three behind a balancer hold, side by
//! side in one run on an idle machine; how long tables stand after a kill; what a million sleeping
//! tables cost; and whether a file is as quick as it was with an earlier program.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use loadtest::figures::setup::Kind;
use loadtest::figures::{Amount, Measured, measure, sleeping, takeover};

/// Measures set-ups of the server side by side.
#[derive(Parser)]
struct Args {
    /// The program `trencavel`; the one beside this one if left out.
    #[arg(long)]
    server: Option<PathBuf>,
    /// Tables of two clients each.
    #[arg(long, default_value_t = 300)]
    tables: usize,
    /// How long each set-up plays, seconds.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// How many sleeping tables are made; 0: none.
    #[arg(long, default_value_t = 1_000_000)]
    sleeping: u64,
    /// An earlier program that speaks the same protocol: both play on a file, at the same time,
    /// and nothing else is measured.
    #[arg(long)]
    before: Option<PathBuf>,
    /// How often they do.
    #[arg(long, default_value_t = 5)]
    turns: usize,
}

/// How long set-ups play at full speed at most.
const FULL_SPEED: Duration = Duration::from_secs(6);

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    let beside = || Ok::<_, std::io::Error>(std::env::current_exe()?.with_file_name("trencavel"));
    let program = match &args.server {
        Some(program) => program.clone(),
        None => beside()?,
    };
    let length = Duration::from_secs(args.seconds);
    let calm = Amount { tables: args.tables, every: Duration::from_secs(1), length };
    // At full speed a game is over in seconds: whoever measured longer would count how many moves
    // it has.
    let (every, length) = (Duration::from_millis(50), length.min(FULL_SPEED));
    let busy = Amount { tables: args.tables, every, length };
    if let Some(before) = &args.before {
        for amount in [calm, busy] {
            compare(before, &program, amount, args.turns).await?;
        }
        return Ok(());
    }
    let mut by_hash = None;
    for (title, amount) in
        [("each table moves once a second", calm), ("as fast as moves are answered", busy)]
    {
        let seconds = amount.length.as_secs();
        println!("\n{} tables, {title}, {seconds} s each\n{HEAD}", args.tables);
        let mut first = None;
        for kind in Kind::ALL {
            let mut measured = measure(kind, &program, amount).await?;
            let base = *first.get_or_insert(measured.moves);
            println!("{}", line(kind.name(), &mut measured, base));
            if kind == Kind::Hashed {
                by_hash.get_or_insert((measured.processor, measured.bytes));
            }
        }
    }
    if let Some((processor, bytes)) = by_hash {
        print_model(processor, bytes);
    }
    let mut times = takeover::after_kill(&program, 60).await?;
    let [half, most, all] = [0.5, 0.99, 1.0].map(|part| times.percentile(part).as_secs_f64());
    println!(
        "\nkill -9 to the next move, {} tables: p50 {half:.2} s, p99 {most:.2} s, longest {all:.2} s",
        times.len()
    );
    if args.sleeping > 0 {
        print_sleeping(&sleeping::measure(&program, args.sleeping).await?);
    }
    Ok(())
}

const HEAD: &str = "                               moves/s ratio missed trouble \
                    | seen p50    p99 | done p50    p99 | ms a move: server database | bytes a move: kept written | sent on";

fn line(name: &str, measured: &mut Measured, base: f64) -> String {
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    let (step, done) = (&mut measured.times.step, &mut measured.times.done);
    let [a, b] = [0.5, 0.99].map(|part| ms(step.percentile(part)));
    let [c, d] = [0.5, 0.99].map(|part| ms(done.percentile(part)));
    let ((server, database), (kept, written)) = (measured.processor, measured.bytes);
    format!(
        "{name:<30} {:>7.0} {:>5.2} {:>6} {:>7} | {a:>8.1} {b:>6.1} | {c:>8.1} {d:>6.1} | {server:>17.2} {database:>8.2} | {kept:>18.0} {written:>7.0} | {:>7}",
        measured.moves,
        measured.moves / base,
        measured.missed,
        measured.trouble,
        measured.tunnels,
    )
}

/// What so many players at once would need, by what a move cost behind the hash at a calm pace.
fn print_model((server, database): (f64, f64), (kept, written): (f64, f64)) {
    println!("\nplayers at once, two at a table, a move of each table every {PAUSE} s");
    println!("  players   tables moves/s | cores: nodes database | WAL MB/s | disk GB a day");
    for players in [10_000.0, 100_000.0, 1_000_000.0] {
        let tables = players / 2.0;
        let moves = tables / PAUSE;
        println!(
            "{players:>9} {tables:>8} {moves:>7.0} | {:>12.1} {:>8.1} | {:>8.2} | {:>13.0}",
            moves * server / 1000.0,
            moves * database / 1000.0,
            moves * written / 1e6,
            moves * kept * 86_400.0 / 1e9,
        );
    }
}

/// How long a table takes for a move, s.
const PAUSE: f64 = 20.0;

fn print_sleeping(it: &sleeping::Sleeping) {
    let mb = |bytes: u64| bytes as f64 / 1e6;
    println!("\n{} sleeping tables in PostgreSQL", it.tables);
    println!("bytes a table      {:.0}", it.bytes);
    println!("start              {:.2?} without them, {:.2?} with them", it.start.0, it.start.1);
    println!(
        "memory             {:.1} MB without, {:.1} MB with",
        mb(it.memory.0),
        mb(it.memory.1)
    );
    println!("a look for the due {:.3} ms with none, {:.3} ms with 64", it.poll.0, it.poll.1);
    println!("idle node          {:.3} of a core", it.idle);
    println!("a thousand due     all seen to after {:.1?}", it.thousand);
}

/// Plays on a file with both programs at the same time: whatever the machine does meanwhile meets
/// both.
async fn compare(
    before: &std::path::Path,
    now: &std::path::Path,
    amount: Amount,
    turns: usize,
) -> Result<()> {
    let (tables, every) = (amount.tables, amount.every);
    println!(
        "\nSQLite, before and now at once: {tables} tables each, a move every {every:?}\n{HEAD}"
    );
    let mut ratios = [const { Vec::new() }; 5];
    for _ in 0..turns {
        let both = (measure(Kind::File, before, amount), measure(Kind::File, now, amount));
        let (mut old, mut new) = tokio::try_join!(both.0, both.1)?;
        let base = old.moves;
        println!("{}", line("before", &mut old, base));
        println!("{}", line("now", &mut new, base));
        let part = |it: &mut Measured, part| it.times.done.percentile(part).as_secs_f64();
        let of_before = [
            new.moves / old.moves,
            old.processor.0 / new.processor.0,
            part(&mut old, 0.5) / part(&mut new, 0.5),
            part(&mut old, 0.99) / part(&mut new, 0.99),
            old.bytes.0 / new.bytes.0,
        ];
        ratios.iter_mut().zip(of_before).for_each(|(list, ratio)| list.push(ratio));
    }
    let [moves, processor, half, most, bytes] = ratios.map(|mut list| {
        list.sort_by(f64::total_cmp);
        list[list.len() / 2]
    });
    println!(
        "of before (middle of {turns}; more is better): moves {moves:.3}, moves for the same \
         processor time {processor:.3}, for p50 {half:.3}, for p99 {most:.3}, for bytes {bytes:.3}"
    );
    Ok(())
}
