//! Streams: queues of work, and what is captured of it.

use cudarc::driver::sys::CUresult;

use super::answer::{Answer, calls, reject};
use super::pointer::Out;
use super::queue::Item;
use super::state::{self, State};
use super::work::Work;

/// The default stream, and the two numbers for its kinds.
const DEFAULT: std::ops::RangeInclusive<usize> = 0..=2;

/// The flag of a stream that the default one does not wait for (`CU_STREAM_NON_BLOCKING`).
const NON_BLOCKING: u32 = 1;

/// A stream, with the work of a capture that has begun.
pub struct Stream {
    captured: Option<Vec<Work>>,
    blocking: bool,
}

impl Stream {
    fn new(flags: u32) -> Self {
        Self {
            captured: None,
            blocking: flags & NON_BLOCKING == 0,
        }
    }
}

impl State {
    /// Rejects what is no stream.
    pub fn check_stream(&mut self, stream: usize) -> Answer {
        if DEFAULT.contains(&stream) {
            return Ok(());
        }
        self.streams.get(stream).map(drop)
    }

    /// The number of a stream's queue: the default stream, and those that it waits for and that wait for it, share one.
    pub fn queue_of(&mut self, stream: usize) -> Result<usize, CUresult> {
        if DEFAULT.contains(&stream) {
            return Ok(0);
        }
        let blocking = self.streams.get(stream)?.blocking;
        Ok(if blocking { 0 } else { stream })
    }

    /// Rejects what a capture does not take here.
    pub fn uncaptured(&mut self, stream: usize, what: &str) -> Answer {
        match self.captured(stream)? {
            None => Ok(()),
            Some(_) => Err(reject(
                CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
                format_args!("{what} cannot be captured here"),
            )),
        }
    }

    /// The work of the capture on a stream, or `None` where there is no capture.
    pub fn captured(&mut self, stream: usize) -> Result<Option<&mut Vec<Work>>, CUresult> {
        if DEFAULT.contains(&stream) {
            return Ok(None);
        }
        Ok(self.streams.get(stream)?.captured.as_mut())
    }
}

calls! {
    /// A new stream.
    fn cuStreamCreate(stream: Out<usize>, flags: u32) {
        stream.put(state::device()?.streams.insert(Stream::new(flags)))
    }

    /// A new stream; every stream has the same priority.
    fn cuStreamCreateWithPriority(stream: Out<usize>, flags: u32, _priority: i32) {
        stream.put(state::device()?.streams.insert(Stream::new(flags)))
    }

    /// Forgets a stream; what is queued on it is done all the same.
    fn cuStreamDestroy_v2(stream: usize) {
        state::device()?.streams.remove(stream).map(drop)
    }

    /// Does what is queued on the stream.
    fn cuStreamSynchronize(stream: usize) {
        let mut device = state::device()?;
        device.uncaptured(stream, "waiting")?;
        let queue = device.queue_of(stream)?;
        device.drain(queue)
    }

    /// Returns `true` if the stream is done; one that is not is done before the next question.
    fn cuStreamQuery(stream: usize) {
        let mut device = state::device()?;
        let queue = device.queue_of(stream)?;
        if device.queues.is_empty(queue) {
            return Ok(());
        }
        device.drain(queue)?;
        Err(CUresult::CUDA_ERROR_NOT_READY)
    }

    /// Lets what follows on the stream wait for the event.
    fn cuStreamWaitEvent(stream: usize, event: usize, _flags: u32) {
        let mut device = state::device()?;
        device.uncaptured(stream, "an event from outside")?;
        match device.events.get(event)?.mark() {
            Some(mark) => device.push(stream, Item::Wait(mark)),
            None => Ok(()),
        }
    }

    /// From here on work on the stream is kept, not done.
    fn cuStreamBeginCapture_v2(stream: usize, _mode: u32) {
        let mut device = state::device()?;
        if DEFAULT.contains(&stream) {
            return Err(reject(
                CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
                "the default stream cannot be captured",
            ));
        }
        device.streams.get(stream)?.captured = Some(Vec::new());
        Ok(())
    }

    /// The work kept since the capture began.
    fn cuStreamEndCapture(stream: usize, graph: Out<usize>) {
        let mut device = state::device()?;
        let captured = device.streams.get(stream)?.captured.take();
        let work = captured.ok_or_else(|| {
            reject(CUresult::CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, "no capture has begun")
        })?;
        graph.put(device.graphs.insert(work))
    }

    /// Returns `true` if a capture has begun: 1, or 0.
    fn cuStreamIsCapturing(stream: usize, status: Out<u32>) {
        let captures = state::device()?.captured(stream)?.is_some();
        status.put(captures as u32)
    }
}
