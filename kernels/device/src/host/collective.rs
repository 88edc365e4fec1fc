//! [`collective`]: a call that a group of threads executes together.

use std::any::TypeId;
use std::format;
use std::vec::Vec;

use super::block::here;

/// The threads that execute a call together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The 32 threads of a warp.
    Warp,
    /// Four warps, the first one's number a multiple of 4.
    Warpgroup,
    /// The threads that arrive at the barrier `id` of the block, `threads` of them.
    Barrier {
        /// The barrier, 0 to 15.
        id: u32,
        /// How many threads arrive.
        threads: u32,
    },
}

/// Which mailbox: kind and number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(u32, u32);

/// A mailbox of a group.
#[derive(Default)]
pub(crate) struct Meeting {
    call: Option<(TypeId, &'static str)>,
    /// The values of the threads that have arrived, by the thread's number.
    values: Vec<(u32, Address)>,
    /// How often the group has been complete.
    generation: u64,
}

/// The address of a value on the stack of a thread that waits.
struct Address(*mut ());

// SAFETY: the address is used by the thread that completes the group alone, while the value's owner waits.
unsafe impl Send for Address {}

/// Waits until all threads of the group are in the same call; the last to arrive runs `compute` on their values, in order of their
/// numbers.
///
/// `what` names the call: threads of a group that are in different calls end the block.
///
/// # Panics
/// If threads of the group make different calls, if some of them never arrive, or if another thread has panicked.
pub fn collective<T: Send + 'static>(
    group: Group,
    what: &'static str,
    value: &mut T,
    compute: impl FnOnce(&mut [&mut T]),
) {
    let (block, tid) = here();
    let (key, width) = match group {
        Group::Warp => (Key(0, tid / 32), 32),
        Group::Warpgroup => (Key(1, tid / 128), 128),
        Group::Barrier { id, threads } => (Key(2, id), threads as usize),
    };
    let mut state = block.lock();
    if let Some(why) = state.failed.clone() {
        drop(state);
        panic!("{why}");
    }
    let call = (TypeId::of::<T>(), what);
    let meeting = state.meetings.entry(key).or_default();
    if let Some((_, other)) = meeting.call.filter(|other| *other != call) {
        let others = meeting.values.len();
        let why = format!(
            "thread {tid} executes {what} while {others} threads of its group execute {other}: all of a group make the same call"
        );
        block.fail(&mut state, why.clone());
        drop(state);
        panic!("{why}");
    }
    meeting.call = Some(call);
    let address: *mut T = value;
    meeting.values.push((tid, Address(address.cast())));
    if meeting.values.len() < width {
        let generation = meeting.generation;
        let done = |state: &mut super::block::State| {
            state
                .meetings
                .get(&key)
                .is_some_and(|meeting| meeting.generation != generation)
        };
        drop(block.wait(state, what, done));
        return;
    }
    let mut values = core::mem::take(&mut meeting.values);
    meeting.call = None;
    meeting.generation += 1;
    values.sort_by_key(|&(tid, _)| tid);
    let mut all: Vec<&mut T> = values
        .iter()
        // SAFETY: each address is that of a live `T` (the call's type is compared above), whose thread waits in this call until
        // the generation is announced, and each thread arrives once.
        .map(|(_, address)| unsafe { &mut *address.0.cast::<T>() })
        .collect();
    compute(&mut all);
    drop(all);
    block.announce(&mut state);
}
