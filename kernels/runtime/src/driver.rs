//! The driver's answers as [`Error`]s, and whether there is a driver at all.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cudarc::driver::{CudaContext, DriverError, result, sys};

use super::Error;

/// Names the call in a driver failure.
pub(crate) trait Named<T> {
    /// The value, or the failure of `call`.
    fn named(self, call: &'static str) -> Result<T, Error>;
}

impl<T> Named<T> for Result<T, DriverError> {
    fn named(self, call: &'static str) -> Result<T, Error> {
        self.map_err(|error| failure(error, call))
    }
}

/// The failure of `call`.
#[cold]
fn failure(error: DriverError, call: &'static str) -> Error {
    let text = error
        .error_string()
        .ok()
        .and_then(|text| text.to_str().ok())
        .unwrap_or("no text for this code");
    Error::Driver {
        call,
        code: error.0 as i32,
        text: text.to_string(),
    }
}

/// A context that keeps a failure, the code, and the call that failed: cudarc keeps the code alone.
type Kept = (usize, sys::CUresult, &'static str);
static KEPT: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

fn kept() -> MutexGuard<'static, Vec<Kept>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps the failure of a call that cannot be told where it happens, as at the end of a value, for the next one on the context.
pub(crate) fn keep(context: &CudaContext, call: &'static str, end: Result<(), DriverError>) {
    if let Err(DriverError(code)) = end {
        let this = std::ptr::from_ref(context) as usize;
        let mut kept = kept();
        kept.retain(|(of, ..)| *of != this);
        kept.push((this, code, call));
        context.record_err(end);
    }
}

/// Takes the failure that the context keeps, and the call.
fn take(context: &CudaContext) -> Option<(DriverError, &'static str)> {
    let error = context.check_err().err()?;
    let this = std::ptr::from_ref(context) as usize;
    let mut kept = kept();
    // Of another code where cudarc has kept its own since.
    let at = kept.iter().position(|(of, ..)| *of == this);
    let at = at.map(|at| kept.swap_remove(at));
    let call = match at {
        Some((_, code, call)) if code == error.0 => call,
        _ => "an earlier call of cudarc",
    };
    Some((error, call))
}

/// Tells the failure that the context keeps.
pub(crate) fn check_earlier(context: &CudaContext) -> Result<(), Error> {
    take(context).map_or(Ok(()), |(error, call)| Err(failure(error, call)))
}

/// Does what ends a value, without the failure that the context keeps: cudarc's calls would end with it, and do nothing.
pub(crate) fn apart(context: &CudaContext, end: impl FnOnce()) {
    let earlier = take(context);
    end();
    if let Some((error, call)) = earlier {
        keep(context, call, Err(error));
    }
}

/// Makes the context current.
///
/// # Errors
/// What failed earlier, which cudarc would tell as a failure of this call; the driver's.
pub(crate) fn bind(context: &CudaContext) -> Result<(), Error> {
    check_earlier(context)?;
    context.bind_to_thread().named("cuCtxSetCurrent")
}

/// Loads and initialises the driver.
///
/// # Errors
/// [`Error::NoDriver`] where its library is not found; [`Error::NoDevice`] where it finds no GPU.
pub(crate) fn init() -> Result<(), Error> {
    // SAFETY: the call tries to open the driver's library, whose initialisers have no requirement.
    if !unsafe { sys::is_culib_present() } {
        return Err(Error::NoDriver);
    }
    match result::init() {
        Err(e) if e.0 == sys::CUresult::CUDA_ERROR_NO_DEVICE => Err(Error::NoDevice {
            ordinal: 0,
            found: 0,
        }),
        Err(e) if e.0 == sys::CUresult::CUDA_ERROR_STUB_LIBRARY => Err(Error::NoDriver),
        other => other.named("cuInit"),
    }
}

/// Returns the number of GPUs; 0 where there is a driver but no GPU.
pub(crate) fn count() -> Result<usize, Error> {
    match init() {
        Ok(()) => result::device::get_count()
            .named("cuDeviceGetCount")
            .map(|n| n.max(0) as usize),
        Err(Error::NoDevice { .. }) => Ok(0),
        Err(e) => Err(e),
    }
}

/// The CUDA version the driver supports, as (major, minor).
pub(crate) fn version() -> Result<(u32, u32), Error> {
    init()?;
    let mut version = 0;
    // SAFETY: the driver is loaded, and the argument is a place for one integer (driver API, cuDriverGetVersion).
    unsafe { sys::cuDriverGetVersion(&mut version).result() }.named("cuDriverGetVersion")?;
    let version = version.max(0) as u32;
    Ok((version / 1000, version % 1000 / 10))
}
