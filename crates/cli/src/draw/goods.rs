//! Goods: wine, grain and cloth, told apart by shape and colour.

use super::geom::Pt;
use super::svg::{INK, Svg, placed};

/// Draws one of the goods, about 20 units wide.
pub fn icon(svg: &mut Svg, number: u8, at: Pt, scale: f64) {
    let ink = format!("stroke=\"{INK}\" stroke-width=\"1.4\" stroke-linejoin=\"round\"");
    svg.group(&placed(at, scale), |svg| match number {
        0 => {
            svg.path(
                "M-6,-9c-3,6 -3,12 0,18h12c3,-6 3,-12 0,-18z",
                &format!("fill=\"#8E3B46\" {ink}"),
            );
            svg.line("M-8,-4h16M-8,4h16", "#F3D9B0", 2.2);
        }
        1 => {
            svg.path("M0,10L-6,-9l3,-2l3,7l3,-7l3,2z", &format!("fill=\"#E3B431\" {ink}"));
            svg.line("M-4,2h8", INK, 2.2);
        }
        _ => {
            svg.path("M-9,-6h14a4,4 0 0 1 4,4v10h-14z", &format!("fill=\"#4F7FB0\" {ink}"));
            svg.path("M-9,-6a4,4 0 0 0 0,8h4v-4z", &format!("fill=\"#FFFFFF\" {ink}"));
            svg.line("M-3,3h10", "#DCE8F2", 2.0);
        }
    });
}
