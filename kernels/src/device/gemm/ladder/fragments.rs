//! Fragments of `mma.sync` from the tiles in shared memory: `ldmatrix` for 8 to 32 bits, plain loads for f64 and for f32 that becomes it.

use core::mem;

use super::tile::Tile;
use super::{doubles, halves, widened};
use crate::device::ptx::{ldmatrix, mma, shared, shared::Shared};
use crate::device::repeat;

/// The fragments of a tile: `N` of them a step.
pub trait Fragments<F, const N: usize> {
    /// What a thread computes once of where they are.
    type Places: Copy;

    /// That.
    fn places(tid: u32) -> Self::Places;

    /// Loads a quarter of the fragments of step `k`, number `part`, where they belong in `all`.
    ///
    /// # Safety
    /// The whole block calls it, the tile at `stage` being full.
    unsafe fn load(stage: u32, places: &Self::Places, k: usize, part: usize, all: &mut [F; N]);
}

/// The address of block `i` and step `k`: steps along one of them are constant.
#[inline(always)]
fn address<T: halves::Matrices>(
    stage: u32,
    places: &[u32; 4],
    step: u32,
    i: usize,
    k: usize,
) -> u32 {
    if T::TRANSPOSE {
        stage + places[i] + k as u32 * step
    } else {
        stage + places[k] + i as u32 * step
    }
}

/// What a thread computes once: where its parts of the first step of every block are, or of every step of the first block.
#[inline(always)]
fn places<T: halves::Matrices + Tile>(of: impl Fn(usize, usize) -> u32) -> [u32; 4] {
    let mut all = [0; 4];
    repeat::<4>(
        #[inline(always)]
        |at| {
            all[at] = if T::TRANSPOSE {
                of(at, 0)
            } else if at < (T::BLOCK_K * T::SIZE / 32) as usize {
                of(0, at)
            } else {
                0
            };
        },
    );
    all
}

/// Four matrices of 8 × 16 bytes from the rows that lanes name, turned where the operand lies the other way.
///
/// # Safety
/// The whole warp asks for rows of a full tile.
#[inline(always)]
unsafe fn matrices<T: halves::Matrices>(at: u32) -> [u32; 4] {
    if T::TRANSPOSE {
        // SAFETY: upheld by the caller: the whole warp is here, with rows of a full tile.
        unsafe { ldmatrix::load_x4::<true>(at) }
    } else {
        // SAFETY: upheld by the caller: the whole warp is here, with rows of a full tile.
        unsafe { ldmatrix::load_x4::<false>(at) }
    }
}

/// What turns the bits of an operand into those that the instruction takes.
pub trait Prepare {
    /// By default nothing.
    #[inline(always)]
    fn prepare(bits: u32) -> u32 {
        bits
    }
}

impl Prepare for azulejo_tensor::f16 {}
impl Prepare for azulejo_tensor::bf16 {}
impl Prepare for i8 {}
impl Prepare for azulejo_tensor::Tf32 {
    #[inline(always)]
    fn prepare(bits: u32) -> u32 {
        mma::to_tf32(bits)
    }
}

impl<T: Prepare, O, Side> Fragments<[u32; 4], 4> for halves::Halves<T, O, Side>
where
    Self: halves::Matrices,
{
    type Places = [u32; 4];

    #[inline(always)]
    fn places(tid: u32) -> [u32; 4] {
        places::<Self>(
            #[inline(always)]
            |i, k| <Self as halves::Matrices>::a(tid, i, k),
        )
    }

    #[inline(always)]
    unsafe fn load(stage: u32, places: &[u32; 4], k: usize, i: usize, all: &mut [[u32; 4]; 4]) {
        let step = <Self as halves::Matrices>::STEPS.0;
        // SAFETY: rows of a full tile, and the whole warp asks for them.
        let r = unsafe { matrices::<Self>(address::<Self>(stage, places, step, i, k)) };
        all[i] = [
            T::prepare(r[0]),
            T::prepare(r[1]),
            T::prepare(r[2]),
            T::prepare(r[3]),
        ];
    }
}

impl<T: Prepare, O, Side> Fragments<[u32; 2], 8> for halves::Halves<T, O, Side>
where
    Self: halves::Matrices,
{
    type Places = [u32; 4];

    #[inline(always)]
    fn places(tid: u32) -> [u32; 4] {
        places::<Self>(
            #[inline(always)]
            |j, k| <Self as halves::Matrices>::b(tid, j, k),
        )
    }

    #[inline(always)]
    unsafe fn load(stage: u32, places: &[u32; 4], k: usize, j: usize, all: &mut [[u32; 2]; 8]) {
        let step = <Self as halves::Matrices>::STEPS.1;
        // SAFETY: the caller has a stage that is full and a converged warp.
        let r = unsafe { matrices::<Self>(address::<Self>(stage, places, step, j, k)) };
        all[2 * j] = [T::prepare(r[0]), T::prepare(r[1])];
        all[2 * j + 1] = [T::prepare(r[2]), T::prepare(r[3])];
    }
}

macro_rules! fragments {
    ($($values:literal)*) => {$(
        impl<T: doubles::Fragments> Fragments<[f64; $values], 4> for T {
            type Places = [u32; 4];

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
        impl<T: widened::Narrow> Fragments<[f32; $values], 4> for T {
            type Places = [u32; 4];

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
