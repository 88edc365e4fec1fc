//! Events: marks in the queues of streams, and the time at which one was reached.

use std::sync::Arc;

use cudarc::driver::sys::CUresult;

use super::answer::{Answer, calls, reject};
use super::pointer::Out;
use super::queue::{Item, Mark};
use super::state;

/// The mark that it was recorded as last.
pub struct Event(Option<Arc<Mark>>);

impl Event {
    /// The mark to wait for; none where the event was never recorded.
    pub fn mark(&self) -> Option<Arc<Mark>> {
        self.0.clone()
    }
}

/// Milliseconds between two events.
fn elapsed(start: usize, end: usize) -> Result<f32, CUresult> {
    let mut device = state::device()?;
    let [start, end] = [
        device.events.get(start)?.mark(),
        device.events.get(end)?.mark(),
    ];
    let (Some(start), Some(end)) = (start, end) else {
        return Err(reject(
            CUresult::CUDA_ERROR_INVALID_HANDLE,
            "an event that was never recorded has no time",
        ));
    };
    let (Some(start), Some(end)) = (start.reached(), end.reached()) else {
        return Err(CUresult::CUDA_ERROR_NOT_READY);
    };
    let later = end.saturating_duration_since(start).as_secs_f64();
    let earlier = start.saturating_duration_since(end).as_secs_f64();
    Ok(((later - earlier) * 1e3) as f32)
}

fn synchronize(event: usize) -> Answer {
    let mut device = state::device()?;
    match device.events.get(event)?.mark() {
        Some(mark) => device.reach(&mark),
        None => Ok(()),
    }
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

    /// Puts a mark in a stream's queue.
    fn cuEventRecord(event: usize, stream: usize) {
        let mut device = state::device()?;
        device.uncaptured(stream, "an event")?;
        let mark = Arc::new(Mark::new(device.queue_of(stream)?));
        device.events.get(event)?.0 = Some(mark.clone());
        device.push(stream, Item::Record(mark))
    }

    /// Returns `true` if the event is reached; one that is not is reached before the next question.
    fn cuEventQuery(event: usize) {
        let mut device = state::device()?;
        match device.events.get(event)?.mark() {
            Some(mark) if mark.reached().is_none() => {
                device.reach(&mark)?;
                Err(CUresult::CUDA_ERROR_NOT_READY)
            }
            _ => Ok(()),
        }
    }

    /// Does what is queued before the event.
    fn cuEventSynchronize(event: usize) {
        synchronize(event)
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
