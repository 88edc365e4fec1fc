//! The one device: its memory, what is loaded on it, and what went wrong.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use cudarc::driver::sys::CUresult;

use super::event::Event;
use super::handles::Handles;
use super::module::{Function, Loaded};
use super::queue::Queues;
use super::stream::Stream;
use super::work::Work;
use crate::Memory;

/// Everything that calls share.
pub struct State {
    /// Device memory.
    pub memory: Memory,
    /// Bytes that the program holds of it.
    pub allocated: usize,
    /// What streams have still to do.
    pub queues: Queues,
    /// Loaded modules.
    pub modules: Handles<Loaded>,
    /// Entry points of them.
    pub functions: Handles<Function>,
    /// Streams that were made; the default stream is none of them.
    pub streams: Handles<Stream>,
    /// Marks in streams.
    pub events: Handles<Event>,
    /// Captured work.
    pub graphs: Handles<Vec<Work>>,
    /// Captured work to be replayed.
    pub replays: Handles<Vec<Work>>,
}

struct Device {
    /// The code that every call gives since a kernel failed.
    lost: Option<CUresult>,
    state: State,
}

static DEVICE: LazyLock<Mutex<Device>> = LazyLock::new(|| {
    Mutex::new(Device {
        lost: None,
        state: State {
            memory: memory(),
            allocated: 0,
            queues: Queues::default(),
            modules: Handles::new("module"),
            functions: Handles::new("function"),
            streams: Handles::new("stream"),
            events: Handles::new("event"),
            graphs: Handles::new("graph"),
            replays: Handles::new("executable graph"),
        },
    })
});

/// The memory of the device, with the checks that the environment asks for.
fn memory() -> Memory {
    let mut memory = Memory::new();
    if let Ok(asked) = std::env::var("AZULEJO_SIMT_SHARED") {
        let start = asked.parse().ok();
        memory.checks.shared_start =
            start.filter(|start: &usize| *start < 1024 && start.is_multiple_of(16));
        if memory.checks.shared_start.is_none() {
            eprintln!(
                "simt: AZULEJO_SIMT_SHARED is no multiple of 16 below 1024, and changes nothing"
            );
        }
    }
    memory
}

/// The device, for the length of a call.
pub struct Held(MutexGuard<'static, Device>);

impl std::ops::Deref for Held {
    type Target = State;
    fn deref(&self) -> &State {
        &self.0.state
    }
}

impl std::ops::DerefMut for Held {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.0.state
    }
}

/// The device, or the code of the kernel that failed earlier.
pub fn device() -> Result<Held, CUresult> {
    let device = DEVICE.lock().unwrap_or_else(PoisonError::into_inner);
    match device.lost {
        Some(code) => Err(code),
        None => Ok(Held(device)),
    }
}

/// From here on every call fails with this code.
pub fn lose(code: CUresult) -> CUresult {
    DEVICE.lock().unwrap_or_else(PoisonError::into_inner).lost = Some(code);
    code
}

impl Held {
    /// The same, by who holds the device.
    pub fn lose(&mut self, code: CUresult) -> CUresult {
        self.0.lost = Some(code);
        code
    }
}
