//! Numbers that stand for what this library holds: the driver's handles.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use cudarc::driver::sys::CUresult;

use super::answer::reject;

/// The next handle: no two things of a process have the same, whatever they are, and none is a stream's special number.
static NEXT: AtomicUsize = AtomicUsize::new(0x5100);

/// Things by their handles.
pub struct Handles<T> {
    kind: &'static str,
    held: HashMap<usize, T>,
}

impl<T> Handles<T> {
    /// None yet; `kind` names one of them in messages.
    pub fn new(kind: &'static str) -> Self {
        Self {
            kind,
            held: HashMap::new(),
        }
    }

    /// Holds `thing`, and gives its handle.
    pub fn insert(&mut self, thing: T) -> usize {
        let handle = NEXT.fetch_add(0x10, Ordering::Relaxed);
        self.held.insert(handle, thing);
        handle
    }

    /// The handle of a thing that passes.
    pub fn find(&self, is_it: impl Fn(&T) -> bool) -> Option<usize> {
        let found = self.held.iter().find(|(_, thing)| is_it(thing));
        found.map(|(handle, _)| *handle)
    }

    /// What a handle stands for.
    pub fn get(&mut self, handle: usize) -> Result<&mut T, CUresult> {
        let unknown = self.unknown(handle);
        self.held.get_mut(&handle).ok_or_else(unknown)
    }

    /// What a handle stood for.
    pub fn remove(&mut self, handle: usize) -> Result<T, CUresult> {
        let unknown = self.unknown(handle);
        self.held.remove(&handle).ok_or_else(unknown)
    }

    /// Forgets all that do not pass.
    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        self.held.retain(|_, thing| keep(thing));
    }

    fn unknown(&self, handle: usize) -> impl FnOnce() -> CUresult + use<T> {
        let kind = self.kind;
        move || {
            reject(
                CUresult::CUDA_ERROR_INVALID_HANDLE,
                format_args!("{handle:#x} is no {kind}"),
            )
        }
    }
}
