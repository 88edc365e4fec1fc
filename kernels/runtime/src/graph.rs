//! [`Graph`]: work recorded once and replayed without the host in between.

use std::{ptr::null_mut, sync::Arc};

use cudarc::driver::{CudaContext, sys};

use super::{
    Error, Stream, check,
    driver::{Named, bind},
    order::{Order, Use},
};

/// Something that can be started over and over: a prepared product, or a list of them.
///
/// # Safety
/// `queue` must touch no memory but what `uses` names, which must be live and on `stream`'s device as long as the borrow
/// lasts; the memory is the borrow's or the value's own, whose record outlives the work.
pub unsafe trait Replay {
    /// The stream that it was prepared for.
    fn stream(&self) -> &Stream;

    /// The memory that the work touches.
    #[doc(hidden)]
    fn uses(&self) -> Vec<Use<'_>>;

    /// Queues the work on a stream, without ordering it among other work.
    ///
    /// # Safety
    /// `stream` must be of the same device. No other work may use what `uses` names before this work is done, nor be under
    /// way with it now, unless it is ordered on `stream`; the value and that memory must live until then.
    #[doc(hidden)]
    unsafe fn queue(&self, stream: &Stream) -> Result<(), Error>;

    /// Queues the work on the stream it was prepared for, after all that use its memory so far.
    fn start(&self) -> Result<(), Error> {
        let _order = Order::of(self.stream(), self.uses())?;
        // SAFETY: the stream is its own, and the order, which is told of the work when it ends, has let it wait for all that use
        // the memory.
        unsafe { self.queue(self.stream()) }
    }
}

/// Recorded launches, replayed as one.
pub struct Graph<'a> {
    exec: sys::CUgraphExec,
    context: Arc<CudaContext>,
    uses: Vec<Use<'a>>,
}

impl<'a> Graph<'a> {
    /// Records `count` starts, going round `work`, for replays on the device of `stream`. Nothing runs yet.
    ///
    /// # Errors
    /// [`Error::WrongDevice`] for work of another device, those of the starts, or any CUDA driver error.
    pub fn record(stream: &Stream, work: &[&'a dyn Replay], count: usize) -> Result<Self, Error> {
        let context = stream.device().context();
        for work in work {
            check::same_device("work", context, work.stream().device().context())?;
        }
        // A stream of its own: what others queue meanwhile is not recorded, and what is recorded needs no order yet.
        let stream = stream.device().stream()?;
        let raw = stream.raw().cu_stream();
        bind(context)?;
        let mode = sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        // SAFETY: the stream is live and its context current (driver API, cuStreamBeginCapture).
        unsafe { sys::cuStreamBeginCapture_v2(raw, mode) }
            .result()
            .named("cuStreamBeginCapture")?;
        let mut starts = work.iter().cycle().take(count);
        // SAFETY: the stream is of the device of all of them and is captured: nothing runs before `replay`, which sees to the
        // order and has the borrows.
        let outcome = starts.try_for_each(|work| unsafe { work.queue(&stream) });
        let mut graph: sys::CUgraph = null_mut();
        // SAFETY: ends the capture begun above, also where the work failed.
        unsafe { sys::cuStreamEndCapture(raw, &mut graph) }
            .result()
            .named("cuStreamEndCapture")?;
        let mut exec: sys::CUgraphExec = null_mut();
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
            context: context.clone(),
            uses: work.iter().flat_map(|work| work.uses()).collect(),
        })
    }

    /// Queues the recorded work on `stream`, after all that use its memory so far.
    ///
    /// # Errors
    /// [`Error::WrongDevice`] for a stream of another device than the one it was recorded for, or any CUDA driver error.
    pub fn replay(&self, stream: &Stream) -> Result<(), Error> {
        check::same_device("stream", &self.context, stream.device().context())?;
        bind(&self.context)?;
        let _order = Order::of(stream, self.uses.iter().copied())?;
        // SAFETY: the executable graph is live; what it touches outlives `'a` (`Replay`), which outlives `self`, and is
        // ordered by its records (driver API, cuGraphLaunch).
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
