//! Pictures of layouts: text tables, SVG and LaTeX, of layouts, of thread-value layouts, of swizzles.
//!
//! A layout of rank 2 is a table, rows by mode 0 and columns by mode 1. Rank 1 is one row; a higher rank is a panel for each
//! coordinate of the modes beyond the second.
//!
//! ```
//! use azulejo_layout::draw::{print1d, print2d};
//! use azulejo_layout::value::AnyLayout;
//! let c: AnyLayout = "(2,(2,2)):(2,(1,4))".parse()?;
//! assert_eq!(print2d(&c)?, "  0    1    4    5  \n  2    3    6    7  \n");
//! assert_eq!(print1d(&c)?, "0 2 1 3 4 6 5 7\n");
//! # Ok::<(), azulejo_layout::value::LayoutError>(())
//! ```

mod grid;
mod latex;
mod svg;
mod text;

pub use grid::{Cell, Grid, Panel};
pub use latex::{latex_of, to_latex};
pub use svg::{svg_of, to_svg};
pub use text::{print_layout, print1d, print2d, text_of};
