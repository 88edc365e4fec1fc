//! Shared-memory layouts of `wgmma` operands: the blocks that a descriptor can name, as layout types.
//!
//! A block is 8 rows of 16, 32, 64 or 128 bytes, rows along K (`K`) or along M or N (`MN`), its 16-byte units permuted by the swizzle of
//! its name. [`azulejo_layout::tile_to_shape`] repeats it over a tile.
//!
//! ```text
//! Layout_K_SW64_Atom<f16>: Sw<2,3,3> o _0 o (_8,_32):(_32,_1)      16-byte units of each row
//!  row 0   0 1 2 3        row 2   9 8 11 10       row 4   18 19 16 17       row 6   27 26 25 24
//!  row 1   4 5 6 7        row 3   13 12 15 14     row 5   22 23 20 21       row 7   31 30 29 28
//! ```
//!
//! Source: PTX ISA, "Asynchronous warpgroup level matrix shared memory layout"; CuTe, `mma_traits_sm90_gmma.hpp`.

use azulejo_layout::ints::*;
use azulejo_layout::{ComposedLayout, Layout, Swizzle, Upcast};

use crate::atom::ValueBits;

/// `Rows` of bits in units of `T`, swizzled by `Sw<B,7,3>` of bits.
type Swizzled<T, B, Rows> =
    Upcast<ComposedLayout<Swizzle<B, _7, _3>, _0, Rows>, <T as ValueBits>::Bits>;

macro_rules! blocks {
    ($($mn:ident $k:ident $bytes:literal $width:ident $swizzle:ident;)*) => {$(
        #[doc = concat!("8 lines along M or N of ", $bytes, " bytes each, swizzled.")]
        pub type $mn<T> = Swizzled<T, $swizzle, Layout<($width, _8), (_1, $width)>>;
        #[doc = concat!("8 rows along K of ", $bytes, " bytes each, swizzled.")]
        pub type $k<T> = Swizzled<T, $swizzle, Layout<(_8, $width), ($width, _1)>>;
    )*};
}

/// 8 lines along M or N of 16 bytes each: no swizzle.
pub type Layout_MN_INTER_Atom<T> = Upcast<Layout<(_128, _8), (_1, _128)>, <T as ValueBits>::Bits>;
/// 8 rows along K of 16 bytes each: no swizzle.
///
/// ```
/// use azulejo_tensor::atom::{Layout_K_INTER_Atom, Layout_K_SW128_Atom};
/// assert_eq!(Layout_K_INTER_Atom::<f32>::default().to_string(), "(_8,_4):(_4,_1)");
/// assert_eq!(Layout_K_SW128_Atom::<f32>::default().to_string(), "Sw<3,2,3> o _0 o (_8,_32):(_32,_1)");
/// ```
pub type Layout_K_INTER_Atom<T> = Upcast<Layout<(_8, _128), (_128, _1)>, <T as ValueBits>::Bits>;

blocks! {
    Layout_MN_SW32_Atom Layout_K_SW32_Atom 32 _256 _1;
    Layout_MN_SW64_Atom Layout_K_SW64_Atom 64 _512 _2;
    Layout_MN_SW128_Atom Layout_K_SW128_Atom 128 _1024 _3;
}
