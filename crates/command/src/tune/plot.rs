//! Strength against games, as a picture.

use super::state::Mark;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const EDGE: f64 = 48.0;

/// A point for each time that better weights took over, with its interval.
pub fn strength(marks: &[Mark]) -> String {
    let most = marks.iter().map(|m| m.games).max().unwrap_or(0).max(1) as f64;
    let low = marks.iter().map(|m| m.elo - m.within).fold(-50.0, f64::min);
    let high = marks.iter().map(|m| m.elo + m.within).fold(50.0, f64::max);
    let x = |games: u64| EDGE + (WIDTH - 2.0 * EDGE) * games as f64 / most;
    let y = |elo: f64| HEIGHT - EDGE - (HEIGHT - 2.0 * EDGE) * (elo - low) / (high - low);
    let mut body = String::new();
    for step in (low / 50.0).ceil() as i64..=(high / 50.0).floor() as i64 {
        let at = y(50.0 * step as f64);
        body += &format!(
            "<path d=\"M{EDGE} {at:.1}H{:.1}\" stroke=\"#8888\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{:+}</text>",
            WIDTH - EDGE,
            EDGE - 6.0,
            at + 4.0,
            50 * step,
        );
    }
    let line: Vec<String> =
        marks.iter().map(|m| format!("{:.1} {:.1}", x(m.games), y(m.elo))).collect();
    body += &format!(
        "<path d=\"M{}\" fill=\"none\" stroke=\"#2f6f9f\" stroke-width=\"2\"/>",
        line.join("L")
    );
    for mark in marks {
        let (at, from, to) = (x(mark.games), y(mark.elo - mark.within), y(mark.elo + mark.within));
        body += &format!(
            "<path d=\"M{at:.1} {from:.1}V{to:.1}\" stroke=\"#2f6f9f\"/><circle cx=\"{at:.1}\" \
             cy=\"{:.1}\" r=\"4\" fill=\"#b5502f\"/>",
            y(mark.elo)
        );
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\"><rect width=\"100%\" height=\"100%\" \
         fill=\"#fbf7ee\"/><text x=\"{EDGE}\" y=\"22\">Elo against the first weights</text>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{most} games</text>{body}</svg>\n",
        WIDTH - EDGE,
        HEIGHT - 14.0,
    )
}
