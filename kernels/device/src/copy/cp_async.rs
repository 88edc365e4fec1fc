//! `cp.async`: global to shared memory without registers.

use azulejo_layout::Int;
use azulejo_layout::ints::_128;
use azulejo_tensor::atom::SM80_CP_ASYNC_CACHEGLOBAL;
use azulejo_tensor::engine::{Engine, Gmem, SharedBase};
use azulejo_tensor::{OffsetAt, Tensor};

use super::execute::{ExecuteCopy, shared_address};
use crate::ptx::cp_async;

// SAFETY: one thread's 16 bytes.
unsafe impl<ES, LS, ED, LD> ExecuteCopy<ES, LS, ED, LD> for SM80_CP_ASYNC_CACHEGLOBAL<_128>
where
    ES: Engine<Space = Gmem>,
    LS: OffsetAt<usize, Offset: Int>,
    ED: SharedBase + Engine<Item = ES::Item>,
    LD: OffsetAt<usize, Offset: Int>,
{
    #[inline(always)]
    unsafe fn call(src: &Tensor<ES, LS>, i: usize, dst: &mut Tensor<ED, LD>, j: usize) {
        let offset = src.layout().offset_at(i).value() as isize;
        let from = src.engine().base().wrapping_offset(offset);
        // SAFETY: upheld by the caller: 16 readable bytes in global memory, 16 writable ones in shared memory, both aligned.
        unsafe { cp_async::copy::<16>(shared_address(dst, j), from as u64) }
    }
}
