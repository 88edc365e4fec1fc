//! The tutorial kernel: a tiled f32 product from `local_tile` and `local_partition` alone.

mod program;

pub use program::{Problem, SHARED, THREADS, TILE, thread};

use crate::kernels;

kernels! {
    area "gemm_sgemm_1";
    "azulejo_sgemm_1_nt", threads THREADS, min_ctas 1, Sm80 => fn(a: *mut f32, b: *mut f32, c: *mut f32, p: Problem) {
        use crate::device::ptx::{shared, thread as place};
        use azulejo_tensor::{make_gmem_ptr, make_smem_ptr};
        // SAFETY: the launcher passes matrices of the problem's sizes, a block for each tile and 8 KiB of shared memory;
        // every thread of the block reaches every barrier.
        unsafe {
            let shared = shared::generic(shared::base()).cast::<f32>();
            let arrays = (make_smem_ptr(shared), make_smem_ptr(shared.add(SHARED)));
            let matrices = (make_gmem_ptr(a), make_gmem_ptr(b), make_gmem_ptr(c));
            let block = (place::ctaid() as usize, place::ctaid_y() as usize);
            thread(p, matrices, arrays, block, place::tid() as usize, || place::sync());
        }
    }
}

#[cfg(test)]
mod tests;
