//! What every picture is made from: panels of cells.

use crate::value::Tree;
use crate::value::{
    AnyLayout, DynLayout, ErrorKind, Int, LayoutError, TABLE_LIMIT, add_offsets, extent, idx2crd,
};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Colors of a picture: a number picks one, modulo this.
pub const COLORS: usize = 8;

/// One cell of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// The text in the cell.
    pub text: String,
    /// Cells of equal numbers, modulo [`COLORS`], have equal colors; `None` is plain.
    pub color: Option<usize>,
}

/// One table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panel {
    /// What the panel shows: its coordinate, such as `(_,_,2)`, or a step; empty if there is one panel only.
    pub title: String,
    /// The cells, row by row.
    pub rows: Vec<Vec<Cell>>,
}

impl Panel {
    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }
}

/// Where the panels of a picture are placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Arrangement {
    /// Side by side while they fit, then on the next line.
    #[default]
    Flow,
    /// Three panels A, B and C of a matrix product: A to the left of C, B above it.
    Product,
}

/// What the colors of a picture mean.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Legend {
    /// What is colored, such as `thread mod 8`; empty for a picture without colors.
    pub title: String,
    /// Colors and what each means.
    pub entries: Vec<(usize, String)>,
}

impl Legend {
    /// The legend of numbers below `count`: one entry for each color that they use.
    pub(super) fn of_numbers(name: &str, prefix: &str, count: usize) -> Self {
        let title = match count > COLORS {
            true => format!("{name} mod {COLORS}"),
            false => name.to_string(),
        };
        let entries = (0..count.min(COLORS)).map(|n| (n, format!("{prefix}{n}")));
        Self {
            title,
            entries: entries.collect(),
        }
    }
}

/// A picture: a title, notes, panels of cells and a legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// What is drawn, in the notation.
    pub title: String,
    /// Further lines under the title, such as the layouts of several operands.
    pub notes: Vec<String>,
    /// The tables.
    pub panels: Vec<Panel>,
    /// Where the tables are placed in a drawing; in text they are below each other.
    pub arrangement: Arrangement,
    /// What the colors mean.
    pub legend: Legend,
}

impl Grid {
    /// The offsets of a layout.
    ///
    /// # Errors
    /// A layout too long to list, an unbound pointer.
    pub fn of_layout(layout: &AnyLayout) -> Result<Self, LayoutError> {
        Self::of_values(layout.to_string(), layout, points(layout)?)
    }

    /// The offsets of a layout behind a pointer offset, which is part of each.
    ///
    /// # Errors
    /// Those of [`of_layout`](Self::of_layout), and overflow.
    pub fn of_moved(offset: &Tree, layout: &AnyLayout) -> Result<Self, LayoutError> {
        let values = match layout {
            AnyLayout::Plain(plain) if plain.has_basis() || offset.is_tuple() => {
                let points = plain.points()?.into_iter().enumerate();
                points
                    .map(|(i, point)| {
                        Ok((add_offsets(offset, &point)?.erased().to_string(), i as i64))
                    })
                    .collect::<Result<_, LayoutError>>()?
            }
            _ => {
                let start = offset.int()?;
                let offsets = layout.offsets()?.into_iter();
                offsets
                    .map(|x| Ok(start.checked_add(Int::dynamic(x))?.value))
                    .map(|x| x.map(|x| (x.to_string(), x)))
                    .collect::<Result<_, LayoutError>>()?
            }
        };
        Self::of_values(format!("{offset} + {layout}"), layout, values)
    }

    /// The values of a layout as text and as a number for the color.
    fn of_values(
        title: String,
        layout: &AnyLayout,
        values: Vec<(String, i64)>,
    ) -> Result<Self, LayoutError> {
        let cell = |i: usize| match values.get(i) {
            Some((text, number)) => Cell {
                text: text.clone(),
                color: Some(number.rem_euclid(COLORS as i64) as usize),
            },
            None => Cell::default(),
        };
        let grid = Self::build(title, layout.shape(), cell)?;
        let basis = matches!(layout, AnyLayout::Plain(plain) if plain.has_basis());
        let (name, count) = match basis {
            true => ("index", values.len()),
            // Offsets leave out numbers: each color may occur however few they are.
            false => ("offset", span(values.iter().map(|(_, number)| *number))),
        };
        Ok(grid.with_legend(Legend::of_numbers(name, "", count)))
    }

    /// The owners of the elements of a tile, from a layout (thread, value) -> element: `T3V1` in each cell; several
    /// owners are counted, `all` is an element that every thread owns, an element without an owner is empty.
    ///
    /// `tile` is the shape whose 1-D index the elements are, as `(_16,_8)` for an accumulator.
    ///
    /// # Errors
    /// A layout that is not a pair of modes, or too long to list; an element outside the tile.
    pub fn of_owners(tv: &DynLayout, tile: &Tree) -> Result<Self, LayoutError> {
        if tv.rank() != 2 {
            return Err(LayoutError::new(
                ErrorKind::Profile,
                format!(
                    "{tv} is not a layout (thread, value): its rank is {}",
                    tv.rank()
                ),
            )
            .fix("give a layout of two modes, the threads and their values"));
        }
        let threads = tv.shape().get(&[0])?.size()?.value.max(1) as usize;
        for size in tile.leaves()? {
            extent(size)?;
        }
        let total = tile.size()?.value;
        if total > TABLE_LIMIT {
            return Err(too_long(total));
        }
        let mut owners: Vec<Vec<usize>> = vec![Vec::new(); total as usize];
        for (i, element) in tv.offsets()?.into_iter().enumerate() {
            let slot = usize::try_from(element)
                .ok()
                .and_then(|element| owners.get_mut(element))
                .ok_or_else(|| {
                    LayoutError::new(
                        ErrorKind::OutOfRange,
                        format!("{tv} owns the element {element}, outside {tile}"),
                    )
                    .fix("give the tile that the layout covers")
                })?;
            slot.push(i);
        }
        let cell = |element: usize| {
            let places = owners.get(element).map_or(&[][..], Vec::as_slice);
            let distinct: BTreeSet<usize> = places.iter().map(|i| i % threads).collect();
            // Every thread owns it once.
            if threads > 1 && places.len() == threads && distinct.len() == threads {
                return Cell {
                    text: String::from("all"),
                    color: None,
                };
            }
            let names: Vec<String> = places
                .iter()
                .map(|i| format!("T{}V{}", i % threads, i / threads))
                .collect();
            Cell {
                text: match names.as_slice() {
                    [first, _, _, ..] => format!("{first}+{}", names.len() - 1),
                    few => few.join(" "),
                },
                color: places.first().map(|i| i % threads % COLORS),
            }
        };
        let mut grid = Self::build(format!("{tv} on {tile}"), tile, cell)?;
        grid = grid.with_legend(Legend::of_numbers("thread", "T", threads));
        if grid.cells().any(|cell| cell.text.contains('+')) {
            grid.legend.title.push_str(", +n: n more owners");
        }
        Ok(grid)
    }

    /// The picture with the entries of a legend whose colors it uses.
    fn with_legend(mut self, mut legend: Legend) -> Self {
        let used = |color: usize| self.cells().any(|cell| cell.color == Some(color));
        legend.entries.retain(|(color, _)| used(*color));
        self.legend = legend;
        self
    }

    /// Lays out cells given by 1-D index.
    pub(super) fn build(
        title: String,
        shape: &Tree,
        cell: impl Fn(usize) -> Cell,
    ) -> Result<Self, LayoutError> {
        let sizes: Vec<usize> = shape
            .modes()
            .iter()
            .map(|mode| Ok(mode.size()?.value as usize))
            .collect::<Result<_, LayoutError>>()?;
        let (rows, columns) = match sizes.as_slice() {
            [] => (1, 1),
            [one] => (1, *one),
            [rows, columns, ..] => (*rows, *columns),
        };
        let area = rows * columns;
        let beyond = Tree::Tuple(shape.modes().iter().skip(2).cloned().collect());
        let count = if area == 0 {
            0
        } else {
            beyond.size()?.value as usize
        };
        let mut panels = Vec::with_capacity(count);
        for panel in 0..count {
            let title = if sizes.len() > 2 {
                let rest: Vec<String> = idx2crd(panel as i64, &beyond)?
                    .modes()
                    .iter()
                    .map(Tree::to_string)
                    .collect();
                format!("(_,_,{})", rest.join(","))
            } else {
                String::new()
            };
            let rows = (0..rows)
                .map(|row| {
                    (0..columns)
                        .map(|column| cell(row + rows * column + area * panel))
                        .collect()
                })
                .collect();
            panels.push(Panel { title, rows });
        }
        Ok(Self {
            title,
            notes: Vec::new(),
            panels,
            arrangement: Arrangement::Flow,
            legend: Legend::default(),
        })
    }

    /// The number of columns of the widest panel.
    pub(super) fn columns(&self) -> usize {
        self.panels.iter().map(Panel::columns).max().unwrap_or(0)
    }

    /// The width of the widest cell.
    #[must_use]
    pub fn cell_width(&self) -> usize {
        self.cells()
            .map(|cell| cell.text.chars().count())
            .max()
            .unwrap_or(0)
    }

    /// All cells.
    pub(super) fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.panels
            .iter()
            .flat_map(|panel| panel.rows.iter().flatten())
    }
}

/// How many numbers lie between the least and the greatest, both included.
fn span(numbers: impl Iterator<Item = i64> + Clone) -> usize {
    match (numbers.clone().min(), numbers.max()) {
        (Some(0), Some(most)) => (most.saturating_add(1)) as usize,
        (Some(_), Some(_)) => COLORS + 1,
        _ => 0,
    }
}

pub(super) fn too_long(total: i64) -> LayoutError {
    LayoutError::new(
        ErrorKind::TooLarge,
        format!("{total} cells, at most {TABLE_LIMIT} are drawn"),
    )
    .fix("draw a part of it: a tile or a slice")
}

/// The values at all 1-D coordinates, as text and as a number for the color.
pub(super) fn points(layout: &AnyLayout) -> Result<Vec<(String, i64)>, LayoutError> {
    if let AnyLayout::Plain(plain) = layout
        && plain.has_basis()
    {
        return Ok(plain
            .points()?
            .into_iter()
            .enumerate()
            .map(|(i, point)| (point.to_string(), i as i64))
            .collect());
    }
    let offsets = layout.offsets()?;
    Ok(offsets.into_iter().map(|x| (x.to_string(), x)).collect())
}
