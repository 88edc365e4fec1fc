//! Softmax and layer norm: a CTA per row, the row read once and kept in shared memory where it fits.

use azulejo_scalar::math::{exp2_f32, sqrt_f32};
use azulejo_scalar::num::Stored;

use super::{
    args::{Rows, SCRATCH, THREADS},
    block::combine,
};
use crate::device::{
    element::read,
    ptx::{
        shared::{self, Shared},
        thread::{ctaid, tid},
    },
    repeat, unrolled,
};

/// The same carrier, as one that the compiler knows nothing about: what was computed from it is computed again, not kept.
#[inline(always)]
fn fresh<C: Carrier>(carrier: C) -> C {
    if const { size_of::<C>() != 16 } {
        return carrier;
    }
    // SAFETY: four words, as large as the carrier.
    let [mut a, mut b, mut c, mut d]: [u32; 4] = unsafe { core::mem::transmute_copy(&carrier) };
    // SAFETY: an empty template.
    unsafe {
        core::arch::asm!("// {} {} {} {}", inout(reg32) a, inout(reg32) b, inout(reg32) c, inout(reg32) d,
            options(pure, nomem, nostack))
    };
    // SAFETY: a carrier is as large as the four words, which are its own.
    unsafe { core::mem::transmute_copy(&[a, b, c, d]) }
}

/// Vectors of a row that a thread can hold in registers.
const HELD: u32 = 8;

/// Carries `V` elements as one register-wide value.
pub trait Carrier: Shared {}
impl<T: Shared> Carrier for T {}

/// The `V` elements of a carrier, as `f32`.
#[inline(always)]
fn lanes<T: Stored<Wide = f32>, C: Carrier, const V: usize>(carrier: C) -> [f32; V] {
    // SAFETY: a carrier is as large as `V` elements, and any bits are elements.
    let elements: [T; V] = unsafe { core::mem::transmute_copy(&carrier) };
    unrolled(|v| elements[v].widen())
}

#[inline(always)]
fn carrier<T: Stored<Wide = f32>, C: Carrier, const V: usize>(lanes: [f32; V]) -> C {
    let elements = T::narrow_all(lanes);
    // SAFETY: a carrier is as large as `V` elements, and any bits are a carrier.
    unsafe { core::mem::transmute_copy(&elements) }
}

/// Where this block's row is and how its vectors are reached.
struct Row {
    src: *const u8,
    dst: *mut u8,
    vectors: u32,
    kept: bool,
}

impl Row {
    #[inline(always)]
    fn of(args: &Rows) -> Self {
        let [to, from] = args.rows.offsets(ctaid());
        Self {
            src: (args.src as *const u8).wrapping_offset(from as isize),
            dst: (args.dst as *mut u8).wrapping_offset(to as isize),
            vectors: args.vectors,
            kept: args.kept != 0,
        }
    }

    /// Calls `f` on this thread's vectors, first read from memory, four loads in flight.
    ///
    /// # Safety
    /// The row must be readable; shared memory past the scratch must hold it where it is kept.
    #[inline(always)]
    unsafe fn first<C: Carrier>(&self, mut f: impl FnMut(C)) {
        let size = const { size_of::<C>() as u32 };
        let place = shared::base() + SCRATCH;
        let mut at = tid();
        while at < self.vectors {
            let index: [u32; 4] = unrolled(|u| (at + u as u32 * THREADS).min(self.vectors - 1));
            let c: [C; 4] = unrolled(|u| {
                // SAFETY: an index below `vectors` of a row that is readable, by the caller.
                unsafe { read(self.src.cast::<C>(), index[u] as usize) }
            });
            let mut use_one = |u: u32, c: C| {
                if at + u * THREADS < self.vectors {
                    if self.kept {
                        // SAFETY: this vector's own place in shared memory, which only this thread uses.
                        unsafe { C::store(place + (at + u * THREADS) * size, c) };
                    }
                    f(c);
                }
            };
            use_one(0, c[0]);
            use_one(1, c[1]);
            use_one(2, c[2]);
            use_one(3, c[3]);
            at += 4 * THREADS;
        }
    }

    /// Calls `f` on this thread's vectors again, with their indices.
    ///
    /// # Safety
    /// Same requirements as [`Row::first`], after it.
    #[inline(always)]
    unsafe fn again<C: Carrier>(&self, mut f: impl FnMut(u32, C)) {
        let size = const { size_of::<C>() as u32 };
        let place = shared::base() + SCRATCH;
        let mut at = tid();
        while at < self.vectors {
            let c = if self.kept {
                // SAFETY: this thread stored that vector itself.
                unsafe { C::load(place + at * size) }
            } else {
                // SAFETY: an index below `vectors` of a row that is readable, by the caller.
                unsafe { read(self.src.cast::<C>(), at as usize) }
            };
            f(at, c);
            at += THREADS;
        }
    }
}

/// `exp(x - max) / sum(exp(x - max))` of a row.
///
/// # Safety
/// `args` must describe live rows apart from each other, aligned to the carrier; shared memory must hold the scratch and,
/// where it is kept, a row.
#[inline(always)]
pub unsafe fn softmax<T: Stored<Wide = f32>, C: Carrier, const V: usize>(args: &Rows) {
    const LOG2_E: f32 = core::f32::consts::LOG2_E;
    let row = Row::of(args);
    // The sum's terms are relative to the largest element so far, but never to minus infinity.
    let (mut largest, mut sum) = (f32::MIN, 0.0f32);
    let online = |c| {
        let x: [f32; V] = lanes::<T, C, V>(c);
        let mut m = largest;
        repeat::<V>(|v| m = m.max(x[v]));
        let mut terms = 0.0;
        repeat::<V>(|v| terms += exp2_f32((x[v] - m) * LOG2_E));
        sum = sum * exp2_f32((largest - m) * LOG2_E) + terms;
        largest = m;
    };
    // SAFETY: the row is live and aligned, and shared memory holds it where it is kept, by the caller.
    unsafe { row.first::<C>(online) };
    // SAFETY: the whole block is here; shared memory holds the scratch, by the caller.
    let all = unsafe { combine(largest, f32::max) };
    // SAFETY: the whole block is here; a barrier comes before the scratch is used again.
    let total = unsafe { combine(sum * exp2_f32((largest - all) * LOG2_E), |a, b| a + b) };
    let factor = 1.0 / total;
    let store = |at: u32, c| {
        let x: [f32; V] = lanes::<T, C, V>(c);
        let y = unrolled(|v| exp2_f32((x[v] - all) * LOG2_E) * factor);
        // SAFETY: an index below `vectors` of the row's output, which is live, aligned and apart, by the caller.
        let place = unsafe { row.dst.cast::<C>().add(at as usize) };
        // SAFETY: a vector of this block's row of the output, which this thread alone writes.
        unsafe { place.write(carrier::<T, C, V>(y)) };
    };
    // SAFETY: the row was read first above; it is live and aligned, by the caller.
    unsafe { row.again::<C>(store) };
}

/// `(x - mean) / sqrt(variance + epsilon) * scale + shift` of a row.
///
/// # Safety
/// Same requirements as [`softmax`]; scale and shift must be rows, where they are given.
#[inline(always)]
pub unsafe fn layer_norm<T: Stored<Wide = f32>, C: Carrier, const V: usize>(args: &Rows) {
    let row = Row::of(args);
    if row.vectors <= HELD * THREADS {
        // SAFETY: rows are live, aligned and apart, and shared memory holds the scratch, by the caller; the whole block is here.
        return unsafe { layer_norm_held::<T, C, V>(args, &row) };
    }
    let mut sum = 0.0f32;
    let add = |c| {
        let x: [f32; V] = lanes::<T, C, V>(c);
        repeat::<V>(|v| sum += x[v]);
    };
    // SAFETY: the row is live and aligned, and shared memory holds it where it is kept, by the caller.
    unsafe { row.first::<C>(add) };
    // SAFETY: the whole block is here; shared memory holds the scratch, by the caller.
    let mean = unsafe { combine(sum, |a, b| a + b) } * args.inverse;
    let mut squares = 0.0f32;
    let square = |_, c| {
        let x: [f32; V] = lanes::<T, C, V>(c);
        repeat::<V>(|v| squares += (x[v] - mean) * (x[v] - mean));
    };
    // SAFETY: the row was read first above; it is live and aligned, by the caller.
    unsafe { row.again::<C>(square) };
    // SAFETY: the whole block is here; shared memory holds the scratch, by the caller.
    let variance = unsafe { combine(squares, |a, b| a + b) } * args.inverse;
    let factor = 1.0 / sqrt_f32(variance + args.epsilon);
    let store = |at, c| {
        let x: [f32; V] = lanes::<T, C, V>(c);
        // SAFETY: an index below `vectors`; scale, shift and the output are live and aligned, by the caller.
        unsafe { finish::<T, C, V>(args, &row, at, x, mean, factor) };
    };
    // SAFETY: the row was read first above; it is live and aligned, by the caller.
    unsafe { row.again::<C>(store) };
}

/// The same for a row whose vectors all fit in registers, eight a thread, loaded at once.
///
/// # Safety
/// Same requirements as [`softmax`]; the row has at most `HELD * THREADS` vectors.
#[inline(always)]
unsafe fn layer_norm_held<T: Stored<Wide = f32>, C: Carrier, const V: usize>(
    args: &Rows,
    row: &Row,
) {
    let index = |u: usize| tid() + u as u32 * THREADS;
    let held: [C; HELD as usize] = unrolled(|u| {
        let at = index(u).min(row.vectors - 1) as usize;
        // SAFETY: an index below `vectors` of a row that is live and aligned, by the caller.
        unsafe { read(row.src.cast::<C>(), at) }
    });
    let mut sum = 0.0f32;
    repeat::<{ HELD as usize }>(|u| {
        if index(u) < row.vectors {
            let x: [f32; V] = lanes::<T, C, V>(held[u]);
            repeat::<V>(|v| sum += x[v]);
        }
    });
    // SAFETY: the whole block is here; shared memory holds the scratch, by the caller.
    let mean = unsafe { combine(sum, |a, b| a + b) } * args.inverse;
    let mut squares = 0.0f32;
    repeat::<{ HELD as usize }>(|u| {
        if index(u) < row.vectors {
            let x: [f32; V] = lanes::<T, C, V>(fresh(held[u]));
            repeat::<V>(|v| squares += (x[v] - mean) * (x[v] - mean));
        }
    });
    // SAFETY: the whole block is here; shared memory holds the scratch, by the caller.
    let variance = unsafe { combine(squares, |a, b| a + b) } * args.inverse;
    let factor = 1.0 / sqrt_f32(variance + args.epsilon);
    repeat::<{ HELD as usize }>(|u| {
        if index(u) < row.vectors {
            let x: [f32; V] = lanes::<T, C, V>(fresh(held[u]));
            // SAFETY: an index below `vectors`; scale, shift and the output are live and aligned, by the caller.
            unsafe { finish::<T, C, V>(args, row, index(u), x, mean, factor) };
        }
    });
}

/// Scales, shifts and stores vector `at` of a row.
///
/// # Safety
/// Same requirements as [`layer_norm`]; `at` is below the row's vectors.
#[inline(always)]
unsafe fn finish<T: Stored<Wide = f32>, C: Carrier, const V: usize>(
    args: &Rows,
    row: &Row,
    at: u32,
    x: [f32; V],
    mean: f32,
    factor: f32,
) {
    let row_of = |address: u64, otherwise: f32| -> [f32; V] {
        if address == 0 {
            [otherwise; V]
        } else {
            // SAFETY: `at` is below the vectors of rows that are live and aligned, by the caller.
            lanes::<T, C, V>(unsafe { read(address as *const C, at as usize) })
        }
    };
    let (scale, shift) = (row_of(args.scale, 1.0), row_of(args.shift, 0.0));
    let y = unrolled(|v| (x[v] - mean) * factor * scale[v] + shift[v]);
    // SAFETY: below `vectors`, in this block's row of the output.
    let place = unsafe { row.dst.cast::<C>().add(at as usize) };
    // SAFETY: a vector of this block's row of the output, which this thread alone writes.
    unsafe { place.write(carrier::<T, C, V>(y)) };
}
