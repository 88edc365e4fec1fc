//! Owning tensors: as many elements as a static layout's cosize.

use azulejo_layout::{AnyLayout, C, Cosize};
use generic_array::ArrayLength;

use super::Tensor;
use crate::Element;
use crate::engine::Array;

/// A layout whose cosize is known at compile time, so that it can own its elements.
///
/// ```
/// use azulejo_layout::{Layout, ints::*};
/// use azulejo_tensor::StaticCosize;
/// assert_eq!(<Layout<(_4, _8), (_32, _2)> as StaticCosize>::COSIZE, 111);
/// ```
#[diagnostic::on_unimplemented(
    message = "a tensor that owns its elements needs a static layout, and `{Self}` is dynamic",
    note = "give every extent and stride statically, `shape!(_4, _8)`, or use a non-owning tensor on a buffer"
)]
pub trait StaticCosize: AnyLayout {
    /// The cosize as a type.
    type N: ArrayLength;
    /// The cosize.
    const COSIZE: usize;
}

#[diagnostic::do_not_recommend]
impl<L, N: ArrayLength> StaticCosize for L
where
    L: AnyLayout,
    L::L: Cosize<Out = C<N>>,
{
    type N = N;
    const COSIZE: usize = N::USIZE;
}

/// A tensor that owns its elements: registers on a device, a value on the host. `Clone` copies the elements.
pub type RmemTensor<T, L> = Tensor<Array<T, <L as StaticCosize>::N>, L>;

/// A tensor that owns its elements, all zero. The layout must be static.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::make_rmem;
/// let mut a = make_rmem::<f32, _>(layout!((_4, _8):(_32, _2)));
/// let before = a.clone();
/// a.put((1, 2), 5.0);
/// assert_eq!((a.at((1, 2)), before.at((1, 2))), (5.0, 0.0));
/// assert_eq!(a.engine().as_slice().len(), 111);
/// ```
/// ```compile_fail
/// use azulejo_layout::layout;
/// use azulejo_tensor::make_rmem;
/// let n = 8;
/// let a = make_rmem::<f32, _>(layout!((_4, n))); // dynamic: no owning tensor
/// ```
#[inline(always)]
pub fn make_rmem<T: Element, L: StaticCosize>(layout: L) -> RmemTensor<T, L> {
    Tensor::from_parts(Array::zeroed(), layout)
}
