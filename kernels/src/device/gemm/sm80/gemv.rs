//! A vector by a matrix, at the speed of memory: D of one row, `activation(alpha · x · Bᵀ + beta · C + bias)`.
//!
//! | contiguous in B | a block of 256 threads | a thread |
//! |---|---|---|
//! | K | 16 rows, two a warp | 16-byte vectors of both rows, 32 lanes apart, four in flight; lanes summed by shuffles |
//! | N | eight vectors of rows side by side, 128 bytes | one vector of rows, every 32nd k, eight in flight; summed through shared memory |
//!
//! Bytes with N contiguous have a quarter of the blocks that f32 has, of twice the threads: every 64th k.
//!
//! Roofline: each element of B is read once and used once: the bytes of B over the memory's bandwidth. Sums are in the type of the
//! matrix kernels, in an order that depends on the sizes alone. Measured by `gpu time sm80`.

use azulejo_device::inlined;
use azulejo_tensor::{bf16, f16};
use core::mem;
use core::ops::Add;

use super::args::{Args, View, tile_of};
use super::epilogue::{OutputOp, store_vector};
use super::table::GEMV_ROWS;
use crate::device::ptx::{
    math,
    memory::{Wide, load_volatile},
    shared,
    shared::Shared,
    shuffle::Exchange,
    thread,
};
use crate::device::{repeat, unrolled};

/// An operand's element, `N` of them in 16 bytes, and how they become summands.
pub trait Element<const N: usize>: Copy {
    /// The type of a sum.
    type Sum: Copy + Default + Add<Output = Self::Sum> + Exchange + Shared + OutputOp<Self::Sum>;

    /// The element as a sum takes it.
    fn value(self) -> Self::Sum;

    /// The elements of 16 bytes, likewise.
    fn unpack(words: Wide) -> [Self::Sum; N];

    /// `sum + a · b`.
    fn fma(a: Self::Sum, b: Self::Sum, sum: Self::Sum) -> Self::Sum;

    /// `sum` and the products of two vectors' elements.
    #[inline(always)]
    fn dot(a: Wide, b: Wide, sum: Self::Sum) -> Self::Sum {
        let (a, b, mut sum) = (Self::unpack(a), Self::unpack(b), sum);
        repeat::<N>(inlined!(|i| sum = Self::fma(a[i], b[i], sum)));
        sum
    }

    /// Each sum and its elements of four vectors, times `x` of each.
    #[inline(always)]
    fn scale(a: [Wide; 4], x: [Self; 4], sums: &mut [Self::Sum; N]) {
        repeat::<4>(inlined!(|k| {
            let (row, x) = (Self::unpack(a[k]), x[k].value());
            repeat::<N>(inlined!(|i| sums[i] = Self::fma(row[i], x, sums[i])));
        }));
    }
}

/// Elements: the type of a sum, how many are 16 bytes, a product added to a sum, a value as a sum takes it, and the one of words `$w` that
/// is element `$i`.
macro_rules! elements {
    ($($t:ty: $sum:ty, $lanes:literal, $fma:expr, $value:expr, |$w:ident, $i:ident| $unpack:expr $(, { $($bytes:tt)* })?;)*) => {$(
        impl Element<$lanes> for $t {
            type Sum = $sum;

            #[inline(always)]
            fn value(self) -> $sum {
                $value(self)
            }

            #[inline(always)]
            fn unpack(Wide($w): Wide) -> [$sum; $lanes] {
                unrolled(inlined!(|$i| $unpack))
            }

            #[inline(always)]
            fn fma(a: $sum, b: $sum, sum: $sum) -> $sum {
                $fma(a, b, sum)
            }

            $($($bytes)*)?
        }
    )*};
}

elements! {
    f32: f32, 4, math::fma, |x: f32| x, |w, i| f32::from_bits(w[i]);
    f64: f64, 2, math::fma_f64, |x: f64| x, |w, i| f64::from_bits(w[2 * i] as u64 | (w[2 * i + 1] as u64) << 32);
    f16: f32, 8, math::fma, |x: f16| math::f16_to_f32(x.to_bits()), |w, i| math::f16_to_f32((w[i / 2] >> (16 * (i % 2))) as u16);
    bf16: f32, 8, math::fma, |x: bf16| math::bf16_to_f32(x.to_bits()), |w, i| math::bf16_to_f32((w[i / 2] >> (16 * (i % 2))) as u16);
    i8: i32, 16, |a: i32, b: i32, sum: i32| sum + a * b, |x: i8| x as i32, |w, i| (w[i / 4] >> (8 * (i % 4))) as i8 as i32, {
        // Four products an instruction.
        #[inline(always)]
        fn dot(a: Wide, b: Wide, sum: i32) -> i32 {
            let mut sum = sum;
            repeat::<4>(inlined!(|i| sum = math::dot4(a.0[i], b.0[i], sum)));
            sum
        }

        // A column of four rows in each word, by the four of `x`.
        #[inline(always)]
        fn scale(a: [Wide; 4], x: [i8; 4], sums: &mut [i32; 16]) {
            let x = u32::from_le_bytes(x.map(|x| x as u8));
            repeat::<4>(inlined!(|word| {
                let [p, q, r, s] = [a[0].0[word], a[1].0[word], a[2].0[word], a[3].0[word]];
                let (low, high) = (math::prmt_const::<0x5140>(p, q), math::prmt_const::<0x5140>(r, s));
                let (top, last) = (math::prmt_const::<0x7362>(p, q), math::prmt_const::<0x7362>(r, s));
                let columns = [
                    math::prmt_const::<0x5410>(low, high),
                    math::prmt_const::<0x7632>(low, high),
                    math::prmt_const::<0x5410>(top, last),
                    math::prmt_const::<0x7632>(top, last),
                ];
                repeat::<4>(inlined!(|i| sums[4 * word + i] = math::dot4(columns[i], x, sums[4 * word + i])));
            }));
        }
    };
}

/// Where element `(row, column)` of `view` is in this block's batch.
#[inline(always)]
fn element<T>(view: &View, row: u32, column: u32) -> *const T {
    view.address((row, column, thread::ctaid_z()))
}

/// Stores `count` sums from the front of shared memory at column `n0` of D.
///
/// # Safety
/// The block's sums are written and a barrier passed; the arguments are those of the problem.
#[inline(always)]
unsafe fn store<Sum: OutputOp<Out> + OutputOp<Sum>, Out>(
    args: &Args,
    base: u32,
    n0: u32,
    count: u32,
) {
    let lanes = <Sum as OutputOp<Out>>::LANES;
    let (tid, batch) = (thread::tid(), thread::ctaid_z());
    if tid < count / lanes && n0 + tid * lanes < args.n {
        let at = (0, n0 + tid * lanes, batch);
        // SAFETY: a vector of sums; the column is inside D.
        unsafe { store_vector::<Sum, Out>(Wide::load(base + tid * 16), args, at) };
    }
}

/// The body of the entry points for a B with K contiguous, and x as well.
///
/// # Safety
/// Launched with 256 threads, the table's shared memory, a grid of [`tile_of`]'s numbering, batches along z, and arguments whose views
/// are those of the problem, vectors of both operands at multiples of 16 bytes.
#[inline(always)]
pub unsafe fn along_k<T, Out, const N: usize>(args: Args)
where
    T: Element<N, Sum: OutputOp<Out>>,
{
    let lanes = N as u32;
    let n0 = tile_of(args.group, thread::ctaid(), thread::ctaid_y()).1 * GEMV_ROWS;
    if n0 >= args.n {
        return;
    }
    let (warp, lane) = (thread::tid() / 32, thread::tid() % 32);
    // A row past the end is read as the last one and not stored.
    let row = |i: u32| (n0 + 2 * warp + i).min(args.n - 1);
    let (x, first, second) = (
        element::<T>(&args.a, 0, 0),
        element::<T>(&args.b, row(0), 0),
        element::<T>(&args.b, row(1), 0),
    );
    let vectors = args.k / lanes;
    let mut sums = [T::Sum::default(); 2];
    // SAFETY: vectors and elements below `k` of rows inside the operands; whole warps take part in the shuffles, the whole block in the
    // barrier.
    unsafe {
        let vectors_of = inlined!(|at: u32| {
            [x, first, second].map(|from| load_volatile(from.cast::<u8>().add(16 * at as usize)))
        });
        let mut v = lane;
        // All loads before the first use: what is in flight is what hides the memory's latency.
        while v + 96 < vectors {
            let loaded: [[Wide; 3]; 4] = unrolled(inlined!(|i| vectors_of(v + 32 * i as u32)));
            repeat::<4>(inlined!(|i| {
                sums[0] = T::dot(loaded[i][1], loaded[i][0], sums[0]);
                sums[1] = T::dot(loaded[i][2], loaded[i][0], sums[1]);
            }));
            v += 128;
        }
        while v < vectors {
            let [x, first, second] = vectors_of(v);
            sums[0] = T::dot(first, x, sums[0]);
            sums[1] = T::dot(second, x, sums[1]);
            v += 32;
        }
        let k = vectors * lanes + lane;
        if k < args.k {
            let [x, first, second] =
                [x, first, second].map(|from| from.add(k as usize).read().value());
            sums = [T::fma(first, x, sums[0]), T::fma(second, x, sums[1])];
        }
        let base = shared::base();
        repeat::<2>(inlined!(|i| {
            repeat::<5>(inlined!(|bit| sums[i] = sums[i] + sums[i].across(1 << bit)));
            if lane == 0 {
                <T::Sum as Shared>::store(
                    base + (2 * warp + i as u32) * size_of::<T::Sum>() as u32,
                    sums[i],
                );
            }
        }));
        thread::sync();
        store::<T::Sum, Out>(&args, base, n0, GEMV_ROWS);
    }
}

/// The body of the entry points for a B with N contiguous: `SLOTS` threads share a column.
///
/// # Safety
/// Same requirements as [`along_k`], with eight times `SLOTS` threads; x may have any stride.
#[inline(always)]
pub unsafe fn along_n<T, Out, const N: usize, const SLOTS: u32>(args: Args)
where
    T: Element<N, Sum: OutputOp<Out>>,
{
    let lanes = N as u32;
    let rows = 8 * lanes;
    let n0 = tile_of(args.group, thread::ctaid(), thread::ctaid_y()).1 * rows;
    if n0 >= args.n {
        return;
    }
    let (lane, slot) = (thread::tid() % 8, thread::tid() / 8);
    let n = n0 + lane * lanes;
    let bytes = size_of::<T::Sum>() as u32;
    let base = shared::base();
    // SAFETY: elements inside the operands; the whole block passes the barriers between uses of shared memory.
    unsafe {
        let mut sums = [T::Sum::default(); N];
        let mut k = slot;
        let x = inlined!(|k: u32| element::<T>(&args.a, 0, k).read());
        if n + lanes <= args.n {
            let step = args.b.column * (size_of::<T>() as u32 * SLOTS) as i64;
            let mut from = element::<T>(&args.b, n, slot).cast::<u8>();
            // All loads before the first use.
            while k + 7 * SLOTS < args.k {
                let mut loaded = [Wide([0; 4]); 8];
                repeat::<8>(inlined!(|i| {
                    loaded[i] = load_volatile(from);
                    from = from.wrapping_offset(step as isize);
                }));
                let xs: [T; 8] = unrolled(inlined!(|i| x(k + SLOTS * i as u32)));
                let [a, b, c, d, e, f, g, h] = loaded;
                T::scale([a, b, c, d], [xs[0], xs[1], xs[2], xs[3]], &mut sums);
                T::scale([e, f, g, h], [xs[4], xs[5], xs[6], xs[7]], &mut sums);
                k += 8 * SLOTS;
            }
        }
        let (nothing, zero) = (Wide([0; 4]), mem::zeroed::<T>());
        while k < args.k {
            let from = element::<T>(&args.b, n, k);
            let vector = if n + lanes <= args.n {
                load_volatile(from.cast())
            } else {
                rest(from, args.n.saturating_sub(n))
            };
            T::scale(
                [vector, nothing, nothing, nothing],
                [x(k), zero, zero, zero],
                &mut sums,
            );
            k += SLOTS;
        }
        let to = base + (slot * rows + lane * lanes) * bytes;
        repeat::<N>(inlined!(|i| <T::Sum as Shared>::store(
            to + i as u32 * bytes,
            sums[i]
        )));
        thread::sync();
        let mut sum = T::Sum::default();
        let mine = thread::tid();
        if mine < rows {
            for slot in 0..SLOTS {
                sum = sum + <T::Sum as Shared>::load(base + (slot * rows + mine) * bytes);
            }
        }
        thread::sync();
        if mine < rows {
            <T::Sum as Shared>::store(base + mine * bytes, sum);
        }
        thread::sync();
        store::<T::Sum, Out>(&args, base, n0, rows);
    }
}

/// The first `count` elements from `from`, fewer than a vector holds, and zeros.
///
/// # Safety
/// They are readable.
#[inline(always)]
unsafe fn rest<T: Copy>(from: *const T, count: u32) -> Wide {
    let mut words = [0u32; 4];
    let size = size_of::<T>() as u32;
    repeat::<16>(inlined!(|byte| {
        if (byte as u32) < count * size {
            // SAFETY: upheld by the caller: `count` elements from `from` on are readable.
            let bits = unsafe { from.cast::<u8>().add(byte).read() } as u32;
            words[byte / 4] |= bits << (8 * (byte % 4));
        }
    }));
    Wide(words)
}
