//! [`redo`]: rows again, key by key, where a value that a mask hides is NaN or infinite.
//!
//! The product of a block takes all its values, those of hidden keys with a probability of 0; but 0 times NaN is NaN.

use azulejo_device::inlined;
use azulejo_device::ptx::math;
use azulejo_layout::Int;
use azulejo_tensor::engine::EngineMut;
use azulejo_tensor::{AccumulatorLayout, Extent, OffsetAt, Repeat, Tensor, bf16, f16};

use super::args::{Args, Operand};
use super::scores::Change;
use super::softmax::Softmax;
use super::work::Work;
use crate::device::element::read;

/// An element whose f32 is one instruction away.
pub trait Widen: Copy {
    /// The f32.
    fn widen(self) -> f32;
}
impl Widen for bf16 {
    #[inline(always)]
    fn widen(self) -> f32 {
        f32::from_bits((self.to_bits() as u32) << 16)
    }
}
impl Widen for f16 {
    #[inline(always)]
    fn widen(self) -> f32 {
        math::f16_to_f32(self.to_bits())
    }
}

/// Whether a thread's rows of O hold NaN.
#[inline(always)]
pub fn has_nan<E, L>(o: &mut Tensor<E, L>) -> bool
where
    E: EngineMut<Item = f32>,
    L: AccumulatorLayout<RowCol: Extent + OffsetAt<usize, Offset: Int> + Copy>,
{
    let o = o.rowcol_mut();
    let mut nan = false;
    o.layout()
        .extent()
        .repeat(inlined!(|i: usize| nan |= o.at(i).is_nan()));
    nan
}

/// Column `column` of the sum of the values of keys `from` to `to`, each times `weight` of its score with `q` and of its number, key by
/// key; NaN where a value is.
///
/// # Safety
/// `q` and the rows of the keys that `key_row` gives have `head_dim` elements, those of `value_row` one at `column`.
#[inline(always)]
pub unsafe fn weighted_value<T: Widen>(
    [from, to]: [i32; 2],
    q: *const T,
    head_dim: usize,
    column: usize,
    key_row: impl Fn(i32) -> *const T,
    value_row: impl Fn(i32) -> *const T,
    weight: impl Fn(f32, i32) -> f32,
) -> f32 {
    let from = if from < 0 { 0 } else { from };
    let value = inlined!(|key: i32| {
        // SAFETY: upheld by the caller: a column of a value that the query sees.
        unsafe { read(value_row(key), column) }.widen()
    });
    let mut sum = 0.0f32;
    let mut key = from;
    while key < to && !sum.is_nan() {
        let value = value(key);
        sum = if value.is_nan() { value } else { sum };
        key += 1;
    }
    key = from;
    while key < to && !sum.is_nan() {
        let k = key_row(key);
        let (mut score, mut column) = (0.0, 0);
        while column < head_dim {
            // SAFETY: upheld by the caller: a column of a query of the sequence.
            let q = unsafe { read(q, column) };
            // SAFETY: upheld by the caller: a column of a key that the query sees.
            let k = unsafe { read(k, column) };
            score = math::fma(q.widen(), k.widen(), score);
            column += 1;
        }
        sum = math::fma(weight(score, key), value(key), sum);
        key += 1;
    }
    sum
}

/// Where a row of an operand starts.
#[inline(always)]
fn at<T>(operand: Operand, batch: u32, position: i32, head: u32) -> *const T {
    operand.at(batch, position, head) as *const T
}

/// Computes those elements of a thread's rows of O again that are NaN, from the keys that each row sees alone, not yet divided by the
/// sum. An element stays NaN where a value that its row sees is.
///
/// # Safety
/// `args.operands` leads to Q, K and V of the problem; the rows are those of `work`, `coord` their coordinates in it.
#[inline(always)]
pub unsafe fn redo<T, E, L>(
    args: &Args,
    work: &Work,
    softmax: &Softmax,
    change: Option<Change>,
    coord: impl Fn(i32) -> (i32, i32),
    o: &mut Tensor<E, L>,
) where
    T: Widen,
    E: EngineMut<Item = f32>,
    L: AccumulatorLayout<RowCol: Extent + OffsetAt<usize, Offset: Int> + Copy>,
{
    let mut o = o.rowcol_mut();
    let extent = o.layout().extent();
    let (batch, head_kv) = (args.batch(work) as u32, args.head_kv(work.head));
    let (max, scale) = softmax.exponents();
    let operands = args.operands as *const Operand;
    let operand = inlined!(|i: usize| {
        // SAFETY: the caller has three operands at the address.
        let place = unsafe { operands.add(i) };
        // SAFETY: an operand of the caller's. Volatile: it is not kept in registers from the kernel's start on.
        unsafe { place.read_volatile() }
    });
    let (q, k, v) = (operand(0), operand(1), operand(2));
    // A loop: registers have no index, so an element is chosen among all.
    let mut i = 0;
    while i < math::opaque(extent.count() as u32) as usize {
        let mut element = 0.0;
        extent.repeat(inlined!(|n: usize| {
            if n == i {
                element = o.at(n)
            }
        }));
        let (row, column) = coord(i as i32);
        let query = work.query + row;
        if element.is_nan() && query < work.seq[0] && (column as u32) < args.head_dim_v {
            let ([from, to], max) = (
                work.keys(query, args.window),
                if i % 2 == 0 { max[0] } else { max[1] },
            );
            // SAFETY: rows of keys and values that the query sees, a query of the sequence, a column of O.
            let sum = unsafe {
                weighted_value::<T>(
                    [from, to],
                    at::<T>(q, batch, work.start[0] + query, work.head),
                    args.head_dim as usize,
                    column as usize,
                    inlined!(|key| at::<T>(k, batch, work.start[1] + key, head_kv)),
                    inlined!(|key| at::<T>(v, batch, work.start[1] + key, head_kv)),
                    inlined!(|score, key| {
                        let mut score = score;
                        if let Some(change) = change {
                            let distance = query + work.seq[1] - work.seq[0] - key;
                            score = change.of(score, distance as f32);
                        }
                        math::exp2_flushed((score - max) * scale)
                    }),
                )
            };
            extent.repeat(inlined!(|n: usize| {
                if n == i {
                    o.put(n, sum)
                }
            }));
        }
        i += 1;
    }
}
