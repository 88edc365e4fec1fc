//! Streams: work is done at the call, so that all a stream has is what is captured in it.

use cudarc::driver::sys::CUresult;

use super::answer::{Answer, calls, refuse};
use super::pointer::Out;
use super::state::{self, State};
use super::work::Work;

/// The default stream, and the two numbers for its kinds.
const DEFAULT: std::ops::RangeInclusive<usize> = 0..=2;

/// A stream, with the work of a capture that has begun.
#[derive(Default)]
pub struct Stream {
    captured: Option<Vec<Work>>,
}

impl State {
    /// Refuses what is no stream.
    pub fn check_stream(&mut self, stream: usize) -> Answer {
        if DEFAULT.contains(&stream) {
            return Ok(());
        }
        self.streams.get(stream).map(drop)
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
    fn cuStreamCreate(stream: Out<usize>, _flags: u32) {
        stream.put(state::device()?.streams.insert(Stream::default()))
    }

    /// A new stream; every stream has the same priority.
    fn cuStreamCreateWithPriority(stream: Out<usize>, _flags: u32, _priority: i32) {
        stream.put(state::device()?.streams.insert(Stream::default()))
    }

    /// Forgets a stream.
    fn cuStreamDestroy_v2(stream: usize) {
        state::device()?.streams.remove(stream).map(drop)
    }

    /// Everything is done already; says what failed.
    fn cuStreamSynchronize(stream: usize) {
        state::device()?.check_stream(stream)
    }

    /// As above.
    fn cuStreamQuery(stream: usize) {
        state::device()?.check_stream(stream)
    }

    /// What the event waits for is done already.
    fn cuStreamWaitEvent(stream: usize, event: usize, _flags: u32) {
        let mut device = state::device()?;
        device.check_stream(stream)?;
        device.events.get(event).map(drop)
    }

    /// From here on work on the stream is kept, not done.
    fn cuStreamBeginCapture_v2(stream: usize, _mode: u32) {
        let mut device = state::device()?;
        if DEFAULT.contains(&stream) {
            return Err(refuse(
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
            refuse(CUresult::CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, "no capture has begun")
        })?;
        graph.put(device.graphs.insert(work))
    }

    /// Whether a capture has begun: 1, or 0.
    fn cuStreamIsCapturing(stream: usize, status: Out<u32>) {
        let captures = state::device()?.captured(stream)?.is_some();
        status.put(captures as u32)
    }
}
