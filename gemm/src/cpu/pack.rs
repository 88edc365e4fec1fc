//! How element types become packed elements.

use bytemuck::Pod;
use half::{bf16, f16};

use super::convert::{from_f16, to_tf32};
use crate::AsTf32;

/// An element type that packs to `P`, one or more values of k to a packed element.
pub trait Pack<P>: Pod {
    /// One packed element from its values of k.
    fn one(values: impl Fn(usize) -> Self) -> P;

    /// The values themselves, where packing changes nothing.
    fn unchanged(values: &[Self]) -> Option<&[P]>;

    /// Packs consecutive values of k; those missing in the last packed element are zero.
    #[inline(always)]
    fn along_k(values: &[Self], depth: usize, to: &mut [P]) {
        let whole = values.chunks_exact(depth);
        let rest = whole.remainder();
        for (to, values) in to.iter_mut().zip(whole) {
            *to = Self::one(|d| values[d]);
        }
        if !rest.is_empty() {
            to[values.len() / depth] =
                Self::one(|d| rest.get(d).copied().unwrap_or(Self::zeroed()));
        }
    }
}

macro_rules! unchanged {
    ($($t:ty),*) => { $(
        impl Pack<$t> for $t {
            #[inline(always)]
            fn one(values: impl Fn(usize) -> Self) -> $t {
                values(0)
            }
            #[inline(always)]
            fn unchanged(values: &[Self]) -> Option<&[$t]> {
                Some(values)
            }
        }
    )* };
}
unchanged!(f32, f64);

macro_rules! converted {
    ($($t:ty => $packed:ty, |$values:ident| $one:expr;)*) => { $(
        impl Pack<$packed> for $t {
            #[inline(always)]
            fn one($values: impl Fn(usize) -> Self) -> $packed {
                $one
            }
            #[inline(always)]
            fn unchanged(_: &[Self]) -> Option<&[$packed]> {
                None
            }
        }
    )* };
}
converted!(
    f16 => f32, |values| from_f16(values(0));
    bf16 => f32, |values| f32::from_bits(u32::from(values(0).to_bits()) << 16);
    AsTf32 => f32, |values| to_tf32(values(0).0);
    i8 => i32, |values| (i32::from(values(1)) << 16) | (i32::from(values(0)) & 0xffff);
);
