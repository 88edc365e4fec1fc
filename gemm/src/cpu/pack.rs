//! Panels: strips of A or B laid out in the order in which the kernel reads them.
//!
//! A panel of `width` rows is `(width, steps):(1, width)`; a block of panels is
//! `((width, panels), steps):((1, width * steps), width)`.

use bytemuck::Pod;
use half::{bf16, f16};

use crate::MatRef;

/// An element type that packs to `P`.
pub trait Pack<P>: Pod {
    /// One packed element from its values of k, zero past the last.
    fn pack(values: impl Fn(usize) -> Self) -> P;
    /// The values as packed elements, where packing changes nothing.
    fn as_packed(values: &[Self]) -> Option<&[P]>;
}

macro_rules! itself {
    ($($t:ty),*) => { $(
        impl Pack<$t> for $t {
            #[inline(always)]
            fn pack(values: impl Fn(usize) -> Self) -> $t {
                values(0)
            }
            #[inline(always)]
            fn as_packed(values: &[Self]) -> Option<&[$t]> {
                Some(values)
            }
        }
    )* };
}
itself!(f32, f64);

macro_rules! converted {
    ($($t:ty => $packed:ty, $pack:expr;)*) => { $(
        impl Pack<$packed> for $t {
            #[inline(always)]
            fn pack(values: impl Fn(usize) -> Self) -> $packed {
                let pack: fn(&dyn Fn(usize) -> Self) -> $packed = $pack;
                pack(&values)
            }
            #[inline(always)]
            fn as_packed(_: &[Self]) -> Option<&[$packed]> {
                None
            }
        }
    )* };
}
converted!(
    f16 => f32, |value| value(0).to_f32();
    bf16 => f32, |value| value(0).to_f32();
    i8 => i32, |value| (i32::from(value(1)) << 16) | (i32::from(value(0)) & 0xffff);
);

/// Packs all rows of `block` in panels of `width`, `depth` values of k to a packed element.
pub fn pack<T: Pack<P>, P: Pod>(
    block: MatRef<'_, T>,
    width: usize,
    depth: usize,
    panels: &mut [P],
) {
    let (rows, ks) = block.shape();
    let steps = ks.div_ceil(depth);
    for (panel, row) in panels
        .chunks_exact_mut(width * steps)
        .zip((0..rows).step_by(width))
    {
        pack_panel(
            block.block((row, 0), (width.min(rows - row), ks)),
            width,
            depth,
            panel,
        );
    }
}

fn pack_panel<T: Pack<P>, P: Pod>(
    strip: MatRef<'_, T>,
    width: usize,
    depth: usize,
    panel: &mut [P],
) {
    let (rows, ks) = strip.shape();
    for (step, column) in panel.chunks_exact_mut(width).enumerate() {
        let zero = T::zeroed();
        for (i, to) in column.iter_mut().enumerate() {
            *to = T::pack(|d| {
                let k = step * depth + d;
                if i < rows && k < ks {
                    strip.at(i, k)
                } else {
                    zero
                }
            });
        }
    }
}
