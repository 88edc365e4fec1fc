//! Where the panels of a picture are placed, in pixels.

use super::grid::{Arrangement, Grid, Panel};
use alloc::vec::Vec;

/// Width of a picture in which panels are side by side and wide panels wrap.
const MAX_WIDTH: usize = 1180;
/// Around the picture.
pub(super) const MARGIN: usize = 20;
/// Room for row numbers, to the left of the cells.
pub(super) const ROW_NUMBERS: usize = 30;
/// Room for column numbers, above the cells.
pub(super) const COLUMN_NUMBERS: usize = 20;
/// Room for the title of a panel.
pub(super) const TITLE: usize = 26;
/// Between panels, and between the parts of one that wraps.
const GAP: usize = 18;

/// The size of a cell.
#[derive(Clone, Copy)]
pub(super) struct CellSize {
    pub width: usize,
    pub height: usize,
}

/// Columns `first..end` of a panel, whose corner is at `(x, y)`.
pub(super) struct Placed<'g> {
    pub panel: &'g Panel,
    pub first: usize,
    pub end: usize,
    pub x: usize,
    pub y: usize,
}

/// The panels of a picture and its size.
pub(super) struct Placement<'g> {
    pub parts: Vec<Placed<'g>>,
    pub width: usize,
    pub height: usize,
}

/// The size of a panel's part with `columns` columns.
fn size(panel: &Panel, columns: usize, cell: CellSize, titled: bool) -> (usize, usize) {
    let title = if titled { TITLE } else { 0 };
    (
        ROW_NUMBERS + columns * cell.width,
        title + COLUMN_NUMBERS + panel.rows.len() * cell.height,
    )
}

/// Places all panels from `top` on.
pub(super) fn place(grid: &Grid, cell: CellSize, top: usize) -> Placement<'_> {
    if grid.arrangement == Arrangement::Product
        && let [a, b, c] = grid.panels.as_slice()
    {
        let (left, _) = size(a, a.columns(), cell, true);
        let (right, _) = size(c, c.columns(), cell, true);
        if MARGIN * 2 + left + GAP + right <= MAX_WIDTH {
            return product([a, b, c], cell, top);
        }
    }
    flow(grid, cell, top)
}

/// A to the left of C, B above it.
fn product<'g>([a, b, c]: [&'g Panel; 3], cell: CellSize, top: usize) -> Placement<'g> {
    let (a_width, a_height) = size(a, a.columns(), cell, true);
    let (b_width, b_height) = size(b, b.columns(), cell, true);
    let (c_width, c_height) = size(c, c.columns(), cell, true);
    let (right, low) = (MARGIN + a_width + GAP, top + b_height + GAP);
    let whole = |panel: &'g Panel, x, y| Placed {
        panel,
        first: 0,
        end: panel.columns(),
        x,
        y,
    };
    Placement {
        parts: [
            whole(a, MARGIN, low),
            whole(b, right, top),
            whole(c, right, low),
        ]
        .into(),
        width: right + b_width.max(c_width) + MARGIN,
        height: low + a_height.max(c_height),
    }
}

/// Side by side while there is room; a panel that is too wide wraps.
fn flow(grid: &Grid, cell: CellSize, top: usize) -> Placement<'_> {
    let fit = ((MAX_WIDTH - 2 * MARGIN - ROW_NUMBERS) / cell.width).max(1);
    // A power of two keeps the columns of a tile together.
    let fit = 1 << fit.ilog2();
    let mut out = Placement {
        parts: Vec::new(),
        width: 0,
        height: top,
    };
    let (mut x, mut y) = (MARGIN, top);
    for panel in &grid.panels {
        let columns = panel.columns();
        let titled = !panel.title.is_empty();
        let (width, _) = size(panel, columns, cell, titled);
        let wraps = 2 * MARGIN + width > MAX_WIDTH;
        let step = if wraps { fit } else { columns.max(1) };
        let mut first = 0;
        while first < columns.max(1) {
            let end = (first + step).min(columns);
            let (width, height) = size(panel, end - first, cell, titled && first == 0);
            let title = match titled && first == 0 {
                true => super::svg::text_width(&panel.title),
                false => 0,
            };
            let width = width.max(title);
            if x > MARGIN && (first > 0 || x + width + MARGIN > MAX_WIDTH) {
                (x, y) = (MARGIN, out.height + GAP);
            }
            out.parts.push(Placed {
                panel,
                first,
                end,
                x,
                y,
            });
            out.width = out.width.max(x + width + MARGIN);
            out.height = out.height.max(y + height);
            x += width + GAP;
            first += step;
        }
        if wraps {
            (x, y) = (MARGIN, out.height + GAP);
        }
    }
    out
}
