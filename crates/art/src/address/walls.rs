//! The wall of The City, as an address describes it.
//!
//! `x,y,SIDE,MARKS` for each piece, separated by `;`, in the order of the ring from its left end
//! to its right end. Marks: `g` for the gate or `w` for a wall, `fN` a guard of seat N, `tN` a
//! tower of seat N at the end away from the gate, `?` for a piece that is only thought of.

use ::city::Edge;
use table::{Cell, Side};

use super::FAR;
use crate::city::{End, Piece};
use crate::seat::SEATS;

/// The most pieces that are read: far more than there are in the game.
const PIECES_MAX: usize = 300;

/// Reads a wall; `None` if it makes no sense.
pub(super) fn read(text: &str) -> Option<Vec<Piece>> {
    let texts: Vec<&str> = text.split(';').filter(|piece| !piece.is_empty()).collect();
    if texts.len() > PIECES_MAX {
        return None;
    }
    let gate = texts.iter().position(|t| t.rsplit(',').next().is_some_and(|m| m.contains('g')));
    let pieces = texts.iter().enumerate();
    // A wall behind the gate grows clockwise, one before it the other way.
    pieces
        .map(|(i, text)| {
            piece(text, if gate.is_some_and(|gate| i < gate) { End::Left } else { End::Right })
        })
        .collect()
}

fn piece(text: &str, outer: End) -> Option<Piece> {
    let mut parts = text.split(',');
    let (x, y) = (number(parts.next()?)?, number(parts.next()?)?);
    let side = match parts.next()? {
        "N" => Side::N,
        "E" => Side::E,
        "S" => Side::S,
        "W" => Side::W,
        _ => return None,
    };
    let marks = parts.next().unwrap_or("w");
    let mut piece = Piece::wall(Edge::new(Cell { x, y }, side));
    let mut letters = marks.chars();
    while let Some(letter) = letters.next() {
        let mut seat = || {
            let digit = letters.next()?.to_digit(10)? as usize;
            (digit < SEATS).then_some(digit)
        };
        match letter {
            'w' => {}
            'g' => piece.gate = true,
            'f' => piece.guard = Some(seat()?),
            't' => piece.tower = Some((seat()?, outer)),
            '?' => piece.ghost = true,
            _ => return None,
        }
    }
    parts.next().is_none().then_some(piece)
}

fn number(text: &str) -> Option<i16> {
    text.parse().ok().filter(|n: &i16| n.abs() <= FAR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_read_with_its_marks() {
        let pieces = read("0,0,W,wt1;0,0,N,g;1,0,N,wf2t0;1,0,E,w?").unwrap();
        assert_eq!(pieces.len(), 4);
        assert_eq!(pieces[0].tower, Some((1, End::Left)));
        assert!(pieces[1].gate);
        assert_eq!(pieces[2].guard, Some(2));
        assert_eq!(pieces[2].tower, Some((0, End::Right)));
        assert!(pieces[3].ghost);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["0,0", "0,0,X,w", "a,0,N,w", "0,0,N,f9", "0,0,N,z", "999,0,N,w", "0,0,N,w,w"] {
            assert!(read(text).is_none(), "{text}");
        }
        assert!(read(&"0,0,N,w;".repeat(PIECES_MAX + 1)).is_none());
    }
}
