//! A and B as the kernels for compute capability 8.0 read them, and the kernel that takes them.

use azulejo_tensor::DType;

use super::super::copies::copy_elements;
use super::super::product::transposed;
use super::super::{Arguments, Matrix, ProblemShape};
use super::{Room, choose, is_small, suits};
use crate::{Error, check, preparation::Preparation};
use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_kernels::device::gemm::sm80::args::View;
use azulejo_kernels::device::gemm::sm80::table::{
    Access, F64_TILE, FAMILIES, KernelEntry, VECTORS,
};
use azulejo_kernels::device::gemm::sm80::tma_mma::layouts::EDGE;
use azulejo_kernels::table::Variant;

/// FMAs from which on operands of f32 that kernels of FMAs would read by elements are copied: 160³.
const COPIED_F32: u64 = 1 << 22;
/// Nanoseconds of the launches of two copies, and elements of f64 that an H200 copies in one; of f32 it copies twice as many.
const COPIES: u64 = 5_000;
const COPIED: u64 = 250;
/// FMAs that take a nanosecond less by vectors on f64 tensor cores, of f64 and of f32 (`benches/results/gpu-gemm-sm80/experiments.md`).
const SAVED: u64 = 58_000;
const SAVED_F32: u64 = 234_000;

impl Arguments<'_> {
    /// A and Bᵀ, whose rows are those and the columns of D.
    pub(super) fn operands(&self) -> [View; 2] {
        [self.a, transposed(&self.b)]
    }

    /// Rows, columns and matrices of one of them, and bytes of an element.
    fn operand_extents(&self, at: usize) -> ([u64; 3], u64) {
        let (mn, batches) = ([self.sizes.m, self.sizes.n][at], self.sizes.batches);
        let extents = [mn, self.k(), batches].map(u64::from);
        (extents, self.types[0].bytes() as u64)
    }

    fn suit(&self, at: usize, access: Access) -> bool {
        let (extents, element) = self.operand_extents(at);
        suits(access, &self.operands()[at], extents, element)
    }

    /// Rejects a row that is in no table or does not compute this product, and what its kernel cannot read.
    pub(super) fn check_row(&self, row: &KernelEntry, natural: DType) -> Result<(), Error> {
        let (name, (input, out)) = (row.kernel.name, row.types);
        match row.tile.0 {
            1 => check::listed(VECTORS, "sm80::table::VECTORS", (row, name)),
            _ => check::listed(FAMILIES, "sm80::table::FAMILIES", (row, name)),
        }?;
        let found = self.types[0];
        Error::ensure((input, out) == (found, natural), "row", || {
            format!(
                "{name} multiplies {input} into {out}; A and B are {found}, whose sums are {natural}: take a row of these types, or None"
            )
        })?;
        let m = self.sizes.m;
        Error::ensure(row.tile.0 > 1 || m <= 1, "row", || {
            format!(
                "{name} computes a D of one row; this has {m}: take a row of sm80::table::FAMILIES, or None"
            )
        })?;
        match (0..2).find(|at| !self.suit(*at, row.access[*at])) {
            None => Ok(()),
            Some(at) => Err(Error::strides(
                ["a", "b"][at],
                format!("{} reads it by {:?}", row.kernel.name, row.access[at]),
            )),
        }
    }

    /// The kernel for these operands, or for copies of them by vectors, which then take their place.
    pub(super) fn sm80_row(
        &mut self,
        given: &Arguments<'_>,
        work: &mut Preparation<'_>,
    ) -> Result<&'static KernelEntry, Error> {
        let gpu = Room::of(work.stream().device())?;
        let choice = |of: &Self| {
            let ([a, b], sizes) = (of.operands(), of.sizes);
            let (a, b) = ((&a, sizes.m.into()), (&b, sizes.n.into()));
            choose(&gpu, of.types[0], a, b, of.k().into(), sizes.batches.into())
        };
        let by_elements = |access: &Access| matches!(access, Access::Elementwise(_));
        let alongs: &[Major] = match choice(self) {
            None => &[Major::K],
            Some(row)
                if row.access.iter().any(by_elements)
                    && !row.is_single_stage()
                    && self.gains_by_copies(gpu.variant) =>
            {
                &[Major::K, Major::Mn]
            }
            Some(found) => return Ok(found),
        };
        for at in 0..2 {
            let mut suits = alongs.iter().map(|along| Access::Vectorized(*along, 16));
            if !suits.any(|access| self.suit(at, access)) {
                self.copy(at, work)?;
            }
        }
        choice(self).ok_or_else(|| given.backwards("a kernel for these types"))
    }

    /// Returns `true` if kernels for compute capability 8.0 compute this, so small that one of a single stage takes the least time.
    pub fn is_small(&self, room: &Room) -> bool {
        let [input, other, out] = self.types;
        let (ProblemShape { m, n, batches, .. }, [a, b]) = (self.sizes, self.operands());
        let (a, b) = ((&a, m.into()), (&b, n.into()));
        other == input
            && (out == input || out == DType::F32)
            && self.epilogue.scaled().is_none()
            && is_small(room, input, a, b, self.k().into(), batches.into())
    }

    /// Whether a D of few rows is better computed as its transpose: tiles of f64 sums have 128 rows and 64 columns. A long K outweighs
    /// that D is stored by elements.
    pub(super) fn fills_tiles_transposed(&self, variant: Variant) -> bool {
        let sums_f64 = match self.types[0] {
            DType::F64 => true,
            DType::F32 => variant == Variant::Sm90a,
            _ => false,
        };
        let (rows, columns) = F64_TILE;
        let ProblemShape { m, n, .. } = self.sizes;
        sums_f64 && (2..=columns).contains(&m) && n >= rows && self.k() >= 256
    }

    /// `true` if copies of operands at odd strides pay: kernels by elements are slower. Copies take no more memory than operands that repeat
    /// nothing.
    fn gains_by_copies(&self, variant: Variant) -> bool {
        let ProblemShape { m, n, batches, .. } = self.sizes;
        let times = |all: u64, extent: &u32| all.saturating_mul((*extent).into());
        let products = [m, n, self.k(), batches].iter().fold(1, times);
        let elements = [m.saturating_add(n), self.k(), batches]
            .iter()
            .fold(1, times);
        let gains = match (self.types[0], variant) {
            (DType::F32, Variant::Sm90a) => products / SAVED_F32 > COPIES + elements / (2 * COPIED),
            (DType::F32, _) => products >= COPIED_F32,
            _ => products / SAVED > COPIES + elements / COPIED,
        };
        let repeats = |at: usize| {
            let (view, ([mn, k, batches], _)) = (self.operands()[at], self.operand_extents(at));
            let modes = [(view.row, mn), (view.column, k), (view.batch, batches)];
            modes
                .iter()
                .any(|&(stride, extent)| stride <= 0 && extent > 1)
        };
        gains && !repeats(0) && !repeats(1)
    }

    /// Lets a copy with K contiguous take an operand's place, but of one that runs backwards.
    fn copy(&mut self, at: usize, work: &mut Preparation<'_>) -> Result<(), Error> {
        let (extents, element) = self.operand_extents(at);
        let Some(lines) = Matrix::along(Major::K, &self.operands()[at], extents, element) else {
            return Ok(());
        };
        let lines = copy_elements(work, &lines, element)?;
        let copied = View {
            base: lines.base,
            row: lines.ld as i64,
            column: 1,
            batch: lines.batch_stride as i64,
        };
        match at {
            0 => self.a = copied,
            _ => self.b = transposed(&copied),
        }
        Ok(())
    }

    /// Tensor maps of both, as `row` reads them; no extent is 0.
    pub(super) fn maps(
        &self,
        work: &mut Preparation<'_>,
        row: &KernelEntry,
    ) -> Result<[View; 2], Error> {
        let mut maps = [[0; 16]; 2];
        for (at, map) in maps.iter_mut().enumerate() {
            let (view, (extents, element)) = (&self.operands()[at], self.operand_extents(at));
            let along = row.access[at].along();
            let lines = along.and_then(|along| Matrix::along(along, view, extents, element));
            let Some(lines) = lines else { continue };
            *map = lines.tensor_map(self.types[0], (EDGE, EDGE), 128)?;
        }
        let base = work.values(maps.as_flattened())?;
        Ok([0, 128].map(|at| View {
            base: base + at,
            ..View::default()
        }))
    }
}
