//! The elementwise kernel: any functor, any mix of types.
//!
//! A block works on `U` rounds of 256 vectors. Each thread loads its vectors of every input, then computes, then stores,
//! so `U` 16-byte loads an input are in flight. Indices past the end load the last vector and store nothing.

use super::args::{Args, THREADS};
use crate::device::{
    ptx::thread::{ctaid, tid},
    unrolled,
};

/// Reads `V` neighbours as one access of up to 16 bytes, or as several of 16.
///
/// # Safety
/// They must be readable, at a multiple of their common size or of 16 bytes if that is more.
#[inline(always)]
unsafe fn pack<A: Copy, const V: usize>(at: *const u8) -> [A; V] {
    // SAFETY: one access of exactly the array's size, aligned by the caller; any bits of the unsigned types are bits of
    // `[A; V]`, which is as large.
    unsafe {
        match const { V * size_of::<A>() } {
            2 => core::mem::transmute_copy(&at.cast::<u16>().read()),
            4 => core::mem::transmute_copy(&at.cast::<u32>().read()),
            8 => core::mem::transmute_copy(&at.cast::<u64>().read()),
            16 => core::mem::transmute_copy(&at.cast::<u128>().read()),
            32 => core::mem::transmute_copy(&[
                at.cast::<u128>().read(),
                at.cast::<u128>().add(1).read(),
            ]),
            64 => core::mem::transmute_copy(&[
                at.cast::<u128>().read(),
                at.cast::<u128>().add(1).read(),
                at.cast::<u128>().add(2).read(),
                at.cast::<u128>().add(3).read(),
            ]),
            _ => unrolled(|j| at.cast::<A>().add(j).read()),
        }
    }
}

/// Writes `V` neighbours, as [`pack`] reads them.
///
/// # Safety
/// They must be writable, at a multiple of their common size or of 16 bytes if that is more.
#[inline(always)]
unsafe fn unpack<O: Copy, const V: usize>(at: *mut u8, value: [O; V]) {
    // SAFETY: as in `pack`.
    unsafe {
        match const { V * size_of::<O>() } {
            2 => at.cast::<u16>().write(core::mem::transmute_copy(&value)),
            4 => at.cast::<u32>().write(core::mem::transmute_copy(&value)),
            8 => at.cast::<u64>().write(core::mem::transmute_copy(&value)),
            16 => at.cast::<u128>().write(core::mem::transmute_copy(&value)),
            32 => {
                let [a, b]: [u128; 2] = core::mem::transmute_copy(&value);
                at.cast::<u128>().write(a);
                at.cast::<u128>().add(1).write(b);
            }
            64 => {
                let [a, b, c, d]: [u128; 4] = core::mem::transmute_copy(&value);
                at.cast::<u128>().write(a);
                at.cast::<u128>().add(1).write(b);
                at.cast::<u128>().add(2).write(c);
                at.cast::<u128>().add(3).write(d);
            }
            _ => {
                unrolled::<(), V>(|j| at.cast::<O>().add(j).write(value[j]));
            }
        }
    }
}

/// The vectors of one input at `U` offsets.
///
/// # Safety
/// [`Args`] describes what must be readable there.
#[inline(always)]
unsafe fn load<A: Copy, const V: usize, const U: usize>(
    src: u64,
    inner: i64,
    at: [i64; U],
) -> [[A; V]; U] {
    let base = src as *const u8;
    // SAFETY: the caller's contract; each branch reads what it says.
    unsafe {
        if V == 1 || inner == const { size_of::<A>() as i64 } {
            unrolled(|u| pack(base.offset(at[u] as isize)))
        } else if inner == 0 {
            unrolled(|u| [base.offset(at[u] as isize).cast::<A>().read(); V])
        } else {
            unrolled(|u| {
                unrolled(|j| {
                    base.offset((at[u] + j as i64 * inner) as isize)
                        .cast::<A>()
                        .read()
                })
            })
        }
    }
}

macro_rules! maps {
    ($($name:ident $n:literal $m:literal ($($T:ident $k:tt $slot:tt),*);)*) => {$(
        #[doc = concat!("`out = f(inputs)`, lane by lane, for ", $n, " input(s): `f` gets and returns all lanes of a thread.")]
        ///
        /// # Safety
        /// `args` must describe live buffers, the output apart from the inputs; vectors that are loaded or stored as one
        /// must be aligned.
        #[inline(always)]
        #[allow(non_snake_case)]
        pub unsafe fn $name<$($T: Copy,)* O: Copy, const V: usize, const U: usize>(
            args: &Args<$n, $m>,
            f: impl FnOnce($([[$T; V]; U]),*) -> [[O; V]; U],
        ) {
            let first = ctaid() * (THREADS * U as u32) + tid();
            let index: [u32; U] = unrolled(|u| first + u as u32 * THREADS);
            let at: [[i64; $m]; U] = unrolled(|u| args.modes.offsets(index[u].min(args.total - 1)));
            // SAFETY: indices below `total`; the rest is the caller's contract.
            let out = unsafe { f($(load::<$T, V, U>(args.src[$k], args.inner[$k], unrolled(|u| at[u][$slot]))),*) };
            unrolled::<(), U>(|u| {
                if index[u] < args.total {
                    // SAFETY: an index below `total`; the rest is the caller's contract.
                    unsafe { unpack((args.dst as *mut u8).offset(at[u][0] as isize), out[u]) };
                }
            });
        }
    )*};
}

maps! {
    map1 1 2 (A 0 1);
    map2 2 3 (A 0 1, B 1 2);
    map3 3 4 (A 0 1, B 1 2, C 2 3);
    map4 4 5 (A 0 1, B 1 2, C 2 3, D 3 4);
}
