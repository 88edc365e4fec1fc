//! [`Kept`]: launches of products on a stream, ready for the next product like it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::launches::Ready;

/// Products prepared on one stream, by words that say for what.
///
/// It lives as long as the stream's last clone. Few are kept, and none that has much memory.
#[derive(Default)]
pub(crate) struct Kept(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    all: HashMap<Vec<u64>, (Arc<Ready>, u64)>,
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
    pub(super) fn get(&self, words: &[u64]) -> Option<Arc<Ready>> {
        let mut entries = self.lock();
        entries.uses += 1;
        let now = entries.uses;
        let (ready, last) = entries.all.get_mut(words)?;
        *last = now;
        Some(ready.clone())
    }

    /// Keeps `ready` for `words`.
    pub(super) fn keep(&self, words: Vec<u64>, ready: Ready) {
        if ready.bytes() > BYTES {
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
        entries.all.insert(words, (Arc::new(ready), now));
    }
}
