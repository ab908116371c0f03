//! The strip beside the board: seats with points, supplies and goods; the tile to lay.

use country::exp::Id;
use country::piece::{ABBOT, BUILDER, FOLLOWER, LARGE, PIG};
use games::{AnyGame, FamilyRules, Game, Seat, Turn};

use super::figures::{self, Role};
use super::svg::{Svg, placed};
use super::{View, city, country as country_board, goods};

const WIDTH: f64 = 270.0;
const PAPER: &str = "#F4EAD2";
const TEXT: &str = "#2E2418";
const SOFT: &str = "#6E5C45";
const HEAD: f64 = 64.0;
const FOOT: f64 = 130.0;

/// The strip.
pub struct Panel {
    /// Its width in pixels.
    pub width: f64,
    /// The least height that it needs.
    pub height: f64,
    block: f64,
}

impl Panel {
    /// The strip that a view needs.
    pub fn new(view: &View) -> Panel {
        let goods = match view.rules.of() {
            FamilyRules::Country(rules) => rules.has(Id::Traders),
            FamilyRules::City(_) => false,
        };
        let block = if goods { 118.0 } else { 92.0 };
        let height = HEAD + f64::from(view.rules.seats()) * block + FOOT;
        Panel { width: WIDTH, height, block }
    }

    /// Draws it from `x` to the right end.
    pub fn draw(&self, out: &mut Svg, view: &View, x: f64, height: f64) {
        out.rect((x, 0.0), (self.width, height), PAPER, "");
        let title = if view.game.turn() == Turn::Over { "Final points" } else { "Points" };
        out.text((x + 20.0, 40.0), 26.0, "start", TEXT, title);
        for seat in 0..view.rules.seats() {
            let y = HEAD + f64::from(seat) * self.block;
            self.seat(out, view, Seat(seat), x, y);
        }
        let y = HEAD + f64::from(view.rules.seats()) * self.block;
        foot(out, view, x, y, self.width);
    }

    fn seat(&self, out: &mut Svg, view: &View, seat: Seat, x: f64, y: f64) {
        let on_turn = view.game.turn() == Turn::Player(seat);
        let ground = if on_turn { "#FFF6CC" } else { "#FBF5E6" };
        let rim = if on_turn { "#B8860B" } else { "#D9C9A6" };
        let edge = format!("rx=\"10\" stroke=\"{rim}\" stroke-width=\"2\"");
        out.rect((x + 12.0, y), (self.width - 24.0, self.block - 10.0), ground, &edge);
        figures::token(out, seat.index(), (x + 38.0, y + 26.0), 17.0);
        let name = shorten(view.names.get(seat.index()).map_or("", String::as_str), 13);
        out.text((x + 64.0, y + 33.0), 19.0, "start", TEXT, &name);
        let points = view.game.scores()[seat.index()].to_string();
        out.text((x + self.width - 24.0, y + 36.0), 28.0, "end", TEXT, &points);
        match (view.rules.of(), view.game) {
            (FamilyRules::Country(rules), AnyGame::Country(game)) => {
                country_supply(out, rules, game, seat, (x + 22.0, y + 74.0));
            }
            (_, AnyGame::City(game)) => city_supply(out, game, seat, (x + 22.0, y + 74.0)),
            _ => {}
        }
    }
}

fn shorten(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    let kept: String = name.chars().take(most - 1).collect();
    format!("{kept}…")
}

fn country_supply(
    out: &mut Svg,
    rules: &country::Rules,
    game: &country::Country,
    seat: Seat,
    (x, y): (f64, f64),
) {
    let mut step = 0.0;
    out.group("class=\"supply\"", |out| {
        for piece in [FOLLOWER, LARGE, ABBOT, BUILDER, PIG] {
            if rules.supply()[piece.0 as usize] == 0 {
                continue;
            }
            let left = game.supply(seat, piece);
            small(out, seat, Role::of(piece), (x + 8.0 + step, y), left);
            step += 46.0;
        }
    });
    if rules.has(Id::Traders) {
        for (number, count) in game.slots().traders.goods[seat.index()].iter().enumerate() {
            let at = (x + 8.0 + number as f64 * 56.0, y + 18.0);
            goods::icon(out, number as u8, at, 0.85);
            out.text((at.0 + 13.0, at.1 + 6.0), 15.0, "start", TEXT, &format!("{count}"));
        }
    }
}

fn city_supply(out: &mut Svg, game: &::city::City, seat: Seat, (x, y): (f64, f64)) {
    small(out, seat, Role::Follower, (x + 8.0, y), game.supply(seat));
    out.group(&placed((x + 66.0, y - 8.0), 0.38), |out| city::tower(out, Some(seat), (0.0, 0.0)));
    let left = game.towers_left(seat).to_string();
    out.text((x + 82.0, y - 2.0), 15.0, "start", TEXT, &left);
}

/// A small figure with a count; dimmed if there is none. It is no figure on the board.
fn small(out: &mut Svg, seat: Seat, role: Role, at: (f64, f64), count: u8) {
    let dim = if count == 0 { "opacity=\".35\"" } else { "" };
    out.group(dim, |out| {
        let mut inner = Svg::default();
        let scale = if role == Role::Large { 0.5 } else { 0.6 };
        figures::figure(&mut inner, seat.index(), role, at, scale, false);
        out.raw(&inner.into_text().replace("class=\"figure\"", "class=\"stock\""));
        out.text((at.0 + 15.0, at.1 - 1.0), 15.0, "start", TEXT, &count.to_string());
    });
}

/// The tile to lay, and how many are left.
fn foot(out: &mut Svg, view: &View, x: f64, y: f64, width: f64) {
    let (bag, picture) = match (view.rules.of(), view.game) {
        (FamilyRules::Country(rules), AnyGame::Country(game)) => {
            let left = game.bag().total() + game.slots().river.left();
            (left, game.hand().map(|kind| (country_board::single(rules, kind), kind)))
        }
        (FamilyRules::City(rules), AnyGame::City(game)) => {
            (game.bag().total(), game.hand().map(|kind| (city::single(rules, kind), kind)))
        }
        _ => return,
    };
    let left = if bag == 1 { "1 tile left".into() } else { format!("{bag} tiles left") };
    let laid = match view.game.board().laid().len() {
        1 => "1 tile laid".to_owned(),
        n => format!("{n} tiles laid"),
    };
    out.text((x + 20.0, y + 22.0), 16.0, "start", SOFT, &laid);
    out.text((x + 20.0, y + 43.0), 16.0, "start", SOFT, &left);
    if let AnyGame::City(game) = view.game {
        let walls = format!("{} walls left", game.walls_left());
        out.text((x + 20.0, y + 64.0), 16.0, "start", SOFT, &walls);
    }
    if let Some((svg, kind)) = picture {
        let at = (x + width - 116.0, y + 10.0);
        out.group(&placed(at, 0.48), |out| {
            out.group("clip-path=\"url(#tile)\"", |out| out.raw(&svg));
        });
        let edge = "stroke=\"#2E2418\" stroke-width=\"2\"";
        out.rect(at, (96.0, 96.0), "none", edge);
        out.text((x + 20.0, y + 90.0), 15.0, "start", SOFT, "to lay:");
        out.text(
            (x + 20.0, y + 110.0),
            15.0,
            "start",
            TEXT,
            &shorten(view.rules.tile_id(kind), 16),
        );
    }
}
