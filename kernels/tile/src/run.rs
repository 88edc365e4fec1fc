//! [`run`]: the blocks of a grid on the CPU's cores.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{Argument, Assertion, Block, MAX_RANK, Places, SHARED, Space, TileError};
use azulejo_runtime::{Error, Function, Launch, Params, Place, Stream};

/// Stack of a thread that runs blocks: tiles live there.
const STACK: usize = 256 << 20;

/// The threads that run blocks, kept from one grid to the next; `None` where none could be started.
fn pool() -> Option<&'static ThreadPool> {
    static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();
    let build = || ThreadPoolBuilder::new().stack_size(STACK).build().ok();
    POOL.get_or_init(build).as_ref()
}

/// Runs `f` for every block of a grid, on as many threads as the machine has cores.
///
/// # Errors
/// [`TileError::TooManyBlocks`]; [`TileError::Assertion`] where a block's assertion failed, when the others have ended.
pub fn run(space: [usize; MAX_RANK], f: impl Fn(&Block) + Sync) -> Result<(), TileError> {
    let (blocks, space) = grid(space)?;
    let rank = rank(&space);
    share(blocks, &|numbers| {
        for number in numbers {
            f(&Block::new(number, space, rank));
        }
    })
}

/// The axes up to the last one with several blocks: those of one block cost no division.
fn rank(space: &[u32; MAX_RANK]) -> usize {
    1 + space.iter().rposition(|n| *n != 1).unwrap_or(0)
}

/// Calls `each` with the numbers of all blocks, some at a time: one function for all programs, which compile in a fifth less.
fn share(blocks: u32, each: Each<'_>) -> Result<(), TileError> {
    if blocks == 0 {
        return Ok(());
    }
    let all = || match pool() {
        Some(pool) if blocks > 1 => {
            let threads = pool.current_num_threads();
            let shares = &Shares::new(blocks, threads);
            // Tasks that threads take, not one laid before each: a thread that wakes late finds its work done.
            pool.scope(|scope| {
                for _ in 0..threads.min(blocks as usize) {
                    scope.spawn(|_| {
                        shares.take(rayon::current_thread_index().unwrap_or_default(), each)
                    });
                }
            });
        }
        Some(pool) => pool.install(|| each(0..1)),
        None => each(0..blocks),
    };
    catch_unwind(AssertUnwindSafe(all)).map_err(|panic| match panic.downcast::<Assertion>() {
        Ok(assertion) => TileError::Assertion(*assertion),
        Err(panic) => resume_unwind(panic),
    })
}

/// What runs the blocks with these numbers.
type Each<'a> = &'a (dyn Fn(Range<u32>) + Sync);

/// The blocks of a grid, cut into a run for each thread.
///
/// A thread takes its own run first, so that a program which is run again finds in a core's caches what the core touched
/// before; then what others have left. Some blocks at a time, so that threads seldom meet; and where they do, they only
/// read whether anything is left.
struct Shares {
    /// The next block of each run.
    next: Vec<Next>,
    blocks: u32,
    step: u32,
}

/// A number in two lines of the caches to itself, the unit that processors fetch: a thread that counts its own run does
/// not take another's counter away.
#[derive(Default)]
#[repr(align(128))]
struct Next(AtomicU32);

impl Shares {
    fn new(blocks: u32, threads: usize) -> Self {
        let mut shares = Self {
            next: Vec::new(),
            blocks,
            step: (blocks / (threads as u32 * 8)).clamp(1, 1024),
        };
        shares.next.resize_with(threads, Next::default);
        for (run, next) in shares.next.iter().enumerate() {
            next.0.store(shares.begin(run), Ordering::Relaxed);
        }
        shares
    }

    /// The first block of a run.
    fn begin(&self, run: usize) -> u32 {
        (self.blocks as u64 * run as u64 / self.next.len() as u64) as u32
    }

    /// Calls `each` with the numbers of blocks, in one of the threads, until all are taken.
    fn take(&self, thread: usize, each: Each<'_>) {
        let runs = self.next.len();
        for run in (0..runs).map(|k| (thread + k) % runs) {
            let (end, next) = (self.begin(run + 1), &self.next[run].0);
            while next.load(Ordering::Relaxed) < end {
                // Each thread looks once past the end: the number stays far below 2^32.
                let first = next.fetch_add(self.step, Ordering::Relaxed);
                if first >= end {
                    break;
                }
                each(first..end.min(first + self.step));
            }
        }
    }
}

/// The number of blocks of a grid, and the grid in 32 bits.
pub(crate) fn grid(space: [usize; MAX_RANK]) -> Result<(u32, [u32; MAX_RANK]), TileError> {
    let blocks = space
        .iter()
        .try_fold(1u64, |product, n| product.checked_mul(*n as u64))
        .unwrap_or(u64::MAX);
    // 2^31 - 1 blocks, and room for the last thread to look for more.
    if blocks > i32::MAX as u64 {
        return Err(TileError::TooManyBlocks { blocks });
    }
    Ok((blocks as u32, space.map(|n| n as u32)))
}

/// What a launch gathers from its arguments: the grid, and the memory of each.
#[derive(Debug, Default)]
pub struct Plan {
    space: Option<[usize; MAX_RANK]>,
    memory: Vec<Memory>,
    cleared: Vec<(u64, usize)>,
    shared: u32,
}

/// What launches a grid of these extents.
type Start<'a> = &'a dyn Fn(Launch<'_>, [u32; MAX_RANK]) -> Result<(), Error>;

#[derive(Debug)]
struct Memory {
    argument: &'static str,
    begin: u64,
    end: u64,
    written: bool,
}

impl Plan {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes an argument in.
    ///
    /// # Errors
    /// [`TileError::Regions`], [`TileError::Overlap`].
    pub fn add<A: Argument>(
        &mut self,
        raw: &A::Raw,
        places: Option<&Places<'_>>,
        argument: &'static str,
    ) -> Result<(), TileError> {
        self.shared += A::SHARED;
        self.cleared
            .extend(A::cleared(raw).iter().filter(|(_, bytes)| *bytes > 0));
        self.take(argument, A::space(raw), places, A::WRITES)
    }

    /// Takes in an argument of any type: the grid that it asks for, and its memory.
    fn take(
        &mut self,
        argument: &'static str,
        space: Option<[usize; MAX_RANK]>,
        places: Option<&Places<'_>>,
        written: bool,
    ) -> Result<(), TileError> {
        match (self.space, space) {
            (Some(expected), Some(found)) if expected != found => {
                let several = |axis: &usize| expected[*axis] != 1 || found[*axis] != 1;
                let rank = (0..MAX_RANK).rfind(several).map_or(1, |last| last + 1);
                return Err(TileError::Regions {
                    argument,
                    expected: expected[..rank].to_vec(),
                    found: found[..rank].to_vec(),
                });
            }
            (None, found) => self.space = found,
            _ => {}
        }
        let places = places.into_iter().flatten().flatten();
        places
            .map(Place::range)
            .try_for_each(|range| self.hold(argument, range, written))
    }

    /// Takes in memory of an argument: none of it is another's, where one of both writes.
    fn hold(
        &mut self,
        argument: &'static str,
        (begin, end): (u64, u64),
        written: bool,
    ) -> Result<(), TileError> {
        let shared = self.memory.iter().find(|other| {
            other.argument != argument
                && (written || other.written)
                && begin < other.end
                && other.begin < end
        });
        if let Some(Memory { argument: with, .. }) = shared {
            return Err(TileError::Overlap { argument, with });
        }
        self.memory.push(Memory {
            argument,
            begin,
            end,
            written,
        });
        Ok(())
    }

    /// The grid.
    ///
    /// # Errors
    /// [`TileError::NoRegions`].
    pub fn space(&self) -> Result<[usize; MAX_RANK], TileError> {
        self.space.ok_or(TileError::NoRegions)
    }

    /// Bytes of shared memory of a block.
    fn shared(&self) -> u32 {
        match self.shared {
            0 => SHARED,
            // A product has stages of two operands, also where one argument is both.
            stages => stages.max(2 * super::staged::STAGES) + super::staged::MARGIN,
        }
    }

    /// Launches the grid.
    ///
    /// # Errors
    /// [`TileError::NoRegions`], [`TileError::TooManyBlocks`], the device's.
    ///
    /// # Safety
    /// `function` must take the parameters that `params` makes, one for one, in size and meaning; the grid's axes from `N`
    /// on must be 1; and `function` must work on no memory
    /// but that of `places`, as this plan's arguments allow.
    #[doc(hidden)]
    pub unsafe fn launch<const N: usize, P: Params>(
        &self,
        stream: &Stream,
        function: &Function,
        places: &[&Places<'_>],
        params: impl Fn(Space<N>) -> P,
    ) -> Result<(), TileError> {
        self.queue(stream, function, places, &|launch, space| {
            // SAFETY: the parameters are the function's, which `launch` asks of its caller; each array was checked to be live, large
            // enough, and apart from what is written, and the order of `queue` keeps others off it.
            unsafe { launch.run(params(Space::new(space))) }
        })
    }

    /// Calls `launch` with the launch and its grid, while others are kept off the places.
    fn queue(
        &self,
        stream: &Stream,
        function: &Function,
        places: &[&Places<'_>],
        launch: Start<'_>,
    ) -> Result<(), TileError> {
        let (blocks, space) = grid(self.space()?)?;
        if blocks == 0 {
            return Ok(());
        }
        let grid = Launch::new(stream, function)
            .grid(blocks, 1, 1)
            .shared(self.shared());
        let places = places.iter().flat_map(|places| places.iter().flatten());
        let _order = Place::order(stream, places)?;
        for (address, bytes) in &self.cleared {
            // SAFETY: bytes of a place of this plan's arguments, checked to be live, borrowed for writing and kept from others by the
            // order; any bits are words.
            unsafe { stream.set_raw(*address, 0, *bytes)? };
        }
        launch(grid, space)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::staged::{MARGIN, STAGES};
    use crate::{FEW, In, Out, Pass, Passed, Raw, Staged, headed};
    use azulejo_cpu::{Strided, View};
    use azulejo_layout::ints::{_16, _64};
    use azulejo_tensor::f16;
    use std::sync::Mutex;

    type V = (usize,);

    fn raw(n: u64) -> Passed<f32, FEW> {
        Pass::pass(Raw {
            data: core::ptr::null_mut(),
            extents: headed([n], 1),
            strides: headed([1], 0),
            vector: 0,
        })
    }

    /// What a launch with an input at `x` and an output at `y`, 64 bytes each, says.
    fn placed(x: u64, y: u64) -> Result<(), TileError> {
        let mut plan = Plan::new();
        plan.hold("x", (x, x + 64), <In<f32, V>>::WRITES)?;
        plan.hold("y", (y, y + 64), <Out<f32, V, (_16,)>>::WRITES)
    }

    #[test]
    fn threads_take_each_block_once() {
        for (blocks, threads) in [(2, 16), (7, 3), (1000, 4), (100_000, 2), (5, 1)] {
            let shares = Shares::new(blocks, threads);
            let seen = Mutex::new(Vec::new());
            // The last thread begins with its own run, and finds those of the others.
            shares.take(threads - 1, &|numbers| seen.lock().unwrap().extend(numbers));
            let mut seen = seen.into_inner().unwrap();
            assert_eq!(seen[0], shares.begin(threads - 1));
            shares.take(0, &|numbers| panic!("{numbers:?} are taken twice"));
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..blocks));
        }
    }

    #[test]
    fn outputs_share_no_memory_with_others() {
        assert_eq!(placed(4096, 4096 + 64), Ok(()));
        let (argument, with) = ("y", "x");
        for y in [4096, 4096 + 63, 4096 - 63] {
            assert_eq!(placed(4096, y), Err(TileError::Overlap { argument, with }));
        }
        // Two inputs may be one array.
        let mut plan = Plan::new();
        for name in ["a", "b"] {
            let held = plan.hold(name, (4096, 4096 + 64), <In<f32, V>>::WRITES);
            assert_eq!(held, Ok(()));
        }
    }

    #[test]
    fn a_staged_operand_has_room_for_a_product_with_itself() {
        type Operand = Staged<f16, (usize, usize), (_64, _64)>;
        let empty = Strided::row_major(&[0, 0]).unwrap();
        let raw = Operand::host(&mut View::new(&[], empty).unwrap(), "a").unwrap();
        let mut plan = Plan::new();
        assert_eq!(plan.shared(), SHARED);
        for operands in [2, 2, 3] {
            plan.add::<Operand>(&raw, None, "a").unwrap();
            assert_eq!(plan.shared(), operands * STAGES + MARGIN);
        }
    }

    #[test]
    fn a_grid_is_that_of_all_outputs_and_not_too_large() {
        let mut plan = Plan::new();
        assert_eq!(plan.space(), Err(TileError::NoRegions));
        plan.add::<Out<f32, V, (_16,)>>(&raw(17), None, "y")
            .unwrap();
        assert_eq!(plan.space(), Ok(headed([2], 1)));
        let other = plan.add::<Out<f32, V, (_16,)>>(&raw(33), None, "z");
        assert!(matches!(
            other,
            Err(TileError::Regions { argument: "z", .. })
        ));
        let blocks = 1u64 << 31;
        assert_eq!(
            grid(headed([1 << 31], 1)),
            Err(TileError::TooManyBlocks { blocks })
        );
        assert_eq!(
            grid(headed([(1 << 31) - 1], 1)).map(|grid| grid.0),
            Ok(i32::MAX as u32)
        );
        assert!(grid(headed([1 << 33, 1 << 33], 1)).is_err());
    }
}
