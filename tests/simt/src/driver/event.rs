//! Events: the time at which a stream was reached, which is the time of the call.

use std::time::Instant;

use cudarc::driver::sys::CUresult;

use super::answer::{calls, refuse};
use super::pointer::Out;
use super::state;

/// When it was recorded last.
pub struct Event(Option<Instant>);

/// Milliseconds between two events.
fn elapsed(start: usize, end: usize) -> Result<f32, CUresult> {
    let mut device = state::device()?;
    let [start, end] = [device.events.get(start)?.0, device.events.get(end)?.0];
    let (Some(start), Some(end)) = (start, end) else {
        return Err(refuse(
            CUresult::CUDA_ERROR_INVALID_HANDLE,
            "an event that was never recorded has no time",
        ));
    };
    let later = end.saturating_duration_since(start).as_secs_f64();
    let earlier = start.saturating_duration_since(end).as_secs_f64();
    Ok(((later - earlier) * 1e3) as f32)
}

calls! {
    /// A new event.
    fn cuEventCreate(event: Out<usize>, _flags: u32) {
        event.put(state::device()?.events.insert(Event(None)))
    }

    /// Forgets an event.
    fn cuEventDestroy_v2(event: usize) {
        state::device()?.events.remove(event).map(drop)
    }

    /// Notes the time, in a stream that exists.
    fn cuEventRecord(event: usize, stream: usize) {
        let mut device = state::device()?;
        device.check_stream(stream)?;
        device.events.get(event)?.0 = Some(Instant::now());
        Ok(())
    }

    /// Every event was reached when it was recorded.
    fn cuEventQuery(event: usize) {
        state::device()?.events.get(event).map(drop)
    }

    /// As above.
    fn cuEventSynchronize(event: usize) {
        state::device()?.events.get(event).map(drop)
    }

    /// Milliseconds between two events.
    fn cuEventElapsedTime(milliseconds: Out<f32>, start: usize, end: usize) {
        milliseconds.put(elapsed(start, end)?)
    }

    /// The same, under its newer name.
    fn cuEventElapsedTime_v2(milliseconds: Out<f32>, start: usize, end: usize) {
        milliseconds.put(elapsed(start, end)?)
    }
}
