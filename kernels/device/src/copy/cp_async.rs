//! `cp.async`: 4, 8 or 16 bytes from global to shared memory without registers.

use azulejo_layout::Int;
use azulejo_layout::ints::{_32, _64, _128};
use azulejo_tensor::atom::{
    SM80_CP_ASYNC_CACHEALWAYS, SM80_CP_ASYNC_CACHEALWAYS_ZFILL, SM80_CP_ASYNC_CACHEGLOBAL,
    SM80_CP_ASYNC_CACHEGLOBAL_ZFILL,
};
use azulejo_tensor::engine::{Engine, Gmem, SharedBase};
use azulejo_tensor::{MemoryLayout, OffsetAt, Tensor, assert_vectorized};

use super::cache::ExecuteCachedCopy;
use super::execute::ExecuteCopy;
use super::space::{global_address, shared_address};
use crate::ptx::cp_async;

/// Closes this thread's group of `cp.async` copies.
///
/// Source: CuTe, `cp_async_fence`.
#[inline(always)]
pub fn cp_async_fence() {
    cp_async::commit();
}

/// Waits until at most the `N` newest groups of this thread's `cp.async` copies are in flight.
///
/// The thread then sees its own copies; others see them after a barrier.
///
/// Source: CuTe, `cp_async_wait`.
#[inline(always)]
pub fn cp_async_wait<const N: u32>() {
    cp_async::wait::<N>();
}

macro_rules! cp_async {
    ($($op:ident<$bits:ident> $name:literal $width:literal $global:literal $fills:literal;)*) => {$(
        // SAFETY: one thread's bytes, from global to shared memory.
        unsafe impl<ES, LS, ED, LD> ExecuteCopy<ES, LS, ED, LD> for $op<$bits>
        where
            ES: Engine<Space = Gmem>,
            LS: MemoryLayout + OffsetAt<usize, Offset: Int>,
            ED: SharedBase + Engine<Item = ES::Item>,
            LD: MemoryLayout + OffsetAt<usize, Offset: Int>,
        {
            const CHECKS: () = {
                assert_vectorized::<LS>($name, "source", $width / size_of::<ES::Item>());
                assert_vectorized::<LD>($name, "destination", $width / size_of::<ES::Item>());
            };

            #[inline(always)]
            unsafe fn call(src: &Tensor<ES, LS>, i: usize, dst: &mut Tensor<ED, LD>, j: usize) {
                // SAFETY: upheld by the caller: where the predicate holds, readable global memory; writable shared
                // memory; both aligned.
                unsafe { Self::call_cached::<0>(None, None, src, i, dst, j) }
            }

            #[inline(always)]
            unsafe fn call_if(predicate: bool, src: &Tensor<ES, LS>, i: usize, dst: &mut Tensor<ED, LD>, j: usize) {
                // SAFETY: upheld by the caller: where the predicate holds, readable global memory; writable shared
                // memory; both aligned.
                unsafe { Self::call_cached::<0>(Some(predicate), None, src, i, dst, j) }
            }
        }

        // SAFETY: the instruction of `ExecuteCopy`, with what L2 is told.
        unsafe impl<ES, LS, ED, LD> ExecuteCachedCopy<ES, LS, ED, LD> for $op<$bits>
        where
            ES: Engine<Space = Gmem>,
            LS: MemoryLayout + OffsetAt<usize, Offset: Int>,
            ED: SharedBase + Engine<Item = ES::Item>,
            LD: MemoryLayout + OffsetAt<usize, Offset: Int>,
        {
            #[inline(always)]
            unsafe fn call_cached<const PREFETCH: u32>(
                predicate: Option<bool>,
                policy: Option<u64>,
                src: &Tensor<ES, LS>,
                i: usize,
                dst: &mut Tensor<ED, LD>,
                j: usize,
            ) {
                const { <Self as ExecuteCopy<ES, LS, ED, LD>>::CHECKS };
                let from = global_address(src.engine(), src.layout().offset_at(i).value() as isize);
                let to = shared_address(dst.engine(), dst.layout().offset_at(j).value() as isize);
                let read = match predicate {
                    Some(holds) if $fills => Some(if holds { $width } else { 0 }),
                    Some(false) => return,
                    _ => None,
                };
                // SAFETY: upheld by the caller: readable global memory, writable shared memory, both aligned.
                unsafe { cp_async::copy::<$width, $global, PREFETCH>(to, from, read, policy) }
            }
        }
    )*};
}

cp_async! {
    SM80_CP_ASYNC_CACHEALWAYS<_32> "SM80_CP_ASYNC_CACHEALWAYS<_32>" 4 false false;
    SM80_CP_ASYNC_CACHEALWAYS<_64> "SM80_CP_ASYNC_CACHEALWAYS<_64>" 8 false false;
    SM80_CP_ASYNC_CACHEALWAYS<_128> "SM80_CP_ASYNC_CACHEALWAYS<_128>" 16 false false;
    SM80_CP_ASYNC_CACHEGLOBAL<_128> "SM80_CP_ASYNC_CACHEGLOBAL<_128>" 16 true false;
    SM80_CP_ASYNC_CACHEALWAYS_ZFILL<_32> "SM80_CP_ASYNC_CACHEALWAYS_ZFILL<_32>" 4 false true;
    SM80_CP_ASYNC_CACHEALWAYS_ZFILL<_64> "SM80_CP_ASYNC_CACHEALWAYS_ZFILL<_64>" 8 false true;
    SM80_CP_ASYNC_CACHEALWAYS_ZFILL<_128> "SM80_CP_ASYNC_CACHEALWAYS_ZFILL<_128>" 16 false true;
    SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<_128> "SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<_128>" 16 true true;
}
