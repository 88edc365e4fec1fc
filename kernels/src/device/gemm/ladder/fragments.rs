//! Fragments of `mma.sync` in f64 from the tiles in shared memory.

use core::mem;

use super::doubles;
use crate::device::ptx::{shared, shared::Shared};
use crate::device::repeat;

/// The fragments of a tile, of type `F`: four of them a step.
pub trait Fragments<F> {
    /// What a thread computes once of where they are.
    fn places(tid: u32) -> [u32; 4];

    /// Loads fragment `i` of step `k` where it belongs in `all`.
    ///
    /// # Safety
    /// The tile at `stage` is full.
    unsafe fn load(stage: u32, places: &[u32; 4], k: usize, i: usize, all: &mut [F; 4]);
}

macro_rules! fragments {
    ($($values:literal)*) => {$(
        impl<T: doubles::Fragments> Fragments<[f64; $values]> for T {
            #[inline(always)]
            fn places(tid: u32) -> [u32; 4] {
                let places = <T as doubles::Fragments>::places(tid);
                if T::WIDTH == 16 {
                    // Registers of their own, not sums with one of them.
                    places.map(shared::opaque)
                } else {
                    places
                }
            }

            #[inline(always)]
            unsafe fn load(stage: u32, places: &[u32; 4], k: usize, i: usize, all: &mut [[f64; $values]; 4]) {
                repeat::<$values>(
                    #[inline(always)]
                    |v| {
                        let (place, beyond) = T::beyond(v, i, k);
                        // One register a place, and what lies beyond it in the instruction.
                        let place = shared::opaque(stage + places[place]);
                        // SAFETY: values of a full tile.
                        all[i][v] = unsafe { f64::load(place + beyond) };
                    },
                );
            }
        }
    )*};
}

fragments! { 4 2 }

macro_rules! narrow {
    ($($values:literal)*) => {$(
        impl<T: doubles::Narrow> Fragments<[f32; $values]> for T {
            #[inline(always)]
            fn places(tid: u32) -> [u32; 4] {
                <T as doubles::Fragments>::places(tid)
            }

            #[inline(always)]
            unsafe fn load(stage: u32, places: &[u32; 4], k: usize, i: usize, all: &mut [[f32; $values]; 4]) {
                repeat::<{ $values / 2 }>(
                    #[inline(always)]
                    |v| {
                        let at = #[inline(always)]
                        |v| {
                            let (place, beyond) = T::beyond(v, i, k);
                            shared::opaque(stage + places[place]) + beyond
                        };
                        let other = v + $values / 2;
                        // SAFETY: values of a full tile, a pair aligned to its bytes.
                        unsafe {
                            if T::PAIRS {
                                [all[i][v], all[i][other]] = mem::transmute::<u64, [f32; 2]>(u64::load(at(v)));
                            } else {
                                (all[i][v], all[i][other]) = (f32::load(at(v)), f32::load(at(other)));
                            }
                        }
                    },
                );
            }
        }
    )*};
}

narrow! { 4 2 }
