//! `tensor[coord]`.

use core::ops::{Index, IndexMut};

use azulejo_layout::{Domain, Int, Tree};

use super::{InShape, OffsetAt, Tensor};
use crate::engine::{Refer, ReferMut};

/// The element at a 1-D, R-D or hierarchical coordinate, as a reference.
///
/// # Panics
/// Where the coordinate is outside the shape or the storage; [`Tensor::get`] answers `None` there.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::make_tensor;
/// let mut data = [1, 2, 3, 4, 5, 6];
/// let mut t = make_tensor(&mut data[..], layout!(((_1, _2), _3)))?;
/// assert_eq!((t[3], t[(1, 1)], t[((0, 1), 1)]), (4, 4, 4));
/// t[(0, 2)] += 10;
/// assert_eq!(data, [1, 2, 3, 4, 15, 6]);
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
///
/// ```compile_fail
/// use azulejo_layout::shape;
/// use azulejo_tensor::make_identity_tensor;
/// // the elements are coordinates, which are computed
/// let one = &make_identity_tensor(shape!(_4, _8))[(1, 2)];
/// ```
impl<E: Refer, L, X> Index<X> for Tensor<E, L>
where
    L: OffsetAt<X, Offset: Int> + Domain,
    X: Tree<L: InShape<L::L>>,
{
    type Output = E::Item;

    #[inline]
    fn index(&self, coord: X) -> &E::Item {
        let offset = self.offset_in_shape(coord);
        self.engine.element(offset)
    }
}

/// The element at a coordinate, writable; see [`Index`].
impl<E: ReferMut, L, X> IndexMut<X> for Tensor<E, L>
where
    L: OffsetAt<X, Offset: Int> + Domain,
    X: Tree<L: InShape<L::L>>,
{
    #[inline]
    fn index_mut(&mut self, coord: X) -> &mut E::Item {
        let offset = self.offset_in_shape(coord);
        self.engine.element_mut(offset)
    }
}

impl<E: Refer, L> Tensor<E, L> {
    /// The offset of a coordinate inside the shape.
    #[inline]
    fn offset_in_shape<X>(&self, coord: X) -> isize
    where
        L: OffsetAt<X, Offset: Int> + Domain,
        X: Tree<L: InShape<L::L>>,
    {
        if !coord.tree().in_shape(&self.layout.domain()) {
            outside_the_shape();
        }
        self.layout.offset_at(coord).value() as isize
    }
}

/// Ends an access outside the shape. On a device the grid ends.
#[cold]
fn outside_the_shape() -> ! {
    #[cfg(target_arch = "nvptx64")]
    crate::engine::stop(c"the coordinate in `[]` is outside the tensor's shape");
    #[cfg(not(target_arch = "nvptx64"))]
    panic!(
        "the coordinate in `[]` is outside the tensor's shape: `get` answers `None` there, `at` reads past the shape"
    )
}
