//! [`HopperGemm`]: one product, checked and ready to be launched again and again.

use azulejo_tensor::DType;

use super::grouped::{Member, separate};
use super::launch::Product;
use super::{Epilogue, Matrix, Part, Prepared, Space};
use crate::device::gemm::hopper::table::{GROUPED, Row};
use crate::host::{Error, Replay, Stream, Use};

/// Sizes of a batch of products: D is M × N, the sum goes over K.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sizes {
    /// Rows of D.
    pub m: u32,
    /// Columns of D.
    pub n: u32,
    /// Terms of each sum.
    pub k: u32,
    /// Products.
    pub batches: u32,
}

/// How a kernel is run over its tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Slices of K: more than one take a second grid, which adds them up.
    pub splits: u32,
    /// Block rows in a group of the tile order.
    pub group: u32,
    /// Blocks at most.
    pub blocks: u32,
    /// Whether the launch may overlap the kernel before it in the stream.
    pub overlap: bool,
    /// Whether to compute the transpose: B takes the place of A, and the kernel stores columns of its D contiguously.
    pub swap: bool,
}

/// A product of given operands by a given kernel.
///
/// The operands' memory is borrowed as long as this value lives. Launches go to the stream it was prepared on, in the order
/// of all work on that memory, whatever its stream.
pub struct HopperGemm<'a> {
    row: &'static Row,
    prepared: Prepared<'a>,
}

impl<'a> HopperGemm<'a> {
    /// Checks the operands against `row`'s kernel and makes everything ready to launch.
    ///
    /// Operands that TMA cannot address, or whose contiguous index is not the kernel's, are copied into ones that fit
    /// before every launch. Where `k` or `alpha` is 0, A and B are not read; C is read only where `beta` is not 0. A D without
    /// elements is no error: nothing is launched.
    ///
    /// # Errors
    /// [`Error::WrongDevice`], [`Error::Shape`], [`Error::Strides`], [`Error::OutOfBounds`] for operands that do not fit,
    /// [`Error::Overlap`] for a D that shares memory with what is read, but a C that is D itself, or whose matrices share elements,
    /// [`Error::Argument`] for a schedule that cannot run or no activation, [`Error::NotImplemented`] for anything but a plain product of integers,
    /// [`Error::OutOfMemory`], and the driver's.
    #[allow(clippy::too_many_arguments)]
    pub fn prepare(
        stream: &Stream,
        row: &'static Row,
        sizes: Sizes,
        a: Matrix<'a>,
        b: Matrix<'a>,
        d: Matrix<'a>,
        epilogue: Epilogue<'a>,
        schedule: Schedule,
    ) -> Result<Self, Error> {
        let memory = [a.region.reading(), b.region.reading(), d.region];
        let regions = memory.into_iter().chain(epilogue.memory()).collect();
        let prepared = Prepared::new(stream, regions, |space| {
            let part = Self::part(space, row, sizes, a, b, d, epilogue, schedule)?;
            Ok(vec![part])
        })?;
        Ok(Self { row, prepared })
    }

    /// As [`HopperGemm::prepare`], as a part of [`Prepared`].
    ///
    /// # Errors
    /// As [`HopperGemm::prepare`].
    #[allow(clippy::too_many_arguments)]
    pub fn part(
        space: &mut Space<'_>,
        row: &'static Row,
        sizes: Sizes,
        a: Matrix<'a>,
        b: Matrix<'a>,
        d: Matrix<'a>,
        epilogue: Epilogue<'a>,
        schedule: Schedule,
    ) -> Result<Part<'a>, Error> {
        if GROUPED.iter().copied().flatten().any(|r| r == row) {
            return Err(Error::Argument {
                argument: "row",
                why: format!(
                    "{} takes a list of products: pass it to GroupedGemm, or take a row of FAMILIES",
                    row.kernel.name
                ),
            });
        }
        let member = Member {
            sizes,
            a,
            b,
            d,
            epilogue,
        };
        let product = Product::new(space, row, member, schedule)?;
        separate(&[member], row)?;
        let memory = [a.region.reading(), b.region.reading(), d.region];
        Ok(Part {
            body: Box::new(product),
            regions: memory.into_iter().chain(epilogue.memory()).collect(),
            kernel: row.kernel.name,
            space: space.number(),
        })
    }

    /// Starts the product on the stream it was prepared on; returns before it is done. An empty one starts nothing.
    ///
    /// # Errors
    /// The driver's.
    pub fn launch(&self) -> Result<(), Error> {
        self.prepared.launch()
    }

    /// The kernel's name.
    pub fn kernel(&self) -> &'static str {
        self.row.kernel.name
    }

    /// Types of A, B, accumulator and D.
    pub fn types(&self) -> [DType; 4] {
        self.row.config.types
    }
}

// SAFETY: the prepared product names all that it touches.
unsafe impl Replay for HopperGemm<'_> {
    fn stream(&self) -> &Stream {
        self.prepared.stream()
    }
    fn uses(&self) -> Vec<Use<'_>> {
        self.prepared.uses()
    }
    fn queue(&self, stream: &Stream) -> Result<(), Error> {
        self.prepared.queue(stream)
    }
}
