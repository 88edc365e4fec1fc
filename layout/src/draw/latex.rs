//! LaTeX pictures, drawn with TikZ.

use super::grid::Grid;
use crate::value::{AnyLayout, LayoutError};
use alloc::format;
use alloc::string::String;

/// Eight gray levels, neighbors far apart.
const FILLS: [&str; 8] = [
    "black!0", "black!40", "black!20", "black!55", "black!10", "black!48", "black!30", "black!62",
];

/// A layout as a stand-alone LaTeX document with one `tikzpicture`: a node for each cell, each row and each column.
///
/// # Errors
/// A layout too long to list.
///
/// ```
/// use azulejo_layout::draw::to_latex;
/// let text = to_latex(&"((2,2),(2,4)):((1,4),(2,8))".parse()?)?;
/// assert_eq!(text.lines().filter(|line| line.contains("\\node")).count(), 44);
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn to_latex(layout: &AnyLayout) -> Result<String, LayoutError> {
    Ok(latex_of(&Grid::of_layout(layout)?))
}

/// A picture as LaTeX: panels below each other.
#[must_use]
pub fn latex_of(grid: &Grid) -> String {
    let wide = 1 + grid.cell_width() / 5;
    let mut out = format!(
        "% {}\n\\documentclass{{standalone}}\n\\usepackage{{tikz}}\n\\begin{{document}}\n\
         \\begin{{tikzpicture}}[x={{(0cm,-1cm)}}, y={{({wide}cm,0cm)}}, \
         every node/.style={{minimum height=1cm, minimum width={wide}cm, outer sep=0pt}}]\n",
        grid.title
    );
    let mut top = 0;
    for panel in &grid.panels {
        let (rows, columns) = (panel.rows.len(), panel.columns());
        if !panel.title.is_empty() {
            out.push_str(&format!(
                "\\node[anchor=west] at ({},-1) {{\\texttt{{{}}}}};\n",
                top as i64 - 2,
                panel.title.replace('_', "\\_")
            ));
        }
        for (r, row) in panel.rows.iter().enumerate() {
            for (c, cell) in row.iter().enumerate() {
                let fill = cell
                    .color
                    .map_or("black!0", |color| FILLS[color % FILLS.len()]);
                out.push_str(&format!(
                    "\\node[fill={fill}] at ({},{c}) {{{}}};\n",
                    top + r,
                    cell.text.replace('_', "\\_")
                ));
            }
        }
        out.push_str(&format!(
            "\\draw[shift={{({top},0)}}, step=1] (-0.5,-0.5) grid ({}.5,{}.5);\n",
            rows as i64 - 1,
            columns as i64 - 1
        ));
        for r in 0..rows {
            out.push_str(&format!("\\node at ({},-1) {{\\Large {r}}};\n", top + r));
        }
        for c in 0..columns {
            out.push_str(&format!(
                "\\node at ({},{c}) {{\\Large {c}}};\n",
                top as i64 - 1
            ));
        }
        top += rows + 3;
    }
    out.push_str("\\end{tikzpicture}\n\\end{document}\n");
    out
}
