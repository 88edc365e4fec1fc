//! Questions about swizzled layouts of types, in `const` assertions and at run time.

use super::composed::ComposedLayout;
use super::object::Swizzle;
use crate::check::rules::Describe;
use crate::check::{Flat, Properties, SwizzleBits, SwizzledProperties};
use crate::int::Int;
use crate::layout::{AnyLayout, Layout};

/// A static parameter of a swizzle.
const fn number<X: Int>() -> i64 {
    match X::STATIC {
        Some(value) => value,
        None => panic!("a swizzle has static parameters"),
    }
}

/// The swizzle in numbers.
const fn bits_of<B: Int, M: Int, S: Int>() -> SwizzleBits {
    SwizzleBits {
        bits: number::<B>() as u32,
        base: number::<M>() as u32,
        shift: number::<S>() as i32,
    }
}

impl<B, M, S, O, Sh, D> ComposedLayout<Swizzle<B, M, S>, O, Layout<Sh, D>>
where
    B: Int,
    M: Int,
    S: Int,
    O: Int,
    Layout<Sh, D>: AnyLayout,
    <Layout<Sh, D> as AnyLayout>::L: Describe,
{
    /// What is known of a static swizzled layout, for `const` assertions: see [`SwizzledProperties`].
    ///
    /// Where a leaf or the offset is dynamic it does not compile; [`ComposedLayout::properties`] asks the values.
    pub const PROPERTIES: SwizzledProperties = {
        let mut modes = Flat::new();
        let offset = O::STATIC;
        assert!(
            offset.is_some()
                && <<Layout<Sh, D> as AnyLayout>::L as Describe>::DESC.flat(&mut modes),
            "PROPERTIES is of static layouts of at most 64 modes; ask `properties()` of a layout with dynamic leaves"
        );
        SwizzledProperties::new(bits_of::<B, M, S>(), number::<O>(), Properties::new(modes))
    };

    /// What is known of a swizzled layout, from its values: see [`SwizzledProperties`].
    ///
    /// ```
    /// use azulejo_layout::{composition, ints::{_0, _3, _5}, layout, swizzle};
    /// let rows = 32;
    /// // a warp that reads a column of a 32x32 tile of f32: no two lanes in one bank
    /// let column = composition(swizzle(_5, _0, _5), layout!(rows:_32));
    /// assert_eq!(column.properties().shared_access(4, 1).passes, 1);
    /// assert_eq!(column.properties().gaps(), Some(1023 - 31));
    /// # let _ = _3;
    /// ```
    #[must_use]
    pub fn properties(self) -> SwizzledProperties {
        let mut modes = Flat::new();
        self.layout_b().modes().measure(&mut modes);
        SwizzledProperties::new(
            bits_of::<B, M, S>(),
            self.offset().value(),
            Properties::new(modes),
        )
    }
}
