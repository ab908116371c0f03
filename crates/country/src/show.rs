//! What a table shows of the country, put together from what the expansions in play declare and
//! answer.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use table::{
    ASK_DRAW, ASK_OVER, FeatureKind, Game, Piece, PieceNoun, Seat, Show, Shown, Spot, Stock, Text,
    Turn, Why,
};

use crate::exp::{self, PieceDecl, Reads, nouns};
use crate::rules::Rules;
use crate::state::Country;

/// The declared pieces that are in play: those that seats have, then those of nobody.
fn declared(rules: &Rules) -> impl Iterator<Item = &'static PieceDecl> {
    let own = (0u8..).zip(rules.supply).filter(|(_, each)| *each > 0);
    let own = own.filter_map(|(number, _)| nouns::piece(Piece(number)));
    let nobodys = exp::in_play(rules).flat_map(|info| info.pieces).filter(|p| p.nobodys);
    own.chain(nobodys)
}

impl Country {
    /// What the pieces in a seat's supply are worth to a computer player, in tenths of a follower.
    pub fn idle(&self, rules: &Rules, seat: Seat) -> u16 {
        let own = declared(rules).filter(|p| !p.nobodys);
        own.map(|p| p.idle as u16 * self.supply(seat, p.piece) as u16).sum()
    }

    /// What a seat's pieces that wait outside the tiles are worth to it, in tenths of a point.
    pub fn promise(&self, rules: &Rules, seat: Seat) -> u16 {
        exp::promise(rules, self, seat)
    }
}

impl Show for Country {
    fn pieces(rules: &Rules) -> Vec<PieceNoun> {
        let noun = |p: &PieceDecl| PieceNoun {
            piece: p.piece,
            name: p.name,
            phrase: p.phrase,
            each: rules.supply[p.piece.0 as usize],
            nobodys: p.nobodys,
            figure: true,
        };
        declared(rules).map(noun).collect()
    }

    fn tokens(rules: &Rules) -> Vec<(u8, &'static str)> {
        let mut tokens = Vec::new();
        exp::each_token(rules, |token, name, _| tokens.push((token, name)));
        tokens
    }

    fn places(rules: &Rules) -> Vec<(u8, &'static str)> {
        exp::in_play(rules).flat_map(|info| info.places).copied().collect()
    }

    fn asks(rules: &Rules) -> Vec<&'static str> {
        let mut asks = Vec::new();
        for ask in rules.plan.steps().iter().filter_map(|step| step.decl.ask) {
            if !asks.contains(&ask) {
                asks.push(ask);
            }
        }
        asks
    }

    fn ask(&self, rules: &Rules) -> &'static str {
        match self.turn() {
            Turn::Over => ASK_OVER,
            Turn::Chance => ASK_DRAW,
            Turn::Player(_) => self.step(rules).decl.ask.unwrap_or(self.step_name(rules)),
        }
    }

    fn turn_of(&self) -> (Seat, u8) {
        (self.turn, self.part)
    }

    fn start_tiles(rules: &Rules) -> usize {
        rules.start.len()
    }

    fn shown(&self, rules: &Rules) -> Vec<Shown> {
        let standing = self.figures.iter().map(|figure| Shown {
            seat: Some(figure.seat),
            piece: figure.piece,
            at: Spot::segment(self.board.tile(figure.tile).cell, figure.segment),
        });
        let mut shown: Vec<Shown> = standing.collect();
        exp::figures(rules, self, &mut |figure| shown.push(figure));
        shown
    }

    fn supplied(&self, rules: &Rules, seat: Seat) -> Vec<(Piece, u8)> {
        let own = declared(rules).filter(|p| !p.nobodys);
        own.map(|p| (p.piece, self.supply(seat, p.piece))).collect()
    }

    fn held(&self, rules: &Rules, seat: Seat) -> Vec<(u8, u8)> {
        let mut held = Vec::new();
        exp::each_token(rules, |token, _, owner| {
            held.push((token, exp::held(rules, self, seat, owner, token)));
        });
        held
    }

    fn stock(&self, rules: &Rules) -> Stock {
        let mut stock = Stock {
            left: Stock::counted(&self.bag, rules.tiles.len()),
            next: None,
            gone: Stock::listed(&self.discarded),
            aside: Stock::listed(&self.aside),
        };
        exp::stock(rules, self, &mut stock);
        stock
    }

    fn piece_phrase(piece: Piece) -> String {
        nouns::piece(piece).map_or("a piece", |decl| decl.phrase).to_string()
    }

    fn scored_phrase(feature: FeatureKind, complete: bool) -> String {
        let decl = nouns::features().find(|decl| decl.feature == feature);
        let name = Country::feature(feature);
        match decl.map_or(Reads::Completed, |decl| decl.reads) {
            Reads::As(phrase) => phrase.to_string(),
            Reads::Completed if complete => format!("a completed {name}"),
            Reads::Completed => format!("an unfinished {name}"),
        }
    }

    fn is_lasting(feature: FeatureKind) -> bool {
        let decl = nouns::features().find(|decl| decl.feature == feature);
        decl.is_some_and(|decl| matches!(decl.reads, Reads::As(_)))
    }

    fn bonus_noun(rules: &Rules) -> &'static str {
        exp::in_play(rules).find_map(|info| info.bonus).unwrap_or("bonus")
    }

    fn why_one(why: Why) -> String {
        nouns::why(why).map_or("point", |decl| decl.one).to_string()
    }
}
