//! The tutorial kernel: a tiled f32 product from `local_tile` and `local_partition` alone.

mod program;

pub use program::{Problem, SHARED, THREADS, TILE, thread_nt, thread_tn};

use crate::kernels;

macro_rules! entries {
    ($($name:literal, $thread:ident;)*) => {
        kernels! {
            area "ladder_sgemm_1", texts crate::table::texts("ladder_sgemm_1");
            $($name, threads THREADS, min_ctas 1, Common => fn(a: *mut f32, b: *mut f32, c: *mut f32, p: Problem) {
                use crate::device::ptx::{shared, thread as place};
                use azulejo_tensor::{make_gmem_ptr, make_smem_ptr};
                // SAFETY: the launcher passes matrices of the problem's sizes, a block for each tile and two arrays of
                // `SHARED` floats of shared memory; every thread of the block reaches every barrier.
                unsafe {
                    let shared = shared::generic(shared::base()).cast::<f32>();
                    let arrays = (make_smem_ptr(shared), make_smem_ptr(shared.add(SHARED)));
                    let matrices = (make_gmem_ptr(a), make_gmem_ptr(b), make_gmem_ptr(c));
                    let block = (place::ctaid() as usize, place::ctaid_y() as usize);
                    $thread(p, matrices, arrays, block, place::tid() as usize, || place::sync());
                }
            })*
        }
    };
}

entries! {
    "azulejo_sgemm_1_nt", thread_nt;
    "azulejo_sgemm_1_tn", thread_tn;
}

#[cfg(test)]
mod tests;
