//! Contexts: the primary one of the one device, current on a thread or not.

use std::cell::Cell;

use super::answer::calls;
use super::device::only;
use super::pointer::Out;
use super::state;

/// The primary context's handle.
const PRIMARY: usize = 0x5101;

thread_local! {
    static CURRENT: Cell<usize> = const { Cell::new(0) };
}

calls! {
    /// The primary context.
    fn cuDevicePrimaryCtxRetain(context: Out<usize>, device: i32) {
        only(device)?;
        context.put(PRIMARY)
    }

    /// Does what is queued; the context lives as long as the process.
    fn cuDevicePrimaryCtxRelease_v2(device: i32) {
        only(device)?;
        state::device()?.finish()
    }

    /// The context of this thread, or null.
    fn cuCtxGetCurrent(context: Out<usize>) {
        context.put(CURRENT.get())
    }

    /// Makes a context this thread's.
    fn cuCtxSetCurrent(context: usize) {
        CURRENT.set(context);
        Ok(())
    }

    /// The device of the context.
    fn cuCtxGetDevice(device: Out<i32>) {
        device.put(0)
    }

    /// Does what is queued.
    fn cuCtxSynchronize() {
        state::device()?.finish()
    }

    /// Priorities of streams: there is one.
    fn cuCtxGetStreamPriorityRange(least: Out<i32>, greatest: Out<i32>) {
        least.put_if(0);
        greatest.put_if(0);
        Ok(())
    }

    /// Does nothing: waiting takes no time.
    fn cuCtxSetFlags(_flags: u32) {
        Ok(())
    }
}
