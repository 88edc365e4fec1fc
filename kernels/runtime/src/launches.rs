//! [`Launches`]: launches on borrowed memory, ready to be started again and again.

use std::fmt;

use super::{Buffer, Error, Order, Stream, Use, preparation::Preparation};

/// What queues a launch on a stream whose order its caller has seen to.
type Queue = Box<dyn Fn(&Stream) -> Result<(), Error> + Send + Sync>;

/// Launches that are ready, without the memory that their caller lends.
#[derive(Default)]
pub(super) struct Ready {
    pub(super) queues: Vec<Queue>,
    pub(super) own: Vec<Buffer<u8>>,
    pub(super) kernels: Vec<&'static str>,
}

impl Ready {
    /// Starts them on the memory that they were prepared for.
    pub fn launch(&self, stream: &Stream, uses: Vec<Use<'_>>) -> Result<(), Error> {
        // Memory of its own is used on this stream, or in a graph beside the outputs, which are ordered here.
        let _order = Order::of(stream, uses)?;
        self.queue(stream)
    }

    /// Queues them on a stream whose order the caller has seen to.
    pub fn queue(&self, stream: &Stream) -> Result<(), Error> {
        self.queues.iter().try_for_each(|queue| queue(stream))
    }

    /// Bytes of their own memory.
    pub fn bytes(&self) -> usize {
        self.own.iter().map(Buffer::len).sum()
    }
}

/// Launches on borrowed memory, one after the other, for a stream.
pub(super) struct Launches<'a> {
    pub(super) stream: Stream,
    pub(super) ready: Ready,
    uses: Vec<Use<'a>>,
}

impl<'a> Launches<'a> {
    /// What was prepared, on memory that is used so.
    pub fn new(preparation: Preparation<'_>, uses: Vec<Use<'a>>) -> Self {
        Self {
            stream: preparation.stream().clone(),
            ready: preparation.ready(),
            uses,
        }
    }

    /// Starts them on their stream.
    pub fn launch(&self) -> Result<(), Error> {
        self.ready.launch(&self.stream, self.uses.clone())
    }

    /// All memory that they use.
    pub fn uses(&self) -> Vec<Use<'_>> {
        let own = self.ready.own.iter().map(|own| own.usage().write());
        self.uses.iter().copied().chain(own).collect()
    }
}

impl fmt::Debug for Launches<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} on {:?}", self.ready.kernels, self.stream)
    }
}

/// Starts and replays of a type whose field `launches` is [`Launches`].
macro_rules! launches {
    ($name:ident) => {
        impl $name<'_> {
            /// Starts it on the stream it was prepared on; returns before it is done.
            ///
            /// # Errors
            /// [`Error::Argument`] where a graph is being captured from the stream; any CUDA driver error.
            pub fn launch(&self) -> Result<(), Error> {
                self.launches.launch()
            }
        }

        // SAFETY: the launches touch what they were prepared for: borrowed memory, and their own. All of it is named.
        unsafe impl Replay for $name<'_> {
            fn stream(&self) -> &Stream {
                &self.launches.stream
            }
            fn uses(&self) -> Vec<Use<'_>> {
                self.launches.uses()
            }
            unsafe fn queue(&self, stream: &Stream) -> Result<(), Error> {
                self.launches.ready.queue(stream)
            }
        }
    };
}
pub(super) use launches;
