//! The layout operations that keep a tensor's elements: composition and the divides. Products would grow the codomain and are not offered.

use azulejo_layout::{
    CeilDivided, Composes, Divides, FlatDivides, Predicated, TiledDivides, ZippedDivides,
};

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

/// The identity layout that the tiler `B` divides with the layout `L`.
type Identity<B, L> = <B as Predicated<L>>::Identity;

macro_rules! ceil_divides {
    ($($(#[$doc:meta])* $method:ident $bound:ident $call:ident;)*) => {
        impl<E, L: Copy> Tensor<E, L> {$(
            $(#[$doc])*
            #[inline(always)]
            pub fn $method<B, R, P, S>(self, tiler: B) -> CeilDivided<Tensor<E, R>, P, S>
            where
                B: $bound<L, Out = R> + Predicated<L, Shape = S> + $bound<Identity<B, L>, Out = P>,
            {
                let (identity, shape) = tiler.predicated(self.layout);
                let layout = <B as $bound<L>>::$call(tiler, self.layout);
                let coordinates = <B as $bound<Identity<B, L>>>::$call(tiler, identity);
                CeilDivided {
                    layout: self.with_layout(layout),
                    coordinates,
                    shape,
                }
            }
        )*}
    };
}

ceil_divides! {
    /// [`logical_divide`](Self::logical_divide) where the tile need not divide, with its predicate; see
    /// [`azulejo_layout::logical_divide_ceil`].
    logical_divide_ceil Divides logical_divide_ceil_of;
    /// [`zipped_divide`](Self::zipped_divide) where the tile need not divide, with its predicate; see
    /// [`azulejo_layout::zipped_divide_ceil`].
    ///
    /// ```
    /// use azulejo_layout::{layout, tile};
    /// use azulejo_tensor::make_tensor;
    /// let data: Vec<u32> = (0..35).collect();
    /// let cut = make_tensor(&data[..], layout!((5, 7):(1, 5)))?.zipped_divide_ceil(tile!(_4, _4));
    /// let sum: u32 = (0..64).filter(|&i| cut.is_real(i)).map(|i| cut.layout.at(i)).sum();
    /// assert_eq!(sum, (0..35).sum());
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    zipped_divide_ceil ZippedDivides zipped_divide_ceil_of;
    /// [`tiled_divide`](Self::tiled_divide) where the tile need not divide, with its predicate; see
    /// [`azulejo_layout::tiled_divide_ceil`].
    tiled_divide_ceil TiledDivides tiled_divide_ceil_of;
    /// [`flat_divide`](Self::flat_divide) where the tile need not divide, with its predicate; see
    /// [`azulejo_layout::flat_divide_ceil`].
    flat_divide_ceil FlatDivides flat_divide_ceil_of;
}
