//! What counts how much in the evaluation.

use super::GameClass;

/// What the weights of The City begin with; all others are the country's.
const TOWN: &str = "town_";

impl Weights {
    /// The names of the weights that matter in a class of games.
    pub fn names_in(class: GameClass) -> impl Iterator<Item = &'static str> {
        let is_town = class == GameClass::City;
        Weights::NAMES.iter().copied().filter(move |name| name.starts_with(TOWN) == is_town)
    }
}

/// Makes a structure of numbers that can also be found by their names.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        /// What counts how much, found by play (docs/strength.md). Points unless said otherwise.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct Weights {
            $($(#[$doc])* pub $name: f32,)*
        }

        impl Weights {
            /// What plays best so far.
            pub const BEST: Weights = Weights { $($name: $value,)* };

            /// The names of all weights.
            pub const NAMES: &[&str] = &[$(stringify!($name),)*];

            /// The weight with a name.
            pub fn named(&mut self, name: &str) -> Option<&mut f32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

weights! {
    /// How many of the tiles that would do are found in time, of the share that a seat draws.
    share = 0.263;
    /// How likely an opening stays closable although other things are in the way.
    calm = 0.75;
    /// How many openings a seat closes with each of its turns to come, if it does nothing else.
    hurry = 1.83;
    /// What a follower at home is worth when the game begins.
    idle = 11.0;
    /// How much less each further follower at home is worth than the one before, as a factor.
    decay = 0.798;
    /// How fast that worth falls with the tiles: the power of the part to come.
    fade = 0.443;
    /// The part of a follower at home that one is worth who will come home.
    home = 0.797;
    /// What a field gains in a whole game by cities that are not there yet.
    field = 1.1;
    /// How much a city that may be completed counts for a field beside it.
    city = 0.568;
    /// What an open road or city gains in a whole game before it is completed.
    grow = 1.49;
    /// How much more for each further opening.
    spread = 0.22;
    /// The part of a coming follower's worth that remains with each further opening.
    soon = 0.936;
    /// The part of the cells around a building that are filled in half a game.
    around = 0.42;
    /// How likely each tile that fits beside a building is laid there, of those left.
    near = 0.344;
    /// How much of what another feature would bring counts if a tile may join it.
    join = 0.736;
    /// What having one more turn is worth.
    tempo = 0.0;
    /// How much of a tile that ends a road or city one is worth that fits and leads it on.
    further = 0.428;
    /// How far only tiles count for joining that would join, instead of all that fit: from 0 to 1.
    meets = 1.0;
    /// How much of what another field would bring counts if a tile may join it.
    meadow = 0.422;
    /// The part of what a field brings now that others take from it in a whole game.
    trespass = 0.327;
    /// How much less likely a cell beside a building is filled for each other empty one, as a
    /// factor.
    remote = 0.918;
    /// How many times more a feature is worked at that several hold.
    both = 1.28;
    /// What an open city gains in a whole game more than a road.
    burgh = 0.33;
    /// What it costs to have no follower in hand when the game begins.
    none = 1.115;
    /// The City: the part of a street or market that counts before it is scored.
    town_open = 0.906;
    /// The City: the part of the worth of homes that counts.
    town_homes = 0.5;
    /// The City: what homes gain in a whole game.
    town_settle = 0.0;
    /// The City: the part of the worth of guards that counts.
    town_guard = 0.675;
    /// The City: what an open street gains in a whole game.
    town_street = 0.515;
    /// The City: what an open market gains in a whole game for each kind of goods.
    town_market = 0.43;
    /// The City: what a follower at home is worth when the game begins.
    town_idle = 7.0;
    /// The City: the part of that which one on a street or market has.
    town_out = 0.8;
    /// The City: how much of that remains with each opening.
    town_near = 1.0;
    /// The City: more followers than these are worth nothing.
    town_dear = 5.0;
    /// The City: what a tower in hand is worth when the game begins.
    town_tower = 2.63;
    /// The City: what a guard must see when the game begins, to be posted.
    town_post = 8.0;
    /// The City: how much the gap in the wall says of the time left, from 0 to 1.
    town_gap = 0.0;
}

impl Weights {
    /// The first version: found by climbing, a few hundred games a step.
    const FIRST: Weights = Weights {
        share: 0.58,
        calm: 0.85,
        hurry: 100.0,
        idle: 6.37,
        decay: 1.0,
        fade: 1.0,
        home: 0.444,
        field: 0.5,
        city: 0.5,
        grow: 1.17,
        spread: 0.0,
        soon: 1.0,
        around: 0.74,
        near: 1.0,
        join: 0.484,
        ..Weights::SECOND
    };

    /// The second: all at once by drift, before it was seen which fields may be joined and which
    /// tiles end a road or city.
    const SECOND: Weights = Weights {
        share: 0.245,
        calm: 0.758,
        hurry: 1.7,
        idle: 11.5,
        decay: 0.807,
        fade: 0.47,
        home: 0.62,
        field: 0.65,
        city: 0.73,
        grow: 1.6,
        soon: 0.87,
        around: 0.575,
        near: 0.375,
        join: 0.68,
        further: 1.0,
        meets: 0.0,
        meadow: 0.0,
        trespass: 0.0,
        remote: 1.0,
        both: 1.0,
        burgh: 0.0,
        none: 0.0,
        ..Weights::BEST
    };

    /// A version of the weights, by its number from 1. What a version plays never changes; a number
    /// that is not known is the latest.
    pub const fn version(number: u8) -> Weights {
        match number {
            1 => Weights::FIRST,
            2 => Weights::SECOND,
            _ => Weights::BEST,
        }
    }
}
