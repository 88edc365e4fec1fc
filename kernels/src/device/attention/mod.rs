//! Attention: `O = softmax(mask(scale Q K')) V` in one pass over the keys, on Hopper by TMA and `wgmma`, and in `sm80` by `mma.sync`.
//!
//! ```text
//! tiles      the table of kernels: one line a kernel; layouts in shared memory
//! work       a tile of queries and the blocks of keys that they see
//! produce    one thread loads Q, K and V
//! forward    the main loop of the consumer warpgroups
//! softmax    running maxima and sums; scores: scale, softcap, ALiBi, masks
//! hidden     rows again, where a value that a mask hides is NaN
//! store      O and LSE to global memory
//! ```
//!
//! Roofline: a step of 64 queries and 128 keys of 128 columns takes the tensor cores 1024 clocks and the exponentials 512, which run
//! under the products of the other warpgroups.

pub mod args;
pub mod backward;
#[cfg(all(
    target_arch = "nvptx64",
    any(feature = "sm90a", not(feature = "entries"))
))]
#[macro_use]
mod produce;
#[cfg(all(
    target_arch = "nvptx64",
    any(feature = "sm90a", not(feature = "entries"))
))]
mod forward;
#[cfg(target_arch = "nvptx64")]
mod hidden;
#[cfg(target_arch = "nvptx64")]
mod packed;
#[cfg(target_arch = "nvptx64")]
mod scores;
pub mod sm80;
#[cfg(target_arch = "nvptx64")]
mod softmax;
#[cfg(target_arch = "nvptx64")]
mod store;
#[cfg(feature = "std")]
pub mod table;
pub mod tiles;
pub mod work;

macro_rules! entries {
    ($t:ident $area:literal; $($name:ident $row:tt)*) => {
        #[doc = concat!("Kernels of ", stringify!($t), ".")]
        #[cfg(any(not(feature = "entries"), feature = "attention"))]
        pub mod $t {
            crate::kernels! {
                area $area, texts crate::table::texts($area);
                $(concat!($area, "_", stringify!($name)), threads super::tiles::$t::$name::THREADS, min_ctas 1, Sm90a => fn(args: crate::device::attention::args::Args) {
                    // SAFETY: the launcher passes arguments of a checked problem, and the tiles' shared memory.
                    unsafe { crate::device::attention::forward::$t::$name::forward(&args) }
                })*
            }
        }
    };
}

tiles::each_kernel!(entries bf16 "attention_bf16");
tiles::each_kernel!(entries f16 "attention_f16");
