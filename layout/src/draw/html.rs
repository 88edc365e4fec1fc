//! HTML pages.

use super::grid::{COLORS, Grid};
use super::svg::{FILLS, escape};
use crate::value::{AnyLayout, LayoutError};
use alloc::format;
use alloc::string::String;

/// A layout as an HTML page.
///
/// # Errors
/// A layout too long to list.
///
/// ```
/// use azulejo_layout::draw::to_html;
/// let page = to_html(&"(4,8):(8,1)".parse()?)?;
/// assert!(page.starts_with("<!doctype html>") && page.matches("<td").count() == 32);
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn to_html(layout: &AnyLayout) -> Result<String, LayoutError> {
    Ok(html_of(&Grid::of_layout(layout)?))
}

/// A picture as an HTML page of its own: a table per panel, which scrolls if it is wide, and the legend.
#[must_use]
pub fn html_of(grid: &Grid) -> String {
    let title = escape(&grid.title);
    let mut out = format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n{}<h1>{title}</h1>\n",
        style()
    );
    for note in &grid.notes {
        out.push_str(&format!("<p>{}</p>\n", escape(note)));
    }
    for panel in &grid.panels {
        out.push_str("<div><table>\n");
        if !panel.title.is_empty() {
            out.push_str(&format!("<caption>{}</caption>\n", escape(&panel.title)));
        }
        out.push_str("<tr><th></th>");
        for column in 0..panel.columns() {
            out.push_str(&format!("<th>{column}</th>"));
        }
        out.push_str("</tr>\n");
        for (number, row) in panel.rows.iter().enumerate() {
            out.push_str(&format!("<tr><th>{number}</th>"));
            for cell in row {
                let text = escape(&cell.text);
                match cell.color {
                    Some(color) => {
                        out.push_str(&format!("<td class=\"c{}\">{text}</td>", color % COLORS));
                    }
                    None => out.push_str(&format!("<td>{text}</td>")),
                }
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</table></div>\n");
    }
    if !grid.legend.entries.is_empty() {
        out.push_str(&format!("<p>{}", escape(&grid.legend.title)));
        for (color, text) in &grid.legend.entries {
            let (class, text) = (color % COLORS, escape(text));
            out.push_str(&format!(" <span class=\"c{class}\">{text}</span>"));
        }
        out.push_str("</p>\n");
    }
    out
}

/// The colors of the cells on a light page and on a dark one.
fn style() -> String {
    let mut light = String::new();
    let mut dark = String::new();
    for (n, (fill, on_dark)) in FILLS.iter().enumerate() {
        light.push_str(&format!(".c{n}{{background:{fill}}}"));
        dark.push_str(&format!(".c{n}{{background:{on_dark}}}"));
    }
    format!(
        "<style>body{{font:12px ui-monospace,monospace;margin:1.5em}}h1{{font-size:14px}}p{{white-space:pre-wrap}}\
         div{{overflow-x:auto;margin:1em 0}}table{{border-spacing:2px}}caption{{text-align:left}}\
         td{{padding:4px 6px;text-align:center;border-radius:3px}}span{{padding:2px 6px;border-radius:3px}}\
         th{{opacity:.6;font-weight:normal;padding:4px}}{light}\n\
         @media (prefers-color-scheme:dark){{{dark}}}</style>\n"
    )
}
