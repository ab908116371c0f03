//! What choices mean, in plain English, answered by the family: for whoever plays in a terminal.

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Action, Cell, Show};

/// What a family says of the choices of a seat.
pub trait Explain: Show {
    /// Moves in words, as examples of what can be typed under these rules.
    fn word_examples(rules: &Self::Rules) -> Vec<String>;

    /// What is being decided between these actions, as a question.
    fn question(&self, rules: &Self::Rules, actions: &[Action]) -> String;

    /// What an action means, from the board before it; nothing if its events say it all.
    fn meaning(&self, rules: &Self::Rules, action: Action) -> Option<String>;

    /// What a tile that was just laid completed for nobody: no event tells of it.
    fn completed_for_nobody(&self, _: &Self::Rules, _: Cell) -> Vec<String> {
        Vec::new()
    }

    /// Whether a figure may be put between this action and its scoring.
    fn is_before_scoring(&self, action: Action) -> bool {
        matches!(action, Action::Tile { .. })
    }
}
