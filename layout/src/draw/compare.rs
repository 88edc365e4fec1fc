//! Pictures of several tables: the difference of two layouts, the steps of a composition, copies, multiply-accumulates, swizzles.

use super::grid::{Arrangement, COLORS, Cell, Grid, Legend, Panel, points, too_long};
use crate::value::{
    AnyLayout, DynLayout, ErrorKind, LayoutError, Swizzle, TABLE_LIMIT, Tree, compose_lazy,
    composition, idx2crd,
};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// The color of what differs.
const DIFFERENT: usize = 3;

impl Grid {
    /// Where two layouts of equal size differ: a cell holds the offset that both give, or `a/b` where they give two, in color.
    ///
    /// Elements are those of equal 1-D coordinates, drawn in the shape of `a`; the title counts them and names the first.
    ///
    /// # Errors
    /// Layouts of different sizes, or too long to list.
    ///
    /// ```
    /// use azulejo_layout::draw::{Grid, text_of};
    /// let d = Grid::of_difference(&"(2,2):(1,2)".parse()?, &"(2,2):(2,1)".parse()?)?;
    /// assert_eq!(d.title, "(2,2):(1,2) against (2,2):(2,1): 2 of 4 differ, the first at (1,0): 1 and 2");
    /// assert_eq!(d.panels[0].rows[1][0].text, "1/2");
    /// # Ok::<(), azulejo_layout::value::LayoutError>(())
    /// ```
    pub fn of_difference(a: &AnyLayout, b: &AnyLayout) -> Result<Self, LayoutError> {
        let (ours, theirs) = (points(a)?, points(b)?);
        if ours.len() != theirs.len() {
            return Err(LayoutError::new(
                ErrorKind::Profile,
                format!(
                    "{a} has {} elements, {b} has {}: there is no difference to draw",
                    ours.len(),
                    theirs.len()
                ),
            )
            .fix("compare layouts of equal size"));
        }
        let differ = |i: &usize| ours[*i].0 != theirs[*i].0;
        let count = (0..ours.len()).filter(differ).count();
        let mut title = format!("{a} against {b}: {count} of {} differ", ours.len());
        if let Some(first) = (0..ours.len()).find(differ) {
            title.push_str(&format!(
                ", the first at {}: {} and {}",
                idx2crd(first as i64, a.shape())?,
                ours[first].0,
                theirs[first].0
            ));
        }
        let mut grid = Self::build(title, a.shape(), |i| match (ours.get(i), theirs.get(i)) {
            (Some((x, _)), Some((y, _))) if x != y => Cell {
                text: format!("{x}/{y}"),
                color: Some(DIFFERENT),
            },
            (Some((x, _)), _) => Cell {
                text: x.clone(),
                color: None,
            },
            _ => Cell::default(),
        })?;
        if count > 0 {
            grid.legend = Legend {
                title: String::from("offset"),
                entries: vec![(DIFFERENT, String::from("first/second, where they differ"))],
            };
        }
        Ok(grid)
    }

    /// The steps of `composition(a, b)`: the indices that `b` gives, where they lie in `a` (`.` for what is not picked), and what
    /// is found there, each element in one color. A composition that no layout represents is drawn as the function it is.
    ///
    /// # Errors
    /// Layouts too long to list, coordinate strides.
    pub fn of_composition(a: &DynLayout, b: &DynLayout) -> Result<Self, LayoutError> {
        let indices = b.offsets()?;
        let by_place = |grid: Self| {
            let (rows, area) = (grid.height(), grid.area());
            grid.recolored(|panel, row, column| row + rows * column + area * panel)
        };
        let mut picked = vec![None; a.offsets()?.len()];
        for (c, index) in indices.iter().enumerate().rev() {
            if let Some(slot) = usize::try_from(*index)
                .ok()
                .and_then(|index| picked.get_mut(index))
            {
                *slot = Some(c % COLORS);
            }
        }
        let offsets = points(&a.clone().into())?;
        let all = Self::build(String::new(), a.shape(), |index| {
            match (picked.get(index), offsets.get(index)) {
                (Some(&color @ Some(_)), Some((text, _))) => Cell {
                    text: text.clone(),
                    color,
                },
                _ => Cell {
                    text: String::from("."),
                    color: None,
                },
            }
        })?;
        let (name, result) = match composition(a, &b.clone().into()) {
            Ok(result) => (format!("A o B = {result}"), result.into()),
            Err(_) => (
                String::from("A o B, a function that is not a layout"),
                compose_lazy(a, b)?,
            ),
        };
        Ok(Self::joined(
            format!("composition({a}, {b})"),
            vec![
                (
                    format!("B = {b}: which elements of A"),
                    by_place(Self::of_layout(&b.clone().into())?),
                ),
                (format!("A = {a}: the elements that B picks"), all),
                (name, by_place(Self::of_layout(&result)?)),
            ],
            Legend::of_numbers("index into B", "", indices.len()),
        ))
    }

    /// The owners of a tile on both sides of a copy, from the layouts (thread, value) -> element of source and destination.
    ///
    /// # Errors
    /// Those of [`Grid::of_owners`].
    pub fn of_copy(
        source: &DynLayout,
        destination: &DynLayout,
        tile: &Tree,
    ) -> Result<Self, LayoutError> {
        let from = Self::of_owners(source, tile)?;
        let to = Self::of_owners(destination, tile)?;
        let legend = wider(from.legend.clone(), to.legend.clone());
        let mut grid = Self::joined(
            format!("copy of {tile}"),
            vec![
                (String::from("source"), from),
                (String::from("destination"), to),
            ],
            legend,
        );
        grid.notes = vec![
            format!("source      {source}"),
            format!("destination {destination}"),
        ];
        Ok(grid)
    }

    /// The owners of the operands of a multiply-accumulate: A of (M,K), B of (K,N) above C of (M,N), from their layouts
    /// (thread, value) -> element of (M,K), (N,K) and (M,N); `mnk` is the shape `(M,N,K)`.
    ///
    /// # Errors
    /// A shape of other than three modes; those of [`Grid::of_owners`].
    pub fn of_mma(tv: [&DynLayout; 3], mnk: &Tree) -> Result<Self, LayoutError> {
        let Tree::Tuple(sizes) = mnk else {
            return Err(no_mnk(mnk));
        };
        let [m, n, k] = sizes.as_slice() else {
            return Err(no_mnk(mnk));
        };
        let side = |tv: &DynLayout, rows: &Tree, columns: &Tree| {
            Self::of_owners(tv, &Tree::Tuple(vec![rows.clone(), columns.clone()]))
        };
        let [a, b, c] = tv;
        let of_c = side(c, m, n)?;
        let legend = of_c.legend.clone();
        let mut grid = Self::joined(
            format!("multiply-accumulate of {mnk}"),
            vec![
                (format!("A ({m},{k})"), side(a, m, k)?),
                (format!("B ({k},{n})"), side(b, n, k)?.transposed()),
                (format!("C ({m},{n})"), of_c),
            ],
            legend,
        );
        grid.notes = vec![format!("A {a}"), format!("B {b}"), format!("C {c}")];
        if grid.panels.len() == 3 {
            grid.arrangement = Arrangement::Product;
        }
        Ok(grid)
    }

    /// What a swizzle does: the chunk `z` of row `y` goes to the chunk in the cell. A chunk is `2^M` offsets, a row what the
    /// `B` bits `Y` count.
    ///
    /// # Errors
    /// More than [`TABLE_LIMIT`] chunks.
    pub fn of_swizzle(swizzle: Swizzle) -> Result<Self, LayoutError> {
        let (bits, base, shift) = (swizzle.bits(), swizzle.base(), swizzle.shift());
        let side = 1_i64.checked_shl(bits).unwrap_or(i64::MAX);
        match side.checked_mul(side) {
            Some(total) if total <= TABLE_LIMIT => {}
            _ => return Err(too_long(side)),
        }
        // The lower of the two fields begins at bit M; Y is the upper one unless the shift is negative.
        let (low, high) = (base, base + shift.unsigned_abs());
        let (source, target) = if shift < 0 { (low, high) } else { (high, low) };
        let rows = (0..side).map(|y| {
            let cell = |z: i64| {
                let moved = swizzle.apply(y << source | z << target) >> target & (side - 1);
                Cell {
                    text: moved.to_string(),
                    color: Some(moved as usize % COLORS),
                }
            };
            (0..side).map(cell).collect()
        });
        Ok(Self {
            title: format!("{swizzle}: where chunk z of row y goes"),
            notes: Vec::new(),
            panels: vec![Panel {
                title: String::new(),
                rows: rows.collect(),
            }],
            arrangement: Arrangement::Flow,
            legend: Legend::of_numbers("chunk", "", side as usize),
        })
    }

    /// Several pictures as one.
    pub(super) fn joined(title: String, parts: Vec<(String, Self)>, legend: Legend) -> Self {
        let panels = parts.into_iter().flat_map(|(name, grid)| {
            grid.panels.into_iter().map(move |panel| Panel {
                title: match panel.title.is_empty() {
                    true => name.clone(),
                    false => format!("{name} {}", panel.title),
                },
                rows: panel.rows,
            })
        });
        Self {
            title,
            notes: Vec::new(),
            panels: panels.collect(),
            arrangement: Arrangement::Flow,
            legend,
        }
    }

    /// The picture with rows and columns exchanged in each panel.
    fn transposed(mut self) -> Self {
        for panel in &mut self.panels {
            panel.rows = (0..panel.columns())
                .map(|column| {
                    panel
                        .rows
                        .iter()
                        .filter_map(move |row| row.get(column).cloned())
                })
                .map(Iterator::collect)
                .collect();
        }
        self
    }

    /// The rows of the first panel.
    fn height(&self) -> usize {
        self.panels.first().map_or(0, |panel| panel.rows.len())
    }

    /// The cells of the first panel.
    fn area(&self) -> usize {
        self.panels
            .first()
            .map_or(0, |panel| panel.rows.iter().map(Vec::len).sum())
    }

    /// The picture in other colors, by panel, row and column.
    fn recolored(mut self, color: impl Fn(usize, usize, usize) -> usize) -> Self {
        for (p, panel) in self.panels.iter_mut().enumerate() {
            for (r, row) in panel.rows.iter_mut().enumerate() {
                for (c, cell) in row.iter_mut().enumerate() {
                    cell.color = Some(color(p, r, c) % COLORS);
                }
            }
        }
        self
    }
}

/// The legend with more entries.
fn wider(a: Legend, b: Legend) -> Legend {
    if b.entries.len() > a.entries.len() || b.title.len() > a.title.len() {
        b
    } else {
        a
    }
}

fn no_mnk(shape: &Tree) -> LayoutError {
    LayoutError::new(
        ErrorKind::Profile,
        format!("{shape} is not a shape (M,N,K) of a multiply-accumulate"),
    )
    .fix("give three modes, as (_16,_8,_16)")
}
