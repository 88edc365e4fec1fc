//! Owning tensors: as many elements as a static layout's cosize.

use azulejo_layout::{
    AnyLayout, C, ComposedLayout, Cosize, Dyn, FragmentTree, Layout, LayoutOf, LikeTree, Native,
    make_fragment_like, make_layout_like,
};
use generic_array::ArrayLength;
use typenum::U0;

use super::Tensor;
use crate::element::Element;
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
pub trait StaticCosize: AnyLayout + Room {
    /// The cosize.
    const COSIZE: usize;
}

/// How many elements a tensor of this layout would own: its cosize where that is static, none where it is dynamic.
///
/// Every layout in memory has this number, so that [`StaticCosize`] alone rejects a dynamic one, and once.
#[diagnostic::on_unimplemented(
    message = "a tensor that owns its elements needs a static layout in memory, not `{Self}`",
    note = "give every extent and stride statically, `shape!(_4, _8)`; a layout of basis strides belongs to an identity tensor"
)]
pub trait Room {
    /// The number as a type.
    type N: ArrayLength;
}

#[diagnostic::do_not_recommend]
impl<L: AnyLayout<L: Cosize<Out: Count>>> Room for L {
    type N = <<L::L as Cosize>::Out as Count>::N;
}

/// A cosize as the length of an array.
pub trait Count {
    /// The length; 0 for a dynamic one.
    type N: ArrayLength;
}

impl<U: ArrayLength> Count for C<U> {
    type N = U;
}

impl<K, T> Count for Dyn<K, T> {
    type N = U0;
}

macro_rules! dynamic {
    ($($t:ty)*) => {$(
        impl Count for $t {
            type N = U0;
        }
    )*};
}
dynamic!(i32 u32 i64 usize);

#[diagnostic::do_not_recommend]
impl<L, N: ArrayLength> StaticCosize for L
where
    L: AnyLayout,
    L::L: Cosize<Out = C<N>>,
{
    const COSIZE: usize = N::USIZE;
}

/// A tensor that owns its elements: registers on a device, a value on the host. `Clone` copies the elements.
pub type RmemTensor<T, L> = Tensor<Array<T, <L as Room>::N>, L>;

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

/// A layout with a compact one of the same shape and order of strides.
#[diagnostic::on_unimplemented(
    message = "no owning tensor like `{Self}` can be made",
    note = "owning tensors need a static shape"
)]
pub trait Like: Copy {
    /// The compact layout.
    type Layout: StaticCosize;

    /// The compact layout.
    fn like(self) -> Self::Layout;
}

#[diagnostic::do_not_recommend]
impl<L> Like for L
where
    L: AnyLayout<L: LikeTree<Out: Native>>,
    LayoutOf<<L::L as LikeTree>::Out>: StaticCosize,
{
    type Layout = LayoutOf<<L::L as LikeTree>::Out>;

    #[inline(always)]
    fn like(self) -> Self::Layout {
        make_layout_like(self)
    }
}

/// A partition with a register fragment: compact, the values of one instruction first.
#[diagnostic::on_unimplemented(
    message = "no register fragment for `{Self}` can be made",
    note = "fragments need a static shape: partition a tile with static extents"
)]
pub trait FragmentLike: Copy {
    /// The fragment's layout.
    type Layout: StaticCosize;

    /// The fragment's layout.
    fn fragment_like(self) -> Self::Layout;
}

#[diagnostic::do_not_recommend]
impl<S: Copy, D: Copy> FragmentLike for Layout<S, D>
where
    Self: AnyLayout<L: FragmentTree<Out: Native>>,
    LayoutOf<<<Self as AnyLayout>::L as FragmentTree>::Out>: StaticCosize,
{
    type Layout = LayoutOf<<<Self as AnyLayout>::L as FragmentTree>::Out>;

    #[inline(always)]
    fn fragment_like(self) -> Self::Layout {
        make_fragment_like(self)
    }
}

/// The fragment of the layout under the swizzle: registers have no banks.
#[diagnostic::do_not_recommend]
impl<A: Copy, O: Copy, L: FragmentLike> FragmentLike for ComposedLayout<A, O, L> {
    type Layout = L::Layout;

    #[inline(always)]
    fn fragment_like(self) -> Self::Layout {
        self.layout_b().fragment_like()
    }
}

impl<E, L: Copy> Tensor<E, L> {
    /// An owning tensor, all zero, with this one's shape and order of strides, compacted.
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// use azulejo_tensor::make_rmem;
    /// let padded = make_rmem::<f32, _>(layout!((_4, _8):(_32, _2)));
    /// assert_eq!(padded.make_like::<f64>().layout().to_string(), "(_4,_8):(_8,_1)");
    /// ```
    #[inline(always)]
    pub fn make_like<T: Element>(&self) -> RmemTensor<T, L::Layout>
    where
        L: Like,
    {
        make_rmem(self.layout.like())
    }

    /// A register fragment, all zero, for a partition of this layout; see [`azulejo_layout::make_fragment_like`].
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// use azulejo_tensor::make_tensor;
    /// let data = [0u16; 64];
    /// // (V, M): the values of an instruction first, however the partition orders them
    /// let part = make_tensor(&data[..], layout!((_2, _4):(_32, _1)))?;
    /// assert_eq!(part.make_fragment_like::<f32>().layout().to_string(), "(_2,(_4)):(_1,(_2))");
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn make_fragment_like<T: Element>(&self) -> RmemTensor<T, L::Layout>
    where
        L: FragmentLike,
    {
        make_rmem(self.layout.fragment_like())
    }
}
