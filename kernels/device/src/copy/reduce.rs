//! [`ReduceAdd`]: registers added to global memory.

use azulejo_layout::Int;
use azulejo_layout::check::rules::Describe;
use azulejo_tensor::engine::{Engine, EngineMut, Gmem, Rmem};
use azulejo_tensor::{Extent, MemoryLayout, OffsetAt, Repeat, Tensor, Words, assert_vectorized};

use super::execute::assert_whole;
use super::space::global_address;
use super::tiled::ExecuteTiledCopy;
use crate::ptx::red;

/// Adds tensors of f32 in registers to those in global memory, four neighbours an instruction, on compute capability 9.0.
///
/// The additions are atomic and in any order. Four values that follow each other in the coordinates are contiguous in global memory,
/// at a multiple of 16 bytes.
///
/// Source: PTX ISA, `red.global.add.v4.f32`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReduceAdd;

/// The values of an instruction.
struct Four;

impl Words for Four {
    const ELEMENTS: usize = 4;
}

impl<ES, LS, ED, LD> ExecuteTiledCopy<Tensor<ES, LS>, Tensor<ED, LD>> for ReduceAdd
where
    ES: Engine<Item = f32, Space = Rmem>,
    ED: EngineMut<Item = f32, Space = Gmem>,
    LS: MemoryLayout + OffsetAt<usize, Offset: Int> + Extent,
    LD: MemoryLayout + OffsetAt<usize, Offset: Int>,
{
    const CHECKS: () = {
        assert_whole(
            [1; 2],
            [LS::Modes::DESC.size(), LD::Modes::DESC.size()],
            [1; 2],
        );
        assert_vectorized::<LD>("a reduction", "destination", 4);
    };

    #[inline(always)]
    unsafe fn execute(&self, src: &Tensor<ES, LS>, dst: &mut Tensor<ED, LD>) {
        const { <Self as ExecuteTiledCopy<Tensor<ES, LS>, Tensor<ED, LD>>>::CHECKS };
        src.layout()
            .extent()
            .repeat_words::<Four>(crate::inlined!(|call: usize| {
                let values = crate::unrolled::<_, 4>(crate::inlined!(|i: usize| {
                    src.engine()
                        .load(src.layout().offset_at(4 * call + i).value() as isize)
                }));
                let at = dst.layout().offset_at(4 * call).value() as isize;
                let to = global_address(dst.engine(), at);
                // SAFETY: upheld by the caller: four f32 of global memory, aligned to 16 bytes, changed by additions alone; they are
                // contiguous, as checked above.
                unsafe { red::add_f32x4(to, values) }
            }));
    }
}
