//! Vectors of one to four elements, laid out as CUDA C++ lays out `char1` to `double4`.
//!
//! | element | N = 1 | 2 | 3 | 4 | (size/alignment in bytes) |
//! |---|---|---|---|---|---|
//! | 8 bits | 1/1 | 2/2 | 3/1 | 4/4 | |
//! | 16 bits | 2/2 | 4/4 | 6/2 | 8/8 | |
//! | 32 bits | 4/4 | 8/8 | 12/4 | 16/16 | |
//! | 64 bits | 8/8 | 16/16 | 24/8 | 32/16 | |

use azulejo_tensor::{Element, F8E4M3, F8E5M2, bf16, f16};

use super::Heterogeneous;

/// A slice of another length than the vector's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthMismatch {
    /// The vector's.
    pub expected: usize,
    /// The slice's.
    pub found: usize,
}

impl core::fmt::Display for LengthMismatch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { expected, found } = self;
        write!(
            f,
            "a vector of {expected} elements from {found}: give {expected}"
        )
    }
}

impl core::error::Error for LengthMismatch {}

/// What every vector has: an immutable value of `LEN` elements.
///
/// ```
/// use azulejo_tile::{Float32x3, Int8x2, Int16x4, Vector};
/// let v = Float32x3::new(1.0, 2.0, 3.0);
/// assert_eq!(v.with(1, 9.0), Some(Float32x3::new(1.0, 9.0, 3.0)));
/// assert_eq!((v.y, v.get(2), v.get(3)), (2.0, Some(3.0), None));
/// assert_eq!((Int16x4::LEN, Int8x2::from([1, 2]).y), (4, 2));
/// assert!(Float32x3::try_from(&[1.0, 2.0][..]).is_err());
/// assert_eq!(<[f32; 3]>::from(v).iter().sum::<f32>(), 6.0);
/// ```
/// ```compile_fail
/// let z = azulejo_tile::Int8x2::new(1, 2).z; // it has x and y
/// ```
pub trait Vector: Heterogeneous + Sized {
    /// The element type.
    type Of: Element;
    /// How many elements.
    const LEN: i32;
    /// Element `i`, from 0; `None` behind the last.
    fn get(self, i: usize) -> Option<Self::Of>;
    /// The vector with another element `i`; `None` behind the last.
    fn with(self, i: usize, value: Self::Of) -> Option<Self>;
}

macro_rules! vector {
    ($name:ident $t:ident $n:literal align $align:literal: $($field:ident)*) => {
        #[doc = concat!(stringify!($n), " of `", stringify!($t), "`, aligned to ", stringify!($align), " bytes.")]
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[repr(C, align($align))]
        pub struct $name {
            $(#[doc = concat!("Element ", stringify!($field), ".")] pub $field: $t),*
        }

        const _: () = assert!(size_of::<$name>() == $n * size_of::<$t>());

        // SAFETY: elements one after the other.
        unsafe impl Heterogeneous for $name {}

        #[cfg(feature = "std")]
        // SAFETY: any bytes are a value, and there is no padding: the size is that of the elements.
        unsafe impl azulejo_runtime::DeviceCopy for $name {}

        impl $name {
            /// The vector of these elements.
            pub const fn new($($field: $t),*) -> Self {
                Self { $($field),* }
            }
        }

        impl Vector for $name {
            type Of = $t;
            const LEN: i32 = $n;
            #[inline]
            fn get(self, i: usize) -> Option<$t> {
                <[$t; $n]>::from(self).get(i).copied()
            }
            #[inline]
            fn with(self, i: usize, value: $t) -> Option<Self> {
                let mut all = <[$t; $n]>::from(self);
                *all.get_mut(i)? = value;
                Some(all.into())
            }
        }

        impl From<[$t; $n]> for $name {
            #[inline]
            fn from([$($field),*]: [$t; $n]) -> Self {
                Self { $($field),* }
            }
        }

        impl From<$name> for [$t; $n] {
            #[inline]
            fn from($name { $($field),* }: $name) -> Self {
                [$($field),*]
            }
        }

        impl TryFrom<&[$t]> for $name {
            type Error = LengthMismatch;
            fn try_from(all: &[$t]) -> Result<Self, LengthMismatch> {
                match <[$t; $n]>::try_from(all) {
                    Ok(all) => Ok(all.into()),
                    Err(_) => Err(LengthMismatch { expected: $n, found: all.len() }),
                }
            }
        }
    };
}

macro_rules! families {
    ($($t:ident: $one:ident $two:ident $three:ident $four:ident, $a:literal $b:literal $c:literal $d:literal;)*) => {$(
        vector!($one $t 1 align $a: x);
        vector!($two $t 2 align $b: x y);
        vector!($three $t 3 align $c: x y z);
        vector!($four $t 4 align $d: x y z w);
    )*};
}

families! {
    i8: Int8x1 Int8x2 Int8x3 Int8x4, 1 2 1 4;
    i16: Int16x1 Int16x2 Int16x3 Int16x4, 2 4 2 8;
    i32: Int32x1 Int32x2 Int32x3 Int32x4, 4 8 4 16;
    i64: Int64x1 Int64x2 Int64x3 Int64x4, 8 16 8 16;
    u8: Uint8x1 Uint8x2 Uint8x3 Uint8x4, 1 2 1 4;
    u16: Uint16x1 Uint16x2 Uint16x3 Uint16x4, 2 4 2 8;
    u32: Uint32x1 Uint32x2 Uint32x3 Uint32x4, 4 8 4 16;
    u64: Uint64x1 Uint64x2 Uint64x3 Uint64x4, 8 16 8 16;
    F8E4M3: Float8E4M3x1 Float8E4M3x2 Float8E4M3x3 Float8E4M3x4, 1 2 1 4;
    F8E5M2: Float8E5M2x1 Float8E5M2x2 Float8E5M2x3 Float8E5M2x4, 1 2 1 4;
    f16: Float16x1 Float16x2 Float16x3 Float16x4, 2 4 2 8;
    bf16: Bfloat16x1 Bfloat16x2 Bfloat16x3 Bfloat16x4, 2 4 2 8;
    f32: Float32x1 Float32x2 Float32x3 Float32x4, 4 8 4 16;
    f64: Float64x1 Float64x2 Float64x3 Float64x4, 8 16 8 16;
}
