//! How a call ends: its code, a line on standard error where it is rejected, and no panic across the C interface.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cudarc::driver::sys::CUresult;

use super::state;

/// Nothing, or the code of what went wrong.
pub type Answer = Result<(), CUresult>;

/// Runs the body of a call. A panic is this library's own fault; it ends the device, not the program.
pub fn answer(call: &str, body: impl FnOnce() -> Answer) -> CUresult {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => CUresult::CUDA_SUCCESS,
        Ok(Err(code)) => code,
        Err(_) => {
            eprintln!("simt: {call} panicked");
            state::lose(CUresult::CUDA_ERROR_UNKNOWN)
        }
    }
}

/// Says why a call is rejected, and gives its code.
pub fn reject(code: CUresult, why: impl Display) -> CUresult {
    eprintln!("simt: {code:?}: {why}");
    code
}

/// `CUDA_ERROR_INVALID_VALUE`, with the reason that a device's driver keeps to itself.
pub fn invalid(why: impl Display) -> CUresult {
    reject(CUresult::CUDA_ERROR_INVALID_VALUE, why)
}

/// Defines functions of the C interface from bodies that end with an [`Answer`].
macro_rules! calls {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $body:block)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// As the driver API states of this call: each pointer is null or leads to what the call reads or writes there.
        // SAFETY: the name is the driver's; a program has one driver, which is what this library stands for.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $type),*) -> cudarc::driver::sys::CUresult {
            $crate::driver::answer::answer(stringify!($name), move || $body)
        }
    )*};
}
pub(super) use calls;
