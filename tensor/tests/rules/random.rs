//! Random cases, engines of every kind, and layouts of every kind.

use azulejo_tensor::engine::{Array, EngineMut};
use std::fmt::Debug;
use typenum::U8192;

/// The elements of every storage.
pub const ELEMENTS: usize = 8192;

/// Random numbers (xorshift).
pub struct Random(u64);

impl Random {
    /// A number from 0 to below `n`.
    pub fn below(&mut self, n: i32) -> i32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) % n as u64) as i32
    }
}

/// Checks a rule ten thousand times.
pub fn cases(mut rule: impl FnMut(&mut Random)) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    (0..10_000).for_each(|_| rule(&mut random));
}

/// Fails where an element of a view is not that of the whole: `what` names the view, `at` the place.
#[track_caller]
pub fn same<T: PartialEq + Debug>(element: T, whole: T, what: &str, at: &dyn Debug) {
    assert_eq!(element, whole, "{what} at {at:?}");
}

/// Elements that say at which offset they are.
pub fn numbered() -> Vec<u16> {
    (0..ELEMENTS as u16).collect()
}

/// The same in an owning array.
pub fn array() -> Array<u16, U8192> {
    let mut array = Array::zeroed();
    (0..ELEMENTS).for_each(|i| array.store(i as isize, i as u16));
    array
}

/// Bytes of four-bit elements, no two neighbors the same.
pub fn packed() -> Vec<u8> {
    (0..ELEMENTS / 2).map(|i| (i * 37 + i / 64) as u8).collect()
}

/// Expands `$rule!(name, random => layout)` for layouts of three modes `(_8, _4, _16)`, plain and composed.
macro_rules! kinds {
    ($rule:ident) => {
        kinds!(@ $rule, random
            plain_static => layout!((_8, _4, _16):(_1, _128, _8));
            plain_dynamic => layout!((_8, _4, _16):(1 + random.below(60), 1 + random.below(900), 1 + random.below(100)));
            nested => layout!(((_2, _4), (_4), (_4, (_2, _2))):((_64, _1), (_4), (_128, (_16, _32))));
            swizzled_bits => composition(swizzle(_3, _3, _3), layout!((_8, _4, _16):(_64, _512, _1)));
            swizzled_down => composition(swizzle(_2, _1, -_3), layout!((_8, _4, _16):(_1, _8, _32)));
            swizzled_nested => composition(swizzle(_3, _0, _3), layout!(((_2, _4), (_4), (_4, (_2, _2))):((_64, _1), (_4), (_128, (_16, _32)))));
            swizzled_odd => composition(swizzle(_3, _3, _3), layout!((_8, _4, _16):(_48, _400, _3)));
            swizzled_dynamic => composition(swizzle(_2, _3, _3), layout!((_8, _4, _16):(1 + random.below(60), 1 + random.below(900), 1 + random.below(100))));
            offset_bits => ComposedLayout::new(swizzle(_2, _0, _3), _512::NEW, layout!((_8, _4, _16):(_1, _8, _32)));
            offset_static => ComposedLayout::new(swizzle(_3, _3, _3), _12::NEW, layout!((_8, _4, _16):(_64, _512, _1)));
            offset_dynamic => ComposedLayout::new(swizzle(_3, _3, _3), random.below(1000), layout!((_8, _4, _16):(_64, _512, _1)));
            mixed => composition(swizzle(_3, _0, _3), layout!((_8, _4, _16, _8):(_1, _8, _32, _512))).slice(coord!(_, _, _, random.below(8)));
        );
    };
    (@ $rule:ident, $random:ident $($name:ident => $layout:expr;)*) => {$(
        #[test]
        fn $name() {
            $rule!($random => $layout);
        }
    )*};
}
pub(crate) use kinds;
