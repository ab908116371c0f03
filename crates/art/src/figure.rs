//! Figures: a cloaked walker with a hat, seen slightly from above, and his relations.
//!
//! At scale 1 a follower is about 46 units high and 30 wide, its feet at 0,0; lying, its middle
//! is there.

use crate::Style;
use crate::colour::{BLACK, CREAM, GOLD, INK, Rgb, STONE, STONE_DARK, STONE_LIGHT, pure};
use crate::geom::Pt;
use crate::seat;
use crate::svg::{Brush, Pen, fill, flat, picture, placed, stroke};

/// The side of a figure's picture, in units of a tile at scale 1.
pub const FIGURE_SIZE: f64 = 80.0;
/// Where the feet of a standing figure are in its picture.
pub const FEET: Pt = (40.0, 68.0);
/// Where the middle of a lying figure is in its picture.
pub const MIDDLE: Pt = (40.0, 40.0);

/// A kind of figure as it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The ordinary follower, with a staff.
    Follower,
    /// The large follower.
    Large,
    /// The abbot, with a crosier.
    Abbot,
    /// The builder, with a hammer.
    Builder,
    /// The pig.
    Pig,
    /// The Count, crowned, who belongs to nobody.
    Count,
    /// A guard on a wall, with a halberd.
    Guard,
    /// A tower of a seat.
    Tower,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 8] = [
        Role::Follower,
        Role::Large,
        Role::Abbot,
        Role::Builder,
        Role::Pig,
        Role::Count,
        Role::Guard,
        Role::Tower,
    ];

    /// Its name, as in words of a game.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Follower => "follower",
            Role::Large => "large",
            Role::Abbot => "abbot",
            Role::Builder => "builder",
            Role::Pig => "pig",
            Role::Count => "count",
            Role::Guard => "guard",
            Role::Tower => "tower",
        }
    }

    /// The role with this name.
    pub fn from_name(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|r| r.name() == name)
    }
}

const CLOAK: &str = "M-14,-4C-13,-13 -11,-22 -6.5,-27.5C-3,-30.5 3,-30.5 6.5,-27.5C11,-21 13.2,-13 14.2,-6C9,-3 3,-1.6 -2,-1.6C-6.5,-1.6 -10.5,-2.4 -14,-4z";
const BRIM: &str = "M-14,-31.5C-10,-36.5 10,-38.5 14.5,-34.5C13,-29.5 -10,-26.5 -14,-31.5z";
const CROWN: &str =
    "M-7,-34C-6.5,-41 -3.5,-46 1.5,-46.5C6,-46.5 7.5,-41 7.8,-35.5C4,-33.5 -3,-33 -7,-34z";
const STAFF: &str = "M16.4,3L14.8,-34L17.4,-34.4L19,2.8z";
const FEET_PATH: &str =
    "M-8.6,-3V1.8H-1.2C-1.4,0 -3,-.4 -3.4,-3zM3.2,-3V3H11.6C11.2,1 8.6,.6 8,-4z";
const CROSIER: &str = "M15,2V-36c0,-8 -8,-7 -7,-2c1,3 4,2 4,-1";
const PIG: &str = "M-20,-12C-20,-22 -8,-25 2,-24C8,-24 11,-22 14,-20L19,-24L20,-17C25,-15 26,-9 23,-6L18,-5C17,-3 16,-2 14,-1V4H9V0H-9V4H-14V-1C-18,-3 -20,-7 -20,-12z";
const TAIL: &str = "M-20,-14c-5,-1 -5,-6 -2,-7";
const HALBERD: &str = "M16,3V-44";
const AXE: &str = "M16,-46l-2,8c6,1 8,-1 10,-5c-3,-3 -5,-4 -8,-3z";

const SKIN: Rgb = pure(0x00F3_D3A4);
const TIMBER: Rgb = pure(0x00B9_8A4A);
const LEATHER: Rgb = pure(0x005B_3F27);
const IRON: Rgb = pure(0x00B4_BCC2);
const GILT: Rgb = pure(0x00E8_C35A);
const SHADOW: Rgb = pure(0x0000_0000);
const EDGE: Brush = stroke(BLACK, 1.0);

/// How much larger than a follower it is drawn.
const fn stature(role: Role) -> f64 {
    match role {
        Role::Large => 1.3,
        Role::Count => 1.12,
        _ => 1.0,
    }
}

/// Draws a figure with its feet (lying: its middle) at a point.
pub fn draw(pen: &mut Pen, role: Role, seat: usize, at: Pt, scale: f64, lying: bool) {
    let place = placed(at, scale * stature(role));
    let attributes = match role {
        Role::Count => format!("class=\"count\" {place}"),
        _ => {
            format!("class=\"figure\" data-seat=\"{seat}\" data-piece=\"{}\" {place}", role.name())
        }
    };
    pen.group(&attributes, |pen| body(pen, role, seat, lying));
}

/// A figure as a picture of [`FIGURE_SIZE`], its feet at [`FEET`], lying its middle at [`MIDDLE`].
pub fn figure(piece: &str, seat: usize, lying: bool, style: Style) -> Option<String> {
    let role = Role::from_name(piece)?;
    let mut pen = Pen::new(style.night);
    let at = if lying { MIDDLE } else { FEET };
    pen.placed(at, stature(role), |pen| body(pen, role, seat, lying));
    Some(picture(FIGURE_SIZE, FIGURE_SIZE, &pen.into_text()))
}

fn body(pen: &mut Pen, role: Role, seat: usize, lying: bool) {
    match role {
        Role::Pig => pig(pen, seat),
        Role::Tower => tower(pen, seat),
        Role::Count => count(pen),
        _ if lying => {
            pen.ellipse((2.0, 4.0), (27.0, 7.0), flat(INK).opacity(0.28));
            pen.group("transform=\"translate(21,0)rotate(-90)\"", |pen| walker(pen, seat, role));
            seat::badge(pen, seat, (9.0, 0.0), 8.6);
        }
        _ => {
            pen.ellipse((5.0, 1.5), (17.0, 5.0), flat(INK).opacity(0.3));
            walker(pen, seat, role);
            seat::badge(pen, seat, (0.0, -12.0), 8.6);
        }
    }
}

/// A halo of light and ink around an outline, so that it shows on any ground.
fn halo(pen: &mut Pen, outline: &str) {
    pen.path(outline, fill(CREAM).line(CREAM).width(7.6).round());
    pen.path(outline, fill(BLACK).line(BLACK).width(4.2).round());
}

fn walker(pen: &mut Pen, number: usize, role: Role) {
    let in_hand = match role {
        Role::Abbot => CROSIER,
        Role::Builder => "M12,-33l16,3l-1.6,8l-16,-3zM15,0L19,-26",
        Role::Guard => "M16,3V-44l-2,-2l-2,8c6,1 10,-1 12,-5c-3,-3 -5,-4 -8,-3",
        _ => STAFF,
    };
    let outline = format!("{CLOAK}{BRIM}{CROWN}{FEET_PATH}");
    pen.path(in_hand, stroke(CREAM, 9.0).round());
    pen.path(&outline, fill(CREAM).line(CREAM).width(7.6).round());
    pen.path(in_hand, stroke(BLACK, 5.6).round());
    pen.path(&outline, fill(BLACK).line(BLACK).width(4.2).round());
    let colour = seat::colour(number);
    let fold = if seat::is_light(number) { 0.16 } else { 0.3 };
    pen.path(FEET_PATH, flat(LEATHER));
    pen.path(CLOAK, flat(colour));
    let shade = "M4,-29C10,-22 12,-9 14.5,-2C11,1.4 7,1.2 4,1C8,-8 8,-20 4,-29z";
    pen.path(shade, flat(SHADOW).opacity(fold));
    pen.path("M-4.5,-27C-7,-19 -8,-10 -8.2,-3", stroke(SHADOW, 1.0).opacity(0.28));
    if number % seat::SEATS == 1 {
        pen.path("M-11,-4C-10,-14 -8,-21 -4,-26", stroke(pure(0x0077_7777), 1.6));
    }
    pen.path("M-6,-29C-4,-24 5,-24 6.5,-29.5z", fill(SKIN).line(BLACK).width(1.0));
    pen.path(CROWN, fill(colour).line(BLACK).width(1.0));
    let lee = "M2,-46C7,-46 7.5,-41 7.8,-35.5L4,-34.5C5,-39 5,-43 2,-46z";
    pen.path(lee, flat(SHADOW).opacity(fold));
    pen.path(BRIM, fill(seat::shade(number)).line(BLACK).width(1.0));
    hold(pen, role);
}

/// What a walker holds in his hand.
fn hold(pen: &mut Pen, role: Role) {
    match role {
        Role::Abbot => pen.path(CROSIER, stroke(GILT, 2.6).round()),
        Role::Builder => {
            pen.path("M15,0L19,-26", stroke(TIMBER, 2.8));
            pen.path("M12,-33l16,3l-1.6,8l-16,-3z", fill(IRON).line(BLACK).width(1.4));
        }
        Role::Guard => {
            pen.path(HALBERD, stroke(TIMBER, 2.6));
            pen.path(AXE, fill(IRON).line(BLACK).width(1.2));
        }
        _ => pen.path(STAFF, flat(TIMBER)),
    }
    pen.circle((15.4, -17.0), 3.0, fill(SKIN).line(BLACK).width(1.0));
}

fn pig(pen: &mut Pen, number: usize) {
    pen.ellipse((3.0, 4.0), (22.0, 5.0), flat(INK).opacity(0.28));
    halo(pen, &format!("{PIG}{TAIL}"));
    pen.path(TAIL, stroke(BLACK, 3.0));
    pen.path(PIG, flat(seat::colour(number)));
    pen.path("M-16,-3C-8,1 6,1 15,-2C20,-5 22,-7 23,-9", stroke(SHADOW, 4.0).opacity(0.18));
    pen.path("M14,-20l5,-4l1,7z", fill(seat::shade(number)).line(BLACK).width(1.0));
    pen.path("M21,-11v3M23.5,-11v3", EDGE);
    pen.circle((17.0, -14.5), 1.5, flat(seat::mark(number)));
    seat::badge(pen, number, (-3.0, -12.0), 8.2);
}

/// The Count: a crowned lord in purple and ermine.
fn count(pen: &mut Pen) {
    const ROBE: &str = "M-17,0C-16,-14 -12,-24 -7,-29h14C12,-24 16,-14 17,0C8,4 -8,4 -17,0z";
    const HEAD: &str = "M-8,-34a8,8.5 0 1 0 16,0a8,8.5 0 1 0 -16,0z";
    const REGALIA: &str = "M-10,-38l-2,-13l6.5,5.5l5.5,-8.5l5.5,8.5l6.5,-5.5l-2,13z";
    pen.ellipse((4.0, 2.0), (20.0, 5.5), flat(INK).opacity(0.3));
    halo(pen, &format!("{ROBE}{HEAD}{REGALIA}"));
    pen.path(ROBE, flat(pure(0x0085_2A86)));
    pen.path(
        "M7,-29C12,-24 16,-14 17,0C14,1.6 11,2.4 8,2.8C10,-8 9,-20 4,-29z",
        flat(SHADOW).opacity(0.25),
    );
    pen.path(
        "M-3.5,-27L-5,2.8Q0,3.4 5,2.8L3.5,-27z",
        fill(pure(0x00F4_EBDA)).line(BLACK).width(0.8),
    );
    pen.path("M0,-20v3M-1,-12v3M1.5,-5v3", stroke(BLACK, 1.6).round());
    pen.path(
        "M-11,-25C-6,-19 6,-19 11,-25L7,-30h-14z",
        fill(pure(0x00FB_F6EA)).line(BLACK).width(1.0),
    );
    pen.path("M-6,-25v2M0,-24v2M6,-25v2", stroke(BLACK, 1.4).round());
    pen.path(HEAD, fill(SKIN).line(BLACK).width(1.0));
    pen.path(
        "M-6,-31C-6,-24 6,-24 6,-31C3,-29 -3,-29 -6,-31z",
        fill(pure(0x006B_4426)).line(BLACK).width(0.8),
    );
    pen.path("M-3,-35v1.6M3,-35v1.6", stroke(BLACK, 1.6));
    pen.path(REGALIA, fill(pure(0x00F2_C230)).line(BLACK).width(1.2));
    pen.path("M-10,-38h20v-2.6h-20z", fill(pure(0x00C9_8E12)).line(BLACK).width(0.8));
    for (x, y) in [(-12.0, -51.0), (0.0, -54.5), (12.0, -51.0)] {
        pen.circle((x, y), 1.9, fill(pure(0x00D7_191C)).line(BLACK).width(0.8));
    }
}

/// A round tower that flies the colour of its seat.
fn tower(pen: &mut Pen, number: usize) {
    const BODY: &str = "M-12,0V-30h24V0a12,5 0 0 1 -24,0z";
    const ROOF: &str = "M-16,-29L0,-54L16,-29a16,6 0 0 1 -32,0z";
    pen.ellipse((6.0, 3.0), (17.0, 6.0), flat(INK).opacity(0.3));
    halo(pen, &format!("{BODY}{ROOF}"));
    pen.path(BODY, flat(STONE));
    pen.path("M4,-30h8V0a12,5 0 0 1 -8,4.6z", flat(STONE_DARK));
    pen.path("M-12,-24h16M-12,-4h14", stroke(STONE_LIGHT, 1.4));
    pen.path(ROOF, fill(seat::colour(number)).line(BLACK).width(1.0));
    pen.path("M0,-54L16,-29a16,6 0 0 1 -13,5.8z", flat(SHADOW).opacity(0.25));
    pen.circle((0.0, -56.0), 2.4, fill(GOLD).line(BLACK).width(0.8));
    seat::badge(pen, number, (0.0, -12.0), 8.6);
}
