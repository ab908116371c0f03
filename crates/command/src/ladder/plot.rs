//! Ratings as a picture: a point for each player, and a line for its interval.

use ai::duel::Rating;

const WIDTH: f64 = 640.0;
const LABELS: f64 = 150.0;
const ROW: f64 = 30.0;
const EDGE: f64 = 30.0;

/// Players with their ratings, the best first, as SVG.
pub fn ratings(named: &[(String, Rating)]) -> String {
    let finite = |x: f64| if x.is_finite() { x } else { 0.0 };
    let ends = named.iter().flat_map(|(_, r)| {
        let within = finite(r.within);
        [r.elo - within, r.elo + within]
    });
    let low = ends.clone().fold(f64::INFINITY, f64::min).min(-100.0);
    let high = ends.fold(f64::NEG_INFINITY, f64::max).max(100.0);
    let x = |elo: f64| LABELS + (WIDTH - LABELS - EDGE) * (elo - low) / (high - low);
    let height = 2.0 * EDGE + ROW * named.len() as f64;
    let mut body = String::new();
    for step in (low / 200.0).ceil() as i64..=(high / 200.0).floor() as i64 {
        let elo = 200.0 * step as f64;
        let at = x(elo);
        body += &format!(
            "<path d=\"M{at:.1} {EDGE}V{:.1}\" stroke=\"#8888\"/><text x=\"{at:.1}\" y=\"{:.1}\" \
             text-anchor=\"middle\">{elo:+.0}</text>",
            height - EDGE,
            height - 10.0,
        );
    }
    for (row, (name, rating)) in named.iter().enumerate() {
        let y = EDGE + ROW * (row as f64 + 0.5);
        let within = finite(rating.within);
        let [from, at, to] = [rating.elo - within, rating.elo, rating.elo + within].map(x);
        body += &format!(
            "<text x=\"8\" y=\"{:.1}\">{name}</text><path d=\"M{from:.1} {y:.1}H{to:.1}\" \
             stroke=\"#2f6f9f\" stroke-width=\"3\"/><circle cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"5\" \
             fill=\"#b5502f\"/>",
            y + 4.0,
        );
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\"><rect width=\"100%\" height=\"100%\" \
         fill=\"#fbf7ee\"/>{body}</svg>\n"
    )
}
