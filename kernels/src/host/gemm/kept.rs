//! [`Idle`]: launches that are ready, and [`Kept`]: those of products on a stream, for the next product like it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::Region;
use crate::host::{Buffer, Error, Order, Stream, Use};

/// Work on memory that the owner of this value borrows.
pub(super) trait Body: Send + Sync {
    /// Queues it on a stream whose order the caller has seen to.
    fn queue(&self, stream: &Stream) -> Result<(), Error>;
}

/// What was made ready for operands at certain places, without the operands.
#[derive(Default)]
pub(super) struct Idle {
    pub(super) bodies: Vec<Box<dyn Body>>,
    pub(super) own: Vec<Buffer<u8>>,
    pub(super) kernels: Vec<&'static str>,
}

impl Idle {
    /// Adds a launch.
    pub(super) fn add(&mut self, kernel: &'static str, body: impl Body + 'static) {
        self.kernels.push(kernel);
        self.bodies.push(Box::new(body));
    }

    /// Starts the products on the operands that they were prepared for.
    pub(super) fn launch<'r>(
        &self,
        stream: &Stream,
        regions: impl Iterator<Item = Region<'r>>,
    ) -> Result<(), Error> {
        let uses: Vec<Use<'_>> = regions.filter_map(|region| region.usage()).collect();
        // Memory of its own is used on this stream, or in a graph beside the outputs, which are ordered here.
        let _order = Order::of(stream, uses)?;
        self.queue(stream)
    }

    /// Bytes of its own memory.
    pub(super) fn bytes(&self) -> usize {
        self.own.iter().map(Buffer::len).sum()
    }

    /// Queues them on a stream whose order the caller has seen to.
    pub(super) fn queue(&self, stream: &Stream) -> Result<(), Error> {
        self.bodies.iter().try_for_each(|body| body.queue(stream))
    }
}

/// Products prepared on one stream, by words that say for what.
///
/// It lives as long as the stream's last clone. Few are kept, and none that has much memory.
#[derive(Default)]
pub(in crate::host) struct Kept(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    all: HashMap<Vec<u64>, (Arc<Idle>, u64)>,
    /// Uses so far: the least recently used is given up first.
    uses: u64,
}

/// Products that are kept at most.
const MOST: usize = 64;

/// Bytes of memory that a product which is kept may own.
const BYTES: usize = 4 << 20;

impl Kept {
    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was kept for `words`.
    pub(super) fn get(&self, words: &[u64]) -> Option<Arc<Idle>> {
        let mut entries = self.lock();
        entries.uses += 1;
        let now = entries.uses;
        let (idle, last) = entries.all.get_mut(words)?;
        *last = now;
        Some(idle.clone())
    }

    /// Keeps `idle` for `words`.
    pub(super) fn keep(&self, words: Vec<u64>, idle: Idle) {
        if idle.bytes() > BYTES {
            return;
        }
        let mut entries = self.lock();
        if entries.all.len() >= MOST {
            let oldest = entries.all.iter().min_by_key(|(_, (_, last))| *last);
            if let Some(words) = oldest.map(|(words, _)| words.clone()) {
                entries.all.remove(&words);
            }
        }
        let now = entries.uses;
        entries.all.insert(words, (Arc::new(idle), now));
    }
}
