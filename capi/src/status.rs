//! Status codes, and the text of a thread's last error.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use azulejo_attention::AttentionError;
use azulejo_cpu::ArrayError;
use azulejo_gemm::GemmError;
use azulejo_runtime::Error;

/// The call did what it says.
pub const AZULEJO_OK: i32 = 0;
/// An argument is wrong: the last error names it. Nothing was written.
pub const AZULEJO_INVALID_ARGUMENT: i32 = 1;
/// No kernel computes this, or none on this GPU. Nothing was written.
pub const AZULEJO_NOT_SUPPORTED: i32 = 2;
/// There is not enough memory.
pub const AZULEJO_OUT_OF_MEMORY: i32 = 3;
/// The CUDA driver failed, or there is none.
pub const AZULEJO_CUDA_ERROR: i32 = 4;
/// A defect of azulejo; results may be incomplete.
pub const AZULEJO_INTERNAL_ERROR: i32 = 5;

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// A status code other than [`AZULEJO_OK`] and its text.
#[derive(Debug)]
pub(crate) struct Failure {
    status: i32,
    text: String,
}

impl Failure {
    /// A wrong argument.
    pub fn argument(name: &str, why: impl Display) -> Self {
        Self {
            status: AZULEJO_INVALID_ARGUMENT,
            text: format!("`{name}`: {why}"),
        }
    }

    /// What no function computes.
    pub fn unsupported(what: String) -> Self {
        Self {
            status: AZULEJO_NOT_SUPPORTED,
            text: what,
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let status = match &error {
            Error::NoDriver | Error::NoDevice { .. } => AZULEJO_CUDA_ERROR,
            Error::Driver { .. } | Error::Kernel { .. } => AZULEJO_CUDA_ERROR,
            Error::TooOld { .. } | Error::NoKernel { .. } => AZULEJO_NOT_SUPPORTED,
            Error::NotImplemented { .. } | Error::Dtype { .. } => AZULEJO_NOT_SUPPORTED,
            Error::OutOfMemory { .. } => AZULEJO_OUT_OF_MEMORY,
            _ => AZULEJO_INVALID_ARGUMENT,
        };
        let text = match renamed(error) {
            // C has no `cast`.
            Error::Dtype {
                argument,
                found,
                expected,
                ..
            } => format!("{argument} has dtype {found}, expected {expected}: pass that"),
            other => other.to_string(),
        };
        Self { status, text }
    }
}

/// The error with the header's name of the argument that it is about.
fn renamed(mut error: Error) -> Error {
    let argument = match &mut error {
        Error::Argument { argument, .. }
        | Error::Shape { argument, .. }
        | Error::Dtype { argument, .. }
        | Error::Strides { argument, .. }
        | Error::Misaligned { argument, .. } => argument,
        _ => return error,
    };
    *argument = match *argument {
        "alpha" => "epilogue.alpha",
        "beta" => "epilogue.beta",
        "c" => "epilogue.c",
        "bias" => "epilogue.bias",
        "new_k" => "cache.new_k",
        "new_v" => "cache.new_v",
        other => other,
    };
    error
}

/// The header's name of an argument of attention.
fn of_header(argument: &'static str) -> &'static str {
    match argument {
        "scale" => "options.scale",
        "softcap" => "options.softcap",
        "alibi" => "options.alibi",
        "cu_seqlens.q" => "options.cu_seqlens_q",
        "cu_seqlens.k" => "options.cu_seqlens_k",
        other => other,
    }
}

impl From<ArrayError> for Failure {
    fn from(error: ArrayError) -> Self {
        Error::Array(error).into()
    }
}

impl From<GemmError> for Failure {
    fn from(error: GemmError) -> Self {
        let status = match error {
            GemmError::BlocksTooLarge { .. } => AZULEJO_OUT_OF_MEMORY,
            _ => AZULEJO_INVALID_ARGUMENT,
        };
        let named = match &error {
            GemmError::OutputAliases { .. } => "`d`: ",
            GemmError::IntegerActivation { .. } => "`epilogue.activation`: ",
            GemmError::InnerMismatch { .. } => "`a`, `b`: ",
            _ => "",
        };
        let text = format!("{named}{error}");
        Self { status, text }
    }
}

impl From<AttentionError> for Failure {
    fn from(error: AttentionError) -> Self {
        match error {
            AttentionError::Gpu(error) => error.into(),
            AttentionError::Gemm(error) => error.into(),
            AttentionError::GpuDtype { .. } => Self::unsupported(error.text(of_header)),
            _ => Self {
                status: AZULEJO_INVALID_ARGUMENT,
                text: error.text(of_header),
            },
        }
    }
}

/// Runs a function's body, keeps what it failed with, and returns its status; no panic leaves it.
pub(crate) fn call(body: impl FnOnce() -> Result<(), Failure>) -> i32 {
    let failure = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => return AZULEJO_OK,
        Ok(Err(failure)) => failure,
        Err(panic) => Failure {
            status: AZULEJO_INTERNAL_ERROR,
            text: format!("a defect of azulejo: {}", message(&*panic)),
        },
    };
    let text = CString::new(failure.text.replace('\0', "?")).unwrap_or_default();
    // A thread that ends has no place for it any more.
    let _ = LAST.try_with(|last| last.replace(text));
    failure.status
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without a message")
}

/// The version of the library, `major.minor.patch`.
#[unsafe(no_mangle)]
pub extern "C" fn azulejo_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// The text of the last call of this thread that failed, valid until the next one that fails; empty before the first.
#[unsafe(no_mangle)]
pub extern "C" fn azulejo_last_error() -> *const c_char {
    let last = LAST.try_with(|last| last.borrow().as_ptr());
    last.unwrap_or(c"".as_ptr())
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use azulejo_tensor::DType;

    use super::*;

    /// Each names the argument as `azulejo.h` does.
    #[test]
    fn errors_speak_of_the_header() {
        let text = |failure: Failure| failure.text;
        let alpha = Error::argument("alpha", "1e300 is infinite");
        assert_eq!(text(alpha.into()), "epilogue.alpha: 1e300 is infinite");
        let bias = Error::shape("bias", [3], [2]);
        assert!(text(bias.into()).starts_with("epilogue.bias has shape"));
        let strides = (-1, 1);
        let shape = (7, 8);
        let aliases = GemmError::OutputAliases { shape, strides };
        assert!(text(aliases.into()).starts_with("`d`: the output's strides (-1, 1)"));
        let slope = f32::NAN;
        let alibi = AttentionError::AlibiSlope { head: 1, slope };
        assert!(text(alibi.into()).starts_with("`options.alibi[1]` is NaN"));
        let (q, k) = (2, 3);
        let counts = AttentionError::CuSeqlensCount { q, k };
        let counts = text(counts.into());
        let names = ["`options.cu_seqlens_q`", "`options.cu_seqlens_k`"];
        assert!(names.iter().all(|name| counts.contains(name)), "{counts}");
        let (argument, index, value) = ("cu_seqlens.k", 0, 1);
        let why = "`alibi` and `cu_seqlens.q` are words of a text, which stay";
        let starts = AttentionError::CuSeqlens {
            argument,
            index,
            value,
            why,
        };
        let starts = text(starts.into());
        assert_eq!(
            starts,
            format!("`options.cu_seqlens_k` has 1 at index 0: {why}")
        );
        let dtype = Error::dtype("bias", DType::F32, "bfloat16");
        assert_eq!(
            text(dtype.into()),
            "epilogue.bias has dtype float32, expected bfloat16: pass that"
        );
    }

    #[test]
    fn panics_are_a_status_with_their_message() {
        let status = call(|| panic!("index {} is wrong", 7));
        assert_eq!(status, AZULEJO_INTERNAL_ERROR);
        // SAFETY: a text that ends with 0, and no call fails meanwhile.
        let text = unsafe { CStr::from_ptr(azulejo_last_error()) };
        assert_eq!(text.to_str(), Ok("a defect of azulejo: index 7 is wrong"));
        let other = std::thread::spawn(|| azulejo_last_error() as usize);
        assert_ne!(other.join().unwrap(), text.as_ptr() as usize);
    }
}
