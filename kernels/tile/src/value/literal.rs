//! Constants without a type of their own: literals next to a tile, and [`K`].
//!
//! A constant takes the type of the tile it meets where the category of the tile is not lower, and its own (`f32`,
//! `i32`) otherwise: `int16 + 1.0` is `float32`, `float16 + 1.0` stays `float16`.

use azulejo_tensor::{Bool, Category, Element, Number, Overflow, RoundingMode, bf16, f16};

use super::Compute;

/// What a tile of this type and a floating-point literal make.
pub trait FloatLiteral: Element {
    /// The type of the result.
    type Out: Compute;
    /// The literal in that type, rounded once.
    fn literal(value: f64) -> Self::Out;
}

/// What a tile of this type and an integer literal make.
pub trait IntLiteral: Element {
    /// The type of the result.
    type Out: Compute;
    /// The literal in that type, rounded once.
    ///
    /// # Panics
    /// Where the type is an integer that does not hold the value. A constant value costs nothing; [`k`] finds it at
    /// compile time.
    fn literal(value: i64) -> Self::Out;
}

macro_rules! literals {
    ($($t:ident $float:ident $int:ident;)*) => {$(
        impl FloatLiteral for $t {
            type Out = $float;
            #[inline(always)]
            fn literal(value: f64) -> $float { literals!(@float $float value) }
        }
        impl IntLiteral for $t {
            type Out = $int;
            #[inline(always)]
            fn literal(value: i64) -> $int { literals!(@int $int value) }
        }
    )*};
    (@float f64 $v:ident) => { $v };
    (@float f32 $v:ident) => { $v as f32 };
    // The trait's conversions, which round once: those of crate `half` go through `f32`.
    (@float $half:ident $v:ident) => { <$half as Element>::from_f64($v) };
    (@int f64 $v:ident) => { $v as f64 };
    (@int f32 $v:ident) => { $v as f32 };
    (@int f16 $v:ident) => { literals!(@half f16 $v) };
    (@int bf16 $v:ident) => { literals!(@half bf16 $v) };
    (@half $t:ident $v:ident) => {
        <$t as Element>::from_number(Number::Signed($v), RoundingMode::NearestEven, Overflow::Ieee)
    };
    (@int $t:ident $v:ident) => {
        match $t::try_from($v) {
            Ok(value) => value,
            Err(_) => panic!("an integer constant is out of range of the tile's type"),
        }
    };
}

literals! {
    Bool f32 i32;
    u8 f32 u8; u16 f32 u16; u32 f32 u32; u64 f32 u64;
    i8 f32 i8; i16 f32 i16; i32 f32 i32; i64 f32 i64;
    f16 f16 f16; bf16 bf16 bf16; f32 f32 f32; f64 f64 f64;
}

/// The integer constant `N`, checked against the type of the tile it meets when the program is compiled.
///
/// ```
/// use azulejo_tile::{Block, Tile, k};
/// use azulejo_layout::tile;
/// let blk = &Block::single();
/// let t = Tile::<i8, _>::iota(blk, tile!(_4));
/// assert_eq!((t - k::<-18>()).to_string(), "[18, 19, 20, 21]");
/// ```
/// ```compile_fail
/// use azulejo_tile::{Block, Tile, k};
/// use azulejo_layout::tile;
/// let blk = &Block::single();
/// let t = Tile::<i8, _>::iota(blk, tile!(_4)) - k::<-170>(); // constant -170 is out of range for int8
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct K<const N: i64>;

/// The constant [`K`].
pub const fn k<const N: i64>() -> K<N> {
    K
}

impl<const N: i64> K<N> {
    /// The constant for a tile of `T`.
    #[inline(always)]
    pub(crate) fn literal<T: IntLiteral>(self) -> T::Out {
        const {
            let dtype = T::Out::DTYPE;
            let integer = matches!(dtype.category(), Category::Int);
            let signed = matches!(dtype.name().as_bytes()[0], b'i');
            let bits = dtype.bits() - if signed { 1 } else { 0 };
            let value = N as i128;
            let low = if signed { -(1i128 << bits) } else { 0 };
            assert!(
                !integer || (low <= value && value < 1i128 << bits),
                "an integer constant is out of range of the tile's type"
            );
        };
        T::literal(N)
    }
}
