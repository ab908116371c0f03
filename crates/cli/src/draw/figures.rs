//! Figures and seats: a colour and an emblem for each seat, a shape for each kind of piece.

use super::geom::{Pt, polygon};
use super::svg::{INK, Svg, placed};

/// The colours of the seats: apart for every kind of colour vision.
pub const COLOURS: [&str; 6] = ["#FFFFFF", "#1B1B1B", "#56B4E9", "#FFD400", "#D7191C", "#6A3D9A"];
const LIGHT: [bool; 6] = [true, false, true, true, false, false];
const SHADES: [&str; 6] = ["#C4C4C4", "#4A4A4A", "#3D81A8", "#B89900", "#8E1013", "#472A68"];

/// A kind of figure as it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The ordinary follower.
    Follower,
    /// The large follower.
    Large,
    /// The abbot, with a crosier.
    Abbot,
    /// The builder, with a hammer.
    Builder,
    /// The pig.
    Pig,
}

impl Role {
    /// The role of a piece of the country.
    pub const fn of(piece: table::Piece) -> Role {
        match piece {
            country::piece::LARGE => Role::Large,
            country::piece::ABBOT => Role::Abbot,
            country::piece::BUILDER => Role::Builder,
            country::piece::PIG => Role::Pig,
            _ => Role::Follower,
        }
    }
}

const CLOAK: &str = "M-14,-4C-13,-13 -11,-22 -6.5,-27.5C-3,-30.5 3,-30.5 6.5,-27.5C11,-21 13.2,-13 \
    14.2,-6C9,-3 3,-1.6 -2,-1.6C-6.5,-1.6 -10.5,-2.4 -14,-4z";
const BRIM: &str = "M-14,-31.5C-10,-36.5 10,-38.5 14.5,-34.5C13,-29.5 -10,-26.5 -14,-31.5z";
const CROWN: &str =
    "M-7,-34C-6.5,-41 -3.5,-46 1.5,-46.5C6,-46.5 7.5,-41 7.8,-35.5C4,-33.5 -3,-33 -7,-34z";
const STAFF: &str = "M16.4,3L14.8,-34L17.4,-34.4L19,2.8z";
const CROSIER: &str = "M15,2V-36c0,-8 -8,-7 -7,-2c1,3 4,2 4,-1";
const PIG: &str = "M-20,-12C-20,-22 -8,-25 2,-24C8,-24 11,-22 14,-20L19,-24L20,-17C25,-15 26,-9 \
    23,-6L18,-5C17,-3 16,-2 14,-1V4H9V0H-9V4H-14V-1C-18,-3 -20,-7 -20,-12z";

/// Draws a figure with its feet (lying: its middle) at a point.
pub fn figure(svg: &mut Svg, seat: usize, role: Role, at: Pt, scale: f64, lying: bool) {
    let scale = if role == Role::Large { scale * 1.3 } else { scale };
    let name = format!("{role:?}").to_lowercase();
    let attributes = format!(
        "class=\"figure\" data-seat=\"{seat}\" data-piece=\"{name}\" {}",
        placed(at, scale)
    );
    svg.group(&attributes, |svg| {
        if role == Role::Pig {
            pig(svg, seat);
        } else if lying {
            svg.ellipse((2.0, 4.0), (27.0, 7.0), INK, "opacity=\".28\"");
            svg.group("transform=\"translate(21,0) rotate(-90)\"", |svg| walker(svg, seat, role));
            badge(svg, seat, (9.0, 0.0));
        } else {
            svg.ellipse((5.0, 1.5), (17.0, 5.0), INK, "opacity=\".3\"");
            walker(svg, seat, role);
            badge(svg, seat, (0.0, -12.0));
        }
    });
}

/// A halo of light and ink around an outline, so that it shows on any ground.
fn halo(svg: &mut Svg, outline: &str) {
    let ring = |colour: &str, width: &str| {
        format!(
            "fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\""
        )
    };
    svg.path(outline, &ring("#FFF8E6", "7.6"));
    svg.path(outline, &ring("#16100A", "4.2"));
}

fn walker(svg: &mut Svg, seat: usize, role: Role) {
    let staff = if matches!(role, Role::Follower | Role::Large) { STAFF } else { "" };
    halo(svg, &format!("{CLOAK}{BRIM}{CROWN}{staff}"));
    svg.fill(CLOAK, COLOURS[seat]);
    let edge = "stroke=\"#16100A\" stroke-width=\"1\"";
    svg.path(CROWN, &format!("fill=\"{}\" {edge}", COLOURS[seat]));
    svg.path(BRIM, &format!("fill=\"{}\" {edge}", SHADES[seat]));
    match role {
        Role::Abbot => {
            svg.line(CROSIER, "#16100A", 5.4);
            svg.line(CROSIER, "#E8C35A", 2.6);
        }
        Role::Builder => {
            svg.line("M15,0L19,-26", "#16100A", 5.0);
            svg.line("M15,0L19,-26", "#B98A4A", 2.6);
            let head = "fill=\"#C9D0D4\" stroke=\"#16100A\" stroke-width=\"1.6\"";
            svg.path("M11,-33l17,3l-1.6,9l-17,-3z", head);
        }
        _ => svg.fill(STAFF, "#B98A4A"),
    }
}

fn pig(svg: &mut Svg, seat: usize) {
    svg.ellipse((3.0, 4.0), (22.0, 5.0), INK, "opacity=\".28\"");
    halo(svg, PIG);
    svg.fill(PIG, COLOURS[seat]);
    svg.circle((18.0, -14.0), 1.5, if LIGHT[seat] { INK } else { "#fff" }, "");
    badge(svg, seat, (-3.0, -12.0));
}

/// The emblem of a seat on a disc.
fn badge(svg: &mut Svg, seat: usize, at: Pt) {
    let (back, front) = if LIGHT[seat] { ("#FFFFFF", INK) } else { ("#111111", "#FFFFFF") };
    svg.circle(at, 8.6, back, &format!("stroke=\"{front}\" stroke-width=\"1.3\""));
    emblem(svg, seat, at, 5.3, front);
}

/// The emblem of a seat: disc, square, triangle, diamond, star, cross.
pub fn emblem(svg: &mut Svg, seat: usize, (x, y): Pt, r: f64, fill: &str) {
    let at = |dx: f64, dy: f64| (x + dx * r, y + dy * r);
    let points: Vec<Pt> = match seat {
        0 => return svg.circle((x, y), r * 0.9, fill, ""),
        1 => vec![at(-0.82, -0.82), at(0.82, -0.82), at(0.82, 0.82), at(-0.82, 0.82)],
        2 => vec![at(0.0, -1.05), at(1.05, 0.8), at(-1.05, 0.8)],
        3 => vec![at(0.0, -1.2), at(0.95, 0.0), at(0.0, 1.2), at(-0.95, 0.0)],
        4 => {
            let ray = |i: i32| {
                let turn = f64::from(i) * std::f64::consts::PI / 5.0;
                let long = if i % 2 == 0 { 1.25 } else { 0.52 };
                at(turn.sin() * long, -turn.cos() * long)
            };
            (0..10).map(ray).collect()
        }
        _ => {
            let (q, z) = (0.38, 1.05);
            let corners = [(-q, -z), (q, -z), (q, -q), (z, -q), (z, q), (q, q), (q, z), (-q, z)];
            let rest = [(-q, q), (-z, q), (-z, -q), (-q, -q)];
            corners.iter().chain(&rest).map(|(a, b)| at(*a, *b)).collect()
        }
    };
    svg.fill(&polygon(&points), fill);
}

/// A round token of a seat.
pub fn token(svg: &mut Svg, seat: usize, at: Pt, r: f64) {
    svg.circle(at, r, "#FFF8E6", &format!("stroke=\"{INK}\" stroke-width=\"{:.1}\"", r * 0.12));
    svg.circle(at, r * 0.8, COLOURS[seat], "stroke=\"#16100A\" stroke-width=\"1\"");
    emblem(svg, seat, at, r * 0.42, if LIGHT[seat] { INK } else { "#FFFFFF" });
}
