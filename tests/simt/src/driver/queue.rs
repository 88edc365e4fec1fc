//! Queues of streams: nothing in one is done before a call waits for it.
//!
//! As late as the calls allow, or, with `AZULEJO_SIMT_ORDER=others` in the environment, after all that is queued on other
//! streams: two orders that a device may take, and in which work without an order comes out wrong.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Instant;

use cudarc::driver::sys::CUresult;

use super::answer::{Answer, reject};
use super::state::Held;
use super::work::Work;

/// `true` if other streams go first: `AZULEJO_SIMT_ORDER`.
static OTHERS_FIRST: LazyLock<bool> =
    LazyLock::new(|| std::env::var_os("AZULEJO_SIMT_ORDER").is_some_and(|order| order == "others"));

/// A place in a queue.
pub struct Mark {
    queue: usize,
    reached: OnceLock<Instant>,
}

impl Mark {
    /// A place in the queue with this number.
    pub fn new(queue: usize) -> Self {
        Self {
            queue,
            reached: OnceLock::new(),
        }
    }

    /// When it was reached.
    pub fn reached(&self) -> Option<Instant> {
        self.reached.get().copied()
    }
}

/// What waits in a queue.
pub enum Item {
    /// Work on the device.
    Work(Work),
    /// Bytes for the device that are held here.
    ToDevice { to: u64, data: Vec<u8> },
    /// Bytes for the device that page-locked memory holds by then.
    FromPinned { to: u64, from: usize, bytes: usize },
    /// Bytes for page-locked memory.
    ToPinned { to: usize, from: u64, bytes: usize },
    /// Memory that is there from here on.
    Allocate(u64),
    /// Memory that is given back.
    Free(u64),
    /// A mark.
    Record(Arc<Mark>),
    /// A mark to wait for.
    Wait(Arc<Mark>),
}

/// What each stream has still to do.
#[derive(Default)]
pub struct Queues(BTreeMap<usize, VecDeque<Item>>);

impl Queues {
    /// Returns `true` if nothing is left in a queue.
    pub fn is_empty(&self, queue: usize) -> bool {
        self.0.get(&queue).is_none_or(VecDeque::is_empty)
    }

    /// Returns `true` if a copy with these bytes of page-locked memory is queued.
    pub fn copies_with(&self, address: usize, bytes: usize) -> bool {
        let within = |host: usize| (address..address + bytes.max(1)).contains(&host);
        self.0.values().flatten().any(|item| match item {
            Item::FromPinned { from, .. } => within(*from),
            Item::ToPinned { to, .. } => within(*to),
            _ => false,
        })
    }

    fn next(&mut self, queue: usize) -> Option<Item> {
        let next = self.0.get_mut(&queue)?.pop_front();
        if next.is_none() {
            self.0.remove(&queue);
        }
        next
    }
}

impl Held {
    /// Adds to the end of a stream's queue.
    pub fn push(&mut self, stream: usize, item: Item) -> Answer {
        let queue = self.queue_of(stream)?;
        self.queues.0.entry(queue).or_default().push_back(item);
        Ok(())
    }

    /// Does everything that is queued.
    pub fn finish(&mut self) -> Answer {
        let all: Vec<usize> = self.queues.0.keys().copied().collect();
        all.into_iter().try_for_each(|queue| self.run(queue, None))
    }

    /// Does everything in a queue, and what it waits for.
    pub fn drain(&mut self, queue: usize) -> Answer {
        self.others_first(queue)?;
        self.run(queue, None)
    }

    /// Does what comes before a mark, and what that waits for.
    pub fn reach(&mut self, mark: &Arc<Mark>) -> Answer {
        self.others_first(mark.queue)?;
        self.run(mark.queue, Some(mark))
    }

    fn others_first(&mut self, queue: usize) -> Answer {
        let others = self
            .queues
            .0
            .keys()
            .copied()
            .filter(|other| *other != queue && *OTHERS_FIRST);
        let others: Vec<usize> = others.collect();
        others
            .into_iter()
            .try_for_each(|other| self.run(other, None))
    }

    /// Does what is in a queue, up to a mark where one is given.
    fn run(&mut self, queue: usize, end: Option<&Arc<Mark>>) -> Answer {
        while end.is_none_or(|mark| mark.reached().is_none()) {
            let Some(item) = self.queues.next(queue) else {
                return Ok(());
            };
            match item {
                Item::Record(mark) => {
                    let _ = mark.reached.set(Instant::now());
                }
                // Marks are recorded before they are waited for, so that this comes to an end.
                Item::Wait(mark) if mark.reached().is_none() => {
                    self.run(mark.queue, Some(&mark))?
                }
                Item::Wait(_) => {}
                item => {
                    if let Err(code) = self.perform_item(item) {
                        // Nothing more is done on a device that has failed.
                        self.queues.0.clear();
                        return Err(self.lose(code));
                    }
                }
            }
        }
        Ok(())
    }

    fn perform_item(&mut self, item: Item) -> Answer {
        let done = match item {
            Item::Work(work) => return self.perform(&work),
            Item::ToDevice { to, data } => self.memory.write(to, &data),
            Item::FromPinned { to, from, bytes } => {
                // SAFETY: page-locked memory of this library's, which rejects to be freed while a copy is queued.
                let data = unsafe { std::slice::from_raw_parts(from as *const u8, bytes) };
                self.memory.write(to, data)
            }
            Item::ToPinned { to, from, bytes } => {
                let mut copied = vec![0; bytes];
                let read = self.memory.read_any(from, &mut copied);
                // SAFETY: `bytes` bytes of page-locked memory of this library's, which is not freed while a copy is queued; `copied` has as many.
                unsafe { std::ptr::copy_nonoverlapping(copied.as_ptr(), to as *mut u8, bytes) };
                read
            }
            Item::Allocate(address) => {
                self.memory.commit(address);
                Ok(())
            }
            Item::Free(address) => self.release(address),
            Item::Record(_) | Item::Wait(_) => Ok(()),
        };
        done.map_err(|why| reject(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS, why))
    }
}
