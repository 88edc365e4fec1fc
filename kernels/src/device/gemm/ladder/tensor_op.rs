//! The epilogue of the tensor cores' sums: through shared memory to whole rows of D, or straight from registers.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use core::marker::PhantomData;

use super::args::Args;
use super::kernel::{Epilogue, TileScheduler, Work};
use super::sums::Sums;
use super::{direct, epilogue, epilogue::Emit};
use crate::device::ptx::{shared, thread};
use crate::device::repeat;

/// Sums `S` to an output `Out`, or `Alt` if the arguments say so, of rows of `ROUNDS` times 32 vectors.
pub struct TensorOpEpilogue<S, Out, Alt, const ROUNDS: usize>(PhantomData<(S, Out, Alt)>);

impl<S, Acc, Out, Alt, const NB: usize, const ROUNDS: usize> Epilogue<[[[Acc; 4]; NB]; 4]>
    for TensorOpEpilogue<S, Out, Alt, ROUNDS>
where
    S: Sums<Acc>,
    Acc: Emit<Out> + Emit<Alt>,
{
    #[inline(always)]
    unsafe fn store<T: TileScheduler>(args: &Args, work: &Work, sums: &mut [[[Acc; 4]; NB]; 4]) {
        let Work { at, is_inside, .. } = *work;
        let (tid, base) = (thread::tid(), shared::base());
        // SAFETY: the main loop has used shared memory, and every thread passes every barrier: the branches depend on the block alone.
        unsafe {
            // f64 to f64, for the sums of f32 in f64 have another type than D.
            let from_registers = const { T::SLICED && size_of::<Out>() == size_of::<Acc>() };
            if !from_registers {
                thread::sync();
            }
            if !T::fixup::<S, Acc, NB>(args, sums) {
                return;
            }
            if from_registers {
                if is_inside && args.wide != 0 && epilogue::is_plain(args) {
                    direct::store::<Acc, Out, S, NB>(args, at, tid, sums);
                    return;
                }
                thread::sync();
            }
            let narrow = <Acc as Emit<Out>>::NARROW;
            if let Some(narrow) = narrow
                && args.single == 0
                && args.wide == 2
                && epilogue::is_plain(args)
                && is_inside
            {
                // Nothing but scaling: rounded before they are exchanged, twice as many rows at a time.
                let alpha = <Acc as Emit<Out>>::alpha(args);
                for half in 0..shared::opaque(2) {
                    only::<2>(half, |half| {
                        repeat::<2>(
                            #[inline(always)]
                            |i| {
                                repeat::<NB>(
                                    #[inline(always)]
                                    |j| {
                                        let [upper, lower] = narrow(alpha, sums[2 * half + i][j]);
                                        S::put_narrow(base, tid, (0, i, j), upper);
                                        S::put_narrow(base, tid, (2, i, j), lower);
                                    },
                                );
                            },
                        );
                    });
                    thread::sync();
                    let at = (at.0 + half * epilogue::NARROW_ROWS, at.1, at.2);
                    S::store_narrow::<Out>(args, base, at);
                    thread::sync();
                }
                return;
            }
            for i in 0..shared::opaque(4) {
                only::<4>(i, |i| {
                    repeat::<NB>(
                        #[inline(always)]
                        |j| {
                            let [x, y, z, w] = sums[i][j];
                            S::put(base, tid, (0, 0, j), [x, y]);
                            S::put(base, tid, (2, 0, j), [z, w]);
                        },
                    );
                });
                thread::sync();
                let from = (at.0 + i * ROWS, at.1, at.2);
                if size_of::<Out>() != size_of::<Alt>() && args.single != 0 {
                    epilogue::store::<Acc, Alt, ROUNDS, ROWS, false>(
                        args,
                        base,
                        S::PITCH,
                        S::THREADS,
                        from,
                    );
                } else {
                    epilogue::store::<Acc, Out, ROUNDS, ROWS, false>(
                        args,
                        base,
                        S::PITCH,
                        S::THREADS,
                        from,
                    );
                }
                thread::sync();
            }
        }
    }
}

/// Calls `f` with `i`, of `N`, as a number that the compiler knows: what registers hold has constant indices, and what
/// follows in a loop over `i` is in the code once.
#[inline(always)]
pub(super) fn only<const N: usize>(i: u32, mut f: impl FnMut(usize)) {
    // Not to be seen through, or the loop is written out again.
    let i = shared::opaque(i);
    repeat::<N>(
        #[inline(always)]
        |n| {
            if i == n as u32 {
                f(n)
            }
        },
    );
}

/// Rows of a tile that are stored at a time: those of one row of a warp's accumulators.
const ROWS: u32 = 32;
