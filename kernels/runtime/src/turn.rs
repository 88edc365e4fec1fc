//! [`Turn`]: whose launches on memory of cudarc are queued now.

use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Held by the thread whose turn it is.
static TURN: Mutex<()> = Mutex::new(());

thread_local! {
    /// Whether this thread holds it: what is queued within a call is part of its turn.
    static HAS_TURN: Cell<bool> = const { Cell::new(false) };
}

/// The turn of a thread to queue work that writes memory of cudarc, which has no record to lock: a call's launches follow each other
/// without those of another thread's between them. It is taken before all records.
pub(super) struct Turn(#[allow(dead_code, reason = "held")] MutexGuard<'static, ()>);

impl Turn {
    /// Waits for the turn, unless this thread has it already.
    pub(super) fn take() -> Option<Self> {
        if HAS_TURN.get() {
            return None;
        }
        let lock = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        HAS_TURN.set(true);
        Some(Self(lock))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        HAS_TURN.set(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_takes_its_turn_once_and_others_wait_for_it() {
        let turn = Turn::take();
        assert!(turn.is_some() && Turn::take().is_none());
        std::thread::scope(|scope| {
            let other = scope.spawn(|| TURN.try_lock().is_err());
            assert!(other.join().expect("a thread that ends"));
        });
        drop(turn);
        assert!(Turn::take().is_some());
    }
}
