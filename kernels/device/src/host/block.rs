//! [`run_block`]: threads of one block, and what they wait for.

use std::boxed::Box;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::format;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::string::String;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::vec::Vec;

use super::collective::{Key, Meeting};
use super::shared::Arena;

/// A thread block that runs.
pub(crate) struct Block {
    pub(crate) threads: u32,
    /// The coordinates in the grid.
    pub(crate) index: [u32; 3],
    /// Blocks along each axis.
    pub(crate) grid: [u32; 3],
    pub(crate) arena: Arena,
    state: Mutex<State>,
    changed: Condvar,
}

/// What threads tell each other.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) meetings: BTreeMap<Key, Meeting>,
    /// Counts changes that a waiting thread may wait for.
    epoch: u64,
    /// Threads that have not ended.
    alive: u32,
    /// Threads that wait and have seen the newest change.
    blocked: u32,
    /// What those threads wait for, with how many they are.
    waits: BTreeMap<&'static str, u32>,
    /// Why the block cannot go on.
    pub(crate) failed: Option<String>,
}

impl Block {
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        // A thread that panics says so in `failed`; the state is whole.
        self.state
            .lock()
            .unwrap_or_else(|poison| poison.into_inner())
    }

    /// Tells the waiting threads to look again.
    pub(crate) fn announce(&self, state: &mut State) {
        state.epoch += 1;
        state.blocked = 0;
        state.waits.clear();
        self.changed.notify_all();
    }

    /// Waits until `ready` holds; it is asked again after every announced change.
    pub(crate) fn wait<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        what: &'static str,
        mut ready: impl FnMut(&mut State) -> bool,
    ) -> MutexGuard<'a, State> {
        loop {
            if let Some(why) = state.failed.clone() {
                drop(state);
                panic!("{why}");
            }
            if ready(&mut state) {
                return state;
            }
            state.blocked += 1;
            *state.waits.entry(what).or_default() += 1;
            if state.blocked == state.alive {
                let waits: Vec<String> = state
                    .waits
                    .iter()
                    .map(|(what, count)| format!("{count} at {what}"))
                    .collect();
                let why = format!(
                    "the thread block cannot go on: of {} threads, {} have ended and the others wait: {}",
                    self.threads,
                    self.threads - state.alive,
                    waits.join(", ")
                );
                self.fail(&mut state, why);
                continue;
            }
            let epoch = state.epoch;
            while state.epoch == epoch {
                state = self
                    .changed
                    .wait(state)
                    .unwrap_or_else(|poison| poison.into_inner());
            }
        }
    }

    /// Ends the block: every thread that waits, or will, panics with the first message.
    pub(crate) fn fail(&self, state: &mut State, why: String) {
        state.failed.get_or_insert(why);
        self.announce(state);
    }
}

std::thread_local! {
    static HERE: RefCell<Option<(Arc<Block>, u32)>> = const { RefCell::new(None) };
}

/// The block and the number of the thread that asks.
///
/// # Panics
/// If the thread is not one of [`run_block`]'s.
pub(crate) fn here() -> (Arc<Block>, u32) {
    HERE.with(|here| here.borrow().clone()).unwrap_or_else(|| {
        panic!("a call of a thread block outside one; run the kernel's body by `azulejo_device::host::run_block`")
    })
}

/// Waits until `ready` holds, which another thread brings about inside [`update`].
///
/// `what` names the wait in messages. `ready` runs while no other thread runs `ready` or `update`.
///
/// # Panics
/// If no thread of the block can go on, or another one has panicked.
pub fn wait_until(what: &'static str, mut ready: impl FnMut() -> bool) {
    let (block, _) = here();
    drop(block.wait(block.lock(), what, |_| ready()));
}

/// Runs a change that threads in [`wait_until`] may wait for.
///
/// # Panics
/// If another thread of the block has panicked.
pub fn update<R>(change: impl FnOnce() -> R) -> R {
    let (block, _) = here();
    let mut state = block.lock();
    if let Some(why) = state.failed.clone() {
        drop(state);
        panic!("{why}");
    }
    let result = change();
    block.announce(&mut state);
    result
}

/// Runs `body` once for each of `threads` threads of one block with `shared_bytes` of shared memory, and waits for all.
///
/// `body` takes the number of its thread. Whole warps are needed by the instructions of warps, not by this function.
///
/// ```
/// use azulejo_device::{engine::SharedPtr, host::run_block, ptx::thread};
/// use azulejo_layout::layout;
/// use azulejo_tensor::make_tensor;
/// run_block(64, 256, |tid| {
///     // SAFETY: 64 elements lie in the block's 256 bytes; a barrier is between the writes and the reads.
///     let mut shared = make_tensor(unsafe { SharedPtr::<u32>::new(0) }, layout!(_64));
///     shared.put(tid as usize, tid * tid);
///     // SAFETY: all threads of the block make the call.
///     unsafe { thread::sync() };
///     assert_eq!(shared.at(63 - tid as usize), (63 - tid) * (63 - tid));
/// });
/// ```
///
/// # Panics
/// With the message of the first thread that panics; if no thread can go on; if a thread cannot be started.
pub fn run_block(threads: u32, shared_bytes: usize, body: impl Fn(u32) + Sync) {
    run_grid([1; 3], threads, shared_bytes, body);
}

/// Runs the blocks of a grid one after the other, each as [`run_block`] does.
///
/// # Panics
/// As [`run_block`].
pub fn run_grid(grid: [u32; 3], threads: u32, shared_bytes: usize, body: impl Fn(u32) + Sync) {
    let [along_x, along_y, along_z] = grid;
    for z in 0..along_z {
        for y in 0..along_y {
            for x in 0..along_x {
                let block = Arc::new(Block {
                    threads,
                    index: [x, y, z],
                    grid,
                    arena: Arena::new(shared_bytes),
                    state: Mutex::new(State {
                        alive: threads,
                        ..State::default()
                    }),
                    changed: Condvar::new(),
                });
                run(&block, &body);
            }
        }
    }
}

/// Runs one block.
fn run(block: &Arc<Block>, body: &(impl Fn(u32) + Sync)) {
    let first: Mutex<Option<Box<dyn std::any::Any + Send>>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for tid in 0..block.threads {
            let (mine, first) = (block.clone(), &first);
            let thread = std::thread::Builder::new().stack_size(1 << 20);
            let started = thread.spawn_scoped(scope, move || {
                HERE.with(|here| *here.borrow_mut() = Some((mine.clone(), tid)));
                let end = catch_unwind(AssertUnwindSafe(|| body(tid)));
                let mut state = mine.lock();
                state.alive -= 1;
                match end {
                    Ok(()) => mine.announce(&mut state),
                    Err(panic) => {
                        let mut first = first.lock().unwrap_or_else(|poison| poison.into_inner());
                        first.get_or_insert(panic);
                        mine.fail(&mut state, format!("thread {tid} of the block panicked"));
                    }
                }
            });
            if let Err(error) = started {
                let mut state = block.lock();
                state.alive -= 1;
                block.fail(
                    &mut state,
                    format!("thread {tid} cannot be started: {error}"),
                );
                let mut first = first.lock().unwrap_or_else(|poison| poison.into_inner());
                first.get_or_insert(Box::new(format!("thread {tid} cannot be started: {error}")));
            }
        }
    });
    let first = first
        .into_inner()
        .unwrap_or_else(|poison| poison.into_inner());
    if let Some(panic) = first {
        resume_unwind(panic);
    }
}
