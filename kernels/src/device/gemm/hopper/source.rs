//! Where a kernel finds its work: the arguments of one product, or a list of products in device memory.

use super::args::{Args, Grouped};
use super::config::Config;
use super::scheduler::{Slice, Work};
use super::shared_storage::BlockInCluster;
use crate::device::ptx::thread;

/// Units of work and what they belong to.
pub trait Source: Copy {
    /// How many units there are.
    fn units(&self) -> u32;

    /// The arguments, where they are at hand before the grid before this one has ended.
    fn at_hand(&self) -> Option<&Args>;

    /// The product that unit `unit` belongs to, and the unit's number in it. Units are asked for in ascending order.
    ///
    /// # Safety
    /// `unit` is below [`Source::units`].
    unsafe fn find(&mut self, unit: u32) -> (&Args, u32);
}

/// One product.
impl Source for Args {
    #[inline(always)]
    fn units(&self) -> u32 {
        self.grid.units()
    }

    #[inline(always)]
    fn at_hand(&self) -> Option<&Args> {
        Some(self)
    }

    #[inline(always)]
    unsafe fn find(&mut self, unit: u32) -> (&Args, u32) {
        (self, unit)
    }
}

/// A list of products.
impl Source for Grouped {
    #[inline(always)]
    fn units(&self) -> u32 {
        self.units
    }

    #[inline(always)]
    fn at_hand(&self) -> Option<&Args> {
        None
    }

    #[inline(always)]
    #[allow(
        clippy::multiple_unsafe_ops_per_block,
        reason = "one walk over two lists of the launch's"
    )]
    unsafe fn find(&mut self, unit: u32) -> (&Args, u32) {
        // SAFETY: the launch passes one more first unit than there are products, the last being the number of units, so
        // the walk ends inside the list; the products are as many `Args`.
        unsafe {
            let firsts = self.firsts as *const u32;
            while *firsts.add(self.now as usize + 1) <= unit {
                self.now += 1;
            }
            let first = *firsts.add(self.now as usize);
            (
                &*(self.products as *const Args).add(self.now as usize),
                unit - first,
            )
        }
    }
}

/// A unit of a product.
#[derive(Clone, Copy)]
pub struct Unit<'a> {
    /// The product.
    pub args: &'a Args,
    /// The tile of this block.
    pub work: Work,
    /// K blocks of this block.
    pub slice: Slice,
    /// Its number in the product.
    pub number: u32,
}

impl<'a> Unit<'a> {
    /// Unit `number` of the product, for the block at `cta`.
    #[inline(always)]
    pub fn of<C: Config>(args: &'a Args, number: u32, cta: BlockInCluster) -> Self {
        let work = args.grid.work(number);
        Self {
            args,
            work: Work {
                m: work.m * C::CLUSTER.0 + cta.m,
                n: work.n * C::CLUSTER.1 + cta.n,
                ..work
            },
            slice: args.grid.slice(work.split * C::SLICES + cta.k, C::SLICES),
            number,
        }
    }
}

/// Unit `unit`, for the block at `cta`.
///
/// # Safety
/// As [`Source::find`].
#[inline(always)]
pub unsafe fn unit<C: Config>(
    source: &mut impl Source,
    unit: u32,
    cta: BlockInCluster,
) -> Unit<'_> {
    // SAFETY: the caller has a unit that the source knows.
    let (args, number) = unsafe { source.find(unit) };
    Unit::of::<C>(args, number, cta)
}

/// The units a cluster works on: `next`, `next + step`, ….
#[derive(Clone, Copy)]
pub struct Units {
    /// The next one.
    pub next: u32,
    /// From one to the next: how many clusters there are.
    pub step: u32,
    /// How many there are.
    pub end: u32,
}

/// This cluster's units.
#[inline(always)]
pub fn units<C: Config>(source: &impl Source) -> Units {
    Units {
        next: thread::ctaid() / C::BLOCKS,
        step: thread::nctaid() / C::BLOCKS,
        end: source.units(),
    }
}
