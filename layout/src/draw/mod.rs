//! Pictures of layouts: text tables, SVG, HTML and LaTeX, of layouts, of thread-value layouts, of copies and
//! multiply-accumulates, of swizzles, of the steps of a composition, and of the difference of two layouts.
//!
//! | picture | | on the command line, `azulejo layout --table` (or `--svg`, `--html`, `--latex`) |
//! |---|---|---|
//! | the offsets of a layout, swizzled or not | [`Grid::of_layout`] | the layout, or an expression |
//! | who owns each element of a tile | [`Grid::of_owners`] | `tv_table(TV, TILE)` |
//! | both sides of a copy | [`Grid::of_copy`] | `copy_table(TV, TV, TILE)` |
//! | the operands of a multiply-accumulate | [`Grid::of_mma`] | `mma_table(TV, TV, TV, (M,N,K))` |
//! | the banks of shared memory that a tile uses | [`Grid::of_banks`] | `bank_table(LAYOUT, BYTES)` |
//! | where a swizzle moves chunks | [`Grid::of_swizzle`] | `swizzle_table(Sw<B,M,S>)` |
//! | the steps of a composition | [`Grid::of_composition`] | `composition_steps(A, B)` |
//! | where two layouts differ | [`Grid::of_difference`] | `difference(A, B)` |
//!
//! A layout of rank 2 is a table, rows by mode 0 and columns by mode 1. Rank 1 is one row; a higher rank is a panel for each
//! coordinate of the modes beyond the second. SVG pictures wrap wide tables, HTML pages scroll them; both have a legend that
//! says what the colors mean, and follow the light or dark scheme of the reader.
//!
//! ```
//! use azulejo_layout::draw::{print1d, print2d};
//! use azulejo_layout::value::AnyLayout;
//! let c: AnyLayout = "(2,(2,2)):(2,(1,4))".parse()?;
//! assert_eq!(print2d(&c)?, "  0    1    4    5  \n  2    3    6    7  \n");
//! assert_eq!(print1d(&c)?, "0 2 1 3 4 6 5 7\n");
//! # Ok::<(), azulejo_layout::value::LayoutError>(())
//! ```

mod banks;
mod compare;
mod grid;
mod html;
mod latex;
mod place;
mod svg;
mod text;

pub use grid::{Arrangement, COLORS, Cell, Grid, Legend, Panel};
pub use html::{html_of, to_html};
pub use latex::{latex_of, to_latex};
pub use svg::{svg_of, to_svg};
pub use text::{print_layout, print1d, print2d, text_of};
