//! [`Text`] for The City: names, words, refusals, positions.
//!
//! Words and spots are those of docs/notation.md. A position is one line of fields `key=value`,
//! separated by single spaces, in this order; empty ones are left out. Seats count from 1.
//!
//! - `tiles`: in the order of laying, `ID@x,yrR`, separated by `;`
//! - `followers`: those on streets, markets and homes, in the order of laying: `SEAT@x,y:SPOT`,
//!   separated by `;`
//! - `gate`: its edge, `x,y:SIDE`
//! - `walls`: how many stand left and right of the gate, `2.3`
//! - `guards`: `SEAT@WALL`, separated by `;`; a wall is `L1`, `L2` … or `R1`, `R2` …, counted from
//!   the gate
//! - `towers`: `SEAT@WALL`, separated by `;`
//! - `scores`: the points of all seats, `10.4`
//! - `discards`: tiles that fitted nowhere, in the order of the file: `ID*COUNT`, separated by `;`
//! - `late`: regained followers that come back after the turn (CITY-69), by seat, `0.1`
//! - `turn`: the seat on turn
//! - `step`: `first`, `draw`, `redraw`, `lay:ID`, `claim`, `build`, `guard`, `lastguard`, `tower`
//!   or `over`
//! - `phase`: in `build`, `guard` and `lastguard`: `LEFT/SEAT/WALL/WALLS`: pieces left, who
//!   is asked, the wall just built (`-` if none), each seat's last wall for CITY-70 (`-.R2`)
//!
//! Supplies, towers left, walls left and the bag follow from these.

use alloc::format;
use alloc::string::String;

use table::{
    Action, Cell, FeatureKind, Piece, Refusal, SEATS_MAX, Spot, Text, TextError, TileKind, Why,
};

use crate::names;
use crate::rules::Rules;
use crate::state::City;
use crate::words::{kind_of, read_segment, segment_name};

impl Text for City {
    const TURN_RULE: &'static str = "CITY-10";

    fn word(&self, rules: &Rules, action: Action) -> String {
        self.action_word(rules, action)
    }

    fn read_word(&self, rules: &Rules, text: &str) -> Result<Action, TextError> {
        self.read_action(rules, text)
    }

    fn refuse(&self, rules: &Rules, action: Action) -> Option<Refusal> {
        self.refusal(rules, action)
    }

    fn spot_name(&self, rules: &Rules, spot: Spot) -> String {
        match spot {
            Spot::Edge { side, .. } => String::from(side.letter()),
            Spot::Segment { cell, segment } => {
                let laid = self.board.laid().iter().find(|laid| laid.cell == cell);
                laid.map_or_else(
                    || format!("segment:{segment}"),
                    |laid| segment_name(rules, *laid, segment),
                )
            }
            Spot::Place(_) => String::from("unknown place"),
        }
    }

    fn read_spot(&self, rules: &Rules, cell: Cell, name: &str) -> Result<Spot, TextError> {
        let laid = self.board.laid().iter().find(|laid| laid.cell == cell);
        let laid = laid.ok_or_else(|| TextError::new(0, "a cell with a tile"))?;
        Ok(Spot::segment(cell, read_segment(rules, *laid, name)?))
    }

    fn tile_id(rules: &Rules, kind: TileKind) -> &str {
        &rules.tile(kind).id
    }

    fn tile_name(rules: &Rules, kind: TileKind) -> &str {
        &rules.tile(kind).name
    }

    fn tile_kind(rules: &Rules, id: &str) -> Option<TileKind> {
        kind_of(rules, id)
    }

    fn piece(piece: Piece) -> &'static str {
        names::piece(piece)
    }

    fn feature(feature: FeatureKind) -> &'static str {
        names::feature(feature)
    }

    fn why(why: Why) -> &'static str {
        names::why(why)
    }

    fn token(_: u8) -> &'static str {
        "unknown token"
    }

    fn told(what: u8) -> &'static str {
        names::told(what)
    }

    fn position(&self, rules: &Rules) -> String {
        self.print_position(rules)
    }

    fn read_position(rules: &Rules, text: &str) -> Result<City, TextError> {
        crate::reader::read(rules, text)
    }

    fn forecast(&self, rules: &Rules) -> [u16; SEATS_MAX] {
        self.reckon(rules).points
    }
}
