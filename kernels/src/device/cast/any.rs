//! The cast that knows its types at run time: any to any, under any rounding mode and overflow rule.
//!
//! It takes each value to a number without loss and from there to the target, by the same code as the CPU, so that its
//! results are the CPU's bit for bit. The pairs that are common have kernels of their own ([`azulejo_scalar::pairs`]).

use azulejo_tensor::{DType, Element, Number, Overflow, RoundingMode, with_dtype};

use super::{ANY_UNROLL, THREADS};
use crate::device::{
    modes::Modes,
    ptx::thread::{ctaid, tid},
};

/// # Safety
/// `at` must hold an element of `dtype`.
#[inline(always)]
unsafe fn read(at: *const u8, dtype: DType) -> Number {
    // SAFETY: `at` holds an element of the type, by the caller.
    with_dtype!(dtype, T => unsafe { at.cast::<T>().read() }.to_number())
}

/// # Safety
/// `at` must be a place for an element of `dtype`.
#[inline(always)]
unsafe fn write(at: *mut u8, dtype: DType, value: Number, mode: RoundingMode, overflow: Overflow) {
    // SAFETY: `at` is a place for an element of the type, by the caller.
    with_dtype!(dtype, T => unsafe { at.cast::<T>().write(T::from_number(value, mode, overflow)) })
}

/// Casts `total` elements between the offsets that `modes` gives. `rule` is the source's dtype, the target's, the
/// rounding mode's number, and whether to saturate, a byte each.
///
/// # Safety
/// Every offset of an index below `total` must be an element of its dtype inside its buffer, the buffers apart; `rule`
/// must hold codes that exist.
#[inline(always)]
pub unsafe fn cast_any(dst: *mut u8, src: *const u8, modes: &Modes<2>, total: u32, rule: u32) {
    let code = |byte: u32| (rule >> (8 * byte)) as u8;
    let (Ok(from), Ok(to)) = (DType::try_from(code(0)), DType::try_from(code(1))) else {
        return;
    };
    let mode = RoundingMode::ALL[(code(2) & 7) as usize];
    let overflow = if code(3) != 0 {
        Overflow::Saturate
    } else {
        Overflow::Ieee
    };
    let mut index = ctaid() * (THREADS * ANY_UNROLL) + tid();
    // A loop, not unrolled: the conversion is long.
    for _ in 0..ANY_UNROLL {
        if index < total {
            let [to_at, from_at] = modes.offsets(index);
            // SAFETY: an index below `total`: its offset is inside the source, by the caller.
            let at = unsafe { src.offset(from_at as isize) };
            // SAFETY: an element of its dtype is there, by the caller.
            let value = unsafe { read(at, from) };
            // SAFETY: the index's offset is inside the destination, by the caller.
            let at = unsafe { dst.offset(to_at as isize) };
            // SAFETY: a place for an element of its dtype is there, apart from all others, by the caller.
            unsafe { write(at, to, value, mode, overflow) };
        }
        index += THREADS;
    }
}
