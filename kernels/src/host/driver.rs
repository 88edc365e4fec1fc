//! The driver's answers as [`Error`]s, and whether there is a driver at all.

use cudarc::driver::{DriverError, result, sys};

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
