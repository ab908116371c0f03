//! `trencavel admin`: people and tables.

mod rate;

use std::time::{Duration, UNIX_EPOCH};

use anyhow::Result;
use clap::{Args, Subcommand};
use protocol::{Deed, Role};
use room::{Room, Rulebook};
use server::notify::{LinkSecret, Purpose};
use store::society::{Act, DeedLine, DeedQuery, NewDeed};
use store::{Person, Query, Removal, Store};

use super::table as table_of;
use crate::args::DataArgs;
use crate::fail;

/// `trencavel admin`.
#[derive(Args, Debug)]
pub struct AdminArgs {
    /// Where the database is.
    #[command(flatten)]
    pub place: DataArgs,
    /// What to do.
    #[command(subcommand)]
    pub command: AdminCommand,
}

/// What an administrator can do.
#[derive(Subcommand, Debug)]
pub enum AdminCommand {
    /// List accounts
    Users {
        /// Only names with this in them
        like: Option<String>,
    },
    /// Give somebody a role: organiser, moderator, admin, or none
    Role {
        /// Name of the account, or id
        name: String,
        /// Which
        role: String,
    },
    /// Show what moderators did
    Log {
        /// Only about this person: name of the account, or id
        name: Option<String>,
    },
    /// Shut somebody out: sessions end, logging in is refused
    Ban {
        /// Name of the account, or id
        name: String,
        /// Why, for the person to read
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Let somebody in again
    Unban {
        /// Name of the account, or id
        name: String,
    },
    /// End all sessions of somebody
    Logout {
        /// Name of the account, or id
        name: String,
    },
    /// Print a link by which somebody chooses a new password, once, within 30 minutes
    Reset {
        /// Name of the account
        name: String,
    },
    /// Print a link by which one person can make an account, where one must be invited
    Invite,
    /// Remove somebody: name, password, sessions, chat; the games stay
    Forget {
        /// Name of the account, or id
        name: String,
        /// Really
        #[arg(long)]
        yes: bool,
    },
    /// List tables
    Tables {
        /// Only these: open, playing, over
        #[arg(long)]
        status: Option<String>,
    },
    /// Print a table as a record
    Table {
        /// Its id
        id: String,
    },
    /// Look at the ratings, or make them anew from all results
    Rate(rate::RateArgs),
    /// Remove a table and its log
    Remove {
        /// Its id
        id: String,
        /// Really
        #[arg(long)]
        yes: bool,
    },
}

/// How many are listed.
const MOST: u32 = 1000;

const NEXT: &str = "`trencavel admin users` and `trencavel admin tables` list what there is.";

/// Looks at, and changes, what a server keeps. It may be running.
///
/// # Errors
/// If there is no database, or no such person or table.
pub fn run(args: &AdminArgs) -> Result<()> {
    let config = args.place.config()?;
    let place = config.store;
    if !place.is_there() {
        let what = format!("there is no database at {place}");
        return Err(fail::input(what, "Name the server's data directory with --data."));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store =
            place.open_beside().await.map_err(|error| fail::input(&error, error.advice()))?;
        let done = act(&*store, &args.command, &config.public_url).await;
        store.close().await;
        done
    })
}

async fn act(store: &dyn Store, command: &AdminCommand, url: &str) -> Result<()> {
    match command {
        AdminCommand::Users { like } => users(store, like.as_deref().unwrap_or("")).await,
        AdminCommand::Role { name, role } => give_role(store, name, role).await,
        AdminCommand::Log { name } => log(store, name.as_deref()).await,
        AdminCommand::Ban { name, reason } => ban(store, name, true, reason).await,
        AdminCommand::Unban { name } => ban(store, name, false, "").await,
        AdminCommand::Forget { name, yes } => forget(store, name, *yes).await,
        AdminCommand::Reset { name } => reset(store, name, url).await,
        AdminCommand::Invite => invite(store, url).await,
        AdminCommand::Logout { name } => logout(store, name).await,
        AdminCommand::Tables { status } => tables(store, status.as_deref()).await,
        AdminCommand::Table { id } => table(store, id).await,
        AdminCommand::Rate(args) => rate::run(store, args).await,
        AdminCommand::Remove { id, yes } => remove(store, id, *yes).await,
    }
}

fn wrong(error: impl std::fmt::Display) -> anyhow::Error {
    fail::input(error, NEXT)
}

async fn users(store: &dyn Store, like: &str) -> Result<()> {
    let people = store.accounts(like, MOST).await.map_err(wrong)?;
    let line = |person: &Person| {
        let role = person.role.map_or("", Role::name);
        let state = if person.banned { "shut out" } else { role };
        vec![person.name.clone(), person.id.clone(), time(person.made), state.to_owned()]
    };
    let lines: Vec<Vec<String>> = people.iter().map(line).collect();
    print!("{}", table_of(&["name", "id", "since", "state"], &lines));
    println!("{}", count(lines.len(), "account"));
    Ok(())
}

/// A person by name, or by id for guests.
async fn find(store: &dyn Store, name: &str) -> Result<Person> {
    if let Some(person) = store.account(name).await.map_err(wrong)? {
        return Ok(person);
    }
    let person = store.person(name).await.map_err(wrong)?;
    person.ok_or_else(|| wrong(format!("there is nobody with the name or id {name}")))
}

async fn ban(store: &dyn Store, name: &str, banned: bool, reason: &str) -> Result<()> {
    let person = find(store, name).await?;
    let what = if banned { Deed::Ban } else { Deed::Unban };
    let deed = NewDeed { reason: reason.to_owned(), ..deed(what, &person) };
    store.do_deed(NewDeed { act: Act::Ban(banned), ..deed }).await.map_err(wrong)?;
    println!("{} is {}.", person.name, if banned { "shut out" } else { "let in again" });
    Ok(())
}

/// A line of the log for what is done at the command line.
fn deed(deed: Deed, person: &Person) -> NewDeed {
    NewDeed {
        at: server::serve::now(),
        moderator: String::new(),
        deed,
        person: person.id.clone(),
        reason: String::new(),
        detail: String::new(),
        until: None,
        report: None,
        act: Act::Nothing,
    }
}

async fn give_role(store: &dyn Store, name: &str, role: &str) -> Result<()> {
    let role = match (role, Role::from_name(role)) {
        ("none", _) => None,
        (_, Some(role)) => Some(role),
        _ => {
            let what = format!("there is no role {role}");
            return Err(fail::input(what, "Roles are organiser, moderator, admin and none."));
        }
    };
    let person = find(store, name).await?;
    if person.password.is_none() && role.is_some() {
        let what = format!("{} is a guest", person.name);
        return Err(fail::input(what, "A role needs an account with a password."));
    }
    let word = role.map_or("none", Role::name);
    let deed = NewDeed { detail: format!("role={word}"), ..deed(Deed::Role, &person) };
    store.do_deed(NewDeed { act: Act::Role(role), ..deed }).await.map_err(wrong)?;
    println!("The role of {} is {word} now.", person.name);
    Ok(())
}

async fn log(store: &dyn Store, name: Option<&str>) -> Result<()> {
    let person = match name {
        Some(name) => Some(find(store, name).await?.id),
        None => None,
    };
    let query = DeedQuery { person, limit: MOST, ..DeedQuery::default() };
    let deeds = store.deeds(query).await.map_err(wrong)?;
    let line = |line: &DeedLine| {
        let who = |(id, name): &(String, String)| match (id.as_str(), name.as_str()) {
            ("", _) => "command line".to_owned(),
            (id, "") => id.to_owned(),
            (_, name) => name.to_owned(),
        };
        let deed = line.deed.name().to_owned();
        let why = format!("{} {}", line.reason, line.detail).trim().to_owned();
        vec![time(line.at), who(&line.moderator), deed, who(&line.person), why]
    };
    let lines: Vec<Vec<String>> = deeds.iter().map(line).collect();
    print!("{}", table_of(&["at", "by", "deed", "person", "reason"], &lines));
    println!("{}", count(lines.len(), "deed"));
    Ok(())
}

async fn logout(store: &dyn Store, name: &str) -> Result<()> {
    let person = find(store, name).await?;
    let ended = store.end_sessions(&person.id).await.map_err(wrong)?;
    println!("{} of {} ended.", count(ended as usize, "session"), person.name);
    Ok(())
}

/// For servers without mail, and people without an address.
async fn reset(store: &dyn Store, name: &str, url: &str) -> Result<()> {
    let person = find(store, name).await?;
    if person.password.is_none() || person.banned {
        return Err(wrong(format!("{} has no account, or is shut out", person.name)));
    }
    let secret = LinkSecret::random();
    let kept = secret.kept(Purpose::Reset, Some(&person.id), "", server::serve::now());
    store.post().keep_secret(kept, true).await.map_err(wrong)?;
    println!("{url}/reset/{}", secret.reveal());
    Ok(())
}

async fn invite(store: &dyn Store, url: &str) -> Result<()> {
    let secret = LinkSecret::random();
    let kept = secret.kept(Purpose::Invite, None, "", server::serve::now());
    store.post().keep_secret(kept, false).await.map_err(wrong)?;
    println!("{url}/account?invite={}", secret.reveal());
    Ok(())
}

async fn forget(store: &dyn Store, name: &str, yes: bool) -> Result<()> {
    let person = find(store, name).await?;
    if !yes {
        let what = format!("this removes {} for good", person.name);
        return Err(fail::input(what, "Say --yes if you mean it."));
    }
    store.do_deed(deed(Deed::Forget, &person)).await.map_err(wrong)?;
    store.forget(&person.id).await.map_err(wrong)?;
    println!("{} is removed; the games stay, for the others.", person.name);
    Ok(())
}

async fn tables(store: &dyn Store, status: Option<&str>) -> Result<()> {
    let status = status.map(str::to_string).into_iter().collect();
    let query = Query { status, limit: MOST, ..Query::default() };
    let rows = store.rows(query).await.map_err(wrong)?;
    let lines: Vec<Vec<String>> = rows.iter().map(|(id, row)| table_line(id, row)).collect();
    print!("{}", table_of(&["id", "name", "game", "state", "turn", "changed"], &lines));
    println!("{}", count(lines.len(), "table"));
    Ok(())
}

/// A table's line; one that this program cannot read is listed all the same.
fn table_line(id: &str, row: &str) -> Vec<String> {
    let Ok(row) = serde_json::from_str::<protocol::TableRow>(row) else {
        let unknown = ["?", "?", "cannot be read", "", ""].map(str::to_owned);
        return std::iter::once(id.to_owned()).chain(unknown).collect();
    };
    let plan = &row.config.plan;
    let game = std::iter::once(&plan.family).chain(&plan.expansions).cloned();
    let state = match row.status {
        protocol::Status::Open => "open",
        protocol::Status::Playing => "playing",
        protocol::Status::Over { .. } => "over",
    };
    vec![
        id.to_owned(),
        row.name,
        game.collect::<Vec<String>>().join("+"),
        state.to_owned(),
        row.turn.to_string(),
        time(row.changed),
    ]
}

/// A time in UTC.
fn time(ms: u64) -> String {
    store::modes::stamp(UNIX_EPOCH + Duration::from_millis(ms))
}

fn count(n: usize, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        n if n == MOST as usize => format!("the first {n} {what}s; there may be more"),
        n => format!("{n} {what}s"),
    }
}

async fn table(store: &dyn Store, id: &str) -> Result<()> {
    let stored = store.load(id).await.map_err(wrong)?;
    let stored = stored.ok_or_else(|| wrong(format!("there is no table {id}")))?;
    let room = Room::fold(&Rulebook::default(), id, &stored.key, stored.seed, &stored.entries)
        .map_err(wrong)?;
    print!("{}", room.record());
    Ok(())
}

async fn remove(store: &dyn Store, id: &str, yes: bool) -> Result<()> {
    if !yes {
        let what = format!("this removes the table {id} and its log for good");
        return Err(fail::input(what, "Say --yes if you mean it."));
    }
    if !store.remove_table(id, Removal::Removed).await.map_err(wrong)? {
        return Err(wrong(format!("there is no table {id}")));
    }
    println!("{id} is removed.");
    Ok(())
}
