//! Ready-made tables.

use protocol::{
    Aids, Clock, Flagged, Level, Order, Plan, Preset, SeatPlan, Switch, TableConfig, Visibility,
};

/// The presets, in the order of the menu.
pub fn presets() -> Vec<Preset> {
    vec![
        first_game(),
        family_evening(),
        everything(),
        tournament(),
        championship(),
        correspondence(),
        the_city(),
    ]
}

fn preset(name: &str, about: &str, config: TableConfig) -> Preset {
    Preset { name: name.to_string(), about: about.to_string(), config }
}

/// A public table of the base game for the creator and these others.
fn table(others: &[SeatPlan]) -> TableConfig {
    let plan = Plan {
        family: "country".to_string(),
        expansions: Vec::new(),
        options: Vec::new(),
        tiles: None,
    };
    let mut seats = vec![SeatPlan::Me];
    seats.extend_from_slice(others);
    TableConfig {
        name: String::new(),
        plan,
        seats,
        order: Order::Random,
        clock: Clock::None,
        flagged: Flagged::Loses,
        aids: Aids::Standard,
        visibility: Visibility::Public,
        takeback: None,
        hints: None,
        watcher_chat: Switch::On,
        start: protocol::Start::Owner,
        first: None,
        from: None,
        rated: false,
        pool: None,
        again: 0,
        finishes: None,
    }
}

fn computer(level: Level) -> SeatPlan {
    SeatPlan::Computer { level }
}

fn expansions(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

fn first_game() -> Preset {
    let mut config = table(&[computer(Level::EASIEST)]);
    config.order = Order::Given;
    config.aids = Aids::Beginner;
    config.visibility = Visibility::Link;
    config.plan.options = vec![("OPT-FARMERS".to_string(), "off".to_string())];
    preset(
        "first-game",
        "The base game without fields against the computer, with all helps.",
        config,
    )
}

fn family_evening() -> Preset {
    let screen = |name: &str| SeatPlan::Screen { name: name.to_string() };
    let mut config = table(&[screen("Guest 1"), screen("Guest 2")]);
    config.plan.expansions = expansions(&["river", "abbot"]);
    config.aids = Aids::Beginner;
    config.visibility = Visibility::Link;
    preset("family-evening", "Three at one screen, with the river and the abbot, no clock.", config)
}

fn everything() -> Preset {
    let names: Vec<&str> = games::registry::expansions().iter().map(|info| info.name).collect();
    let mut config = table(&[SeatPlan::Anyone, computer(Level::MIDDLE)]);
    config.plan.expansions = expansions(&names);
    preset("everything", "Every expansion at once.", config)
}

/// The settings of the competitive scene: two seats, base game, 15 minutes each without increment,
/// 3 points for each completed city of a field, 4 for a city of two tiles.
fn tournament() -> Preset {
    let mut config = table(&[SeatPlan::Anyone]);
    config.clock = Clock::Total { seconds: 15 * 60, increment: 0 };
    config.takeback = Some(Switch::Off);
    let options = [("OPT-FIELDSCORE", "ed3"), ("OPT-SMALLCITY", "4")];
    config.plan.options =
        options.iter().map(|(key, value)| ((*key).to_string(), (*value).to_string())).collect();
    let about = "Two seats, the base game, 15 minutes each: the rules of online tournaments.";
    preset("tournament", about, config)
}

/// The same as played at the world championship: a city of two tiles scores 2.
fn championship() -> Preset {
    let mut config = tournament().config;
    for (key, value) in &mut config.plan.options {
        if key == "OPT-SMALLCITY" {
            *value = "2".to_string();
        }
    }
    let about = "The tournament rules, but a completed city of two tiles scores 2.";
    preset("world-championship", about, config)
}

fn correspondence() -> Preset {
    let mut config = table(&[SeatPlan::Anyone]);
    config.plan.expansions = expansions(&["inns", "traders"]);
    config.clock = Clock::Days { days: 3 };
    preset("correspondence", "Three days for each move, with inns and traders.", config)
}

fn the_city() -> Preset {
    let mut config = table(&[SeatPlan::Anyone]);
    config.plan.family = "city".to_string();
    preset("the-city", "The City: streets, markets and homes inside a wall.", config)
}
