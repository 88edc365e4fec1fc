//! Attention: `O = softmax(mask(scale Q K')) V` in one pass over the keys, on Hopper by TMA and `wgmma`, and in `sm80` by `mma.sync`.
//!
//! ```text
//! tiles      the table of kernels: one line a kernel; layouts in shared memory
//! work       a tile of queries and the blocks of keys that they see
//! forward    the main loop of the consumer warpgroups; in its folder produce: one thread loads Q, K and V
//! softmax    running maxima and sums; scores: scale, softcap, ALiBi, masks
//! hidden     rows again, where a value that a mask hides is NaN
//! prelude    what the main loops of all families name
//! store      O and LSE to global memory
//! backward   the gradients of Q, K and V
//! ```
//!
//! Roofline: a step of 64 queries and 128 keys of 128 columns takes the tensor cores 1024 clocks and the exponentials 512, which run
//! under the products of the other warpgroups.

/// Declares the entry points of a family for an element type: its kernels, and the passes before and after those of a backward.
macro_rules! entries {
    ($t:ident $name_of_file:literal $feature:literal $arch:ident => $file:ident::$function:ident($args:path) $(, passes by $hopper:literal)?;
        $($name:ident $($split:ident)? { $($row:tt)* })*) => {
        #[doc = concat!("Kernels of ", stringify!($t), ".")]
        #[cfg(any(feature = "std", feature = $feature))]
        pub mod $t {
            crate::kernels! {
                file $name_of_file, texts crate::table::texts($name_of_file);
                $(concat!($name_of_file, "_", stringify!($name)), threads <super::tiles::$name::Config<azulejo_tensor::$t> as crate::device::attention::tiles::Tiles>::THREADS,
                    min_ctas 1, $arch => fn(args: $args) {
                    // SAFETY: the launcher passes arguments of a checked problem, and the tiles' shared memory.
                    unsafe { super::$file::$t::$name::$function(&args) }
                })*
                $(concat!($name_of_file, "_preprocess"), threads 256, min_ctas 2, $arch => fn(args: $args) {
                    // SAFETY: the launcher passes arguments of a checked problem.
                    unsafe { crate::device::attention::backward::preprocess::preprocess::<azulejo_tensor::$t, $hopper>(&args) }
                }
                concat!($name_of_file, "_postprocess"), threads 256, min_ctas 4, $arch => fn(args: $args) {
                    // SAFETY: the launcher passes arguments of a checked problem.
                    unsafe { crate::device::attention::backward::postprocess::postprocess::<azulejo_tensor::$t, $hopper>(&args) }
                }
                concat!($name_of_file, "_redo"), threads 256, min_ctas 1, $arch => fn(args: $args) {
                    // SAFETY: the launcher passes arguments of a checked problem, after the postprocess.
                    unsafe { crate::device::attention::backward::redo::redo::<azulejo_tensor::$t>(&args) }
                })?
            }
        }
    };
}

pub mod args;
pub mod backward;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod forward;
#[cfg(target_arch = "nvptx64")]
mod hidden;
#[cfg(target_arch = "nvptx64")]
mod packed;
#[cfg(target_arch = "nvptx64")]
mod prelude;
#[cfg(target_arch = "nvptx64")]
mod scores;
pub mod sm80;
#[cfg(target_arch = "nvptx64")]
mod softmax;
#[cfg(target_arch = "nvptx64")]
mod store;
pub mod tiles;
pub mod work;

tiles::each_kernel!(entries bf16 "attention_bf16" "attention" Sm90a => forward::forward(crate::device::attention::args::Args));
tiles::each_kernel!(entries f16 "attention_f16" "attention" Sm90a => forward::forward(crate::device::attention::args::Args));
