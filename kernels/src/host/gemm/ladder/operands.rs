//! [`Operands`]: A and B as the kernels read them, and the kernel that takes them.

use azulejo_tensor::DType;

use super::super::copies::{Elements, room};
use super::super::{Matrix, Space};
use super::choose::major;
use super::{Room, choose, suits};
use crate::device::gemm::ladder::args::View;
use crate::device::gemm::ladder::fed::layouts::EDGE;
use crate::device::gemm::ladder::table::{Access, Along, Row};
use crate::host::Error;

/// A and Bᵀ, whose rows are those and the columns of D.
pub(super) struct Operands {
    /// Their type.
    pub dtype: DType,
    /// Their rows.
    pub mn: [u32; 2],
    /// Their columns.
    pub k: u32,
    /// Matrices.
    pub batches: u32,
    /// Where they are.
    pub views: [View; 2],
}

impl Operands {
    /// Rows, columns and matrices.
    fn extents(&self, at: usize) -> [u64; 3] {
        [self.mn[at], self.k, self.batches].map(u64::from)
    }

    fn suit(&self, at: usize, access: Access) -> bool {
        let element = self.dtype.bytes() as u64;
        suits(access, &self.views[at], self.extents(at), element)
    }

    /// Rejects what `row`'s kernel cannot read.
    pub fn check(&self, row: &Row) -> Result<(), Error> {
        match (0..2).find(|at| !self.suit(*at, row.access[*at])) {
            None => Ok(()),
            Some(at) => Err(Error::strides(
                ["a", "b"][at],
                format!("{} reads it by {:?}", row.kernel.name, row.access[at]),
            )),
        }
    }

    /// The kernel for these operands, or for copies of them by vectors, which then take their place.
    pub fn row(
        &mut self,
        space: &mut Space<'_>,
        copies: &mut Vec<Elements>,
    ) -> Result<&'static Row, Error> {
        let gpu = Room::of(space.stream().device())?;
        let choice = |of: &Self| {
            let [a, b] = [0, 1].map(|at| (&of.views[at], of.mn[at] as u64));
            choose(&gpu, of.dtype, a, b, of.k as u64, of.batches as u64)
        };
        if let Some(found) = choice(self) {
            return Ok(found);
        }
        for at in 0..2 {
            if !self.suit(at, Access::Vectors(Along::K, 16)) {
                self.copy(at, space, copies)?;
            }
        }
        choice(self).ok_or_else(|| {
            Error::strides(
                "a, b",
                format!(
                    "no kernel reads {} backwards; copy the operand first",
                    self.dtype
                ),
            )
        })
    }

    /// Lets a copy with K contiguous take an operand's place, but of one that runs backwards.
    fn copy(
        &mut self,
        at: usize,
        space: &mut Space<'_>,
        copies: &mut Vec<Elements>,
    ) -> Result<(), Error> {
        let view = self.views[at];
        let strides = [view.batch, view.row, view.column];
        if strides.iter().any(|stride| *stride < 0) {
            return Ok(());
        }
        let ([mn, k, batches], element) = (self.extents(at), self.dtype.bytes() as u64);
        let extents = [batches, mn, k];
        let (base, ld) = room(space, extents, element)?;
        let strides = strides.map(|stride| stride as u64);
        let to = (base, ld);
        copies.push(Elements::new(view.base, strides, to, extents, element)?);
        self.views[at] = View {
            base,
            row: ld as i64,
            column: 1,
            batch: (ld * mn) as i64,
        };
        Ok(())
    }

    /// Lets tensor maps take the place of both, as `row` reads them; no extent is 0.
    pub fn map(&mut self, space: &mut Space<'_>, row: &Row) -> Result<(), Error> {
        let mut maps = [[0; 16]; 2];
        let element = self.dtype.bytes() as u64;
        for (at, map) in maps.iter_mut().enumerate() {
            let lines = (row.access[at].along()).and_then(|along| {
                Matrix::along(major(along), &self.views[at], self.extents(at), element)
            });
            let Some(lines) = lines else { continue };
            *map = lines.tensor_map(self.dtype, (EDGE, EDGE), 128)?;
        }
        let base = space.values(maps.as_flattened())?;
        self.views = [0, 128].map(|at| View {
            base: base + at,
            ..View::default()
        });
        Ok(())
    }
}
