//! [`convert`]: one element as another type, by the rules of a cast, and [`Tile::cast`].

use azulejo_tensor::Element;

use super::Tile;
use crate::TileShape;

/// The value as `B`: nearest even to floats, toward zero and saturating from float to integer, wrapping between integers.
#[cfg(not(target_arch = "nvptx64"))]
#[inline(always)]
pub(crate) fn convert<A: Element, B: Element>(value: A) -> B {
    if A::DTYPE as u8 == B::DTYPE as u8 {
        return same(value);
    }
    macro_rules! direct {
        ($($a:ty => $b:ty),*) => {$(
            if A::DTYPE as u8 == <$a>::DTYPE as u8 && B::DTYPE as u8 == <$b>::DTYPE as u8 {
                return same(same::<A, $a>(value) as $b);
            }
        )*};
    }
    direct!(f32 => f64, f64 => f32, i32 => f32, f32 => i32, u8 => f32, i8 => f32, u32 => f32, i16 => f32, u16 => f32, u32 => i32);
    value.cast()
}

/// The value as `B`, by the machine's own conversions where it has one; the same bits as on the CPU.
#[cfg(target_arch = "nvptx64")]
#[inline(always)]
pub(crate) fn convert<A: Element, B: Element>(value: A) -> B {
    use azulejo_scalar::pairs::Pair;
    use azulejo_tensor::{Bool, F8E4M3, F8E5M2, bf16, f16};

    if A::DTYPE as u8 == B::DTYPE as u8 {
        return same(value);
    }
    macro_rules! direct {
        ($($a:ident => $b:ident),*) => {$(
            if A::DTYPE as u8 == <$a>::DTYPE as u8 && B::DTYPE as u8 == <$b>::DTYPE as u8 {
                return same(<$a as Pair<$b>>::convert(same::<A, $a>(value)));
            }
        )*};
    }
    direct!(
        f32 => f16, f32 => bf16, f16 => f32, bf16 => f32, f16 => bf16, bf16 => f16, f32 => f64, f64 => f32, f32 => i32, i32 => f32,
        f32 => u8, u8 => f32, f32 => i8, i8 => f32, i32 => i64, i64 => i32, i64 => f32, i64 => f64, i32 => f64, f64 => i64,
        u8 => i32, Bool => f32, Bool => i32, f32 => Bool, f32 => F8E4M3, f32 => F8E5M2, F8E4M3 => f32, F8E5M2 => f32,
        f16 => F8E4M3, bf16 => F8E4M3, F8E4M3 => f16, F8E4M3 => bf16
    );
    macro_rules! plain {
        ($($a:ident => $b:ident),*) => {$(
            if A::DTYPE as u8 == <$a>::DTYPE as u8 && B::DTYPE as u8 == <$b>::DTYPE as u8 {
                return same(same::<A, $a>(value) as $b);
            }
        )*};
    }
    plain!(u32 => f32, i16 => f32, u16 => f32, u32 => i32, i16 => i32, u16 => i32);
    // Both are exact in f32, and f32 to the 16-bit floats is one rounding.
    if A::DTYPE as u8 == f16::DTYPE as u8 || A::DTYPE as u8 == bf16::DTYPE as u8 {
        let wide = if A::DTYPE as u8 == f16::DTYPE as u8 {
            <f16 as Pair<f32>>::convert(same(value))
        } else {
            <bf16 as Pair<f32>>::convert(same(value))
        };
        return wide.cast();
    }
    value.cast()
}

/// The same value, for two names of one type.
#[inline(always)]
pub(crate) fn same<A: Element, B: Element>(value: A) -> B {
    const { assert!(size_of::<A>() == size_of::<B>() || A::DTYPE as u8 != B::DTYPE as u8) };
    // SAFETY: called where the two dtypes are equal, and a dtype is one type.
    unsafe { core::mem::transmute_copy::<A, B>(&value) }
}

impl<T: Element, S: TileShape> Tile<T, S> {
    /// The elements as another type: to floats nearest even, float to integer toward zero with saturation (NaN is 0),
    /// integer to integer by wrapping.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Tile::<i16, _>::iota(blk, tile!(_4)) * 100;
    /// assert_eq!(t.cast::<i8>().to_string(), "[0, 100, -56, 44]");
    /// assert_eq!((t.cast::<f32>() * 0.5).to_string(), "[0.0, 50.0, 100.0, 150.0]");
    /// ```
    #[inline(always)]
    pub fn cast<U: Element>(self) -> Tile<U, S> {
        self.mapped(convert::<T, U>)
    }

    /// The bits as another type of the same size.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// assert_eq!(Tile::<f32, _>::ones(blk, tile!(_1)).bitcast::<u32>().to_string(), "[1065353216]");
    /// ```
    /// ```compile_fail
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Tile::<f32, _>::ones(blk, tile!(_1)).bitcast::<u16>(); // 32 bits are not 16
    /// ```
    #[inline(always)]
    pub fn bitcast<U: Element>(self) -> Tile<U, S> {
        const {
            assert!(
                size_of::<T>() == size_of::<U>(),
                "a bitcast needs two types of one size"
            );
        }
        self.mapped(|x| U::from_raw(x.to_raw()))
    }
}
