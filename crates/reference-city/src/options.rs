//! The options of section 11 of the rules; the first value of each is the default.

/// Every option with its values, the default first.
const ALL: [(&str, [&str; 2]); 9] = [
    ("OPT-CITY-ROAD4", ["from-4", "more-than-4"]),
    ("OPT-CITY-PILE-SWITCH", ["first-of-next", "last-of-old"]),
    ("OPT-CITY-TRIGGER", ["scored", "any-completed"]),
    ("OPT-CITY-P3-GUARD", ["every-wall", "last-wall"]),
    ("OPT-CITY-GUARD-ORDER", ["before-scoring", "after-scoring"]),
    ("OPT-CITY-REUSE", ["at-once", "next-turn"]),
    ("OPT-CITY-ENDTEST", ["every-turn", "after-wall-phase"]),
    ("OPT-CITY-BEYOND", ["local", "rows"]),
    ("OPT-STARTPLAYER", ["given", "random"]),
];

/// For each option whether its second value is chosen.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // nine independent questions with two answers each
pub struct Options {
    pub road_doubles_above_4: bool,
    pub last_of_old_pile: bool,
    pub trigger_any_completed: bool,
    pub pile_3_guard_on_last_wall: bool,
    pub guard_after_scoring: bool,
    pub reuse_next_turn: bool,
    pub end_test_after_wall_phase: bool,
    pub rows_blocked: bool,
    pub random_first_seat: bool,
}

impl Options {
    /// Reads pairs of option and value; a later pair wins over an earlier one.
    pub fn new(pairs: &[(&str, &str)]) -> Result<Options, String> {
        let mut options = Options::default();
        for &(key, value) in pairs {
            let known = ALL.iter().find(|(name, _)| *name == key);
            let (_, values) = known.ok_or_else(|| format!("unknown option {key}"))?;
            let chosen = values.iter().position(|other| *other == value);
            let chosen = chosen.ok_or_else(|| format!("{key} has no value {value}"))?;
            options.set(key, chosen == 1);
        }
        Ok(options)
    }

    fn set(&mut self, key: &str, second: bool) {
        let field = match key {
            "OPT-CITY-ROAD4" => &mut self.road_doubles_above_4,
            "OPT-CITY-PILE-SWITCH" => &mut self.last_of_old_pile,
            "OPT-CITY-TRIGGER" => &mut self.trigger_any_completed,
            "OPT-CITY-P3-GUARD" => &mut self.pile_3_guard_on_last_wall,
            "OPT-CITY-GUARD-ORDER" => &mut self.guard_after_scoring,
            "OPT-CITY-REUSE" => &mut self.reuse_next_turn,
            "OPT-CITY-ENDTEST" => &mut self.end_test_after_wall_phase,
            "OPT-CITY-BEYOND" => &mut self.rows_blocked,
            _ => &mut self.random_first_seat,
        };
        *field = second;
    }
}
