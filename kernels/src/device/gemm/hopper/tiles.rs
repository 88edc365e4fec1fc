//! The layouts of operand tiles in shared memory, as types: `tile_to_shape` of a swizzle atom.
//!
//! `K_SW128<bf16> (_64): _128` is 128 rows of 64 elements, K contiguous, of atoms of 8 rows by 128 bytes:
//!
//! ```text
//! Sw<3,3,3> o _0 o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))        row 0: 0 1 2 … 63, row 1: 64 …, row 8: 512 …
//! ```
//!
//! [`Operand::read`] takes each apart when the crate is compiled.

use super::operand::Operand;
use azulejo_layout::ints::*;
use azulejo_layout::{Int, LayoutLeft, LayoutRight, TileToShape};
use azulejo_tensor::atom::{K, Layout_K_SW64_Atom, Layout_K_SW128_Atom, Layout_MN_SW128_Atom, MN};
use azulejo_tensor::element::bf16;

/// A static integer.
pub(super) const fn number<N: Int>() -> u32 {
    match N::STATIC {
        Some(n) => n as u32,
        None => panic!("a tile has static extents"),
    }
}

/// `(M or N, K)` whose tile in shared memory has a layout here, for elements as wide as `T` that are contiguous along `Major`.
pub trait SmemTile<T, Major> {
    /// The layout.
    type Layout;
}

macro_rules! tiles {
    ($($(#[$built:meta])* $atom:ident<$t:ty> along $major:ident, $order:ident ($k:ident): $($mn:ident)*;)*) => {
        $($(#[$built])* const _: () = {
            $(impl SmemTile<$t, $major> for ($mn, $k) {
                type Layout = TileToShape<$atom<$t>, ($mn, $k), $order>;
            })*
        };)*

        /// The tiles of all kernels that are built together, read off their layouts, a row for each atom.
        pub const TILES: &[&[Operand]] = &[$(
            $(#[$built])*
            &[$(
                Operand::read(
                    &TileToShape::<$atom<$t>, ($mn, $k), $order>::FACTS,
                    number::<$mn>(),
                    size_of::<$t>() as u32,
                ),
            )*],
        )*];
    };
}

tiles! {
    #[cfg(any(
        not(any(feature = "entries", all(target_arch = "nvptx64", feature = "tile"))),
        feature = "hopper_fp8",
        feature = "hopper_i8",
    ))]
    Layout_K_SW128_Atom<i8> along K, LayoutLeft (_128): _16 _24 _32 _64 _80 _88 _96 _128 _144 _160 _176 _192 _256;
    #[cfg(any(
        not(feature = "entries"),
        feature = "hopper_bf16",
        feature = "hopper_f16",
        feature = "hopper_fused",
    ))]
    Layout_K_SW128_Atom<bf16> along K, LayoutLeft (_64): _16 _24 _32 _64 _80 _88 _96 _128 _144 _160 _176 _192 _256;
    #[cfg(any(
        not(any(feature = "entries", all(target_arch = "nvptx64", feature = "tile"))),
        feature = "hopper_tf32",
    ))]
    Layout_K_SW128_Atom<f32> along K, LayoutLeft (_32): _16 _24 _32 _64 _80 _88 _96 _128 _144 _160 _176 _192 _256;
    #[cfg(not(feature = "entries"))]
    Layout_K_SW64_Atom<bf16> along K, LayoutLeft (_32): _64 _128;
    #[cfg(any(
        not(feature = "entries"),
        feature = "hopper_bf16",
        feature = "hopper_f16",
        feature = "hopper_fused",
    ))]
    Layout_MN_SW128_Atom<bf16> along MN, LayoutRight (_64): _64 _128 _192 _256;
    #[cfg(not(feature = "entries"))]
    Layout_MN_SW128_Atom<bf16> along MN, LayoutRight (_32): _64 _128 _256;
    #[cfg(any(
        not(any(feature = "entries", all(target_arch = "nvptx64", feature = "tile"))),
        feature = "hopper_tf32",
    ))]
    Layout_MN_SW128_Atom<f32> along MN, LayoutRight (_32): _64 _128;
    #[cfg(any(
        not(any(feature = "entries", all(target_arch = "nvptx64", feature = "tile"))),
        feature = "hopper_fp8",
        feature = "hopper_i8",
    ))]
    Layout_MN_SW128_Atom<i8> along MN, LayoutRight (_128): _128;
}
