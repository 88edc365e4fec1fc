//! The banks of shared memory that the elements of a tile lie in.

use super::grid::{COLORS, Cell, Grid, Legend};
use crate::value::{AnyLayout, ErrorKind, LayoutError, Tree};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Bytes of one bank in one row of shared memory.
const BANK: i64 = 4;
/// Banks of shared memory.
const BANKS: i64 = 32;
/// Bytes of all banks in one row.
const ROW: i64 = 128;
/// Bytes of the widest access of a thread, and of one color.
const CHUNK: i64 = 16;

impl Grid {
    /// The banks of shared memory in which the elements of a tile lie, for elements of `bytes` bytes; for a swizzled
    /// layout also those without the swizzle.
    ///
    /// A cell is one element, or 16 bytes if every row consists of aligned runs of 16 bytes. A color is a group of four
    /// banks: eight threads that read 16 bytes each are free of conflicts if their cells have eight colors. The title of
    /// each panel counts the conflicts of threads that read one cell each of its first column.
    ///
    /// # Errors
    /// Coordinate strides, `bytes` other than 1, 2, 4, 8 or 16, a layout too long to list.
    ///
    /// ```
    /// use azulejo_layout::draw::Grid;
    /// let tile = "Sw<3,4,3> o _0 o (_8,_128):(_128,_1)".parse()?;
    /// let grid = Grid::of_banks(&tile, 1)?;
    /// assert_eq!(grid.panels[0].title, "no swizzle: 8-way conflict in a column");
    /// assert_eq!(grid.panels[1].title, "Sw<3,4,3>: no conflict in a column");
    /// assert_eq!(grid.panels[1].rows[1][0].text, "4-7");
    /// # Ok::<(), azulejo_layout::value::LayoutError>(())
    /// ```
    pub fn of_banks(layout: &AnyLayout, bytes: i64) -> Result<Self, LayoutError> {
        if ![1, 2, 4, 8, 16].contains(&bytes) {
            return Err(LayoutError::new(
                ErrorKind::OutOfRange,
                format!("an element of {bytes} bytes in a picture of banks"),
            )
            .fix("give 1, 2, 4, 8 or 16 bytes"));
        }
        let per_cell = per_cell(layout, bytes)?;
        let unit = (bytes * per_cell).max(BANK);
        let rows = match layout.shape().modes() {
            [rows, _, ..] => rows.size()?.value as usize,
            _ => 0,
        };
        let after = starts(layout, bytes, per_cell)?;
        let mut parts = Vec::new();
        if let AnyLayout::Composed(composed) = layout {
            // The same cells without the swizzle.
            let plain = AnyLayout::from(layout.innermost().clone());
            let before = starts(&plain, bytes, per_cell)?;
            let outer = composed.to_string();
            let outer = outer.split(" o ").next().unwrap_or_default();
            parts.push((title("no swizzle", &before, rows, unit), before));
            parts.push((title(outer, &after, rows, unit), after));
        } else {
            parts.push((title("banks", &after, rows, unit), after));
        }
        let shape = cell_shape(layout.shape(), per_cell);
        let mut grids = Vec::new();
        for (name, starts) in parts {
            let cell = |i: usize| {
                starts.get(i).map_or_else(Cell::default, |start| {
                    let first = start.div_euclid(BANK).rem_euclid(BANKS);
                    let last = first + unit / BANK - 1;
                    Cell {
                        text: match first == last {
                            true => first.to_string(),
                            false => format!("{first}-{last}"),
                        },
                        color: Some((start.div_euclid(CHUNK)).rem_euclid(COLORS as i64) as usize),
                    }
                })
            };
            grids.push((name, Self::build(String::new(), &shape, cell)?));
        }
        let groups = (0..COLORS).map(|n| (n, format!("{}-{}", 4 * n, 4 * n + 3)));
        let legend = Legend {
            title: String::from("banks"),
            entries: groups.collect(),
        };
        let mut grid = Self::joined(format!("banks of {layout}"), grids, legend);
        grid.notes = vec![match per_cell {
            1 => format!("a cell is one element of {bytes} bytes"),
            n => format!("a cell is {n} elements, {} bytes", n * bytes),
        }];
        Ok(grid)
    }
}

/// The elements of one cell.
fn per_cell(layout: &AnyLayout, bytes: i64) -> Result<i64, LayoutError> {
    let [rows, columns] = layout.shape().modes() else {
        return Ok(1);
    };
    let (rows, columns, run) = (rows.size()?.value, columns.size()?.value, CHUNK / bytes);
    let all = layout.offsets()?;
    let at = |row: i64, column: i64| all.get((row + rows * column) as usize).copied();
    let is_run = |row: i64, column: i64| {
        let within = column % run;
        at(row, column - within).is_some_and(|start| {
            start.rem_euclid(run) == 0 && at(row, column) == Some(start + within)
        })
    };
    let whole =
        columns % run == 0 && (0..rows).all(|row| (0..columns).all(|column| is_run(row, column)));
    Ok(if whole { run } else { 1 })
}

/// The address of each cell, the first mode fastest.
fn starts(layout: &AnyLayout, bytes: i64, per_cell: i64) -> Result<Vec<i64>, LayoutError> {
    let rows = match layout.shape().modes().first() {
        Some(mode) if per_cell > 1 => mode.size()?.value.max(1) as usize,
        _ => 1,
    };
    let all = layout.offsets()?.into_iter().enumerate();
    all.filter(|(i, _)| i / rows % per_cell as usize == 0)
        .map(|(_, offset)| {
            offset
                .checked_mul(bytes)
                .ok_or_else(|| LayoutError::overflow("an address does not fit 64 bits"))
        })
        .collect()
}

/// The shape of the cells.
fn cell_shape(shape: &Tree, per_cell: i64) -> Tree {
    match shape.modes() {
        [rows, columns] if per_cell > 1 => {
            let columns = columns.size().map_or(0, |size| size.value) / per_cell;
            Tree::Tuple(vec![rows.clone(), Tree::dynamic(columns)])
        }
        _ => shape.clone(),
    }
}

/// The title of a panel: the conflicts of threads that read the cells of its first column, a warp's 128 bytes at a time.
fn title(name: &str, starts: &[i64], rows: usize, unit: i64) -> String {
    let at_once = ROW / unit;
    let conflicts = |threads: &[i64]| {
        let mut cells: Vec<i64> = threads.iter().map(|start| start.div_euclid(unit)).collect();
        cells.sort_unstable();
        cells.dedup();
        let in_group = |group| {
            cells
                .iter()
                .filter(move |cell| cell.rem_euclid(at_once) == group)
        };
        (0..at_once).map(|group| in_group(group).count()).max()
    };
    let column = starts.get(..rows).unwrap_or_default();
    match column.chunks(at_once as usize).filter_map(conflicts).max() {
        None => name.to_string(),
        Some(0 | 1) => format!("{name}: no conflict in a column"),
        Some(ways) => format!("{name}: {ways}-way conflict in a column"),
    }
}
