//! [`UniversalFMA`]: one FMA of one thread.

use azulejo_tensor::Element;
use azulejo_tensor::atom::{Accumulates, MmaInstruction, UniversalFMA};

use super::ExecuteMma;

// SAFETY: one value of each operand, computed without any memory.
unsafe impl<C, A, B> ExecuteMma for UniversalFMA<C, A, B>
where
    A: Element,
    B: Element,
    C: Accumulates<A, B>,
{
    type RegA = A;
    type RegB = B;
    type RegC = C;

    #[inline(always)]
    unsafe fn fma(c: &mut C, a: A, b: B) {
        *c = MmaInstruction::fma(&Self::default(), a, b, *c);
    }
}
