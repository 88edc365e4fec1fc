//! Text tables.

use super::grid::Grid;
use crate::value::{AnyLayout, ErrorKind, LayoutError};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::iter::repeat_n;

/// The offsets as a bare table: each cell three wide and followed by two spaces, one line a row.
///
/// # Errors
/// A rank other than 2, a layout too long to list.
pub fn print2d(layout: &AnyLayout) -> Result<String, LayoutError> {
    let rank = layout.shape().rank();
    if rank != 2 {
        return Err(LayoutError::new(
            ErrorKind::Profile,
            format!("{layout} has rank {rank}, print2d draws rank 2"),
        )
        .fix("print_layout draws any rank"));
    }
    let mut out = String::new();
    for panel in Grid::of_layout(layout)?.panels {
        for row in panel.rows {
            for cell in row {
                out.push_str(&format!("{:>3}  ", cell.text));
            }
            out.push('\n');
        }
    }
    Ok(out)
}

/// The offsets of all 1-D coordinates on one line, separated by spaces.
///
/// # Errors
/// A layout too long to list.
pub fn print1d(layout: &AnyLayout) -> Result<String, LayoutError> {
    let words: Vec<String> = match layout {
        AnyLayout::Plain(plain) if plain.has_basis() => {
            plain.points()?.iter().map(|x| format!("{x}")).collect()
        }
        other => other.offsets()?.iter().map(|x| format!("{x}")).collect(),
    };
    Ok(words.join(" ") + "\n")
}

/// The notation, and a ruled table with row and column numbers; panels for ranks above 2.
///
/// # Errors
/// A layout too long to list.
///
/// ```
/// use azulejo_layout::draw::print_layout;
/// let text = print_layout(&"(2,3):(3,1)".parse()?)?;
/// assert_eq!(text, "\
/// (2,3):(3,1)
///       0   1   2
///     +---+---+---+
///   0 | 0 | 1 | 2 |
///     +---+---+---+
///   1 | 3 | 4 | 5 |
///     +---+---+---+
/// ");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn print_layout(layout: &AnyLayout) -> Result<String, LayoutError> {
    Ok(text_of(&Grid::of_layout(layout)?))
}

/// A picture as text.
#[must_use]
pub fn text_of(grid: &Grid) -> String {
    let rows = grid.panels.iter().map(|panel| panel.rows.len()).max();
    let digits = |n: usize| format!("{}", n.max(1) - 1).len();
    let width = grid.cell_width().max(digits(grid.columns()));
    let margin = digits(rows.unwrap_or(0)).max(3);
    let mut out = format!("{}\n", grid.title);
    for note in &grid.notes {
        out.push_str(&format!("{note}\n"));
    }
    for panel in &grid.panels {
        let columns = panel.columns();
        let rule: String = repeat_n(' ', margin + 1)
            .chain((0..columns).flat_map(|_| {
                repeat_n('-', width + 3)
                    .enumerate()
                    .map(|(i, c)| if i == 0 { '+' } else { c })
            }))
            .chain(['+', '\n'])
            .collect();
        if !panel.title.is_empty() {
            out.push_str(&format!("{}\n", panel.title));
        }
        let mut head: String = repeat_n(' ', margin + 1).collect();
        for column in 0..columns {
            head.push_str(&format!("  {column:>width$} "));
        }
        out.push_str(head.trim_end());
        out.push('\n');
        out.push_str(&rule);
        for (number, row) in panel.rows.iter().enumerate() {
            out.push_str(&format!("{number:>margin$} "));
            for cell in row {
                out.push_str(&format!("| {:>width$} ", cell.text));
            }
            out.push_str("|\n");
            out.push_str(&rule);
        }
    }
    out
}
