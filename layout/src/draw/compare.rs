//! Pictures of several tables: the difference of two layouts, the steps of a composition, copies, multiply-accumulates, swizzles.

use super::grid::{Cell, Grid, Panel, points, too_long};
use crate::value::{
    AnyLayout, DynLayout, ErrorKind, LayoutError, Swizzle, TABLE_LIMIT, Tree, compose_lazy,
    composition, idx2crd,
};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// The colour of what differs.
const DIFFERENT: usize = 4;

impl Grid {
    /// Where two layouts of equal size differ: a cell holds the offset that both give, or `a/b` where they give two, in colour.
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
        Self::build(title, a.shape(), |i| match (ours.get(i), theirs.get(i)) {
            (Some((x, _)), Some((y, _))) if x != y => Cell {
                text: format!("{x}/{y}"),
                colour: DIFFERENT,
            },
            (Some((x, _)), _) => Cell {
                text: x.clone(),
                colour: 0,
            },
            _ => Cell::default(),
        })
    }

    /// The steps of `composition(a, b)`: the indices that `b` gives, where they lie in `a` (`.` for what is not picked), and what
    /// is found there, each element in one colour. A composition that no layout represents is drawn as the function it is.
    ///
    /// # Errors
    /// Layouts too long to list, coordinate strides.
    pub fn of_composition(a: &DynLayout, b: &DynLayout) -> Result<Self, LayoutError> {
        let indices = b.offsets()?;
        let colour = |c: usize| 1 + c % 7;
        let by_place = |grid: Self| {
            let (rows, area) = (grid.height(), grid.area());
            grid.recoloured(|panel, row, column| colour(row + rows * column + area * panel))
        };
        let mut picked = vec![0; a.offsets()?.len()];
        for (c, index) in indices.iter().enumerate().rev() {
            if let Some(slot) = usize::try_from(*index)
                .ok()
                .and_then(|index| picked.get_mut(index))
            {
                *slot = colour(c);
            }
        }
        let offsets = points(&a.clone().into())?;
        let all = Self::build(String::new(), a.shape(), |index| {
            match (picked.get(index), offsets.get(index)) {
                (Some(&colour), Some((text, _))) if colour > 0 => Cell {
                    text: text.clone(),
                    colour,
                },
                _ => Cell {
                    text: String::from("."),
                    colour: 0,
                },
            }
        })?;
        let (name, result) = match composition(a, &b.clone().into()) {
            Ok(result) => (format!("A o B = {result}"), result.into()),
            Err(_) => (
                String::from("A o B, a function that is no layout"),
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
        let side = |name: &str, tv: &DynLayout| -> Result<_, LayoutError> {
            Ok((format!("{name} {tv}"), Self::of_owners(tv, tile)?))
        };
        Ok(Self::joined(
            format!("copy of {tile}"),
            vec![side("from", source)?, side("to", destination)?],
        ))
    }

    /// The owners of the operands of a multiply-accumulate: A of (M,K), B of (N,K) and C of (M,N), from their layouts
    /// (thread, value) -> element; `mnk` is the shape `(M,N,K)`.
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
        let side = |name: &str, tv: &DynLayout, rows: &Tree, columns: &Tree| {
            let tile = Tree::Tuple(vec![rows.clone(), columns.clone()]);
            let grid = Self::of_owners(tv, &tile)?;
            Ok::<_, LayoutError>((format!("{name} of {tile}: {tv}"), grid))
        };
        let [a, b, c] = tv;
        Ok(Self::joined(
            format!("multiply-accumulate of {mnk}"),
            vec![
                side("A", a, m, k)?,
                side("B", b, n, k)?,
                side("C", c, m, n)?,
            ],
        ))
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
                    colour: (moved % 8) as usize,
                }
            };
            (0..side).map(cell).collect()
        });
        Ok(Self {
            title: format!("{swizzle}: where chunk z of row y goes"),
            panels: vec![Panel {
                title: String::new(),
                rows: rows.collect(),
            }],
        })
    }

    /// Pictures one below the other.
    fn joined(title: String, parts: Vec<(String, Self)>) -> Self {
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
            panels: panels.collect(),
        }
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

    /// The picture in other colours, by panel, row and column.
    fn recoloured(mut self, colour: impl Fn(usize, usize, usize) -> usize) -> Self {
        for (p, panel) in self.panels.iter_mut().enumerate() {
            for (r, row) in panel.rows.iter_mut().enumerate() {
                for (c, cell) in row.iter_mut().enumerate() {
                    cell.colour = colour(p, r, c);
                }
            }
        }
        self
    }
}

fn no_mnk(shape: &Tree) -> LayoutError {
    LayoutError::new(
        ErrorKind::Profile,
        format!("{shape} is no shape (M,N,K) of a multiply-accumulate"),
    )
    .fix("give three modes, as (_16,_8,_16)")
}
