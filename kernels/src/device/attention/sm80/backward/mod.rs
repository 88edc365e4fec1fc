//! Backward of attention by `mma.sync` and `cp.async`: the gradients of Q, K and V.
//!
//! ```text
//! tiles        the table of kernels: one line a kernel; layouts in shared memory
//! main_loop    the blocks of queries that see a CTA's keys: dK and dV in registers, dQ added to sums in global memory
//! ```
//!
//! Arguments, work, gradients of scores, preprocess and postprocess are those of [`backward`](crate::device::attention::backward).
//! Sums of dQ are 32 lanes after each other, as one `red` of a warp adds them.
//!
//! Source: FlashAttention 2, `flash_bwd_kernel.h`.

#[cfg(all(
    target_arch = "nvptx64",
    any(feature = "attention_sm80_backward", not(feature = "entries"))
))]
mod main_loop;
#[cfg(feature = "std")]
pub mod table;
pub mod tiles;

macro_rules! entries {
    ($t:ident $area:literal; $($name:ident $row:tt)*) => {
        #[doc = concat!("Kernels of ", stringify!($t), ".")]
        #[cfg(any(not(feature = "entries"), feature = "attention_sm80_backward"))]
        pub mod $t {
            crate::kernels! {
                area $area, texts crate::table::texts($area);
                $(concat!($area, "_", stringify!($name)), threads <super::tiles::$t::$name::Config as super::tiles::Tiles>::THREADS,
                    min_ctas 1, Common => fn(args: crate::device::attention::backward::args::Args) {
                    // SAFETY: the launcher passes arguments of a checked problem, and the tiles' shared memory.
                    unsafe { crate::device::attention::sm80::backward::main_loop::$t::$name::backward(&args) }
                })*
                concat!($area, "_preprocess"), threads 256, min_ctas 2, Common
                    => fn(args: crate::device::attention::backward::args::Args) {
                    // SAFETY: the launcher passes arguments of a checked problem.
                    unsafe { crate::device::attention::backward::preprocess::preprocess::<azulejo_tensor::$t>(&args) }
                }
                concat!($area, "_postprocess"), threads 256, min_ctas 2, Common
                    => fn(args: crate::device::attention::backward::args::Args) {
                    // SAFETY: the launcher passes arguments of a checked problem.
                    unsafe { crate::device::attention::backward::postprocess::postprocess::<azulejo_tensor::$t, true>(&args) }
                }
            }
        }
    };
}

tiles::each_kernel!(entries bf16 "attention_sm80_backward_bf16");
tiles::each_kernel!(entries f16 "attention_sm80_backward_f16");
