//! SVG pictures.

use super::grid::{COLORS, Grid, Legend};
use super::place::{COLUMN_NUMBERS, CellSize, MARGIN, Placed, ROW_NUMBERS, TITLE, place};
use crate::value::{AnyLayout, LayoutError};
use alloc::format;
use alloc::string::String;

/// Light fills, which stay apart in print, and their forms on a dark page.
pub(super) const FILLS: [(&str, &str); COLORS] = [
    ("#c9e0fb", "#1d4370"),
    ("#fddcb8", "#6b3f12"),
    ("#d0eecb", "#22542c"),
    ("#f9ccd6", "#6b2738"),
    ("#e2d6f9", "#463370"),
    ("#faeea6", "#5c4e0c"),
    ("#c4eeee", "#14515a"),
    ("#dde1e6", "#3d444d"),
];
/// Height of a cell with one line of text.
const HEIGHT: usize = 26;
/// Height of a line of text.
const LINE: usize = 18;

/// A layout as an SVG picture.
///
/// # Errors
/// A layout too long to list.
///
/// ```
/// use azulejo_layout::draw::to_svg;
/// let svg = to_svg(&"(4,8):(8,1)".parse()?)?;
/// assert!(svg.starts_with("<svg ") && svg.contains(">31</text>"));
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn to_svg(layout: &AnyLayout) -> Result<String, LayoutError> {
    Ok(svg_of(&Grid::of_layout(layout)?))
}

/// The width of a text of 12 pixels.
pub(super) fn text_width(text: &str) -> usize {
    text.chars().count() * 37 / 5
}

/// The lines of a cell: `T3V1` is two, everything else is one.
fn lines(text: &str) -> (&str, Option<&str>) {
    match text.find('V') {
        Some(at) if text.starts_with('T') => (&text[..at], Some(&text[at..])),
        _ => (text, None),
    }
}

/// The size of the cells of a picture.
fn cell_size(grid: &Grid) -> CellSize {
    let mut size = CellSize {
        width: 32,
        height: HEIGHT,
    };
    for cell in grid.cells() {
        let (first, second) = lines(&cell.text);
        let width = text_width(first).max(second.map_or(0, text_width));
        size.width = size.width.max(width + 10);
        if second.is_some() {
            size.height = 36;
        }
    }
    size
}

/// A picture as SVG. Colors follow the light or dark scheme of the reader; panels that are wider than a page wrap.
#[must_use]
pub fn svg_of(grid: &Grid) -> String {
    let cell = cell_size(grid);
    let top = MARGIN + LINE * (1 + grid.notes.len());
    let placement = place(grid, cell, top);
    let texts = grid.notes.iter().chain([&grid.title]);
    let words = texts.map(|text| text_width(text)).max().unwrap_or(0) + 2 * MARGIN;
    let legend = legend(&grid.legend, placement.height + 24);
    let keys = if legend.is_empty() { 0 } else { 24 };
    let width = placement.width.max(words).max(legend_width(&grid.legend));
    let height = placement.height + keys + MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         {}<rect class=\"p\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>\n",
        style()
    );
    out.push_str(&text_at(MARGIN, MARGIN + 8, "t s", &grid.title));
    for (i, note) in grid.notes.iter().enumerate() {
        out.push_str(&text_at(MARGIN, MARGIN + 8 + LINE * (i + 1), "d s", note));
    }
    for part in &placement.parts {
        draw(&mut out, part, cell);
    }
    out.push_str(&legend);
    out.push_str("</svg>\n");
    out
}

/// Text with its baseline at `y`.
fn text_at(x: usize, y: usize, class: &str, text: &str) -> String {
    let text = escape(text);
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\" xml:space=\"preserve\">{text}</text>\n")
}

/// The classes: the page, its text, dim text, cells and their colors.
fn style() -> String {
    let mut light = String::new();
    let mut dark = String::new();
    for (n, (fill, on_dark)) in FILLS.iter().enumerate() {
        light.push_str(&format!(".c{n}{{fill:{fill}}}"));
        dark.push_str(&format!(".c{n}{{fill:{on_dark}}}"));
    }
    format!(
        "<style>\n\
         text{{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;\
         text-anchor:middle;fill:#1f2328}}\n\
         .p{{fill:#fff}}.s{{text-anchor:start}}.t{{font-weight:600}}.d{{fill:#59636e}}.n{{fill:#f4f6f8}}\
         rect{{stroke:none}}{light}\n\
         @media (prefers-color-scheme:dark){{text{{fill:#e6edf3}}.p{{fill:#0d1117}}.d{{fill:#9198a1}}.n{{fill:#21262d}}{dark}}}\n\
         </style>\n"
    )
}

/// One panel, or the columns of one.
fn draw(out: &mut String, part: &Placed<'_>, cell: CellSize) {
    let mut top = part.y;
    if !part.panel.title.is_empty() && part.first == 0 {
        out.push_str(&text_at(part.x, top + 18, "s", &part.panel.title));
        top += TITLE;
    }
    let (left, top) = (part.x + ROW_NUMBERS, top + COLUMN_NUMBERS);
    for column in part.first..part.end {
        let x = left + (column - part.first) * cell.width + cell.width / 2;
        out.push_str(&format!(
            "<text class=\"d\" x=\"{x}\" y=\"{}\">{column}</text>\n",
            top - 6
        ));
    }
    for (r, row) in part.panel.rows.iter().enumerate() {
        let y = top + r * cell.height;
        out.push_str(&format!(
            "<text class=\"d\" x=\"{}\" y=\"{}\">{r}</text>\n",
            part.x + ROW_NUMBERS / 2,
            y + cell.height / 2 + 4
        ));
        let columns = row.iter().enumerate().skip(part.first);
        for (c, content) in columns.take(part.end - part.first) {
            let x = left + (c - part.first) * cell.width;
            let class = match content.color {
                Some(color) => format!("c{}", color % COLORS),
                None => String::from("n"),
            };
            out.push_str(&format!(
                "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\"/>",
                x + 1,
                y + 1,
                cell.width - 2,
                cell.height - 2
            ));
            let (first, second) = lines(&content.text);
            let middle = x + cell.width / 2;
            let base = y + cell.height / 2 + 4;
            match second {
                Some(second) => out.push_str(&format!(
                    "<text x=\"{middle}\" y=\"{}\">{}</text><text class=\"d\" x=\"{middle}\" y=\"{}\">{}</text>\n",
                    base - 7,
                    escape(first),
                    base + 7,
                    escape(second)
                )),
                None if first.is_empty() => out.push('\n'),
                None => out.push_str(&format!(
                    "<text x=\"{middle}\" y=\"{base}\">{}</text>\n",
                    escape(first)
                )),
            }
        }
    }
}

/// Width of a legend's sample of color.
const SAMPLE: usize = 16;

/// Where each entry of a legend begins, and where the last one ends.
fn legend_ends(legend: &Legend) -> impl Iterator<Item = usize> {
    let start = MARGIN + text_width(&legend.title) + 16;
    let widths = legend
        .entries
        .iter()
        .map(|(_, text)| SAMPLE + 6 + text_width(text) + 14);
    core::iter::once(start).chain(widths.scan(start, |x, width| {
        *x += width;
        Some(*x)
    }))
}

fn legend_width(legend: &Legend) -> usize {
    legend_ends(legend).last().unwrap_or(0) + MARGIN
}

/// The legend with its baseline at `y`; nothing for a picture without colors.
fn legend(legend: &Legend, y: usize) -> String {
    if legend.entries.is_empty() {
        return String::new();
    }
    let mut out = text_at(MARGIN, y, "d s", &legend.title);
    for ((color, text), x) in legend.entries.iter().zip(legend_ends(legend)) {
        out.push_str(&format!(
            "<rect class=\"c{}\" x=\"{x}\" y=\"{}\" width=\"{SAMPLE}\" height=\"14\" rx=\"3\"/>",
            color % COLORS,
            y - 11
        ));
        out.push_str(&text_at(x + SAMPLE + 6, y, "d s", text));
    }
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
