//! A player in a game: what it thinks now, and the tree that it keeps from move to move.

use alloc::boxed::Box;

use table::{Action, Turn};

use crate::evaluate::Evaluate;
use crate::greedy::best_by;
use crate::player::{Kind, Player};
use crate::rng::Wyrand;
use crate::search::{Insight, Search, Settings};
use crate::{choose, uct};

/// What a player thinks during a game.
///
/// Three steps make a choice: [`Mind::consider`] says what is to be decided, [`Mind::run`] thinks
/// for a slice, as often as the owner of the clock likes, and [`Mind::best`] is what to play then.
/// [`Mind::choose`] does all three. Whatever is played, by whomever, [`Mind::played`] must see it.
pub struct Mind<G: Evaluate> {
    player: Player,
    seed: u64,
    dice: Wyrand,
    /// Large, and not there at all for players that do not search.
    search: Option<Box<Search<G>>>,
    /// The game that a player considers who does not search.
    seen: Option<Box<G>>,
    /// Whether chance has acted since the last choice: a move begins.
    begins: bool,
    /// Among how many minds the simulations are divided.
    among: u32,
    thought: Thought,
}

/// How far a choice is.
#[derive(Clone, Copy)]
enum Thought {
    Nothing,
    /// A search, until its root was visited so often.
    Search(u32),
    /// Another player, that answers at once.
    AtOnce,
    Settled(Action),
}

impl<G: Evaluate> Mind<G> {
    /// Nothing yet. What is left to chance in a choice follows from the seed.
    pub fn new(player: &Player, seed: u64) -> Mind<G> {
        Mind {
            player: player.clone(),
            seed,
            dice: Wyrand::new(seed),
            search: None,
            seen: None,
            begins: true,
            among: 1,
            thought: Thought::Nothing,
        }
    }

    /// From now on it runs its part only of the simulations of a choice, which it shares with
    /// others that think about the same: see [`crate::merge`].
    pub fn share(&mut self, among: u32) {
        self.among = among.max(1);
    }

    /// Begins to think about a game in which a seat must act. `nodes` is how many simulations it
    /// may run; a player with a number of its own keeps to that, and without both it goes on until
    /// nobody lets it run.
    ///
    /// # Panics
    /// If no seat must act.
    pub fn consider(&mut self, rules: &G::Rules, game: &G, nodes: Option<u32>) {
        assert!(matches!(game.turn(), Turn::Player(_)), "a seat must act");
        let begins = core::mem::take(&mut self.begins);
        let (settings, own) = match &self.player.kind {
            Kind::Yardstick(_) | Kind::Thrifty(_) | Kind::Uct(_) => {
                self.seen = Some(Box::new(game.clone()));
                self.thought = Thought::AtOnce;
                return;
            }
            Kind::Level(level) => {
                let class = G::class(rules);
                let settings = Settings { seed: self.seed, ..level.settings(class) };
                (settings, Some(level.nodes(class)))
            }
            Kind::Strong { settings, nodes } => (**settings, *nodes),
        };
        let known = self.search.as_ref().is_some_and(|s| settings.keep && s.root() == game);
        if !known {
            self.search = Some(Box::new(Search::new(rules, game, settings)));
        }
        let nodes = own.or(nodes).unwrap_or(u32::MAX);
        // The figure was thought about with the tile.
        let nodes = if begins || !settings.keep { nodes } else { nodes.div_ceil(2) };
        let nodes = nodes.div_ceil(self.among);
        self.thought = Thought::Search(nodes);
    }

    /// Thinks for a slice of so many simulations, or until `stop` says so, which is asked often;
    /// says whether the thought is finished: more slices would change nothing.
    ///
    /// # Panics
    /// If nothing is considered.
    pub fn run(
        &mut self,
        rules: &G::Rules,
        simulations: u32,
        stop: &mut dyn FnMut() -> bool,
    ) -> bool {
        let action = match (self.thought, &mut self.search, &self.seen) {
            (Thought::Settled(action), _, _) => action,
            (Thought::Search(nodes), Some(search), _) => {
                if !search.slice(rules, nodes, simulations, stop) {
                    return false;
                }
                search.best()
            }
            (Thought::AtOnce, _, Some(game)) => match &self.player.kind {
                Kind::Yardstick(yardstick) => choose(*yardstick, rules, &**game, &mut self.dice),
                Kind::Thrifty(free) => {
                    let Turn::Player(seat) = game.turn() else { unreachable!("a seat must act") };
                    best_by(rules, &**game, seat, Some(*free), &mut self.dice)
                }
                Kind::Uct(uct) => uct::choose(rules, &**game, uct, &mut self.dice, stop),
                Kind::Level(_) | Kind::Strong { .. } => unreachable!("they search"),
            },
            _ => panic!("nothing is considered"),
        };
        self.thought = Thought::Settled(action);
        true
    }

    /// What to play as far as was thought.
    ///
    /// # Panics
    /// If nothing was considered, or nothing was run since.
    pub fn best(&self) -> Action {
        match (self.thought, &self.search) {
            (Thought::Settled(action), _) => action,
            (Thought::Search(_), Some(search)) => search.best(),
            _ => panic!("nothing was considered, or not run"),
        }
    }

    /// What it thinks of the position that it considers; `None` if it does not search.
    pub fn insight(&self) -> Option<Insight> {
        self.search.as_ref().map(|search| search.insight())
    }

    /// How many simulations went through the position that it considers, and how many are wanted;
    /// those of an earlier position count.
    pub fn progress(&self) -> (u32, u32) {
        match (self.thought, &self.search) {
            (Thought::Search(nodes), Some(search)) => (search.visits(), nodes),
            (Thought::Settled(_), Some(search)) => (search.visits(), search.visits()),
            (Thought::Nothing | Thought::AtOnce, _) => (0, 1),
            _ => (1, 1),
        }
    }

    /// What to play in a game, with at most so many simulations unless the player has a number of
    /// its own. `stop` is asked now and then; when it says so, the best so far is played.
    ///
    /// # Panics
    /// If no seat must act.
    pub fn choose(
        &mut self,
        rules: &G::Rules,
        game: &G,
        nodes: u32,
        stop: &mut dyn FnMut() -> bool,
    ) -> Action {
        self.consider(rules, game, Some(nodes));
        self.run(rules, u32::MAX, stop);
        self.best()
    }

    /// Thinks on while others must act, for a slice of so many simulations: what it finds serves
    /// its next choice, if it keeps its tree. Nothing happens otherwise.
    pub fn ponder(&mut self, rules: &G::Rules, simulations: u32, stop: &mut dyn FnMut() -> bool) {
        if let Some(search) = &mut self.search
            && search.settings().keep
            && search.root().turn() != Turn::Over
        {
            search.run_more(rules, simulations, stop);
        }
    }

    /// Sees that somebody played, or chance drew.
    pub fn played(&mut self, rules: &G::Rules, action: Action) {
        self.begins |= matches!(action, Action::Draw(_) | Action::First(_));
        self.thought = Thought::Nothing;
        match &mut self.search {
            Some(search) if search.settings().keep => search.advance(rules, action),
            search => *search = None,
        }
    }

    /// Sees that the game does not go on from where it was.
    pub fn forget(&mut self) {
        self.search = None;
        self.thought = Thought::Nothing;
        self.begins = true;
    }

    /// How many bytes its tree takes.
    pub fn bytes(&self) -> usize {
        self.search.as_ref().map_or(0, |search| search.bytes())
    }
}
