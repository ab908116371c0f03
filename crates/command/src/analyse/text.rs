//! An analysis for people at a terminal: a table, a graph, and what it comes to.

use protocol::analysis::{Mark, TurningPoint};
use protocol::{AnalysedDraw, AnalysedMove, Analysis};

use super::graph;
use crate::style::Style;

/// The whole text.
pub fn text(analysis: &Analysis, names: &[String], is_over: bool) -> String {
    let style = Style::stdout();
    let mut text = moves(analysis, names, style);
    text.push('\n');
    text += &graph::text(analysis, names);
    text.push('\n');
    text += &seats(analysis, names);
    let turning = analysis.turning.iter().map(|point| turning_point(analysis, names, point));
    let turning: String = turning.collect();
    if !turning.is_empty() {
        text += &format!("\n{}\n{turning}", style.strong("Turning points"));
    }
    if !is_over {
        text += "\nThe game is not over: what it comes to is expected, not counted.\n";
    }
    text
}

/// Columns of text, all but the numbers to the left.
fn columns(head: &[&str], rows: &[Vec<String>], numbers: &[usize]) -> Vec<String> {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([head[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().enumerate().map(|(i, cell)| {
            let gap = " ".repeat(widths[i].saturating_sub(cell.chars().count()));
            if numbers.contains(&i) { format!("{gap}{cell}") } else { format!("{cell}{gap}") }
        });
        padded.collect::<Vec<String>>().join("  ").trim_end().to_owned()
    };
    let head: Vec<String> = head.iter().map(|h| (*h).to_owned()).collect();
    std::iter::once(line(&head)).chain(rows.iter().map(|row| line(row))).collect()
}

fn moves(analysis: &Analysis, names: &[String], style: Style) -> String {
    let head = ["turn", "seat", "tile", "luck", "played", "lost", "", "better"];
    let mut shown: Vec<(&AnalysedMove, Vec<String>)> = Vec::new();
    let mut draws = analysis.draws.iter().peekable();
    for played in &analysis.moves {
        let mut drawn: Vec<&AnalysedDraw> = Vec::new();
        while let Some(draw) = draws.next_if(|draw| draw.word < played.word) {
            drawn.push(draw);
        }
        let seat = usize::from(played.seat);
        let luck: f64 = drawn.iter().map(|draw| draw.luck[seat]).sum();
        let row = vec![
            played.turn.to_string(),
            names.get(seat).cloned().unwrap_or_default(),
            drawn.last().map(|draw| draw.tile.clone()).unwrap_or_default(),
            if drawn.is_empty() { String::new() } else { format!("{luck:+.1}") },
            played.words.join(", "),
            if played.lost > 0.0 { format!("{:.1}", played.lost) } else { String::new() },
            mark(played.mark).to_owned(),
            played.better.join(", "),
        ];
        shown.push((played, row));
    }
    let rows: Vec<Vec<String>> = shown.iter().map(|(_, row)| row.clone()).collect();
    let lines = columns(&head, &rows, &[0, 3, 5]);
    let painted = lines.iter().enumerate().map(|(number, line)| {
        let mark = number.checked_sub(1).map(|row| shown[row].0.mark);
        let painted = match mark {
            None => style.strong(line),
            Some(Mark::Blunder | Mark::Mistake) => style.error(line),
            Some(_) => line.clone(),
        };
        painted + "\n"
    });
    painted.collect()
}

fn mark(mark: Mark) -> &'static str {
    match mark {
        Mark::Forced => "",
        Mark::Best => "best",
        Mark::Good => "good",
        Mark::Slip => "slip",
        Mark::Mistake => "mistake",
        Mark::Blunder => "blunder",
    }
}

fn seats(analysis: &Analysis, names: &[String]) -> String {
    let head = ["seat", "accuracy", "best", "of", "lost", "skill", "luck", "margin"];
    let rows: Vec<Vec<String>> = analysis
        .seats
        .iter()
        .zip(names)
        .map(|(seat, name)| {
            vec![
                name.clone(),
                format!("{:.1}", seat.accuracy),
                seat.best.to_string(),
                seat.moves.to_string(),
                format!("{:.1}", seat.lost),
                format!("{:+.1}", seat.skill),
                format!("{:+.1}", seat.luck),
                format!("{:+.1}", seat.after),
            ]
        })
        .collect();
    crate::cmd::table(&head, &rows)
}

fn turning_point(analysis: &Analysis, names: &[String], point: &TurningPoint) -> String {
    let name = |seat: u8| names.get(usize::from(seat)).map_or("", String::as_str);
    let what = if point.draw {
        let draw = analysis.draws.iter().find(|draw| draw.word == point.word);
        format!("{} is drawn", draw.map_or("a tile", |draw| draw.tile.as_str()))
    } else {
        let played = analysis.moves.iter().find(|played| played.word == point.word);
        played.map_or_else(String::new, |played| {
            let better = if played.better.is_empty() {
                String::new()
            } else {
                format!(" instead of {}", played.better.join(", "))
            };
            format!("{} plays {}{better}", name(played.seat), played.words.join(", "))
        })
    };
    let swing = f64::from(point.swing) / 10.0;
    let of = name(point.seat);
    format!("  turn {}: {what}; {of}'s chance to win {swing:+.1} %\n", point.turn)
}
