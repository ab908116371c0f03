//! Exact, very fast rules of the tile-laying games of Carcassonne, for programs that play them,
//! study them, write them down or draw them.
//!
//! Two families are played: the *country* (the base game with farmers, and its expansions in any
//! combination) and *The City*. Every rule is numbered and tested; two engines that share nothing
//! but the tile data must agree on it.
//!
//! # A game in ten lines
//!
//! ```
//! # #[cfg(feature = "country")] {
//! use trencavel::country::{Country, CountrySetup, Rules};
//! use trencavel::{Game, Quiet, Turn};
//!
//! let rules = Rules::new(&CountrySetup::base(2))?; // built once, shared by any number of games
//! let mut game = Country::start(&rules);
//! let mut dice = trencavel::dice(|n| n / 2); // your source of chance: the rules have none
//! while game.turn() != Turn::Over {
//!     let action = game.pick(&rules, &mut dice);
//!     game.play(&rules, action, &mut Quiet);
//! }
//! println!("{:?}", &game.scores()[..2]);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The three ideas
//!
//! - **Rules and game are apart.** `Rules` are made once from a set-up and never change. A game is
//!   plain data of fixed size: cloning copies memory, playing allocates nothing. It holds no
//!   secret, because no order of tiles exists: the bag is a count of each kind.
//! - **Chance is a player.** When [`Game::turn`] says [`Turn::Chance`], draw with [`Game::odds`],
//!   with [`Game::pick`], or play whatever was drawn on a real table.
//! - **Two doors.** [`Game::play`] trusts its caller and is the fast one. With the feature
//!   `record`, [`games::AnyGame::submit`] checks first and refuses with the number of the rule;
//!   use it for whatever people and other programs send.
//!
//! What happens is told as [`Event`]s to a [`Log`]; with [`Quiet`] the telling costs nothing.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `country` | yes | [`country`]: the base game with farmers, and all its expansions |
//! | `city` | yes | [`city`]: markets, homes, streets and walls |
//! | `record` | yes | [`games`]: one checked door to every family, records, positions, sentences |
//! | `ai` | no | `ai`: computer players |
//! | `art` | no | `art`: tiles, figures and whole tables as SVG |
//!
//! Without `art` the crate is `no_std` (it needs `alloc`) and builds for `wasm32-unknown-unknown`.
//!
//! # Examples
//!
//! In `examples/`: `random_game`, `legal_moves`, `read_record`, `computers` and `draw_board`. Run
//! one with `cargo run --example draw_board --features art`.
//!
//! # Versions
//!
//! The minimum Rust version is that of `Cargo.toml` and is raised with a minor version only. Text
//! formats (records, positions, words of play) have versions of their own and stay readable.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "ai")]
pub use ::ai;
#[cfg(feature = "art")]
pub use ::art;
#[cfg(feature = "city")]
pub use ::city;
#[cfg(feature = "country")]
pub use ::country;
#[cfg(feature = "record")]
pub use ::games;
pub use ::table;

#[cfg(feature = "record")]
pub use games::{AnyGame, AnyRules, Family, Position, Record, RecordError, Recorder, Setup};
pub use table::{
    Action, Actions, Cell, Dice, Event, Game, Log, Odds, Quiet, Refusal, Rot, SEATS_MAX, Seat,
    Side, Spot, Text, TextError, TileKind, Turn,
};

/// Everything that most programs need, in one line: `use trencavel::prelude::*;`.
///
/// ```
/// # #[cfg(feature = "record")] {
/// use trencavel::prelude::*;
///
/// let mut recorder = Recorder::new(&Setup::country(2), &["Alice", "Bob"])?;
/// for word in ["base/E", "0,-1 r2", "follower@city:S"] {
///     recorder.submit_word(recorder.game().turn(), word)?;
/// }
/// assert_eq!(recorder.game().scores()[..2], [4, 0]);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod prelude {
    pub use crate::{Action, Actions, Dice, Event, Game, Log, Quiet, Seat, Text, Turn};
    #[cfg(feature = "record")]
    pub use crate::{AnyGame, AnyRules, Record, Recorder, Setup};
}

/// Makes [`Dice`] of a function that gives a number below its argument, as most sources of chance
/// offer one: `trencavel::dice(|n| rng.random_range(0..n))`.
///
/// ```
/// use trencavel::Dice;
///
/// let mut always_first = trencavel::dice(|_| 0);
/// assert_eq!(always_first.below(6), 0);
/// ```
pub fn dice(below: impl FnMut(u32) -> u32) -> impl Dice {
    struct Of<F>(F);
    impl<F: FnMut(u32) -> u32> Dice for Of<F> {
        fn below(&mut self, n: u32) -> u32 {
            (self.0)(n)
        }
    }
    Of(below)
}

/// The examples and the README, run as documentation tests.
#[cfg(doctest)]
mod run {
    macro_rules! example {
        ($name:ident, $file:literal) => {
            #[doc = concat!("```\n", include_str!($file), "```")]
            struct $name;
        };
    }
    example!(RandomGame, "../examples/random_game.rs");
    example!(LegalMoves, "../examples/legal_moves.rs");
    example!(ReadRecord, "../examples/read_record.rs");
    example!(Computers, "../examples/computers.rs");
    example!(DrawBoard, "../examples/draw_board.rs");
    #[doc = include_str!("../README.md")]
    struct Readme;
}

#[cfg(test)]
mod tests {
    //! What the documents show is what is built.
    extern crate std;

    /// The code of an example without the comment above it.
    fn code(example: &str) -> &str {
        example.split_once("\n\n").expect("a comment above the code").1
    }

    #[test]
    fn the_readmes_show_an_example_as_it_is() {
        let shown = code(include_str!("../examples/random_game.rs"));
        for file in ["README.md", "../../README.md"] {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
            let text = std::fs::read_to_string(&path).expect(file);
            let blocks = text.split("```rust\n").skip(1).map(|rest| rest.split("```").next());
            let found = blocks.into_iter().flatten().any(|block| block == shown);
            assert!(found, "{file} does not show examples/random_game.rs as it is");
        }
    }
}
