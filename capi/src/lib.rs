//! A C interface to azulejo: matrix products and attention by pointers, shapes, strides and a stream.
//!
//! The contract of every function is in the header, `capi/include/azulejo.h`.
//! All of them return a status code or a constant text, catch panics, and name the argument that an error is about.
//!
//! | file | contents |
//! |---|---|
//! | `status` | status codes and the text of the last error |
//! | `tensor` | tensors as C passes them, checked |
//! | `options` | epilogues of products and options of attention, as C passes them |
//! | `cache` | caches of keys and values as C passes them, and queries over them in host memory |
//! | `cpu` | products and attention on host memory |
//! | `gpu` | the same on device memory: streams, calls and plans |

mod cache;
mod cpu;
mod gpu;
mod options;
mod place;
mod status;
mod tensor;

pub use cache::{AzulejoKvCache, azulejo_attention_with_kv_cache};
pub use cpu::{azulejo_attention_backward, azulejo_attention_forward, azulejo_gemm};
pub use gpu::{
    AzulejoPlan, AzulejoStream, azulejo_gpu_attention_backward_plan,
    azulejo_gpu_attention_cache_plan, azulejo_gpu_attention_forward, azulejo_gpu_attention_plan,
    azulejo_gpu_gemm, azulejo_gpu_gemm_plan, azulejo_gpu_gemm_workspace, azulejo_plan_free,
    azulejo_plan_launch, azulejo_stream_close, azulejo_stream_open,
};
pub use options::{AzulejoAttentionOptions, AzulejoEpilogue};
pub use status::{
    AZULEJO_CUDA_ERROR, AZULEJO_INTERNAL_ERROR, AZULEJO_INVALID_ARGUMENT, AZULEJO_NOT_SUPPORTED,
    AZULEJO_OK, AZULEJO_OUT_OF_MEMORY, azulejo_last_error, azulejo_version,
};
pub use tensor::AzulejoTensor;
