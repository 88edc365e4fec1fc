//! SVG pictures.

use super::grid::{Grid, Panel};
use crate::value::{AnyLayout, LayoutError};
use alloc::format;
use alloc::string::String;

/// Eight light fills that stay apart in print.
pub(super) const FILLS: [&str; 8] = [
    "#ffffff", "#cfe8fc", "#fde2c4", "#d8f2d0", "#f6cfd6", "#e4d9f7", "#fbf3b4", "#d3d7db",
];
/// Height of a cell.
const HEIGHT: usize = 24;
/// Width of a character, roughly.
const CHARACTER: usize = 8;
/// Room for row numbers and around the picture.
const MARGIN: usize = 36;

/// A layout as an SVG picture.
///
/// # Errors
/// A layout too long to list.
///
/// ```
/// use azulejo_layout::draw::to_svg;
/// let svg = to_svg(&"(4,8):(8,1)".parse()?)?;
/// assert!(svg.starts_with("<svg ") && svg.matches("<rect ").count() == 32);
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn to_svg(layout: &AnyLayout) -> Result<String, LayoutError> {
    Ok(svg_of(&Grid::of_layout(layout)?))
}

/// A picture as SVG: panels below each other.
#[must_use]
pub fn svg_of(grid: &Grid) -> String {
    let cell = (grid.cell_width() * CHARACTER + 10).max(HEIGHT);
    let panel_height = |panel: &Panel| (panel.rows.len() + 2) * HEIGHT;
    let titles = grid.panels.iter().map(|panel| &panel.title);
    let words = titles
        .chain([&grid.title])
        .map(|title| title.chars().count());
    let room = words.max().unwrap_or(0) * CHARACTER + 20;
    let width = (MARGIN * 2 + grid.columns() * cell).max(room);
    let height = HEIGHT * 2 + grid.panels.iter().map(panel_height).sum::<usize>();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"monospace\" font-size=\"12\" text-anchor=\"middle\">\n\
         <text x=\"10\" y=\"18\" text-anchor=\"start\">{}</text>\n",
        escape(&grid.title)
    );
    let mut top = HEIGHT;
    for panel in &grid.panels {
        if !panel.title.is_empty() {
            out.push_str(&format!(
                "<text x=\"10\" y=\"{}\" text-anchor=\"start\">{}</text>\n",
                top + 18,
                escape(&panel.title)
            ));
        }
        let first = top + 2 * HEIGHT;
        for column in 0..panel.columns() {
            out.push_str(&format!(
                "<text x=\"{}\" y=\"{}\" fill=\"#777\">{column}</text>\n",
                MARGIN + column * cell + cell / 2,
                first - 6
            ));
        }
        for (r, row) in panel.rows.iter().enumerate() {
            let y = first + r * HEIGHT;
            out.push_str(&format!(
                "<text x=\"{}\" y=\"{}\" fill=\"#777\">{r}</text>\n",
                MARGIN / 2,
                y + 16
            ));
            for (c, content) in row.iter().enumerate() {
                let x = MARGIN + c * cell;
                let fill = FILLS.get(content.colour % 8).copied().unwrap_or("#ffffff");
                out.push_str(&format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{cell}\" height=\"{HEIGHT}\" fill=\"{fill}\" stroke=\"#444\"/>\
                     <text x=\"{}\" y=\"{}\">{}</text>\n",
                    x + cell / 2,
                    y + 16,
                    escape(&content.text)
                ));
            }
        }
        top += panel_height(panel);
    }
    out.push_str("</svg>\n");
    out
}

/// Text between tags.
pub(super) fn escape(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c => out.push(c),
        }
        out
    })
}
