//! What the main loops name and share. Each is a module of its tile and its orders of A and B: `k` or `mn`, the contiguous index.
#![allow(unused_imports, reason = "each main loop names some of them")]

pub(super) use azulejo_device::cute::*;
pub(super) use azulejo_device::{inlined, repeat, unrolled};
pub(super) use azulejo_layout::{Int, Underscore};
pub(super) use azulejo_tensor::engine::{AsRegisters, SharedBase};
pub(super) use azulejo_tensor::{Accumulators, OffsetAt};

pub(super) use super::args::Args;
pub(super) use super::epilogue::{self, OutputOp, only};
pub(super) use super::kernel::{Epilogue, Mainloop, Work};
pub(super) use super::load::{at_stage, black_box, black_box_slice, copy_bytes, slice_at_stage};
pub(super) use crate::device::ptx::{math, shared};

/// What an order means for an operand.
macro_rules! order {
    // The strides of its view, read by vectors or by elements.
    (stride vectors k $view:expr) => { ($view.row, _1::NEW) };
    (stride vectors mn $view:expr) => { (_1::NEW, $view.column) };
    (stride elements $order:ident $view:expr) => { ($view.row, $view.column) };
    // The contiguous coordinate first.
    (along k $mn:expr, $k:expr) => { ($k, $mn) };
    (along mn $mn:expr, $k:expr) => { ($mn, $k) };
    // `$pred`: which of a thread's eight elements are inside, by their coordinates.
    (predicate k $pred:ident, $tXcX:ident, $inside:expr) => { order!(@ layout!((_8, _1)), $pred, $tXcX, $inside) };
    (predicate mn $pred:ident, $tXcX:ident, $inside:expr) => { order!(@ layout!((_1, _8)), $pred, $tXcX, $inside) };
    (@ $layout:expr, $pred:ident, $tXcX:ident, $inside:expr) => {
        let mut $pred = make_rmem::<Bool, _>($layout); // (CPY_MN,CPY_K)
        unroll!(i in _8 => { $pred.put(i, Bool::from(within($tXcX.coord(i as i32), $inside))); });
    };
    // What loads the fragments of 16-bit elements, K contiguous in each.
    (ldsm k) => { SM75_U32x4_LDSM_N };
    (ldsm mn) => { SM75_U16x8_LDSM_T };
}
pub(super) use order;

/// The operand `$view` of a batch from row `$first` on, read by `vectors` or by `elements`: (MN,K).
macro_rules! operand_of {
    ($t:ty, $by:ident $order:ident $view:expr, $first:expr, $batch:expr) => {{
        let view = &$view;
        let first = (view.base as *mut $t).wrapping_offset(($batch as i64 * view.batch) as isize);
        let mX = make_tensor(make_gmem_ptr(first), Layout::new((i64::MAX, i64::MAX), order!(stride $by $order view)));
        mX.domain_offset(($first as i64, 0i64))
    }};
}
pub(super) use operand_of;
