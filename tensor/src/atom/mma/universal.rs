//! [`UniversalFMA`]: one multiply and add, one thread, any arithmetic types.

use core::fmt;
use core::marker::PhantomData;

use azulejo_layout::Layout;
use azulejo_layout::ints::*;

use super::{MmaAtom, MmaInstruction};
use super::Accumulates;
use crate::element::Element;

/// `a * b + c` in the accumulator's type, of floats rounded once (`fma.rn` on a device), one thread, shape 1×1×1.
///
/// ```
/// use azulejo_tensor::atom::{MmaInstruction, UniversalFMA};
/// assert_eq!(UniversalFMA::<f32>::default().fma(2.0, 3.0, 4.0), 10.0);
/// assert_eq!(UniversalFMA::<i32, i8, i8>::default().fma(100, 100, 1), 10001);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UniversalFMA<C, A = C, B = A>(PhantomData<(C, A, B)>);

impl<C: Accumulates<A, B>, A: Element, B: Element> MmaAtom for UniversalFMA<C, A, B> {
    type A = A;
    type B = B;
    type C = C;
    type ShapeMnk = (_1, _1, _1);
    type ThrId = Layout<_1, _0>;
    type ALayout = Layout<(_1, _1), (_0, _0)>;
    type BLayout = Layout<(_1, _1), (_0, _0)>;
    type CLayout = Layout<(_1, _1), (_0, _0)>;
    type FrgTypeA = super::fragment::RegisterFragment;
    type FrgTypeB = super::fragment::RegisterFragment;

    fn write_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |dtype: crate::element::DType| dtype.short_name();
        write!(
            f,
            "UniversalFMA<{},{},{}>",
            name(C::DTYPE),
            name(A::DTYPE),
            name(B::DTYPE)
        )
    }
}

impl<C: Accumulates<A, B>, A: Element, B: Element> MmaInstruction for UniversalFMA<C, A, B> {
    type Atom = Self;
    type FragA = A;
    type FragB = B;
    type FragC = C;

    #[inline(always)]
    fn fma(&self, a: A, b: B, c: C) -> C {
        C::fma(a.cast(), b.cast(), c)
    }
}

pub(super) fn visit_all(visitor: &mut impl super::MmaVisitor) {
    visitor.visit::<UniversalFMA<f32>>();
    visitor.visit::<UniversalFMA<f64>>();
    visitor.visit::<UniversalFMA<half::f16>>();
    visitor.visit::<UniversalFMA<f32, half::f16>>();
    visitor.visit::<UniversalFMA<f32, half::bf16>>();
    visitor.visit::<UniversalFMA<i32, i8>>();
}
