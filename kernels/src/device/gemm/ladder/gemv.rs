//! A vector by a matrix, at the speed of memory: D of one row, `activation(alpha · x · Bᵀ + beta · C + bias)`.
//!
//! | contiguous in B | a block of 256 threads | a thread |
//! |---|---|---|
//! | K | 16 rows, two a warp | 16-byte vectors of both rows, 32 lanes apart, four in flight; lanes summed by shuffles |
//! | N | eight vectors of rows side by side, 128 bytes | one vector of rows, every 32nd k, eight in flight; summed through shared memory |
//!
//! Roofline: each element of B is read once and used once: the bytes of B over the memory's bandwidth. Sums are in the type of the
//! matrix kernels, in an order that depends on the sizes alone. Measured: see `ladder time` in `examples/ladder`.

use azulejo_tensor::{bf16, f16};
use core::mem::{self, transmute};

use super::args::{Args, View, tile_of};
use super::epilogue::Emit;
use super::table::{GEMV_ROWS, GEMV_SLOTS};
use crate::device::ptx::{math, memory::Wide, shared, shared::Shared, shuffle::Exchange, thread};
use crate::device::repeat;

/// An operand's element: how sixteen bytes of it become summands.
pub trait Element: Copy {
    /// The type of a sum.
    type Sum: Copy + Exchange + Shared;
    /// Sums of the elements in 16 bytes.
    type Sums: Copy;
    /// Elements in 16 bytes.
    const LANES: u32;
    /// Zero.
    const ZERO: Self::Sum;

    /// `sum + a · b`.
    fn multiply(a: Self, b: Self, sum: Self::Sum) -> Self::Sum;

    /// The sum of two sums.
    fn add(a: Self::Sum, b: Self::Sum) -> Self::Sum;

    /// `sum` and the products of two vectors' elements.
    fn dot(a: Wide, b: Wide, sum: Self::Sum) -> Self::Sum;

    /// Each sum and its element of `a` times `x`.
    fn scale(a: Wide, x: Self, sums: &mut Self::Sums);

    /// Writes sums one behind the other.
    ///
    /// # Safety
    /// As [`Shared::store`], for each of them.
    unsafe fn put(at: u32, sums: &Self::Sums);
}

macro_rules! element {
    ($($t:ty: $sum:ty, $lanes:literal, |$a:ident, $b:ident, $s:ident| $multiply:expr, |$x:ident, $y:ident| $add:expr;)*) => {$(
        impl Element for $t {
            type Sum = $sum;
            type Sums = [$sum; $lanes];
            const LANES: u32 = $lanes;
            const ZERO: $sum = 0 as $sum;

            #[inline(always)]
            fn multiply($a: $t, $b: $t, $s: $sum) -> $sum {
                $multiply
            }

            #[inline(always)]
            fn add($x: $sum, $y: $sum) -> $sum {
                $add
            }

            #[inline(always)]
            fn dot(a: Wide, b: Wide, sum: $sum) -> $sum {
                // SAFETY: 16 bytes of elements, of which any bits are values.
                let (a, b) = unsafe { (transmute::<Wide, [$t; $lanes]>(a), transmute::<Wide, [$t; $lanes]>(b)) };
                let mut sum = sum;
                repeat::<$lanes>(
                    #[inline(always)]
                    |i| sum = Self::multiply(a[i], b[i], sum),
                );
                sum
            }

            #[inline(always)]
            fn scale(a: Wide, x: $t, sums: &mut [$sum; $lanes]) {
                // SAFETY: as above.
                let a: [$t; $lanes] = unsafe { transmute(a) };
                repeat::<$lanes>(
                    #[inline(always)]
                    |i| sums[i] = Self::multiply(a[i], x, sums[i]),
                );
            }

            #[inline(always)]
            unsafe fn put(at: u32, sums: &[$sum; $lanes]) {
                repeat::<$lanes>(
                    #[inline(always)]
                    |i| {
                        // SAFETY: the caller's contract.
                        unsafe { <$sum as Shared>::store(at + i as u32 * size_of::<$sum>() as u32, sums[i]) }
                    },
                );
            }
        }
    )*};
}

#[inline(always)]
fn of_f16(x: f16) -> f32 {
    math::f16_to_f32(x.to_bits())
}

#[inline(always)]
fn of_bf16(x: bf16) -> f32 {
    f32::from_bits((x.to_bits() as u32) << 16)
}

element! {
    f32: f32, 4, |a, b, s| math::fma(a, b, s), |x, y| x + y;
    f16: f32, 8, |a, b, s| math::fma(of_f16(a), of_f16(b), s), |x, y| x + y;
    bf16: f32, 8, |a, b, s| math::fma(of_bf16(a), of_bf16(b), s), |x, y| x + y;
    f64: f64, 2, |a, b, s| math::fma_f64(a, b, s), |x, y| x + y;
    i8: i32, 16, |a, b, s| s.wrapping_add(a as i32 * b as i32), |x, y| x.wrapping_add(y);
}

/// Where element `(row, column)` of `view` is in this block's batch.
#[inline(always)]
fn element<T>(view: &View, row: u32, column: u32) -> *const T {
    let offset =
        row as i64 * view.row + column as i64 * view.column + thread::ctaid_z() as i64 * view.batch;
    view.base
        .wrapping_add_signed(offset * size_of::<T>() as i64) as *const T
}

/// Stores `count` sums from the front of shared memory at column `n0` of D.
///
/// # Safety
/// The block's sums are written and a barrier passed; the arguments are those of the problem.
#[inline(always)]
unsafe fn store<Sum: Emit<Out> + Emit<Alt>, Out, Alt>(args: &Args, base: u32, n0: u32, count: u32) {
    let lanes = <Sum as Emit<Out>>::LANES;
    let (tid, batch) = (thread::tid(), thread::ctaid_z());
    if tid < count / lanes && n0 + tid * lanes < args.n {
        let at = (0, n0 + tid * lanes, batch);
        // SAFETY: a vector of sums; the column is inside D.
        unsafe {
            let sums = Wide::load(base + tid * 16);
            if size_of::<Out>() != size_of::<Alt>() && args.single != 0 {
                <Sum as Emit<Alt>>::store(sums, args, at);
            } else {
                <Sum as Emit<Out>>::store(sums, args, at);
            }
        }
    }
}

/// The body of the entry points for a B with K contiguous, and x as well.
///
/// # Safety
/// Launched with 256 threads, the table's shared memory, a grid of [`tile_of`]'s numbering, batches along z, and arguments whose views
/// are those of the problem, vectors of both operands at multiples of 16 bytes.
#[inline(always)]
pub unsafe fn along_k<T, Out, Alt>(args: Args)
where
    T: Element<Sum: Emit<Out> + Emit<Alt>>,
{
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
    let vectors = args.k / T::LANES;
    let mut sums = [T::ZERO; 2];
    // SAFETY: vectors and elements below `k` of rows inside the operands; whole warps take part in the shuffles, the whole block in the
    // barrier.
    unsafe {
        let vector =
            #[inline(always)]
            |from: *const T, at: u32| -> Wide { from.cast::<Wide>().add(at as usize).read() };
        let mut v = lane;
        while v < vectors {
            let mut loaded: [[Wide; 3]; 4] = mem::zeroed();
            repeat::<4>(
                #[inline(always)]
                |i| {
                    let at = v + 32 * i as u32;
                    if at < vectors {
                        loaded[i] = [vector(x, at), vector(first, at), vector(second, at)];
                    }
                },
            );
            repeat::<4>(
                #[inline(always)]
                |i| {
                    sums[0] = T::dot(loaded[i][1], loaded[i][0], sums[0]);
                    sums[1] = T::dot(loaded[i][2], loaded[i][0], sums[1]);
                },
            );
            v += 128;
        }
        let k = vectors * T::LANES + lane;
        if k < args.k {
            let x = x.add(k as usize).read();
            sums[0] = T::multiply(first.add(k as usize).read(), x, sums[0]);
            sums[1] = T::multiply(second.add(k as usize).read(), x, sums[1]);
        }
        let base = shared::base();
        repeat::<2>(
            #[inline(always)]
            |i| {
                repeat::<5>(
                    #[inline(always)]
                    |bit| sums[i] = T::add(sums[i], sums[i].across(1 << bit)),
                );
                if lane == 0 {
                    <T::Sum as Shared>::store(
                        base + (2 * warp + i as u32) * size_of::<T::Sum>() as u32,
                        sums[i],
                    );
                }
            },
        );
        thread::sync();
        store::<T::Sum, Out, Alt>(&args, base, n0, GEMV_ROWS);
    }
}

/// The body of the entry points for a B with N contiguous.
///
/// # Safety
/// As [`along_k`]; x may have any stride.
#[inline(always)]
pub unsafe fn along_n<T, Out, Alt>(args: Args)
where
    T: Element<Sum: Emit<Out> + Emit<Alt>>,
{
    let rows = const { 8 * T::LANES };
    let n0 = tile_of(args.group, thread::ctaid(), thread::ctaid_y()).1 * rows;
    if n0 >= args.n {
        return;
    }
    let (lane, slot) = (thread::tid() % 8, thread::tid() / 8);
    let n = n0 + lane * T::LANES;
    let bytes = size_of::<T::Sum>() as u32;
    let base = shared::base();
    // SAFETY: elements inside the operands; the whole block passes the barriers between uses of shared memory. All-zero bits are sums.
    unsafe {
        let mut sums: T::Sums = mem::zeroed();
        let mut k = slot;
        while k < args.k {
            let mut loaded: [(Wide, T); 8] = mem::zeroed();
            repeat::<8>(
                #[inline(always)]
                |i| {
                    let k = k + GEMV_SLOTS * i as u32;
                    if k < args.k {
                        let from = element::<T>(&args.b, n, k);
                        let vector = if n + T::LANES <= args.n {
                            from.cast::<Wide>().read()
                        } else {
                            rest(from, args.n.saturating_sub(n))
                        };
                        loaded[i] = (vector, element::<T>(&args.a, 0, k).read());
                    }
                },
            );
            repeat::<8>(
                #[inline(always)]
                |i| T::scale(loaded[i].0, loaded[i].1, &mut sums),
            );
            k += 8 * GEMV_SLOTS;
        }
        T::put(base + (slot * rows + lane * T::LANES) * bytes, &sums);
        thread::sync();
        let mut sum = T::ZERO;
        let mine = thread::tid();
        if mine < rows {
            for slot in 0..GEMV_SLOTS {
                sum = T::add(
                    sum,
                    <T::Sum as Shared>::load(base + (slot * rows + mine) * bytes),
                );
            }
        }
        thread::sync();
        if mine < rows {
            <T::Sum as Shared>::store(base + mine * bytes, sum);
        }
        thread::sync();
        store::<T::Sum, Out, Alt>(&args, base, n0, rows);
    }
}

/// The first `count` elements from `from`, fewer than a vector holds, and zeros.
///
/// # Safety
/// They are readable.
#[inline(always)]
unsafe fn rest<T: Element>(from: *const T, count: u32) -> Wide {
    let mut words = [0u32; 4];
    let size = size_of::<T>() as u32;
    repeat::<16>(
        #[inline(always)]
        |byte| {
            if (byte as u32) < count * size {
                // SAFETY: the caller's contract.
                let bits = unsafe { from.cast::<u8>().add(byte).read() } as u32;
                words[byte / 4] |= bits << (8 * (byte % 4));
            }
        },
    );
    Wide(words)
}
