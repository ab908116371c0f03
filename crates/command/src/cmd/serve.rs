//! `trencavel serve`.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use server::config::{Config, SETTINGS, TEST_NEWER, TEST_SEED, Texts};
use server::serve::{Server, StartError, told_to_stop};

use crate::fail;
use crate::style::Style;

/// Flags of the server: one for each setting, from the server's own list.
#[derive(Clone, Debug, Default)]
pub struct ServeArgs {
    flags: Vec<(&'static str, String)>,
    file: Option<PathBuf>,
    check: bool,
    open: bool,
}

impl FromArgMatches for ServeArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = ServeArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for key in SETTINGS.iter().map(|decl| decl.key).chain([TEST_SEED, TEST_NEWER]) {
            if let Some(text) = matches.get_one::<String>(key) {
                self.flags.push((key, text.clone()));
            }
        }
        self.file = matches.get_one::<PathBuf>("config").cloned();
        self.check = matches.try_get_one::<bool>("check-config").ok().flatten() == Some(&true);
        self.open = matches.try_get_one::<bool>("open").ok().flatten() == Some(&true);
        Ok(())
    }
}

impl Args for ServeArgs {
    fn augment_args(command: Command) -> Command {
        let check = Arg::new("check-config")
            .long("check-config")
            .action(ArgAction::SetTrue)
            .help("Say what the settings are, or what is wrong with them, and stop");
        let open = Arg::new("open")
            .long("open")
            .action(ArgAction::SetTrue)
            .help("Open the page in a browser, where there is one");
        // Not for people: draws can be foretold with it.
        let seed = Arg::new(TEST_SEED).long(TEST_SEED).value_name("NUMBER").hide(true);
        let newer = Arg::new(TEST_NEWER).long(TEST_NEWER).value_name("NUMBER").hide(true);
        settings(command).arg(check).arg(open).arg(seed).arg(newer)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// One flag for each setting of the server, and the file for them.
fn settings(command: Command) -> Command {
    let file = Arg::new("config")
        .long("config")
        .value_name("FILE")
        .value_parser(clap::value_parser!(PathBuf))
        .help("A TOML file of settings; flags and the environment win over it");
    SETTINGS.iter().fold(command.arg(file), |command, decl| {
        let variable = format!("TRENCAVEL_{}", decl.key.replace('-', "_").to_uppercase());
        let default = if decl.default.is_empty() { "none" } else { decl.default };
        let help = format!("{} [env: {variable}] [default: {default}]", capital(decl.about));
        let arg = Arg::new(decl.key).long(decl.key).value_name("VALUE").help(help);
        // A switch may stand alone.
        let switch = matches!(decl.default, "true" | "false");
        command.arg(if switch { arg.num_args(0..=1).default_missing_value("true") } else { arg })
    })
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or(String::new(), |c| c.to_uppercase().collect::<String>() + letters.as_str())
}

/// Where the database is, for commands that only need that.
#[derive(Args, Clone, Debug)]
pub struct DataArgs {
    /// The server's data directory
    #[arg(long, value_name = "DIR")]
    pub data: Option<String>,
    /// The server's file of settings
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The server's store, if it is not a file in the data directory
    #[arg(long, value_name = "PLACE")]
    pub store: Option<String>,
}

impl DataArgs {
    /// The settings that a server with these would have.
    ///
    /// # Errors
    /// If they make no sense.
    pub fn config(&self) -> Result<Config> {
        let data = self.data.iter().map(|data| ("data", data.clone()));
        let store = self.store.iter().map(|store| ("store", store.clone()));
        config(data.chain(store).collect(), self.config.as_deref())
    }
}

fn config(flags: Vec<(&'static str, String)>, file: Option<&Path>) -> Result<Config> {
    let next = "See `trencavel serve --help`; `--check-config` checks without starting.";
    let mut texts = Texts::default();
    texts.flags(flags);
    texts.environment(|name| std::env::var(name).ok());
    if let Some(path) = file {
        let text = std::fs::read_to_string(path)
            .map_err(|e| fail::input(format!("{}: {e}", path.display()), next))?;
        texts.file(path, &text).map_err(|e| fail::input(e, next))?;
    }
    texts.config().map_err(|e| fail::input(e, next))
}

/// Runs a server until it is told to stop.
///
/// # Errors
/// If the settings make no sense, or it cannot start.
pub fn run(args: &ServeArgs) -> Result<()> {
    let config = config(args.flags.clone(), args.file.as_deref())?;
    if args.check {
        print!("{}", config.listing());
        return Ok(());
    }
    server::logging::start(&config.log, config.log_json);
    let url = config.public_url.clone();
    let data = config.data.display().to_string();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async move {
        let server = Server::start(config).await.map_err(|e| explain(&e))?;
        let style = Style::stdout();
        println!("Trencavel: {}  (data in {data}; Ctrl+C stops it)", style.strong(&url));
        if args.open {
            open(&url);
        }
        told_to_stop().await;
        println!("Stopping; nothing is lost.");
        server.stop().await;
        Ok(())
    })
}

/// Tells what to do about a server that cannot start.
fn explain(error: &StartError) -> anyhow::Error {
    let next = match error {
        StartError::Data { .. } => "Name a directory that you may write to with --data.",
        StartError::Listen { .. } => {
            "Another program may use the port: stop it, or choose another with --listen."
        }
        StartError::Store { error, .. } => error.advice(),
    };
    fail::input(error, next)
}

/// Opens a page where the machine has a way to; says nothing if it has none.
fn open(url: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = std::process::Stdio::null;
    let _ = std::process::Command::new(program)
        .arg(url)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
}
