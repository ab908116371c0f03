//! Where a tile may be laid.

use crate::board::{Board, Cell, around, bend, beside};
use crate::state::Reference;
use crate::tiles::{Centre, Tile};

impl Reference {
    /// All legal placements of a drawn tile: cell and turn.
    pub(crate) fn placements(&self, id: &str) -> Vec<(Cell, usize)> {
        if !self.is_river_tile(id) {
            return self.land_placements(id);
        }
        let strict = self.river_placements(id, true);
        // RIVER-08: RIVER-07 is lifted only if the tile has no place with it.
        if strict.is_empty() { self.river_placements(id, false) } else { strict }
    }

    pub(crate) fn is_river_tile(&self, id: &str) -> bool {
        !self.catalogue[id][0].river.is_empty()
    }

    fn land_placements(&self, id: &str) -> Vec<(Cell, usize)> {
        let mut places = Vec::new();
        for cell in self.board.frontier() {
            for turn in 0..4 {
                let tile = &self.catalogue[id][turn];
                if self.board.edges_match(tile, cell) && self.cult_allows(tile, cell) {
                    places.push((cell, turn));
                }
            }
        }
        places
    }

    /// RIVER-05 to RIVER-07; the last one only if `no_u_turn`.
    pub(crate) fn river_placements(&self, id: &str, no_u_turn: bool) -> Vec<(Cell, usize)> {
        let Some((cell, entry)) = self.board.river_mouth() else {
            return Vec::new();
        };
        let mut places = Vec::new();
        for turn in 0..4 {
            let tile = &self.catalogue[id][turn];
            let fits = tile.river.contains(&entry) // RIVER-05
                && self.board.edges_match(tile, cell)
                && self.cult_allows(tile, cell)
                && leaves_free_mouth(&self.board, tile, cell, entry);
            if fits && !(no_u_turn && self.is_u_turn(tile, entry)) {
                places.push((cell, turn));
            }
        }
        places
    }

    /// RIVER-07: a curve the same way as the river tile before (OPT-RIVER-UTURN strict: as the
    /// last curve).
    fn is_u_turn(&self, tile: &Tile, entry: usize) -> bool {
        let Some(right) = bend(tile, entry) else {
            return false;
        };
        let bends = self.board.river_bends();
        let before = if self.settings.is("OPT-RIVER-UTURN", "strict") {
            bends.into_iter().flatten().next_back()
        } else {
            bends.last().copied().flatten()
        };
        before == Some(right)
    }

    /// CULT-04 to CULT-06: shrines and monasteries side by side.
    fn cult_allows(&self, tile: &Tile, cell: Cell) -> bool {
        let Some(opponent) = tile.centre.and_then(opponent_of) else {
            return true;
        };
        let own = tile.centre;
        let near = around(cell);
        let opponents: Vec<Cell> = near
            .into_iter()
            .filter(|&place| self.board.centre_at(place) == Some(opponent))
            .collect();
        // CULT-04
        if opponents.len() >= 2 {
            return false;
        }
        // CULT-05: no neighbour may get a second opponent.
        self.settings.is("OPT-CULT-STRICT", "off")
            || opponents
                .iter()
                .all(|&place| around(place).into_iter().all(|c| self.board.centre_at(c) != own))
    }
}

/// RIVER-06: the new open river edge may not face an occupied cell; the lake has none.
fn leaves_free_mouth(board: &Board, tile: &Tile, cell: Cell, entry: usize) -> bool {
    let exits = tile.river.iter().filter(|&&side| side != entry);
    exits.into_iter().all(|&side| board.at(beside(cell, side)).is_none())
}

/// The kind of building that challenges this one (CULT-10); gardens never do (INT-27).
pub fn opponent_of(centre: Centre) -> Option<Centre> {
    match centre {
        Centre::Monastery => Some(Centre::Shrine),
        Centre::Shrine => Some(Centre::Monastery),
        Centre::Garden => None,
    }
}
