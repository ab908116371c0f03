//! The commands, one module each.

pub mod admin;
pub mod backup;
pub mod bench;
pub mod check;
pub mod copy;
pub mod draw;
mod fair_list;
pub mod options;
pub mod perft;
pub mod random;
pub mod replay;
pub mod restore;
pub mod serve;
pub mod tiles;
pub mod verify;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar for long work; hidden if nobody looks at a terminal.
pub fn progress(length: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    let form = format!("{{bar:36}} {{pos}}/{{len}} {unit}, {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&form) {
        bar.set_style(style);
    }
    bar
}

/// `1 table`, `2 tables`.
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A table of text: the first column left, the others right.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|r| r[column].chars().count());
        cells.chain([head[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().enumerate().map(|(i, cell)| {
            let gap = " ".repeat(widths[i].saturating_sub(cell.chars().count()));
            if i == 0 { format!("{cell}{gap}") } else { format!("{gap}{cell}") }
        });
        padded.collect::<Vec<String>>().join("  ").trim_end().to_owned() + "\n"
    };
    let head: Vec<String> = head.iter().map(|h| (*h).to_owned()).collect();
    std::iter::once(line(&head)).chain(rows.iter().map(|r| line(r))).collect()
}
pub mod web;
