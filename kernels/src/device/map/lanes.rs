//! The elementwise kernel: any functor, any mix of types.
//!
//! A block works on `U` rounds of 256 vectors, or on 256 columns of vectors `U` rows high where an input repeats down
//! the rows ([`Args`]). Each thread loads its vectors of every input, then computes, then stores, so `U` 16-byte loads an
//! input are in flight. Vectors past the end load another one and store nothing.

use super::args::{Args, LINE, THREADS};
use crate::device::{
    ptx::{
        memory::{Global, Wide},
        thread::{ctaid, tid},
    },
    unrolled,
};

/// Reads `V` neighbours as one access of up to 16 bytes, or as several of 16.
///
/// # Safety
/// They must be readable, at a multiple of their common size or of 16 bytes if that is more.
#[inline(always)]
pub unsafe fn pack<A: Copy, const V: usize>(at: *const u8) -> [A; V] {
    use core::mem::transmute_copy as bits;
    // SAFETY: accesses of exactly the array's size, aligned by the caller; any bits of the unsigned types are bits of
    // `[A; V]`, which is as large.
    unsafe {
        match const { V * size_of::<A>() } {
            1 => bits(&u8::load(at)),
            2 => bits(&u16::load(at)),
            4 => bits(&u32::load(at)),
            8 => bits(&u64::load(at)),
            16 => bits(&Wide::load(at)),
            32 => bits(&[Wide::load(at), Wide::load(at.add(16))]),
            64 => bits(&[
                Wide::load(at),
                Wide::load(at.add(16)),
                Wide::load(at.add(32)),
                Wide::load(at.add(48)),
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
    use core::mem::transmute_copy as bits;
    // SAFETY: accesses of exactly the array's size, aligned by the caller; any bits of `[O; V]` are bits of the unsigned types.
    unsafe {
        match const { V * size_of::<O>() } {
            1 => u8::store(at, bits(&value)),
            2 => u16::store(at, bits(&value)),
            4 => u32::store(at, bits(&value)),
            8 => u64::store(at, bits(&value)),
            16 => Wide::store(at, bits(&value)),
            32 => {
                let [a, b]: [Wide; 2] = bits(&value);
                Wide::store(at, a);
                Wide::store(at.add(16), b);
            }
            64 => {
                let [a, b, c, d]: [Wide; 4] = bits(&value);
                Wide::store(at, a);
                Wide::store(at.add(16), b);
                Wide::store(at.add(32), c);
                Wide::store(at.add(48), d);
            }
            _ => {
                unrolled::<(), V>(|j| at.cast::<O>().add(j).write(value[j]));
            }
        }
    }
}

/// The vectors of one input at `U` offsets; `same` says that all are the first.
///
/// # Safety
/// [`Args`] describes what must be readable there.
#[inline(always)]
pub unsafe fn load<A: Copy, const V: usize, const U: usize>(
    src: u64,
    inner: i64,
    at: [i64; U],
    same: bool,
) -> [[A; V]; U] {
    let base = src as *const u8;
    let size = const { size_of::<A>() as i64 };
    // SAFETY: the vectors at the offsets are readable and aligned, by the caller; each branch reads what it says.
    unsafe {
        if V == 1 || inner == size {
            if same {
                let one: [A; V] = pack(base.offset(at[0] as isize));
                unrolled(|_| one)
            } else {
                unrolled(|u| pack(base.offset(at[u] as isize)))
            }
        } else if inner == 0 {
            unrolled(|u| {
                let [one] = pack::<A, 1>(base.offset(at[u] as isize));
                [one; V]
            })
        } else {
            unrolled(|u| {
                unrolled(|j| {
                    let [one] = pack::<A, 1>(base.offset((at[u] + j as i64 * inner) as isize));
                    one
                })
            })
        }
    }
}

/// Stores the first `left` vectors of a thread.
///
/// # Safety
/// [`Args`] describes what must be writable there.
#[inline(always)]
pub unsafe fn store<O: Copy, const V: usize, const U: usize>(
    dst: u64,
    at: [i64; U],
    left: u32,
    out: [[O; V]; U],
) {
    unrolled::<(), U>(|u| {
        if (u as u32) < left {
            // SAFETY: one of the thread's vectors, which the caller says is writable and aligned.
            unsafe { unpack((dst as *mut u8).offset(at[u] as isize), out[u]) };
        }
    });
}

macro_rules! maps {
    ($($name:ident $n:literal $m:literal ($($T:ident $k:tt $slot:tt),*);)*) => {$(
        #[doc = concat!("`out = f(inputs)`, lane by lane, for ", $n, " input(s): `f` gets and returns all lanes of a thread.")]
        ///
        /// # Safety
        /// `args` must describe live buffers, the output apart from the inputs or equal to one of them, place for place;
        /// vectors that are loaded or stored as one must be aligned.
        #[inline(always)]
        #[allow(non_snake_case)]
        pub unsafe fn $name<$($T: Copy,)* O: Copy, const V: usize, const U: usize>(
            args: &Args<$n, $m>,
            f: impl FnOnce($([[$T; V]; U]),*) -> [[O; V]; U],
        ) {
            let (at, left) = args.places::<U>(ctaid(), tid());
            // SAFETY: places of the arrays, which are live, aligned and apart or equal, by the caller.
            unsafe {
                let out = f($(load::<$T, V, U>(
                    args.src[$k],
                    args.inner[$k],
                    unrolled(|u| at[u][$slot]),
                    args.extent != 0 && args.walk[$slot] == 0,
                )),*);
                store(args.dst, unrolled(|u| at[u][0]), left, out);
            }
        }
    )*};
}

/// As [`map1`], in blocks of `T` threads; in fewer than [`THREADS`], a part of them, a thread has one vector.
///
/// # Safety
/// As [`map1`].
#[inline(always)]
pub unsafe fn map1_by<A: Copy, O: Copy, const V: usize, const U: usize, const T: u32>(
    args: &Args<1, 2>,
    f: impl FnOnce([[A; V]; U]) -> [[O; V]; U],
) {
    const { assert!(T == THREADS || U == 1 && THREADS.is_multiple_of(T)) }
    if T != THREADS && args.extent == LINE && args.inner[0] == const { size_of::<A>() as i64 } {
        // A thread lives for one vector: nothing that a line does not need comes before its load.
        let index = ctaid() * T + tid();
        if index < args.total {
            let at = args.modes.on_line(index);
            // SAFETY: one vector of each array, which are live, aligned and apart or equal, by the caller.
            unsafe {
                let one = pack::<A, V>((args.src[0] as *const u8).offset(at[1] as isize));
                let out = f(unrolled(|_| one));
                unpack((args.dst as *mut u8).offset(at[0] as isize), out[0]);
            }
        }
        return;
    }
    let (block, thread) = if T == THREADS {
        (ctaid(), tid())
    } else {
        let at = ctaid() * T + tid();
        (at / THREADS, at % THREADS)
    };
    let (at, left) = args.places::<U>(block, thread);
    // SAFETY: places of the arrays, which are live, aligned and apart or equal, by the caller.
    unsafe {
        let same = args.extent != 0 && args.walk[1] == 0;
        let out = f(load::<A, V, U>(
            args.src[0],
            args.inner[0],
            unrolled(|u| at[u][1]),
            same,
        ));
        store(args.dst, unrolled(|u| at[u][0]), left, out);
    }
}

maps! {
    map1 1 2 (A 0 1);
    map2 2 3 (A 0 1, B 1 2);
    map3 3 4 (A 0 1, B 1 2, C 2 3);
    map4 4 5 (A 0 1, B 1 2, C 2 3, D 3 4);
}
