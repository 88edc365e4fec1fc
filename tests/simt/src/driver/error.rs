//! Names and descriptions of codes.

use std::collections::HashMap;
use std::ffi::{CString, c_char};
use std::sync::LazyLock;

use cudarc::driver::sys::CUresult;

use super::answer::{calls, invalid};
use super::pointer::Out;

/// The codes that this library gives, and what each means here.
const CODES: &[(CUresult, &str)] = &[
    (CUresult::CUDA_SUCCESS, "no error"),
    (CUresult::CUDA_ERROR_INVALID_VALUE, "an argument is invalid"),
    (CUresult::CUDA_ERROR_OUT_OF_MEMORY, "out of memory"),
    (CUresult::CUDA_ERROR_NO_DEVICE, "no device"),
    (CUresult::CUDA_ERROR_INVALID_DEVICE, "no such device"),
    (
        CUresult::CUDA_ERROR_INVALID_CONTEXT,
        "no context is current",
    ),
    (
        CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU,
        "the code is for another device",
    ),
    (CUresult::CUDA_ERROR_INVALID_PTX, "the PTX cannot be parsed"),
    (CUresult::CUDA_ERROR_INVALID_HANDLE, "no such handle"),
    (CUresult::CUDA_ERROR_NOT_FOUND, "not found"),
    (CUresult::CUDA_ERROR_NOT_READY, "not ready"),
    (
        CUresult::CUDA_ERROR_ILLEGAL_ADDRESS,
        "a kernel used memory that it must not",
    ),
    (
        CUresult::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
        "the launch asks for more than a block can have",
    ),
    (
        CUresult::CUDA_ERROR_LAUNCH_FAILED,
        "a kernel did what it must not",
    ),
    (CUresult::CUDA_ERROR_NOT_SUPPORTED, "not supported"),
    (
        CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
        "the operation cannot be captured",
    ),
    (CUresult::CUDA_ERROR_INVALID_CLUSTER_SIZE, "no such cluster"),
    (CUresult::CUDA_ERROR_UNKNOWN, "the executor failed"),
];

/// Name and description of a code, as C reads them.
static TEXTS: LazyLock<HashMap<u32, [CString; 2]>> = LazyLock::new(|| {
    let text = |text: String| CString::new(text).unwrap_or_default();
    CODES
        .iter()
        .map(|(code, what)| {
            (
                *code as u32,
                [text(format!("{code:?}")), text((*what).into())],
            )
        })
        .collect()
});

/// The text of a code, or the error of a number that is none.
fn text(code: u32, which: usize) -> Result<*const c_char, CUresult> {
    let texts = TEXTS
        .get(&code)
        .ok_or_else(|| invalid(format_args!("{code} is no code of these")))?;
    Ok(texts[which].as_ptr())
}

calls! {
    /// The name of a code.
    fn cuGetErrorName(error: u32, name: Out<*const c_char>) {
        name.put(text(error, 0)?)
    }

    /// The description of a code.
    fn cuGetErrorString(error: u32, description: Out<*const c_char>) {
        description.put(text(error, 1)?)
    }
}
