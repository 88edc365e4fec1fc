//! [`Graph`]: work recorded once and replayed without the host in between.

use std::{marker::PhantomData, sync::Arc};

use cudarc::driver::{CudaContext, sys};

use super::{Error, Stream, driver::Named};

/// Something that can be started on the stream it was prepared for, over and over.
///
/// # Safety
/// All memory that the started work touches is borrowed or owned by the value, so that it outlives every replay.
pub unsafe trait Replay {
    /// Queues the work.
    ///
    /// # Errors
    /// The driver's or the library's.
    fn start(&self) -> Result<(), Error>;
}

/// Recorded launches, replayed as one.
pub struct Graph<'a> {
    exec: sys::CUgraphExec,
    context: Arc<CudaContext>,
    borrow: PhantomData<&'a ()>,
}

impl<'a> Graph<'a> {
    /// Records `count` starts, going round `work`, on `stream`: not the default stream, and the one the work was
    /// prepared for. Nothing runs yet.
    ///
    /// # Errors
    /// Those of the starts, and the driver's.
    pub fn record(stream: &Stream, work: &[&'a dyn Replay], count: usize) -> Result<Self, Error> {
        let raw = stream.raw().cu_stream();
        stream
            .device()
            .context()
            .bind_to_thread()
            .named("cuCtxSetCurrent")?;
        // SAFETY: the stream is live and its context current (driver API, cuStreamBeginCapture).
        unsafe {
            sys::cuStreamBeginCapture_v2(
                raw,
                sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED,
            )
        }
        .result()
        .named("cuStreamBeginCapture")?;
        let outcome = work
            .iter()
            .cycle()
            .take(count)
            .try_for_each(|work| work.start());
        let mut graph: sys::CUgraph = std::ptr::null_mut();
        // SAFETY: ends the capture begun above, also where the work failed.
        unsafe { sys::cuStreamEndCapture(raw, &mut graph) }
            .result()
            .named("cuStreamEndCapture")?;
        let mut exec: sys::CUgraphExec = std::ptr::null_mut();
        let made = outcome.and_then(|()| {
            // SAFETY: the graph is the capture's (driver API, cuGraphInstantiateWithFlags).
            unsafe { sys::cuGraphInstantiateWithFlags(&mut exec, graph, 0) }
                .result()
                .named("cuGraphInstantiate")
        });
        // SAFETY: the graph is ours; what was instantiated from it is independent of it.
        let _ = unsafe { sys::cuGraphDestroy(graph) };
        made?;
        Ok(Self {
            exec,
            context: stream.device().context().clone(),
            borrow: PhantomData,
        })
    }

    /// Queues the recorded work on `stream`.
    ///
    /// # Errors
    /// The driver's.
    pub fn replay(&self, stream: &Stream) -> Result<(), Error> {
        // SAFETY: the executable graph is live; what it touches outlives `'a` (`Replay`), which outlives `self`.
        unsafe { sys::cuGraphLaunch(self.exec, stream.raw().cu_stream()) }
            .result()
            .named("cuGraphLaunch")
    }
}

impl Drop for Graph<'_> {
    fn drop(&mut self) {
        if self.context.bind_to_thread().is_ok() {
            // SAFETY: ours alone; the driver defers destruction past replays in flight.
            let _ = unsafe { sys::cuGraphExecDestroy(self.exec) };
        }
    }
}
