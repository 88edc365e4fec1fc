//! Packed conversions of fragments, and reductions over rows of accumulators.

use azulejo_tensor::atom::MmaAtom;
use azulejo_tensor::engine::AsRegisters;
use azulejo_tensor::engine::AsRegistersMut;
use azulejo_tensor::{
    Element, Extent, Repeat, RmemTensor, StaticCosize, Tensor, Words, bf16, f16, make_rmem,
    row_lanes,
};

use crate::ptx::math;
use crate::ptx::shuffle::Exchange;

/// A 16-bit type that two f32 become together.
pub trait Packs: Element {
    /// `lo` in the low half.
    fn pack(lo: f32, hi: f32) -> u32;
}
impl Packs for f16 {
    #[inline(always)]
    fn pack(lo: f32, hi: f32) -> u32 {
        math::f16x2(lo, hi)
    }
}
impl Packs for bf16 {
    #[inline(always)]
    fn pack(lo: f32, hi: f32) -> u32 {
        math::bf16x2(lo, hi)
    }
}

struct Two;
impl Words for Two {
    const ELEMENTS: usize = 2;
}

/// The fragment in another type, register by register: one `cvt.rn.*x2` for two values, no shuffles.
#[inline(always)]
pub fn convert_type<T: Packs, E, L>(src: &Tensor<E, L>) -> RmemTensor<T, L>
where
    E: AsRegisters<[f32; 2]>,
    L: StaticCosize + Extent,
{
    let mut out = make_rmem::<T, L>(src.layout());
    src.layout().extent().repeat_words::<Two>(
        #[inline(always)]
        |w: usize| {
            // SAFETY: word `w` of both; fragments are compact.
            unsafe {
                let [lo, hi]: [f32; 2] = src.engine().registers(2 * w as isize);
                *out.engine_mut().registers_mut(2 * w as isize) = T::pack(lo, hi);
            }
        },
    );
    out
}

/// `x` reduced over the lanes that hold the same row of `Atom`'s accumulator.
///
/// # Safety
/// All lanes of the warp make the same call.
#[inline(always)]
pub unsafe fn row_all_reduce<Atom: MmaAtom>(x: f32, op: impl Fn(f32, f32) -> f32) -> f32 {
    let mut x = x;
    let lanes = const { row_lanes::<Atom>() };
    macro_rules! step { ($($bit:literal)*) => { $(
        if lanes >> $bit & 1 == 1 {
            // SAFETY: upheld by the caller: all lanes of the warp are here.
            x = op(x, unsafe { x.across(1 << $bit) });
        }
    )* } }
    step!(0 1 2 3 4);
    x
}
