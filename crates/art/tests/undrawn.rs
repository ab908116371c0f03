//! What nobody draws is drawn all the same: the expansion made up for the tests has no pictures.

use ai::Wyrand;
use art::{BoardOptions, Catalogue, Detail, Look, Style};
use games::{AnyGame, AnyRules, Game, Setup, Turn};
use table::{Cell, Quiet, Rot};

#[test]
fn pieces_tokens_marks_and_places_without_pictures_show_their_initials() {
    for look in [Look::Map, Look::Plain] {
        let style = Style { look, ..Style::default() };
        for (name, letter) in [("herald", 'H'), ("beast", 'B'), ("feed", 'F'), ("dismiss", 'D')] {
            let svg = art::figure(name, 2, false, style).unwrap();
            assert!(svg.contains(&format!(">{letter}</text>")), "{name}");
            let lying = art::figure(name, 2, true, style).unwrap();
            assert_ne!(svg, lying, "{name} lies down");
        }
        // Nobody's piece has no seat's colour.
        let beast = |seat| art::figure("beast", seat, false, style);
        assert_eq!(beast(0), beast(4));
        assert_ne!(art::figure("herald", 0, false, style), art::figure("herald", 4, false, style));
        assert!(art::token("bone", style).unwrap().contains(">B</text>"));
        assert!(art::card("trial", style).unwrap().contains(">T</text>"));
        let catalogue = Catalogue::new();
        for (tile, letter) in [("trial/lair-road", 'L'), ("trial/bog-road", 'B')] {
            for detail in [Detail::Full, Detail::Small] {
                let style = Style { detail, ..style };
                let svg = catalogue.tile(tile, Rot::R1, Cell::ORIGIN, style).unwrap();
                assert!(svg.contains(&format!(">{letter}</text>")), "{tile} {style:?}");
            }
        }
    }
}

#[test]
fn a_table_with_it_shows_its_figures_and_places() {
    let names: Vec<&str> = country::exp::ALL.iter().map(|(_, info)| info.wire).collect();
    let rules = AnyRules::new(&Setup::country(4).with(&names)).unwrap();
    let (catalogue, mut dice) = (Catalogue::new(), Wyrand::new(5));
    let mut game = AnyGame::start(&rules);
    let mut seen = [false; 2];
    while game.turn() != Turn::Over && seen != [true; 2] {
        let action = game.pick(&rules, &mut dice);
        game.play(&rules, action, &mut Quiet);
        let figures = games::view::Tabletop::of(&rules, &game).figures;
        let has = |name: &str| figures.iter().any(|f| rules.piece(f.piece) == name);
        let news = [has("herald") && !seen[0], has("beast") && !seen[1]];
        if news == [false; 2] {
            continue;
        }
        let svg = art::board(&catalogue, &rules, &game, &BoardOptions::default());
        roxmltree::Document::parse(&svg).unwrap();
        for (i, sign) in ["data-piece=\"herald\"", "class=\"beast\""].iter().enumerate() {
            assert!(!news[i] || svg.contains(sign), "{sign}");
            seen[i] |= news[i];
        }
        assert!(svg.contains(">watch</text>"), "a place where figures could stand");
        assert!(!svg.contains(">bones</text>"), "a place of scores alone");
    }
    assert_eq!(seen, [true; 2], "both pieces came to the table");
}
