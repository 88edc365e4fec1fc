//! [`gradients`]: scores and the products of values become probabilities and their gradient.

use azulejo_device::{inlined, unrolled};
use azulejo_layout::Int;
use azulejo_tensor::engine::EngineMut;
use azulejo_tensor::{AccumulatorLayout, Extent, OffsetAt, Tensor};

use crate::device::attention::backward::args::Args;
use crate::device::attention::backward::gradient::{changed, gradient, probabilities};
use crate::device::attention::scores::{Change, put_outside};
use crate::device::attention::store::slope_of;

/// Replaces scores of a head by probabilities, and `dP` by the gradient of the scores; where `is_masked`, what `seen` leaves
/// out becomes 0 in both.
///
/// `seen` gives the queries that see key `r`, from and to, and `own` the one on its diagonal, as `column` counts the queries from the
/// thread's first one on; `lse` and `delta` give the values of two neighbouring queries.
///
/// # Safety
/// Slopes, where there are any, have a value for the head.
#[inline(always)]
pub unsafe fn gradients<E, L>(
    args: &Args,
    head: u32,
    (scores, products): (&mut Tensor<E, L>, &mut Tensor<E, L>),
    (is_masked, seen): (bool, impl Fn(usize) -> [i32; 2]),
    (own, column): (impl Fn(usize) -> i32, impl Fn(usize) -> i32 + Copy),
    lse: impl Fn(usize) -> [f32; 2],
    delta: impl Fn(usize) -> [f32; 2],
) where
    E: EngineMut<Item = f32>,
    L: AccumulatorLayout<RowCol: Extent + OffsetAt<usize, Offset: Int> + Copy>,
{
    let outside = inlined!(|tile: &mut Tensor<E, L>| {
        if is_masked {
            put_outside(tile, 0.0, column, unrolled::<_, 2>(&seen));
        }
    });
    if args.softcap != 0.0 || args.slopes != 0 {
        let change = Change {
            scale: args.scale,
            softcap: args.softcap,
            // SAFETY: upheld by the caller: a slope of the head, where there are any.
            slope: unsafe { slope_of(args.slopes, head as u64) },
        };
        let own = unrolled::<_, 2>(&own);
        changed(
            (&mut *scores, &mut *products),
            change,
            (own, column),
            lse,
            delta,
        );
        outside(scores);
    } else {
        probabilities(scores, args.scale * core::f32::consts::LOG2_E, lse);
        outside(scores);
        gradient(products, scores, delta);
    }
    outside(products);
}
