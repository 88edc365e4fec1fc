//! [`CacheHint`] and [`Cached`]: what L2 is told about a copy's source.

use azulejo_layout::Int;
use azulejo_tensor::engine::Engine;
use azulejo_tensor::{Extent, MemoryLayout, OffsetAt, Predicate, Tensor, TiledCopy};

use super::execute::{ExecuteCopy, Instructions, each_call};
use super::tiled::{ExecuteTiledCopy, ExecuteTiledCopyIf};

/// A cache policy of L2 for all bytes of an access: what `createpolicy.fractional.L2::*.b64` makes.
///
/// Source: CuTe, `TMA::CacheHintSm90`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum CacheHint {
    /// `evict_normal`.
    EvictNormal = 0x1000_0000_0000_0000,
    /// `evict_first`: bytes that are read once.
    EvictFirst = 0x12f0_0000_0000_0000,
    /// `evict_last`: bytes that other blocks read again.
    EvictLast = 0x14f0_0000_0000_0000,
}

/// A copy instruction that takes a cache hint and a prefetch size.
///
/// # Safety
/// Same requirements as [`ExecuteCopy`].
#[diagnostic::on_unimplemented(
    message = "the copy instruction `{Self}` takes no cache hint from `{ES}` to `{ED}`",
    note = "`with_cache_hint` and `with_l2_prefetch` are for cp.async; a TMA copy takes its hint in `with`"
)]
pub unsafe trait ExecuteCachedCopy<ES: Engine, LS, ED, LD>:
    ExecuteCopy<ES, LS, ED, LD>
{
    /// Executes the instruction, where a predicate is given as [`ExecuteCopy::call_if`].
    ///
    /// # Safety
    /// Same requirements as [`ExecuteCopy::call`].
    unsafe fn call_cached<const PREFETCH: u32>(
        predicate: Option<bool>,
        policy: Option<u64>,
        src: &Tensor<ES, LS>,
        i: usize,
        dst: &mut Tensor<ED, LD>,
        j: usize,
    );
}

/// A tiled copy with a cache hint, or with a prefetch of `PREFETCH` bytes to L2 where that is not 0.
#[derive(Clone, Copy, Debug)]
pub struct Cached<Tiled, const PREFETCH: u32> {
    tiled: Tiled,
    hint: Option<CacheHint>,
}

/// Cache control for every tiled copy.
pub trait WithCache: Sized {
    /// This copy, whose source L2 evicts as the hint says. Needs PTX 7.4, as [`WithCache::with_l2_prefetch`].
    fn with_cache_hint(self, hint: CacheHint) -> Cached<Self, 0>;

    /// This copy, which loads the aligned 64, 128 or 256 bytes around each source to L2. Needs PTX 7.4, which `sm_90a` has; for
    /// `sm_80` compile with `-Ctarget-feature=+ptx74`.
    fn with_l2_prefetch<const BYTES: u32>(self) -> Cached<Self, BYTES>;
}

impl<Op, T, Tv, Tiler> WithCache for TiledCopy<Op, T, Tv, Tiler> {
    #[inline(always)]
    fn with_cache_hint(self, hint: CacheHint) -> Cached<Self, 0> {
        Cached {
            tiled: self,
            hint: Some(hint),
        }
    }

    #[inline(always)]
    fn with_l2_prefetch<const BYTES: u32>(self) -> Cached<Self, BYTES> {
        const {
            assert!(
                BYTES == 64 || BYTES == 128 || BYTES == 256,
                "with_l2_prefetch: L2 loads 64, 128 or 256 bytes"
            )
        };
        Cached {
            tiled: self,
            hint: None,
        }
    }
}

impl<Tiled, const PREFETCH: u32> Cached<Tiled, PREFETCH> {
    /// This copy, whose source L2 evicts as the hint says.
    #[inline(always)]
    pub fn with_cache_hint(self, hint: CacheHint) -> Self {
        Cached {
            hint: Some(hint),
            ..self
        }
    }

    /// The tiled copy, for its `get_slice`.
    #[inline(always)]
    pub fn tiled_copy(self) -> Tiled {
        self.tiled
    }
}

impl<Op, T, Tv, Tiler, ES, LS, ED, LD, const PREFETCH: u32>
    ExecuteTiledCopy<Tensor<ES, LS>, Tensor<ED, LD>>
    for Cached<TiledCopy<Op, T, Tv, Tiler>, PREFETCH>
where
    Op: ExecuteCachedCopy<ES, LS, ED, LD>,
    ES: Engine<Item = T>,
    LS: MemoryLayout + Extent + OffsetAt<usize, Offset: Int>,
    LD: MemoryLayout + Extent,
{
    const CHECKS: () = Instructions::<Op, ES, LS, ED, LD>::CHECKS;

    #[inline(always)]
    unsafe fn execute(&self, src: &Tensor<ES, LS>, dst: &mut Tensor<ED, LD>) {
        let policy = self.hint.map(|hint| hint as u64);
        each_call::<Op, ES, LS, ED, LD>(
            src,
            dst,
            crate::inlined!(|dst, [i, j, _]| {
                // SAFETY: upheld by the caller: the source is readable global memory, the destination writable
                // shared memory, both aligned to the instruction's width.
                unsafe { Op::call_cached::<PREFETCH>(None, policy, src, i, dst, j) }
            }),
        );
    }
}

impl<Op, T, Tv, Tiler, ES, LS, ED, LD, const PREFETCH: u32>
    ExecuteTiledCopyIf<Tensor<ES, LS>, Tensor<ED, LD>>
    for Cached<TiledCopy<Op, T, Tv, Tiler>, PREFETCH>
where
    Op: ExecuteCachedCopy<ES, LS, ED, LD>,
    ES: Engine<Item = T>,
    LS: MemoryLayout + Extent + OffsetAt<usize, Offset: Int>,
    LD: MemoryLayout + Extent,
{
    const CHECKS: () = Instructions::<Op, ES, LS, ED, LD>::CHECKS;

    #[inline(always)]
    unsafe fn execute_if<P: Predicate>(
        &self,
        predicate: &P,
        src: &Tensor<ES, LS>,
        dst: &mut Tensor<ED, LD>,
    ) {
        let policy = self.hint.map(|hint| hint as u64);
        each_call::<Op, ES, LS, ED, LD>(
            src,
            dst,
            crate::inlined!(|dst, [i, j, rest]| {
                let holds = Some(predicate.holds(rest));
                // SAFETY: upheld by the caller: where the predicate holds, the source is readable global memory;
                // the destination is writable shared memory; both are aligned to the instruction's width.
                unsafe { Op::call_cached::<PREFETCH>(holds, policy, src, i, dst, j) }
            }),
        );
    }
}
