//! [`Stream`] and [`Event`]: queues of work on a device, and marks in them.

use std::{fmt, sync::Arc};

use cudarc::driver::{CudaEvent, CudaStream, DriverError, result, sys};

use super::{
    Device, Error, check,
    driver::{self, Named},
    gemm::Kept,
    order,
};

/// A queue of work. Launches and copies return at once and run in order; streams are independent of each other.
///
/// Cheap to clone; all clones are the same queue.
#[derive(Clone)]
pub struct Stream {
    device: Device,
    raw: Arc<CudaStream>,
    kept: Arc<Kept>,
}

impl Stream {
    pub(crate) fn wrap(device: Device, raw: Arc<CudaStream>) -> Self {
        order::met(&raw);
        Self {
            device,
            raw,
            kept: Arc::default(),
        }
    }

    /// A stream that the caller has from cudarc.
    ///
    /// # Errors
    /// [`Error::WrongDevice`] where it belongs to another context than `device`; [`Error::Argument`] for the per-thread default
    /// stream, which is another queue in each thread.
    pub fn from_cudarc(device: &Device, raw: Arc<CudaStream>) -> Result<Self, Error> {
        check::same_device("stream", device.context(), raw.context())?;
        Error::ensure(!is_per_thread(&raw), "stream", || {
            "it is the per-thread default stream, another queue in each thread, so that work of one would not wait for another's: pass a \
             stream of `Device::stream` or `CudaContext::new_stream`"
                .into()
        })?;
        Ok(Self::wrap(device.clone(), raw))
    }

    /// A stream that another library owns, by its driver handle; dropping the result leaves it alone.
    ///
    /// # Safety
    /// `raw` must be a stream of the device's context, or null for the default stream, and outlive every clone of the
    /// result and every buffer made or used on it. Of the per-thread default stream all of these must stay in one thread.
    pub unsafe fn from_raw(device: &Device, raw: sys::CUstream) -> Self {
        // SAFETY: upheld by the caller: a stream of this context that outlives all that has it; work that its owner
        // queues is ordered by the owner.
        let raw = unsafe { device.context().wrap_borrowed_stream(raw) };
        Self::wrap(device.clone(), raw)
    }

    /// The device it runs on.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// What was prepared for products on it.
    pub(crate) fn kept(&self) -> &Kept {
        &self.kept
    }

    /// Returns `true` if a graph is being captured from it, or from one that it would wait for.
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub fn is_captured(&self) -> Result<bool, Error> {
        is_captured(&self.raw).named("cuStreamIsCapturing")
    }

    /// Rejects a stream from which a graph is being captured.
    pub(crate) fn not_captured(&self) -> Result<(), Error> {
        let captured = self.is_captured()?;
        Error::ensure(!captured, "stream", || {
            "a graph is being captured from it, whose launches nothing would order: make the call outside, or prepare a plan before, and \
             record it by Graph::record or call its capture"
                .into()
        })
    }

    /// cudarc's stream; `raw().cu_stream()` is the driver's handle.
    pub fn raw(&self) -> &Arc<CudaStream> {
        &self.raw
    }

    /// The driver's handle, for another library; 0 is the default stream.
    pub fn handle(&self) -> u64 {
        self.raw.cu_stream() as u64
    }

    /// Waits until everything queued so far is done.
    ///
    /// # Errors
    /// [`Error::Kernel`] for one launched earlier that failed, or any CUDA driver error.
    pub fn synchronize(&self) -> Result<(), Error> {
        let waited = self.wait_for_all();
        self.check_earlier()?;
        waited
    }

    /// The same, whatever failed earlier.
    pub(crate) fn wait_for_all(&self) -> Result<(), Error> {
        let (context, raw) = (self.device.context(), self.raw.cu_stream());
        // cudarc's own calls tell what failed earlier, and do not wait then.
        // SAFETY: the context is live (driver API, cuCtxSetCurrent).
        unsafe { result::ctx::set_current(context.cu_ctx()) }.named("cuCtxSetCurrent")?;
        // SAFETY: the stream is live, its context current (driver API, cuStreamSynchronize).
        let waited = unsafe { result::stream::synchronize(raw) }.named("cuStreamSynchronize");
        self.device.ended(Some(self.handle()), waited)
    }

    /// The end of a call that queues work, which the driver may have told of a kernel that failed before it.
    pub(crate) fn queued(&self, end: Result<(), Error>) -> Result<(), Error> {
        end.or_else(|error| self.device.ended(None, Err(error)))
    }

    /// The failure of a call that could not say so itself, as the end of a value cannot.
    pub(crate) fn check_earlier(&self) -> Result<(), Error> {
        driver::check_earlier(self.device.context())
    }

    /// Marks this place in the queue.
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub fn record(&self) -> Result<Event, Error> {
        let event = self
            .raw
            .record_event(Some(sys::CUevent_flags::CU_EVENT_DEFAULT))
            .named("cuEventRecord")?;
        Ok(Event(event))
    }

    /// Lets everything queued from here on wait for `event`.
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub fn wait(&self, event: &Event) -> Result<(), Error> {
        self.raw.wait(&event.0).named("cuStreamWaitEvent")
    }
}

/// Whether a graph is being captured from a stream, or from one that it would wait for.
pub(crate) fn is_captured(raw: &CudaStream) -> Result<bool, DriverError> {
    let mut status = sys::CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE;
    // SAFETY: a live stream and a place for the answer (driver API, cuStreamIsCapturing).
    match unsafe { sys::cuStreamIsCapturing(raw.cu_stream(), &mut status) }.result() {
        // The default stream, which waits for all others.
        Err(error) if error.0 == sys::CUresult::CUDA_ERROR_STREAM_CAPTURE_IMPLICIT => Ok(true),
        end => end.map(|()| status != sys::CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE),
    }
}

/// Returns `true` for `CU_STREAM_PER_THREAD`, which stands for another queue in each thread (driver API, stream synchronization
/// behavior).
pub(crate) fn is_per_thread(stream: &CudaStream) -> bool {
    stream.cu_stream() as usize == 2
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stream {:?} of {:?}", self.raw.cu_stream(), self.device)
    }
}

/// A mark in a stream, with the time at which the device reached it.
#[derive(Debug)]
pub struct Event(CudaEvent);

impl Event {
    /// Returns `true` if the device has reached it.
    ///
    /// # Errors
    /// The driver's: also those of kernels before it.
    pub fn is_complete(&self) -> Result<bool, Error> {
        self.0.try_is_complete().named("cuEventQuery")
    }

    /// Waits until the device has reached it.
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub fn synchronize(&self) -> Result<(), Error> {
        self.0.synchronize().named("cuEventSynchronize")
    }

    /// Milliseconds between this mark and a later one, after waiting for both.
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub fn milliseconds_to(&self, later: &Self) -> Result<f32, Error> {
        self.0.elapsed_ms(&later.0).named("cuEventElapsedTime")
    }
}
