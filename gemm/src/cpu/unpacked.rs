//! Small products: both operands are read where they lie, and one call of the kernel walks all tiles of C.
//!
//! The blocked algorithm checks and cuts at every tile, which for 64 values of k costs as much as a tenth of the
//! FMAs.

use super::blocked::{FEW, OutputOp};
use super::micro::{Kernel, Left, Right, Source, TileMut};
use super::pack::Pack;
use crate::{MatRef, Output};

/// Bytes of the first cache that A may take up to be read where it lies.
const FIRST_CACHE: usize = 32 << 10;

/// Multiplies without panels where A lies close enough together, and the kernel can write C; tells whether it did.
#[inline(always)]
pub fn run<T, O, K>(
    kernel: K,
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    c: &mut TileMut<'_, O>,
    output_op: &OutputOp<'_, K::Sum>,
) -> bool
where
    T: Pack<K::Packed>,
    O: Output<K::Sum>,
    K: Kernel,
{
    let ((m, n), k) = (c.shape(), a.shape().1);
    let ((1, step), (b_step, next)) = (a.strides(), b.strides()) else {
        return false;
    };
    let close = step.unsigned_abs().saturating_mul(k) <= FIRST_CACHE / size_of::<T>();
    let forward = step >= 0 && b_step >= 0 && next >= 0;
    let whole = n.is_multiple_of(K::NR) && c.layout().stride().0 == 1;
    if !(close && forward && whole && m <= FEW * K::MR && output_op.is_trivial()) {
        return false;
    }
    let (Some(left), Some(right), Some(sums)) = (
        T::unchanged(&a.data[a.origin..]),
        T::unchanged(&b.data[b.origin..]),
        c.as_sums::<K::Sum>(),
    ) else {
        return false;
    };
    let a = Left {
        data: left,
        step: step as usize,
        keep: None,
    };
    let b = Right {
        data: right,
        step: b_step as usize,
        next: next as usize,
        source: Source::Matrix,
    };
    kernel.multiply_unpacked(k, a, b, sums, output_op.alpha, output_op.beta);
    true
}
