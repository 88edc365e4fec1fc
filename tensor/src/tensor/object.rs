//! The tensor type.

use core::fmt;

use azulejo_layout::{Domain, Int, ModePath, Show, Size};

use crate::engine::Engine;

/// Elements in memory, addressed through a layout.
///
/// ```
/// use azulejo_layout::{coord, layout};
/// use azulejo_tensor::make_tensor;
/// let data: Vec<u32> = (0..32).collect();
/// let t = make_tensor(&data[..], layout!((_4, _8):(_8, _1)))?;
/// assert_eq!(t.get((1, 2)), Some(10));      // row 1, column 2
/// assert_eq!(t.get(1), Some(8));            // 1-D coordinates run down the columns
/// let row = t.slice(coord!(1, _));
/// assert_eq!(row.layout().to_string(), "(_8):(_1)");
/// assert_eq!(row.get(2), Some(10));
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tensor<E, L> {
    pub(crate) engine: E,
    pub(crate) layout: L,
}

impl<E, L> Tensor<E, L> {
    /// The engine seen through the layout, unchecked: an access outside the engine's bounds is rejected when it happens.
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// use azulejo_tensor::{Tensor, engine::Slice};
    /// let data = [1, 2, 3, 4];
    /// let t = Tensor::from_parts(Slice::new(&data), layout!((_2, _2)));
    /// assert_eq!((t.at((0, 1)), t.size()), (3, 4));
    /// let (engine, layout) = t.into_parts();
    /// assert_eq!((engine.load(1), layout.to_string().as_str()), (2, "(_2,_2):(_1,_2)"));
    /// # use azulejo_tensor::engine::Engine;
    /// ```
    #[inline(always)]
    pub const fn from_parts(engine: E, layout: L) -> Self {
        Tensor { engine, layout }
    }

    /// The storage.
    #[inline(always)]
    pub const fn engine(&self) -> &E {
        &self.engine
    }

    /// The storage, writable.
    #[inline(always)]
    pub const fn engine_mut(&mut self) -> &mut E {
        &mut self.engine
    }

    /// The layout.
    #[inline(always)]
    pub const fn layout(&self) -> L
    where
        L: Copy,
    {
        self.layout
    }

    /// Engine and layout.
    #[inline(always)]
    pub fn into_parts(self) -> (E, L) {
        (self.engine, self.layout)
    }

    /// The same elements under another layout.
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// use azulejo_tensor::make_tensor;
    /// let t = make_tensor(&[1, 2, 3, 4][..], layout!(_4))?;
    /// assert_eq!(t.with_layout(layout!((_2, _2):(_2, _1))).at((1, 0)), 3);
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn with_layout<M>(self, layout: M) -> Tensor<E, M> {
        Tensor {
            engine: self.engine,
            layout,
        }
    }
}

impl<E, L: Copy> Tensor<E, L> {
    /// Number of coordinates of the mode at a static position `_i`, or at a path `(_i, _j)` into nested modes.
    ///
    /// ```
    /// use azulejo_layout::{ints::*, layout};
    /// use azulejo_tensor::make_rmem;
    /// let t = make_rmem::<f32, _>(layout!((_4, (_2, _3))));
    /// assert_eq!((t.mode_size(_0), t.mode_size(_1), t.mode_size((_1, _0))), (4, 6, 2));
    /// ```
    ///
    /// Source: CuTe, `size<1>(tensor)`.
    #[inline(always)]
    pub fn mode_size<P>(&self, path: P) -> usize
    where
        P: ModePath<L, Out: Domain<L: Size<Out: Int>>>,
    {
        path.get_from(self.layout).domain().size().value() as usize
    }
}

impl<E, L: Domain<L: Size<Out: Int>>> Tensor<E, L> {
    /// Number of coordinates.
    #[inline(always)]
    pub fn size(&self) -> usize {
        self.layout.domain().size().value() as usize
    }
}

impl<E: Engine, L: Show> fmt::Display for Tensor<E, L> {
    /// Writes the tagged pointer and the layout: `gmem_ptr[32b](0x7f00) o (_8,16):(_1,_8)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.engine.write_base(f)?;
        f.write_str(" o ")?;
        self.layout.show(f)
    }
}
