//! HTML pages.

use super::grid::Grid;
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

/// A picture as an HTML page of its own: a table a panel.
#[must_use]
pub fn html_of(grid: &Grid) -> String {
    let title = escape(&grid.title);
    let mut out = format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>body{{font:12px monospace}}table{{border-collapse:collapse;margin:1em 0}}\
         caption{{text-align:left}}td{{border:1px solid #444;padding:4px;text-align:center}}\
         th{{color:#777;font-weight:normal;padding:4px}}</style>\n<p>{title}</p>\n"
    );
    for panel in &grid.panels {
        out.push_str("<table>\n");
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
                let fill = FILLS.get(cell.colour % 8).copied().unwrap_or("#ffffff");
                out.push_str(&format!(
                    "<td style=\"background:{fill}\">{}</td>",
                    escape(&cell.text)
                ));
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</table>\n");
    }
    out
}
