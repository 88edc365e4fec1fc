//! [`Memory`]: device memory that something else owns.

use std::{fmt, mem::forget, sync::Arc};

use cudarc::driver::CudaContext;

use crate::{
    DeviceCopy, DeviceData, DeviceDataMut, Stream, Use,
    driver::{apart, keep},
    order::{Unordered, Usage},
    stream::is_captured,
};

/// Bytes of device memory that this value does not free, and whatever keeps them alive.
///
/// It remembers who reads and writes it, as a [`Buffer`](crate::Buffer) does, so work on several streams is
/// ordered. A view of any element type reads it: [`View::new`](crate::View::new),
/// [`AnyView::new`](crate::AnyView::new).
pub struct Memory {
    address: u64,
    bytes: usize,
    usage: Usage,
    owner: Option<Box<dyn Send + Sync>>,
}

impl Memory {
    /// `bytes` bytes at `address`; work on them before this call is on `stream`, or done.
    ///
    /// # Safety
    /// They must be memory of the stream's device and stay so until all work queued on them through this value is done.
    /// While this value is borrowed for writing, nothing else may use them.
    ///
    /// ```no_run
    /// use azulejo_runtime::{Device, View, interop::Memory};
    /// let stream = Device::new(0)?.stream()?;
    /// let buffer = stream.upload(&[1.0f32, 2.0, 3.0])?;
    /// // SAFETY: the buffer lives longer than the memory, and nothing writes it meanwhile.
    /// let memory = unsafe { Memory::from_raw(&stream, buffer.address(), 12) };
    /// let view = View::<f32>::row_major(&memory, &[3])?;
    /// # Ok::<(), azulejo_runtime::Error>(())
    /// ```
    pub unsafe fn from_raw(stream: &Stream, address: u64, bytes: usize) -> Self {
        Self {
            address,
            bytes,
            usage: Usage::new(stream.raw().clone()),
            owner: None,
        }
    }

    /// The same memory, with what keeps it alive: dropped with this value, after the work queued on the memory is done; never
    /// where a graph is being captured from the stream then.
    pub fn owned_by(mut self, owner: impl Send + Sync + 'static) -> Self {
        self.owner = Some(Box::new(owner));
        self
    }

    /// How many bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // A stream that is captured waits for nobody, and trying it would end the capture: the memory keeps its owner.
        if is_captured(self.usage.home()).unwrap_or(false) {
            return forget(self.owner.take());
        }
        let (context, owner) = (self.usage.context().clone(), self.owner.take());
        apart(&context, || settle(&mut self.usage, owner));
    }
}

/// Lets the home stream wait for the readers and writers on other streams; the memory stays its owner's, which is dropped after all work
/// on it is done.
fn settle(usage: &mut Usage, owner: Option<Box<dyn Send + Sync>>) {
    let settled = usage.settle();
    let home = usage.home();
    let waited = match &owner {
        Some(_) => settled.and_then(|()| Ok(home.synchronize()?)),
        None => settled,
    };
    if let Err(why) = waited {
        // Memory that may be in use for good keeps its owner.
        forget(owner);
        if let Unordered::Driver(error) = why {
            let call = "an earlier cuStreamWaitEvent, as memory of another library was dropped,";
            keep(home.context(), call, Err(error));
        }
    }
}

// SAFETY: memory of the stream's device by the promise of `from_raw`, with the record of its uses; any bytes are elements.
unsafe impl<T: DeviceCopy> DeviceData<T> for Memory {
    fn len(&self) -> usize {
        // Values without bytes are as many as anybody asks for; none need memory.
        self.bytes.checked_div(size_of::<T>()).unwrap_or(0)
    }
    fn context(&self) -> &Arc<CudaContext> {
        self.usage.context()
    }
    fn place(&self) -> (u64, Use<'_>) {
        (self.address, self.usage.read())
    }
}

// SAFETY: memory of the stream's device, with the record of its uses, and nothing else uses it while it is borrowed for writing: both
// are promised to `from_raw`. Any bytes are elements.
unsafe impl<T: DeviceCopy> DeviceDataMut<T> for Memory {
    fn place_mut(&mut self) -> (u64, Use<'_>) {
        (self.address, self.usage.write())
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} foreign bytes at {:#x}", self.bytes, self.address)
    }
}
