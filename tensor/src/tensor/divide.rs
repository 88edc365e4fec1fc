//! The layout operations that keep a tensor's elements: composition and the divides. Products would grow the codomain and are not offered.

use azulejo_layout::{Composes, Divides, FlatDivides, TiledDivides, ZippedDivides};

use super::Tensor;

macro_rules! layout_operations {
    ($($(#[$doc:meta])* $method:ident $bound:ident $call:ident;)*) => {
        impl<E, L: Copy> Tensor<E, L> {$(
            $(#[$doc])*
            #[inline(always)]
            pub fn $method<B: $bound<L, Out = R>, R>(self, tiler: B) -> Tensor<E, R> {
                let layout = tiler.$call(self.layout);
                self.with_layout(layout)
            }
        )*}
    };
}

layout_operations! {
    /// The elements at `layout(tiler(c))`; see [`azulejo_layout::composition()`].
    ///
    /// With a (thread, value) layout this distributes a tile over threads:
    ///
    /// ```
    /// use azulejo_layout::{coord, layout};
    /// use azulejo_tensor::make_tensor;
    /// let data: Vec<u32> = (0..32).collect();
    /// let tile = make_tensor(&data[..], layout!((_4, _8):(_8, _1)))?;
    /// let tv = tile.compose(layout!(((_2, _4), (_2, _2)):((_8, _1), (_4, _16))));
    /// # let _ = tv;
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    compose Composes compose_with;
    /// `(tile, rest)` by mode; see [`azulejo_layout::logical_divide`].
    logical_divide Divides logical_divide_of;
    /// `((tiles), (rests))`; see [`azulejo_layout::zipped_divide`].
    ///
    /// ```
    /// use azulejo_layout::{layout, tile};
    /// use azulejo_tensor::make_tensor;
    /// let data = [0u8; 192];
    /// let t = make_tensor(&data[..], layout!((8, 24):(1, 8)))?.zipped_divide(tile!(_4, _8));
    /// assert_eq!(t.layout().to_string(), "((_4,_8),(2,3)):((1,8),(4,64))");
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    zipped_divide ZippedDivides zipped_divide_of;
    /// `((tiles), rest, rest, …)`; see [`azulejo_layout::tiled_divide`].
    tiled_divide TiledDivides tiled_divide_of;
    /// `(tile, tile, …, rest, rest, …)`; see [`azulejo_layout::flat_divide`].
    flat_divide FlatDivides flat_divide_of;
}
