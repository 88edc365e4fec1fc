//! The elementwise kernel: any functor, any mix of types.
//!
//! A block works on `U` rounds of 256 vectors, or on 256 columns of vectors `U` rows high where an input repeats down
//! the rows ([`Args`]). Each thread loads its vectors of every input, then computes, then stores, so `U` 16-byte loads an
//! input are in flight. Vectors past the end load another one and store nothing.

use super::args::{Args, LINE, THREADS};
use crate::device::{
    element::{read, write},
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
    macro_rules! elements {
        ($words:expr) => {{
            let words = $words;
            // SAFETY: the words of this arm are as large as `[A; V]`, and any bits of theirs are elements.
            unsafe { bits(&words) }
        }};
    }
    let wide = #[inline(always)]
    |byte| {
        // SAFETY: the array has bytes from there on in the arms that ask for them.
        let at = unsafe { at.add(byte) };
        // SAFETY: 16 bytes of the array, readable and aligned to 16 by the caller.
        unsafe { Wide::load(at) }
    };
    match const { V * size_of::<A>() } {
        // SAFETY: the array is a byte, which is readable by the caller.
        1 => elements!(unsafe { u8::load(at) }),
        // SAFETY: the array is 2 bytes, readable and aligned to 2 by the caller.
        2 => elements!(unsafe { u16::load(at) }),
        // SAFETY: the array is 4 bytes, readable and aligned to 4 by the caller.
        4 => elements!(unsafe { u32::load(at) }),
        // SAFETY: the array is 8 bytes, readable and aligned to 8 by the caller.
        8 => elements!(unsafe { u64::load(at) }),
        16 => elements!(wide(0)),
        32 => elements!([wide(0), wide(16)]),
        64 => elements!([wide(0), wide(16), wide(32), wide(48)]),
        // SAFETY: the caller has `V` readable, aligned elements.
        _ => unrolled(|j| unsafe { read(at.cast::<A>(), j) }),
    }
}

/// Writes `V` neighbours, as [`pack`] reads them.
///
/// # Safety
/// They must be writable, at a multiple of their common size or of 16 bytes if that is more.
#[inline(always)]
unsafe fn unpack<O: Copy, const V: usize>(at: *mut u8, value: [O; V]) {
    macro_rules! words {
        ($words:ty) => {
            // SAFETY: the words of this arm are as large as `[O; V]`, and any bits of elements are words.
            unsafe { core::mem::transmute_copy::<[O; V], $words>(&value) }
        };
    }
    let wide = #[inline(always)]
    |byte, word| {
        // SAFETY: the array has bytes from there on in the arms that ask for them.
        let at = unsafe { at.add(byte) };
        // SAFETY: 16 bytes of the array, writable and aligned to 16 by the caller.
        unsafe { Wide::store(at, word) };
    };
    match const { V * size_of::<O>() } {
        // SAFETY: the array is a byte, which is writable by the caller.
        1 => unsafe { u8::store(at, words!(u8)) },
        // SAFETY: the array is 2 bytes, writable and aligned to 2 by the caller.
        2 => unsafe { u16::store(at, words!(u16)) },
        // SAFETY: the array is 4 bytes, writable and aligned to 4 by the caller.
        4 => unsafe { u32::store(at, words!(u32)) },
        // SAFETY: the array is 8 bytes, writable and aligned to 8 by the caller.
        8 => unsafe { u64::store(at, words!(u64)) },
        16 => wide(0, words!(Wide)),
        32 => {
            let [a, b] = words!([Wide; 2]);
            wide(0, a);
            wide(16, b);
        }
        64 => {
            let [a, b, c, d] = words!([Wide; 4]);
            wide(0, a);
            wide(16, b);
            wide(32, c);
            wide(48, d);
        }
        _ => {
            // SAFETY: the caller has `V` writable, aligned places.
            unrolled::<(), V>(|j| unsafe { write(at.cast::<O>(), j, value[j]) });
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
    let size = const { size_of::<A>() as i64 };
    if V == 1 || inner == size {
        // SAFETY: a vector at one of the offsets, readable and aligned by the caller.
        let vector = |u: usize| unsafe { pack_at::<A, V>(src, at[u]) };
        if same {
            let one = vector(0);
            unrolled(|_| one)
        } else {
            unrolled(vector)
        }
    } else if inner == 0 {
        unrolled(|u| {
            // SAFETY: the one element at the offset, readable and aligned by the caller.
            let [one] = unsafe { pack_at::<A, 1>(src, at[u]) };
            [one; V]
        })
    } else {
        unrolled(|u| {
            unrolled(|j| {
                // SAFETY: element `j` of the vector at the offset, `inner` bytes apart, readable and aligned by the caller.
                let [one] = unsafe { pack_at::<A, 1>(src, at[u] + j as i64 * inner) };
                one
            })
        })
    }
}

/// [`pack`] of the vector `offset` bytes after `src`.
///
/// # Safety
/// Same requirements as [`pack`]; the allocation at `src` has the vector.
#[inline(always)]
unsafe fn pack_at<A: Copy, const V: usize>(src: u64, offset: i64) -> [A; V] {
    // SAFETY: the caller's allocation has the vector.
    let at = unsafe { (src as *const u8).offset(offset as isize) };
    // SAFETY: readable and aligned by the caller.
    unsafe { pack(at) }
}

/// [`unpack`] to the vector `offset` bytes after `dst`.
///
/// # Safety
/// Same requirements as [`unpack`]; the allocation at `dst` has the vector.
#[inline(always)]
unsafe fn unpack_at<O: Copy, const V: usize>(dst: u64, offset: i64, value: [O; V]) {
    // SAFETY: the caller's allocation has the vector.
    let at = unsafe { (dst as *mut u8).offset(offset as isize) };
    // SAFETY: writable and aligned by the caller.
    unsafe { unpack(at, value) }
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
            unsafe { unpack_at(dst, at[u], out[u]) };
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
            let out = f($(
                // SAFETY: places of a live array, aligned, by the caller.
                unsafe {
                    load::<$T, V, U>(
                        args.src[$k],
                        args.inner[$k],
                        unrolled(|u| at[u][$slot]),
                        args.extent != 0 && args.walk[$slot] == 0,
                    )
                }
            ),*);
            // SAFETY: places of the output, live, aligned and apart from the inputs or equal to one, by the caller.
            unsafe { store(args.dst, unrolled(|u| at[u][0]), left, out) };
        }
    )*};
}

/// As [`map1`], in blocks of `T` threads; in fewer than [`THREADS`], a part of them, a thread has one vector.
///
/// # Safety
/// Same requirements as [`map1`].
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
            // SAFETY: a vector of the input, which is live and aligned, by the caller.
            let one = unsafe { pack_at::<A, V>(args.src[0], at[1]) };
            let out = f(unrolled(|_| one));
            // SAFETY: a vector of the output, which is live, aligned and apart from the input or equal to it, by the caller.
            unsafe { unpack_at(args.dst, at[0], out[0]) };
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
    let same = args.extent != 0 && args.walk[1] == 0;
    // SAFETY: places of the input, which is live and aligned, by the caller.
    let loaded =
        unsafe { load::<A, V, U>(args.src[0], args.inner[0], unrolled(|u| at[u][1]), same) };
    let out = f(loaded);
    // SAFETY: places of the output, live, aligned and apart from the input or equal to it, by the caller.
    unsafe { store(args.dst, unrolled(|u| at[u][0]), left, out) };
}

maps! {
    map1 1 2 (A 0 1);
    map2 2 3 (A 0 1, B 1 2);
    map3 3 4 (A 0 1, B 1 2, C 2 3);
    map4 4 5 (A 0 1, B 1 2, C 2 3, D 3 4);
}
