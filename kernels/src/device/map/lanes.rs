//! The elementwise kernel: any functor, any mix of types.
//!
//! A block works on `U` rounds of 256 vectors, or on 256 columns of vectors `U` rows high where an input repeats down
//! the rows ([`Args`]). Each thread loads its vectors of every input, then computes, then stores, so `U` 16-byte loads an
//! input are in flight. Vectors past the end load another one and store nothing.

use core::mem::transmute_copy as bits;

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
    macro_rules! load_as {
        ($word:ty) => {{
            // SAFETY: the caller's array is as large as the word, readable and aligned to it.
            let word = unsafe { <$word>::load(at) };
            // SAFETY: as large as `[A; V]`, with its bits.
            unsafe { bits(&word) }
        }};
    }
    let wide = |offset: usize| {
        // SAFETY: the caller's array is as large as the vectors that are read of it.
        let vector = unsafe { at.add(offset) };
        // SAFETY: a part of the caller's array, readable and aligned to 16 bytes.
        unsafe { Wide::load(vector) }
    };
    match const { V * size_of::<A>() } {
        1 => load_as!(u8),
        2 => load_as!(u16),
        4 => load_as!(u32),
        8 => load_as!(u64),
        16 => load_as!(Wide),
        // SAFETY: as large as `[A; V]`, with its bits.
        32 => unsafe { bits(&[wide(0), wide(16)]) },
        // SAFETY: as large as `[A; V]`, with its bits.
        64 => unsafe { bits(&[wide(0), wide(16), wide(32), wide(48)]) },
        // SAFETY: element `j` of the caller's array, readable and aligned.
        _ => unrolled(|j| unsafe { read(at.cast::<A>(), j) }),
    }
}

/// Writes `V` neighbours, as [`pack`] reads them.
///
/// # Safety
/// They must be writable, at a multiple of their common size or of 16 bytes if that is more.
#[inline(always)]
unsafe fn unpack<O: Copy, const V: usize>(at: *mut u8, value: [O; V]) {
    macro_rules! store_as {
        ($word:ty) => {{
            // SAFETY: a word as large as `[O; V]`, for which any bits are a value.
            let word: $word = unsafe { bits(&value) };
            // SAFETY: the caller's place is as large as the word, writable and aligned to it.
            unsafe { <$word>::store(at, word) }
        }};
    }
    let put = |offset: usize, vector: Wide| {
        // SAFETY: the caller's place is as large as the vectors that are written to it.
        let place = unsafe { at.add(offset) };
        // SAFETY: a part of the caller's place, writable and aligned to 16 bytes.
        unsafe { Wide::store(place, vector) }
    };
    match const { V * size_of::<O>() } {
        1 => store_as!(u8),
        2 => store_as!(u16),
        4 => store_as!(u32),
        8 => store_as!(u64),
        16 => store_as!(Wide),
        32 => {
            // SAFETY: two vectors, as large as `[O; V]`, for which any bits are a value.
            let [a, b]: [Wide; 2] = unsafe { bits(&value) };
            put(0, a);
            put(16, b);
        }
        64 => {
            // SAFETY: four vectors, as large as `[O; V]`, for which any bits are a value.
            let [a, b, c, d]: [Wide; 4] = unsafe { bits(&value) };
            put(0, a);
            put(16, b);
            put(32, c);
            put(48, d);
        }
        _ => {
            // SAFETY: the place of element `j` of the caller's array, writable and aligned.
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
    let base = src as *const u8;
    let size = const { size_of::<A>() as i64 };
    let whole = |offset: i64| -> [A; V] {
        // SAFETY: the offset is inside the array, by the caller.
        let vector = unsafe { base.offset(offset as isize) };
        // SAFETY: its elements are neighbours, so the vector is readable as one and aligned, by the caller.
        unsafe { pack(vector) }
    };
    let single = |offset: i64| -> A {
        // SAFETY: the offset is inside the array, by the caller.
        let element = unsafe { base.offset(offset as isize) };
        // SAFETY: an element is there, readable and aligned, by the caller.
        let [one] = unsafe { pack::<A, 1>(element) };
        one
    };
    if V == 1 || inner == size {
        if same {
            let one = whole(at[0]);
            unrolled(|_| one)
        } else {
            unrolled(|u| whole(at[u]))
        }
    } else if inner == 0 {
        unrolled(|u| [single(at[u]); V])
    } else {
        unrolled(|u| unrolled(|j| single(at[u] + j as i64 * inner)))
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
            // SAFETY: the offset is inside the output, by the caller.
            let vector = unsafe { (dst as *mut u8).offset(at[u] as isize) };
            // SAFETY: one of the thread's vectors, which the caller says is writable and aligned.
            unsafe { unpack(vector, out[u]) };
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
            $(
                // SAFETY: places of an input, which is live and aligned, by the caller.
                let $T = unsafe {
                    load::<$T, V, U>(
                        args.src[$k],
                        args.inner[$k],
                        unrolled(|u| at[u][$slot]),
                        args.extent != 0 && args.walk[$slot] == 0,
                    )
                };
            )*
            let out = f($($T),*);
            // SAFETY: places of the output, which is live, aligned, and apart from the inputs or equal to one, by the caller.
            unsafe { store(args.dst, unrolled(|u| at[u][0]), left, out) };
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
            // SAFETY: the index is below the total, so its offset is inside the input, by the caller.
            let from = unsafe { (args.src[0] as *const u8).offset(at[1] as isize) };
            // SAFETY: neighbours, readable as one vector and aligned, by the caller.
            let one = unsafe { pack::<A, V>(from) };
            let out = f(unrolled(|_| one));
            // SAFETY: the index is below the total, so its offset is inside the output, by the caller.
            let to = unsafe { (args.dst as *mut u8).offset(at[0] as isize) };
            // SAFETY: a vector of the output, writable and aligned, by the caller.
            unsafe { unpack(to, out[0]) };
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
    let vectors =
        unsafe { load::<A, V, U>(args.src[0], args.inner[0], unrolled(|u| at[u][1]), same) };
    let out = f(vectors);
    // SAFETY: places of the output, which is live, aligned, and apart from the input or equal to it, by the caller.
    unsafe { store(args.dst, unrolled(|u| at[u][0]), left, out) };
}

maps! {
    map1 1 2 (A 0 1);
    map2 2 3 (A 0 1, B 1 2);
    map3 3 4 (A 0 1, B 1 2, C 2 3);
    map4 4 5 (A 0 1, B 1 2, C 2 3, D 3 4);
}
