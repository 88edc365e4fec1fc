//! Operations on the domain of a composed layout: done to the layout inside.

use super::composed::ComposedLayout;
use crate::algebra::{
    BlockedRepeats, Coalesce, Divides, FlatDivides, FlatRepeats, ModePath, Profile, RakedRepeats,
    Repeats, Selection, TiledDivides, TiledRepeats, ZippedDivides, ZippedRepeats,
};

/// An operation whose trait is implemented for the argument.
macro_rules! by_argument {
    ($($name:ident $f:ident $method:ident, $free:literal $(, and $also:ident)?;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<A: Copy, O: Copy, L: Copy, T> $name<ComposedLayout<A, O, L>> for T
        where
            T: $name<L>,
        {
            type Out = ComposedLayout<A, O, <T as $name<L>>::Out>;
            #[inline(always)]
            fn $f(self, a: ComposedLayout<A, O, L>) -> Self::Out {
                ComposedLayout::new(a.layout_a(), a.offset(), self.$f(a.layout_b()))
            }
            $(
                #[inline(always)]
                fn $also(self, a: ComposedLayout<A, O, L>) -> Self::Out {
                    ComposedLayout::new(a.layout_a(), a.offset(), self.$also(a.layout_b()))
                }
            )?
        }
        impl<A, O, L> ComposedLayout<A, O, L> {
            #[doc = concat!("On the domain; see [`", $free, "`](crate::", $free, "()).")]
            #[inline(always)]
            pub fn $method<T: $name<Self, Out = R>, R>(self, t: T) -> R {
                t.$f(self)
            }
        }
    )*};
}
by_argument! {
    Repeats logical_product_of logical_product, "logical_product", and logical_product_unchecked_of;
    ZippedRepeats zipped_product_of zipped_product, "zipped_product", and zipped_product_unchecked_of;
    TiledRepeats tiled_product_of tiled_product, "tiled_product", and tiled_product_unchecked_of;
    FlatRepeats flat_product_of flat_product, "flat_product", and flat_product_unchecked_of;
    BlockedRepeats blocked_product_of blocked_product, "blocked_product";
    RakedRepeats raked_product_of raked_product, "raked_product";
    Profile coalesce_layout coalesce_by, "coalesce_by";
    Selection select_from select, "select";
    ModePath get_from get, "get";
}

/// A divide, by name and with its overhang.
macro_rules! divides {
    ($($name:ident $by:ident $of:ident $method:ident $free:literal $(, with $($also:ident)*)?;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<A: Copy, O: Copy, L: Copy, T> $name<ComposedLayout<A, O, L>> for T
        where
            T: $name<L>,
        {
            type Out = ComposedLayout<A, O, <T as $name<L>>::Out>;
            $($(type $also = <T as $name<L>>::$also;)*)?
            #[inline(always)]
            fn $by<const WHOLE: bool>(self, a: ComposedLayout<A, O, L>) -> Self::Out {
                let divided = self.$by::<WHOLE>(a.layout_b());
                ComposedLayout::new(a.layout_a(), a.offset(), divided)
            }
        }
        impl<A, O, L> ComposedLayout<A, O, L> {
            #[doc = concat!("On the domain; see [`", $free, "`](crate::", $free, "()).")]
            #[inline(always)]
            pub fn $method<T: $name<Self, Out = R>, R>(self, t: T) -> R {
                t.$of(self)
            }
        }
    )*};
}
divides! {
    Divides logical_divide_by logical_divide_of logical_divide "logical_divide";
    ZippedDivides zipped_divide_by zipped_divide_of zipped_divide "zipped_divide", with Tile Rest;
    TiledDivides tiled_divide_by tiled_divide_of tiled_divide "tiled_divide";
    FlatDivides flat_divide_by flat_divide_of flat_divide "flat_divide";
}

#[diagnostic::do_not_recommend]
impl<A: Copy, O: Copy, L: Coalesce + Copy> Coalesce for ComposedLayout<A, O, L> {
    type Out = ComposedLayout<A, O, <L as Coalesce>::Out>;
    #[inline(always)]
    fn coalesce(self) -> Self::Out {
        ComposedLayout::new(
            self.layout_a(),
            self.offset(),
            Coalesce::coalesce(self.layout_b()),
        )
    }
}
