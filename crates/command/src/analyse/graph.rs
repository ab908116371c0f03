//! The expected margin over a game, in letters and as SVG.

use art::svg::escape;
use protocol::Analysis;

/// The margin of each seat at each moment: its points less the mean of the others'.
fn margins(analysis: &Analysis) -> Vec<Vec<f64>> {
    let margin = |points: &Vec<f64>, seat: usize| {
        let all: f64 = points.iter().sum();
        points[seat] - (all - points[seat]) / (points.len().max(2) - 1) as f64
    };
    let seats = analysis.seats.len();
    (0..seats).map(|s| analysis.expected.iter().map(|points| margin(points, s)).collect()).collect()
}

/// With two seats one line tells everything.
fn lines(analysis: &Analysis) -> Vec<(usize, Vec<f64>)> {
    let all = margins(analysis);
    let most = if all.len() == 2 { 1 } else { all.len() };
    all.into_iter().enumerate().take(most).collect()
}

/// The least and the most of all lines, in whole steps, with nothing between them.
fn range(lines: &[(usize, Vec<f64>)]) -> (f64, f64) {
    let values = || lines.iter().flat_map(|(_, line)| line.iter().copied());
    let least = values().fold(0.0, f64::min);
    let most = values().fold(0.0, f64::max);
    let step = 5.0;
    ((least / step).floor() * step, ((most / step).ceil() * step).max(step))
}

const ROWS: usize = 13;
const COLUMNS: usize = 72;

/// The graph in letters: the number of a seat stands where its margin is.
pub fn text(analysis: &Analysis, names: &[String]) -> String {
    let lines = lines(analysis);
    let (least, most) = range(&lines);
    let moments = analysis.expected.len();
    let columns = COLUMNS.min(moments);
    let mut cells = vec![vec![' '; columns]; ROWS];
    let row_of = |value: f64| {
        let part = (most - value) / (most - least);
        ((part * (ROWS - 1) as f64).round() as usize).min(ROWS - 1)
    };
    cells[row_of(0.0)].fill('·');
    for (seat, line) in &lines {
        let digit = char::from_digit(*seat as u32 + 1, 10).unwrap_or('*');
        let at = |column: usize| column * (moments - 1) / columns.saturating_sub(1).max(1);
        for (column, row) in (0..columns).map(|column| (column, row_of(line[at(column)]))) {
            cells[row][column] = digit;
        }
    }
    let who: Vec<String> = lines
        .iter()
        .map(|(seat, _)| format!("{} {}", seat + 1, names.get(*seat).map_or("", |n| n)))
        .collect();
    let mut text = format!("Expected margin: {}\n", who.join(", "));
    for (number, row) in cells.iter().enumerate() {
        let value = most - (most - least) * number as f64 / (ROWS - 1) as f64;
        let shown = number % 3 == 0 || number == row_of(0.0);
        let label = if shown { format!("{value:+.0}") } else { String::new() };
        let row: String = row.iter().collect();
        text += &format!("{label:>5} {}\n", row.trim_end());
    }
    text
}

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 46.0;
const TOP: f64 = 34.0;
const RIGHT: f64 = 14.0;
const BOTTOM: f64 = 34.0;

/// Where things lie in the picture.
struct Frame {
    least: f64,
    most: f64,
    moments: usize,
}

impl Frame {
    fn x(&self, moment: usize) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * moment as f64 / (self.moments.max(2) - 1) as f64
    }

    fn y(&self, value: f64) -> f64 {
        TOP + (HEIGHT - TOP - BOTTOM) * (self.most - value) / (self.most - self.least)
    }

    fn path(&self, line: &[f64]) -> String {
        let point = |(at, value): (usize, &f64)| format!("{:.1},{:.1}", self.x(at), self.y(*value));
        line.iter().enumerate().map(point).collect::<Vec<String>>().join(" ")
    }

    /// Lines across with their numbers, about six.
    fn grid(&self) -> String {
        let step = ((self.most - self.least) / 30.0).ceil() * 5.0;
        let mut svg = String::new();
        let mut value = (self.least / step).ceil() * step;
        while value <= self.most + 0.01 {
            let (y, right) = (self.y(value), WIDTH - RIGHT);
            let strong = if value.abs() < 0.01 { "#444" } else { "#ccc" };
            svg += &format!(
                "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"{strong}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value:+.0}</text>\n",
                LEFT - 6.0,
                y + 4.0,
            );
            value += step;
        }
        svg
    }
}

/// The graph as a picture of its own.
pub fn svg(analysis: &Analysis, names: &[String]) -> String {
    let lines = lines(analysis);
    let (least, most) = range(&lines);
    let frame = Frame { least, most, moments: analysis.expected.len() };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    svg += &frame.grid();
    let mut x = LEFT;
    for (seat, line) in &lines {
        let name = names.get(*seat).map_or("", String::as_str);
        let colour = format!("#{:06x}", art::seat::colour(*seat).shown(false));
        // A dark edge keeps light colours legible on white.
        for (width, stroke) in [(4.0, "#222"), (2.4, colour.as_str())] {
            svg += &format!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\" \
                 stroke-linejoin=\"round\"/>\n",
                frame.path(line),
            );
        }
        svg += &format!(
            "<rect x=\"{x:.0}\" y=\"10\" width=\"12\" height=\"12\" fill=\"{colour}\" stroke=\"#222\"/>\
             <text x=\"{:.0}\" y=\"20\">{}</text>\n",
            x + 17.0,
            escape(name),
        );
        x += 34.0 + 7.5 * name.chars().count() as f64;
    }
    for point in &analysis.turning {
        let at = point.word as usize;
        let (seat, line) = &lines[usize::from(point.seat).min(lines.len() - 1)];
        let what = if point.draw { "draw" } else { "move" };
        svg += &format!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"#fff\" stroke=\"#222\" \
             stroke-width=\"2\"><title>turn {}: {what}, seat {}</title></circle>\n",
            frame.x(at),
            frame.y(line[at]),
            point.turn,
            seat + 1,
        );
    }
    let axis = "expected margin in points, over the words of the game; rings: turning points";
    let (middle, bottom) = (WIDTH / 2.0, HEIGHT - 10.0);
    svg += &format!("<text x=\"{middle}\" y=\"{bottom}\" text-anchor=\"middle\">{axis}</text>\n");
    svg + "</svg>\n"
}
