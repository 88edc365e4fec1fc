//! The device crate: the kernel and its row in the kernel table.
//!
//! For a GPU the build compiles it for `nvptx64-nvidia-cuda` with feature `entries`, and its one entry point becomes PTX.
//! For the CPU it is an ordinary library: the table for the launch, and [`gray`] itself, which runs there too.
#![no_std]
#![recursion_limit = "1024"]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx))]

mod gray;

pub use gray::{THREADS, TILE, gray};

azulejo_device::kernels! {
    file "gray";
    "custom_gray", threads THREADS, min_ctas 4, Sm80 => fn(rgb: *mut u8, out: *mut f32, width: u64, height: u64) {
        use azulejo_device::ptx::thread;
        use azulejo_tensor::make_gmem_ptr;
        // SAFETY: the launcher passes an image of three bytes a pixel and a place for each gray value, and a block for
        // each tile.
        unsafe {
            let block = (thread::ctaid() as usize, thread::ctaid_y() as usize);
            let size = (width as usize, height as usize);
            gray(make_gmem_ptr(rgb), make_gmem_ptr(out), size, block, thread::tid() as usize);
        }
    }
}
