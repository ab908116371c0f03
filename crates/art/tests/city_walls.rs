//! The wall of The City: for whole games, for single pieces that are only thought of, and with
//! everything inside the rectangle that the layer names.

use ai::{Wyrand, Yardstick};
use art::city::{End, Layer, Piece, TownPicture};
use art::{Detail, Look, Style};
use city::{City, CitySetup, Edge, LEFT, RIGHT, Rules, TurnStep};
use resvg::usvg::{Options, Tree};
use table::{Cell, Game, Quiet, Side, Turn};

/// Plays a game between computer players and calls after every action.
fn play(seats: u8, seed: u64, mut seen: impl FnMut(&Rules, &City)) {
    let rules = Rules::new(&CitySetup { seats, ..CitySetup::default() }).expect("a set-up");
    let mut dice = Wyrand::new(seed);
    let mut game = City::start(&rules);
    while game.turn() != Turn::Over {
        let action = ai::choose(Yardstick::Greedy, &rules, &game, &mut dice);
        game.play(&rules, action, &mut Quiet);
        seen(&rules, &game);
    }
}

/// All of a picture lies in its view box.
fn assert_within(layer: &Layer) {
    let tree = Tree::from_str(&layer.svg, &Options::default()).expect("a picture");
    let drawn = tree.root().abs_stroke_bounding_box();
    // usvg moves the view box to the origin.
    let (width, height) = (layer.width as f32 + 0.5, layer.height as f32 + 0.5);
    assert!(drawn.left() >= -0.5 && drawn.top() >= -0.5, "{drawn:?} in {width} x {height}");
    assert!(drawn.right() <= width && drawn.bottom() <= height, "{drawn:?} in {width} x {height}");
}

#[test]
fn walls_of_whole_games_draw() {
    for seats in 2..=4 {
        let mut shown = 0;
        play(seats, u64::from(seats), |rules, game| {
            let pieces = art::city::pieces(game);
            let built = game.walls_built() as usize + usize::from(game.gate().is_some());
            if game.step() == TurnStep::Over {
                assert_eq!(pieces.len(), game.outline().count(), "the ring is closed (CITY-58)");
                let view = TownPicture { style: Style::default(), land: true, last: true };
                let town = art::city::board(rules, game, view);
                roxmltree::Document::parse(&town.svg).expect("well-formed");
            } else {
                assert_eq!(pieces.len(), built);
            }
            shown += 1;
            if game.step() != TurnStep::Over && shown % 40 != 0 {
                return;
            }
            for look in [Look::Map, Look::Plain] {
                for detail in [Detail::Full, Detail::Middle, Detail::Small] {
                    let layer =
                        art::city::wall(&pieces, Style { look, detail, ..Style::default() });
                    assert_within(&layer);
                    let again =
                        art::city::wall(&pieces, Style { look, detail, ..Style::default() });
                    assert_eq!(layer, again);
                }
            }
        });
        assert!(shown > 100);
    }
}

#[test]
fn guards_and_towers_are_shown_with_their_seats() {
    let edge = |x, y, side| Edge::new(Cell::new(x, y), side);
    let plain = Style { look: Look::Plain, ..Style::default() };
    for style in [Style::default(), plain] {
        let bare = [Piece::gate(edge(0, 0, Side::S)), Piece::wall(edge(0, 0, Side::W))];
        let none = art::city::wall(&bare, style).svg;
        assert!(!none.contains("data-seat"));
        let mut manned = bare;
        manned[1].guard = Some(3);
        let guarded = art::city::wall(&manned, style).svg;
        assert!(guarded.contains("data-seat=\"3\""));
        manned[1].tower = Some((0, End::Right));
        let towered = art::city::wall(&manned, style).svg;
        assert!(towered.len() > guarded.len());
        manned[1].tower = Some((1, End::Right));
        assert_ne!(art::city::wall(&manned, style).svg, towered, "towers show their seat");
        manned[1].tower = Some((0, End::Left));
        assert_ne!(art::city::wall(&manned, style).svg, towered, "towers stand at their end");
    }
}

#[test]
fn single_pieces_can_be_thought_of() {
    for side in Side::ALL {
        for piece in [Piece::wall, Piece::gate].map(|of| of(Edge::new(Cell::new(-2, 3), side))) {
            let solid = art::city::wall(&[piece], Style::default());
            let ghost = art::city::wall(&[piece.ghost()], Style::default());
            assert_within(&solid);
            assert_within(&ghost);
            assert!(
                ghost.svg.contains("opacity=\".62\"") && !solid.svg.contains("opacity=\".62\"")
            );
            assert_eq!((solid.x, solid.y), (ghost.x, ghost.y));
        }
    }
    assert!(art::city::wall(&[], Style::default()).svg.starts_with("<svg"));
}

#[test]
fn the_next_places_lie_at_the_ends() {
    let (mut compared, mut differ) = (0, 0);
    play(3, 7, |_, game| {
        if let (TurnStep::Build, Some(left), Some(right)) =
            (game.step(), game.next_place(LEFT), game.next_place(RIGHT))
        {
            let pieces = art::city::pieces(game);
            for edge in [left, right] {
                let joined = art::city::preview(&pieces, edge, Style::default());
                assert_within(&joined);
                let alone = art::city::wall(&[Piece::wall(edge).ghost()], Style::default());
                assert_eq!((joined.x, joined.y), (alone.x, alone.y));
                differ += usize::from(joined.svg != alone.svg);
            }
            compared += 1;
        }
    });
    assert!(compared > 5 && differ > 5, "they join the wall that stands");
}
